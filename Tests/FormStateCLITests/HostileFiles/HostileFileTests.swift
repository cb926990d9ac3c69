import TestSupport
import Testing

@Suite("A hostile file on the command line")
struct HostileFileTests {
  @Test("A trigger that drops actions makes the store refuse writes, and check names it")
  func plantedTrigger() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("tap", "answers.sqlite", "full-name")
    try await workspace.sqlite(
      "CREATE TRIGGER planted BEFORE INSERT ON formstate_entry BEGIN SELECT RAISE(IGNORE); END;")
    let sentence =
      "the trigger “planted” on “formstate_entry” is not FormState's, so the store refuses to write; drop it, or allow "
      + "it by name when you open the store"
    #expect(
      try await workspace.refused("set", "answers.sqlite", "first-name", "Tom")
        == "Error: “answers.sqlite”: \(sentence)\n")
    let outcome = try await workspace.run(["check", "answers.sqlite"])
    #expect(outcome.status == 1 && outcome.output == "\(sentence)\n")
    try await workspace.formstate("show", "answers.sqlite")
    try await workspace.sqlite("DROP TRIGGER planted;")
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom")
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test(
    "No command crashes on the extreme integers of SQLite",
    arguments: [
      "formstate_cell SET position", "formstate_response SET compacted_to", "formstate_entry SET revision",
      "formstate_entry SET instance",
    ]
      + (TestSeeds.isFull
        ? [
          "formstate_cell SET additional_rows", "formstate_section SET position", "formstate_version SET number",
          "formstate_form SET version", "formstate_entry SET version", "formstate_entry SET undo_top",
        ] : []),
    TestSeeds.isFull ? ["9223372036854775807", "-9223372036854775807 - 1"] : ["9223372036854775807"])
  func extremes(column: String, number: String) async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("tap", "answers.sqlite", "full-name")
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom")
    try await workspace.edit("UPDATE OR IGNORE \(column) = \(number)")
    let commands = [
      ["check"], ["list"], ["show"], ["show", "--revision", "1"], ["log"], ["diff", "--from", "0", "--to", "2"],
      ["status"],
      ["export", "json"], ["export", "csv"], ["tap", "date-of-birth"], ["tap", "--at", "0,0"],
      ["set", "last-name", "Sawyer"], ["expand", "--all"], ["undo"], ["redo"], ["reset"],
      ["compact", "--keep", "1", "--yes"],
      ["upgrade"],
    ]
    for command in commands {
      let arguments = Workspace.words(command)
      let outcome = try await workspace.run(arguments)
      #expect(outcome.status == 0 || outcome.status == 1, "\(arguments): \(outcome.errors)")
    }
  }
}
