import Foundation
import Testing

@Suite struct ExportCommandTests {
  private static let formats = ["plist", "json", "actions", "csv"]

  @Test(arguments: formats)
  func aFileHoldsWhatStandardOutputWould(format: String) async throws {
    let workspace = try await Workspace.withExample()
    try workspace.copyExample("profile-actions.jsonl")
    try await workspace.formstate("replay", "answers.sqlite", "profile-actions.jsonl")
    let printed = try await workspace.formstate("export", "answers.sqlite", "--format", format)
    #expect(!printed.isEmpty)
    try await workspace.formstate("export", "answers.sqlite", "--format", format, "--output", "export.out")
    #expect(try workspace.text(of: "export.out") == printed)
  }

  @Test(arguments: formats)
  func aResponseThatHasNotBegunExportsToo(format: String) async throws {
    let workspace = try await Workspace.withExample()
    #expect(try await workspace.run(["export", "answers.sqlite", "--format", format]).status == 0)
  }

  @Test func csvHasALineForEveryResponse() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Ada", "--response", "ada")
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom", "--response", "tom")
    let all = try await workspace.formstate("export", "answers.sqlite", "--format", "csv")
    #expect(all.contains("Ada") && all.contains("Tom"))
    let one = try await workspace.formstate("export", "answers.sqlite", "--format", "csv", "--response", "ada")
    #expect(one.contains("Ada") && !one.contains("Tom"))
  }

  @Test func theFileIsWrittenWholeOrNotAtAll() async throws {
    let workspace = try await Workspace.withExample()
    let path = "no/such/folder/profile.json"
    let errors = try await workspace.refused("export", "answers.sqlite", "--format", "json", "--output", path)
    #expect(errors == "Error: “\(path)” cannot be written (No such file or directory); it was left as it was\n")
    try workspace.write("old", to: "profile.json")
    try await workspace.formstate("export", "answers.sqlite", "--format", "json", "--output", "profile.json")
    #expect(try workspace.text(of: "profile.json") != "old")
    let names = try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path)
    #expect(!names.contains { $0.hasPrefix(".formstate-") })
  }

  @Test func aLinkStaysALink() async throws {
    let workspace = try await Workspace.withExample()
    try workspace.write("old", to: "target.json")
    try FileManager.default.createSymbolicLink(
      at: workspace.file("link.json"), withDestinationURL: workspace.file("target.json"))
    try await workspace.formstate("export", "answers.sqlite", "--format", "json", "--output", "link.json")
    #expect(try workspace.text(of: "target.json") != "old")
    let attributes = try FileManager.default.attributesOfItem(atPath: workspace.file("link.json").path)
    #expect(attributes[.type] as? FileAttributeType == .typeSymbolicLink)
  }

  @Test func theDatabaseIsNotOverwritten() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.expectRefusal(
      "export", "answers.sqlite", "--format", "csv", "--output", "./answers.sqlite",
      message: "“./answers.sqlite” is the database itself; name another file to write")
  }

  @Test func wrongUsageExitsWith64() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.refused("export", "answers.sqlite", status: 64)
    try await workspace.refused("export", "answers.sqlite", "--format", "xml", status: 64)
    try await workspace.refused("export", "answers.sqlite", "--format", "csv", "--binary", status: 64)
  }
}
