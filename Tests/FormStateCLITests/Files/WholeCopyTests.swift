import Foundation
import Testing

@Suite("Copies are complete or absent")
struct WholeCopyTests {
  @Test("A killed backup leaves no copy and does not block the next one")
  func killed() async throws {
    let workspace = try Workspace()
    let cells = (0..<15_000).map {
      #"{"key":"c\#($0)","kind":"text","title":"\#(String(repeating: "long ", count: 80))"}"#
    }
    try workspace.write(
      #"{"formstate":1,"key":"f","title":"F","sections":[{"key":"s","cells":[\#(cells.joined(separator: ","))]}]}"#,
      to: "form.json")
    try await workspace.formstate("import", "answers.sqlite", "form.json")
    var wasKilled = false
    for _ in 0..<30 where !wasKilled {
      _ = try await workspace.runFromShell(Self.killing)
      wasKilled = !workspace.has("copy.sqlite")
      try? FileManager.default.removeItem(at: workspace.file("copy.sqlite"))
    }
    #expect(wasKilled, "no backup was killed half way")
    try await workspace.formstate("backup", "answers.sqlite", "copy.sqlite")
    #expect(try await workspace.formstate("check", "copy.sqlite") == "ok\n")
    // Only the owner can read what the killed process left.
    #expect(!Self.drafts(in: workspace).isEmpty)
    for draft in Self.drafts(in: workspace) { #expect(try workspace.permissions(of: draft) == 0o600) }
  }

  /// Starts a copy and kills it as soon as its draft exists. A shell polls faster than a test can.
  private static let killing = """
    "$0" backup answers.sqlite copy.sqlite &
    looks=0
    while [ ! -e copy.sqlite ] && [ $looks -lt 3000000 ]; do
      looks=$((looks + 1))
      set -- copy.sqlite.part-*
      if [ -e "$1" ]; then kill -9 $!; break; fi
    done
    """

  private static func drafts(in workspace: Workspace) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: workspace.folder.path)) ?? []
    return names.filter { $0.hasPrefix("copy.sqlite.part-") && !$0.hasSuffix("-journal") }
  }

  @Test("A failed restore leaves no file, and the next one succeeds")
  func failedRestore() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom")
    let dump = try await workspace.formstate("export", "dump", "answers.sqlite")
    let damaged = dump.replacing("\"Tom\"", with: "17")
    let refusal = try await workspace.refused("restore", "new.sqlite", "-", input: damaged)
    #expect(refusal.hasPrefix("Error: "))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path).allSatisfy { !$0.hasPrefix("new") })
    try await workspace.formstate("restore", "new.sqlite", "-", input: dump)
    #expect(try await workspace.formstate("get", "new.sqlite", "first-name") == "Tom\n")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path).allSatisfy { !$0.contains(".part-") })
  }

  @Test("sqlite3 cannot delete a form; the error names formstate form delete")
  func deletedForm() async throws {
    let workspace = try await Workspace.withExample()
    let outcome = try await workspace.run(
      ["sqlite3", "answers.sqlite", "DELETE FROM formstate_form;"], of: URL(fileURLWithPath: "/usr/bin/env"))
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains("no such function: only FormState writes here: use formstate form delete"))
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
    try await workspace.formstate("form", "delete", "answers.sqlite", "profile", "--yes")
    #expect(try await workspace.formstate("list", "answers.sqlite", "--json").contains("\"forms\": []"))
  }

  @Test("A dump and a backup of a file with missing parent rows are refused", arguments: ["dump", "backup"])
  func lostParents(command: String) async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom")
    try await workspace.edit("DELETE FROM formstate_response")
    let words =
      command == "backup" ? ["backup", "answers.sqlite", "copy.sqlite"] : ["export", "dump", "answers.sqlite"]
    let outcome = try await workspace.run(words)
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(
      outcome.errors.contains(
        "the database contradicts itself: 2 of the rows of formstate_cell_state name a row of formstate_response that does not "
          + "exist; formstate check reports more"), "\(outcome.errors)")
    #expect(!workspace.has("copy.sqlite"))
  }
}
