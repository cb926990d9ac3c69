import Foundation
import Testing

@Suite("What commands do with a damaged file")
struct DamagedFileTests {
  /// A file of several responses, one page of whose journals was overwritten with zeros.
  private func damaged(in table: String = "formstate_entry") async throws -> (workspace: Workspace, page: Int) {
    let workspace = try await Self.sound()
    let page = try await Self.leaf(of: table, in: workspace)
    try Self.overwrite(page: page, in: workspace)
    return (workspace, page)
  }

  private static func sound() async throws -> Workspace {
    try await Workspace.prepared("several pages of journals") {
      let workspace = try await Workspace.withExample()
      let keys = ["tom", "becky", "huck"]
      try await workspace.begin("tom", "becky", "huck")
      for key in keys {
        let text = String(repeating: "\(key) ", count: 60)
        let lines = (0..<20).map { #"{"action":"set","cell":"first-name","value":"\#(text)\#($0)"}"# }
        try workspace.write(lines.joined(separator: "\n"), to: "script.jsonl")
        try await workspace.formstate("replay", "answers.sqlite", "script.jsonl", "--response", key)
      }
      try await workspace.sqlite("PRAGMA wal_checkpoint(TRUNCATE)")
      return workspace
    }
  }

  /// The middle one of a table's leaves.
  private static func leaf(of table: String, in workspace: Workspace) async throws -> Int {
    let pages = try await workspace.sqlite(
      "SELECT pageno FROM dbstat WHERE name = '\(table)' AND pagetype = 'leaf' ORDER BY path")
    let numbers = pages.split(separator: "\n").compactMap { Int($0) }
    return try #require(numbers.dropFirst(numbers.count / 2).first)
  }

  private static func overwrite(page: Int, in workspace: Workspace) throws {
    let file = try FileHandle(forUpdating: workspace.file("answers.sqlite"))
    try file.seek(toOffset: UInt64((page - 1) * 4096))
    try file.write(contentsOf: Data(repeating: 0, count: 4096))
    try file.close()
  }

  @Test(
    "A damaged file is neither copied nor compacted, no good copy is replaced, and the error says what to do",
    arguments: [
      "backup answers.sqlite copy.sqlite", "restore copy.sqlite answers.sqlite",
      "compact answers.sqlite --keep 1 --response tom --yes",
    ])
  func refusals(command: String) async throws {
    let (workspace, page) = try await damaged()
    let before = workspace.bytes()
    let outcome = try await workspace.run(command.split(separator: " ").map(String.init))
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("Error: “answers.sqlite” is damaged (SQLite: "), "\(outcome.errors)")
    #expect(outcome.errors.contains("age \(page)"), "\(outcome.errors)")
    #expect(
      outcome.errors.hasSuffix(
        "keep every earlier copy of it, and save what can be read with formstate restore --damaged\n"),
      "\(outcome.errors)")
    #expect(workspace.bytes() == before)
    #expect(!workspace.has("copy.sqlite"))
  }

  @Test("check says which tables and responses of a damaged file cannot be read")
  func check() async throws {
    let (workspace, _) = try await damaged()
    let outcome = try await workspace.run(["check", "answers.sqlite"])
    #expect(outcome.status == 1)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.contains("the table formstate_entry cannot be read to its end"), "\(outcome.output)")
    let lost = lines.filter { $0.hasPrefix("the response “") && $0.hasSuffix(": its journal cannot be read") }
    #expect(!lost.isEmpty && lost.count < 3, "\(outcome.output)")
    #expect(lines.contains("\(3 - lost.count) of 3 responses can be read"), "\(outcome.output)")
    #expect(lines.last == "formstate restore --damaged writes what can be read into a new file")
  }

  @Test("restore --damaged writes what can be read, reports each response, and leaves the damaged file as it is")
  func recover() async throws {
    let (workspace, _) = try await damaged()
    let before = workspace.bytes()
    let outcome = try await workspace.run(["restore", "new.sqlite", "answers.sqlite", "--damaged"])
    #expect(outcome.status == 3)
    #expect(outcome.output.contains("formstate_entry: "), "\(outcome.output)")
    #expect(
      outcome.output.contains("of the form “profile”: journal lost; its answers are there, without their history"),
      "\(outcome.output)")
    #expect(outcome.errors == "Error: “new.sqlite” was restored, but lacks parts of “answers.sqlite”\n")
    #expect(workspace.bytes() == before)
    #expect(try await workspace.formstate("check", "new.sqlite") == "ok\n")
    for key in ["tom", "becky", "huck"] {
      let answer = try await workspace.formstate("get", "new.sqlite", "first-name", "--response", key)
      #expect(answer.hasSuffix("\(key) 19\n"), "\(key): \(answer)")
    }
    let again = try await workspace.run(["restore", "new.sqlite", "answers.sqlite", "--damaged"])
    #expect(again.status == 1 && again.errors.contains("already exists"), "\(again.errors)")
  }

  @Test("A sound file is recovered whole, also from its log")
  func undamaged() async throws {
    let workspace = try await Self.sound()
    let report = try await workspace.formstate("restore", "new.sqlite", "answers.sqlite", "--damaged")
    #expect(report == "Restored “new.sqlite”: 3 of 3 responses whole.\n")
    let whole = try await workspace.formstate("export", "dump", "answers.sqlite")
    #expect(try await workspace.formstate("export", "dump", "new.sqlite") == whole)
  }

  @Test("A file that was cut short says so, and is recovered as far as it goes")
  func cutShort() async throws {
    let workspace = try await Self.sound()
    let path = workspace.file("answers.sqlite").path
    let size = try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    #expect(truncate(path, off_t(size * 9 / 10)) == 0)
    let checked = try await workspace.run(["check", "answers.sqlite"])
    let hint = "\nformstate restore --damaged writes what can be read into a new file\n"
    #expect(checked.status == 1 && checked.output.hasSuffix(hint))
    let recovered = try await workspace.run(["restore", "new.sqlite", "answers.sqlite", "--damaged", "--json"])
    #expect(recovered.status == 3 && recovered.output.contains(#""whole": false"#), "\(recovered.errors)")
    #expect(try await workspace.formstate("check", "new.sqlite") == "ok\n")
  }

  @Test("A form that cannot be read whole is taken from its document")
  func definition() async throws {
    let (workspace, _) = try await damaged(in: "formstate_cell")
    let without = try await workspace.run(["restore", "without.sqlite", "answers.sqlite", "--damaged"])
    #expect(without.status == 3 && without.output.contains("version 1 of the form “profile”"), "\(without.output)")
    let with = try await workspace.run([
      "restore", "new.sqlite", "answers.sqlite", "--damaged", "--definition", "profile.plist", "--section-titles",
      "Personal,Preferences,Work Experience",
    ])
    #expect(with.status == 3 && !with.output.contains("version 1"), "\(with.output)\(with.errors)")
    #expect(with.output.contains("state lost, and made from its journal"), "\(with.output)")
    #expect(try await workspace.formstate("check", "new.sqlite") == "ok\n")
    #expect(
      try await workspace.formstate("get", "new.sqlite", "first-name", "--response", "becky").hasSuffix("becky 19\n"))
    let other = try await workspace.run(
      [
        "restore", "other.sqlite", "answers.sqlite", "--damaged", "--definition", "profile.plist", "--section-titles",
        "A,B,C",
      ])
    #expect(
      other.errors.hasPrefix(
        "Note: “profile.plist” was not needed: no version of the form “profile” that cannot be read whole is this one\n"
      ),
      "\(other.errors)")
  }

  @Test("A document is for a damaged file alone, and the report names both files")
  func documents() async throws {
    let workspace = try await Self.sound()
    for option in ["--definition", "--layout", "--attach"] {
      let refusal = try await workspace.refused("restore", "new.sqlite", "answers.sqlite", option, "x", status: 64)
      #expect(refusal.hasPrefix("Error: --definition and the options of a document require --damaged.\n"))
    }
    let report = try await workspace.formstate("restore", "new.sqlite", "answers.sqlite", "--damaged", "--json")
    let beginning = "{\n  \"database\": \"new.sqlite\",\n  \"damaged\": \"answers.sqlite\",\n  \"whole\": true"
    #expect(report.hasPrefix(beginning))
  }

  @Test("A file whose beginning is damaged is refused aloud, and nothing is left")
  func noBeginning() async throws {
    let workspace = try await Self.sound()
    try Self.overwrite(page: 1, in: workspace)
    let refusal = try await workspace.refused("restore", "new.sqlite", "answers.sqlite", "--damaged")
    #expect(
      refusal == "Error: nothing of “answers.sqlite” can be read: its beginning, or its list of tables, is damaged; "
        + "restore an earlier copy with formstate restore\n")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path).allSatisfy { !$0.hasPrefix("new") })
  }
}
