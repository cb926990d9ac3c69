import Foundation
import Testing

@Suite("new")
struct NewCommandTests {
  @Test("new writes a valid form, named after its file, with a comment on each feature")
  func form() async throws {
    let workspace = try Workspace()
    let output = try await workspace.formstate("new", "house visit.json")
    #expect(output.hasPrefix("Wrote “house visit.json”, the form “house-visit”."))
    #expect(output.contains("  formstate check 'house visit.json'  "))
    #expect(
      try await workspace.formstate("check", "--strict", "house visit.json")
        == "house visit.json: the form “house-visit”, 2 sections, 6 cells\n")
    try await workspace.formstate("import", "answers.sqlite", "house visit.json")
    let shown = try await workspace.formstate("show", "answers.sqlite")
    #expect(shown.hasPrefix("House visit (house-visit)"))
    #expect(shown.contains("Do you smoke?") && !shown.contains("Cigarettes a day"))
    #expect(try await workspace.formstate("set", "answers.sqlite", "smokes", "yes").contains("Cigarettes a day"))
    #expect(try workspace.text(of: "house visit.json").components(separatedBy: "\"about\"").count == 6)
  }

  @Test("The command that new suggests works", arguments: ["visit.json", "-visit.json", "Ünï.JSON", "....json"])
  func names(name: String) async throws {
    let workspace = try Workspace()
    let output = try await workspace.formstate("new", "--", name)
    let command = try #require(output.split(separator: "\n").first { $0.contains("formstate check") })
    let words = command.split(separator: " ").dropFirst().prefix { $0 != "find" }.map(String.init)
    #expect(try await workspace.run(words).status == 0, "\(words)")
  }

  @Test("An existing file, folder or dangling link is unchanged")
  func existing() async throws {
    let workspace = try Workspace()
    try workspace.write("mine", to: "file.json")
    try FileManager.default.createDirectory(at: workspace.file("folder.json"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: workspace.file("link.json").path, withDestinationPath: "nowhere.json")
    let before = try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path).sorted()
    for name in ["file.json", "folder.json", "link.json"] {
      let refusal = try await workspace.refused("new", name)
      #expect(refusal == "Error: “\(name)” exists and is unchanged; choose another name\n")
    }
    #expect(try workspace.text(of: "file.json") == "mine")
    let after = try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path).sorted()
    #expect(after.filter { !$0.hasSuffix(".out") && !$0.hasSuffix(".err") } == before)
  }

  @Test("A name without .json is a usage error; a missing folder is named")
  func wrongNames() async throws {
    let workspace = try Workspace()
    for name in ["answers.sqlite", "visit", "-", "actions.jsonl"] {
      let usage = try await workspace.refused("new", "--", name, status: 64)
      #expect(usage.contains("A form is a JSON file; give it a name that ends in .json, such as visit.json."))
    }
    #expect(
      try await workspace.refused("new", "nowhere/visit.json")
        == "Error: “nowhere/visit.json” cannot be written (No such file or directory)\n")
  }
}
