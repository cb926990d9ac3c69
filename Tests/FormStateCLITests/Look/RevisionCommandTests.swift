import Foundation
import Testing

@Suite("Earlier revisions on the command line")
struct RevisionCommandTests {
  /// The example form after two actions: a name was opened and filled in.
  private static func withTwoActions() async throws -> Workspace {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("tap", "answers.sqlite", "full-name")
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom")
    return workspace
  }

  @Test("show --revision prints each revision as show printed it at the time")
  func showAtARevision() async throws {
    let workspace = try await Workspace.withExample()
    try workspace.copyExample("profile-actions.jsonl")
    let lines = try workspace.text(of: "profile-actions.jsonl").split(separator: "\n")
    var outputs = [try await workspace.shown()]
    for line in lines {
      try await workspace.formstate("replay", "answers.sqlite", "-", input: String(line))
      outputs.append(try await workspace.shown())
    }
    for (revision, shown) in outputs.enumerated() {
      #expect(try await workspace.shown(at: revision) == shown)
    }
    let indices = try await workspace.formstate("show", "answers.sqlite", "--revision", "1", "--indices")
    #expect(indices == "[[0,1,2,3,5],[0,5],[0]]\n")
    let outline = try await workspace.formstate("show", "answers.sqlite", "--revision", "1")
    #expect(outline.hasPrefix("profile · response default · revision 1\n"))
  }

  @Test("diff prints the row changes between two revisions, in either direction")
  func diffBothWays() async throws {
    let workspace = try await Self.withTwoActions()
    try await workspace.formstate("collapse", "answers.sqlite", "preferences")
    let forth = try await workspace.json(ShownChange.self, "diff", "answers.sqlite", "--from", "0", "--to", "3")
    #expect(forth.revision == 3)
    #expect(forth.batch.insertedRows.paths == [[0, 1], [0, 2]])
    #expect(forth.batch.deletedRows.paths == [[1, 0], [1, 1]])
    #expect(forth.batch.reloadedRows.paths == [[0, 0]])
    let back = try await workspace.json(ShownChange.self, "diff", "answers.sqlite", "--from", "3", "--to", "0")
    #expect(back.revision == 0)
    #expect(back.batch.insertedRows.paths == forth.batch.deletedRows.paths)
    #expect(back.batch.deletedRows.paths == forth.batch.insertedRows.paths)
    #expect(back.batch.reloadedRows.paths == [[0, 0]])
    let words = try await workspace.formstate("diff", "answers.sqlite", "--from", "2", "--to", "1")
    #expect(
      words
        == "Full name › First name: Tom → nothing\nRevision 1\n  reloaded [0,0] Full name\n  reloaded [0,1] First name\n"
    )
    let none = try await workspace.formstate("diff", "answers.sqlite", "--from", "2", "--to", "2")
    #expect(none == "Revision 2: no visible changes.\n")
  }

  @Test("An unknown revision is refused with the range of the journal")
  func unknownRevisions() async throws {
    let workspace = try await Self.withTwoActions()
    try await workspace.expectRefusal(
      "show", "answers.sqlite", "--revision", "3",
      message: "there is no revision 3; the journal goes from 0 to 2")
    try await workspace.expectRefusal(
      "show", "answers.sqlite", "--revision=-1",
      message: "there is no revision -1; the journal goes from 0 to 2")
    for ends in [["--from", "0", "--to", "7"], ["--from", "7", "--to", "0"]] {
      let outcome = try await workspace.run(["diff", "answers.sqlite"] + ends)
      #expect(outcome.status == 1)
      #expect(outcome.errors == "Error: there is no revision 7; the journal goes from 0 to 2\n")
    }
  }

  @Test("A tap on a row that is unchanged since --seen-at is accepted")
  func aRowThatIsAsItWasSeen() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("tap", "answers.sqlite", "level")
    try await workspace.begin("ada")
    try await workspace.formstate("set", "answers.sqlite", "last-name", "Sawyer", "--response", "ada")
    let change = try await workspace.json(
      ShownChange.self, "tap", "answers.sqlite", "--at", "0,0", "--seen-at", "0")
    #expect(change.revision == 2)
    #expect(change.batch.insertedRows.paths == [[0, 1], [0, 2]])
    try await workspace.formstate("tap", "answers.sqlite", "--at", "0,0", "--seen-at", "2")
  }

  @Test("A tap on a row that changed since --seen-at is refused with the current cell")
  func aRowThatIsNotAsItWasSeen() async throws {
    let workspace = try await Self.withTwoActions()
    try await workspace.expectRefusal(
      "tap", "answers.sqlite", "--at", "0,1", "--seen-at", "0",
      message: "the row [0,1] has changed since revision 0: the response is at revision 2, "
        + "and “first-name” is there now; look at the rows again")
    try await workspace.expectRefusal(
      "tap", "answers.sqlite", "--at", "0,0", "--seen-at", "1",
      message: "the row [0,0] has changed since revision 1: the response is at revision 2, "
        + "and “full-name” is there now; look at the rows again")
    try await workspace.formstate("collapse", "answers.sqlite", "personal")
    try await workspace.expectRefusal(
      "set", "answers.sqlite", "--at", "0,1", "Huck", "--seen-at", "2",
      message: "the row [0,1] has changed since revision 2: the response is at revision 3, "
        + "and there is no such row now; look at the rows again")
    try await workspace.expectRefusal(
      "tap", "answers.sqlite", "--at", "1,0", "--seen-at", "9",
      message: "there is no revision 9; the journal goes from 0 to 3")
    let errors = try await workspace.refused(
      "tap", "answers.sqlite", "full-name", "--seen-at", "3", status: 64)
    #expect(errors.hasPrefix("Error: --seen-at requires --at: it is the revision at which you saw the row.\n"))
  }
}
