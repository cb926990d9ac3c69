import Foundation
import TestSupport
import Testing

/// Two tablets that answered the same question differently.
@Suite("Questions between copies")
struct QuestionStoryTests {
  private func twoTablets() async throws -> Workspace {
    let workspace = try await Workspace.withExample("visit.json")
    try await workspace.formstate("set", "answers.sqlite", "remark", "first", "--author", "Ada")
    try await workspace.formstate("backup", "answers.sqlite", "south.sqlite")
    try await workspace.formstate("set", "answers.sqlite", "remark", "north", "--author", "Ada")
    try await workspace.formstate("set", "south.sqlite", "remark", "south", "--author", "Eve")
    try await workspace.formstate("sync", "answers.sqlite", "--with", "south.sqlite", "--receive-only")
    return workspace
  }

  private func remark(_ file: String, in workspace: Workspace) async throws -> String {
    try await workspace.formstate("get", file, "remark").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test("One answer shows, both are listed with their authors, and one is taken; it arrives on the other tablet")
  func settled() async throws {
    let workspace = try await twoTablets()
    let shown = try await remark("answers.sqlite", in: workspace)
    let lines = try await workspace.formstate("questions", "answers.sqlite").split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[1].hasPrefix("  1  \(shown)  ") && lines[1].hasSuffix(", shows"))
    #expect(lines[1...].contains { $0.contains("north  Ada, ") })
    #expect(lines[1...].contains { $0.contains("south  Eve, ") })
    #expect(try await workspace.refused("complete", "answers.sqlite").contains("Different answers were given"))
    try await workspace.formstate("settle", "answers.sqlite", "remark", "--take", "2", "--author", "Tom")
    let taken = try await remark("answers.sqlite", in: workspace)
    #expect(Set([shown, taken]) == ["north", "south"])
    #expect(try await workspace.formstate("questions", "answers.sqlite") == "no questions\n")
    #expect(
      try await workspace.formstate("sync", "south.sqlite", "--with", "answers.sqlite", "--receive-only").contains(
        "more, revision 4"))
    #expect(try await remark("south.sqlite", in: workspace) == taken)
    for file in ["answers.sqlite", "south.sqlite"] {
      #expect(try await workspace.formstate("check", file) == "ok\n")
    }
  }

  @Test("Without a question, and with an unknown number, settle says what to do")
  func refused() async throws {
    let workspace = try await twoTablets()
    #expect(
      try await workspace.refused("settle", "answers.sqlite", "remark", "--take", "3")
        == "Error: the question about “remark” has no alternative 3; take one from 1 to 2\n")
    try await workspace.formstate("set", "answers.sqlite", "remark", "both")
    #expect(
      try await workspace.refused("settle", "answers.sqlite", "remark", "--take", "1")
        == "Error: there is no open question about “remark”; set the answer\n")
  }

  @Test("All questions are settled at once, by an author, or what shows; what is left is listed")
  func settledAtOnce() async throws {
    let workspace = try await twoTablets()
    let shown = try await remark("answers.sqlite", in: workspace)
    let number = shown == "north" ? 1 : 2
    let none = try await workspace.formstate("settle", "answers.sqlite", "--all", "--take", "author=Zoe")
    #expect(
      none == "visit default remark: left open: no such answer\nsettled 0 questions; 1 is left open\n")
    let plan = try await workspace.formstate(
      "settle", "answers.sqlite", "--all", "--take", "author=Ada", "--dry-run")
    #expect(plan.hasPrefix("visit default remark: would take \(number), north (Ada, "))
    #expect(plan.hasSuffix("\nwould settle 1 question\n"))
    #expect(try await workspace.formstate("questions", "answers.sqlite") != "no questions\n")
    let json = try await workspace.formstate(
      "settle", "answers.sqlite", "--all", "--take", "author=Ada", "--author", "Kim", "--json")
    #expect(json.contains("\"taken\": \(number)") && json.contains("\"question\": \"Remark\""), "\(json)")
    #expect(try await remark("answers.sqlite", in: workspace) == "north")
    #expect(try await workspace.formstate("settle", "answers.sqlite", "--all", "--take", "latest") == "no questions\n")
    try await workspace.formstate("undo", "answers.sqlite")
    try await workspace.formstate("settle", "answers.sqlite", "--all", "--take", "shown", "--response", "default")
    #expect(try await remark("answers.sqlite", in: workspace) == shown)
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
    for words in [
      ["remark", "--take", "shown"], ["--all", "--take", "1"], ["--all", "--take", "author="],
      ["remark", "--all", "--take", "shown"], ["remark", "--take", "1", "--dry-run"],
    ] {
      #expect(try await workspace.run(["settle", "answers.sqlite"] + words).status == 64)
    }
    let unknown = try await workspace.run(["settle", "answers.sqlite", "--all", "--take", "shown", "-r", "defualt"])
    #expect(unknown.status == 1 && unknown.errors.contains("“default”"))
  }

  @Test("An unknown response is refused, with the nearest one")
  func unknownResponse() async throws {
    let workspace = try await twoTablets()
    for words in [["--response", "defualt"], ["--form", "visit", "--response", "defualt"]] {
      let outcome = try await workspace.run(["questions", "answers.sqlite"] + words)
      #expect(outcome.status == 1 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("“defualt”") && outcome.errors.contains("“default”"), "\(outcome.errors)")
    }
    let lines = try await workspace.formstate("questions", "answers.sqlite", "--response", "default")
    #expect(lines.split(separator: "\n").count == 3)
  }

  @Test("The shell lists the same as the command")
  func shell() async throws {
    let workspace = try await twoTablets()
    let rows = try await workspace.sqlite(
      "SELECT kind, cell, number, value, author, is_shown FROM conflict ORDER BY number")
    let shown = try await remark("answers.sqlite", in: workspace)
    let other = shown == "north" ? "south" : "north"
    let authors = ["north": "Ada", "south": "Eve"]
    #expect(
      rows == """
        answer|remark|1|\(shown)|\(authors[shown] ?? "")|1
        answer|remark|2|\(other)|\(authors[other] ?? "")|0

        """)
    let answer = try await workspace.sqlite("SELECT value, author FROM answer WHERE cell = 'remark'")
    #expect(answer == "\(shown)|\(authors[shown] ?? "")\n")
  }
}
