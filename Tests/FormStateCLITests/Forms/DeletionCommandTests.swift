import FormState
import Foundation
import Testing

/// `formstate response delete` and `formstate form delete`.
@Suite("Deleting on the command line")
struct DeletionCommandTests {
  private static let secret = "Wilhelmina-the-Unmistakable"

  /// A file in which one response contains a secret and another one does not.
  private func filledIn() async throws -> Workspace {
    try await Workspace.prepared("secret") {
      let workspace = try await Workspace.withExample()
      try await workspace.begin("ada", "default")
      for number in 0..<3 {
        try await workspace.formstate(
          "set", "answers.sqlite", "first-name", "\(Self.secret) \(number)", "--response", "ada", "--author",
          Self.secret)
      }
      try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom")
      return workspace
    }
  }

  /// Whether the bytes of the file, or of a file beside it, contain the secret.
  private func holdsSecret(_ workspace: Workspace) throws -> Bool {
    try ["", "-wal", "-shm", "-journal"].contains { ending in
      guard workspace.has("answers.sqlite\(ending)") else { return false }
      return try Data(contentsOf: workspace.file("answers.sqlite\(ending)")).range(of: Data(Self.secret.utf8)) != nil
    }
  }

  @Test("A deleted response leaves no trace in the file, and the command says what it deleted")
  func noTrace() async throws {
    let workspace = try await filledIn()
    #expect(try holdsSecret(workspace), "the secret was to be there before")
    let others = try await workspace.shown()
    #expect(
      try await workspace.formstate("response", "delete", "answers.sqlite", "ada", "--yes")
        == "Deleted the response “ada” of “profile”: 3 entries, 1 answer.\n")
    #expect(try !holdsSecret(workspace))
    #expect(try await workspace.shown() == others)
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
    #expect(
      try await workspace.refused("response", "delete", "answers.sqlite", "ada", "--yes")
        == "Error: the form “profile” has no response “ada”\n")
  }

  @Test("With --keep-space the file is not rewritten, and the command warns that text may remain")
  func keepSpace() async throws {
    let workspace = try await filledIn()
    let size = try Data(contentsOf: workspace.file("answers.sqlite")).count
    #expect(
      try await workspace.formstate("response", "delete", "answers.sqlite", "ada", "-y", "--keep-space")
        == "Deleted the response “ada” of “profile”: 3 entries, 1 answer. Its text may remain in the bytes of the "
        + "file until it is rewritten, as formstate compact does.\n")
    #expect(try Data(contentsOf: workspace.file("answers.sqlite")).count == size)
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("Without a terminal and --yes nothing is deleted")
  func unasked() async throws {
    let workspace = try await filledIn()
    try await workspace.expectRefusal(
      "response", "delete", "answers.sqlite", "ada",
      message:
        "deleting the response “ada” of “profile” (3 entries, 1 answer) cannot be undone; use --yes to delete it"
    )
    try await workspace.expectRefusal(
      "form", "delete", "answers.sqlite", "profile",
      message: "the form “profile” has 2 responses; --with-responses deletes them too")
    try await workspace.expectRefusal(
      "form", "delete", "answers.sqlite", "profile", "--with-responses",
      message: "deleting the form “profile” (1 version, 2 responses, 4 entries, 2 answers) cannot be undone; "
        + "use --yes to delete it")
  }

  @Test("A dry run says what would be deleted, and changes nothing")
  func dryRun() async throws {
    let workspace = try await filledIn()
    let before = try Data(contentsOf: workspace.file("answers.sqlite"))
    #expect(
      try await workspace.formstate("response", "delete", "answers.sqlite", "ada", "--dry-run")
        == "Would delete the response “ada” of “profile”: 3 entries, 1 answer; nothing was changed.\n")
    #expect(
      try await workspace.formstate(
        "form", "delete", "answers.sqlite", "profile", "--with-responses", "--dry-run", "--json")
          == """
          {
            "form": "profile",
            "dryRun": true,
            "versionCount": 1,
            "responseCount": 2,
            "entryCount": 4,
            "answerCount": 2,
            "rewritten": false
          }

          """)
    #expect(try Data(contentsOf: workspace.file("answers.sqlite")) == before)
    #expect(
      try await workspace.refused("response", "delete", "answers.sqlite", "ada", "-y", "--dry-run", status: 64)
        .hasPrefix("Error: --dry-run changes nothing; omit --yes.\n"))
  }

  @Test("Deleting a form deletes its versions and responses without a trace")
  func wholeForm() async throws {
    let workspace = try await filledIn()
    try await workspace.formstate("import", "answers.sqlite", "profile.plist", "--form", "second")
    let json = try await workspace.formstate(
      "form", "delete", "answers.sqlite", "profile", "--with-responses", "--yes", "--json")
    #expect(
      try JSONDecoder().decode([String: ShownValue].self, from: Data(json.utf8)) == [
        "form": .text("profile"), "dryRun": .boolean(false), "versionCount": .number(1), "responseCount": .number(2),
        "entryCount": .number(4), "answerCount": .number(2), "rewritten": .boolean(true),
      ])
    #expect(try !holdsSecret(workspace))
    #expect(
      try await workspace.formstate("list", "answers.sqlite")
        == "second, version 1: 3 sections, 18 cells\n  no responses yet\n")
    #expect(
      try await workspace.formstate("form", "delete", "answers.sqlite", "second", "--yes")
        == "Deleted the form “second”: 1 version, 0 responses, 0 entries, 0 answers.\n")
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
    #expect(
      try await workspace.refused("form", "delete", "answers.sqlite", "second", "--yes")
        == "Error: there is no form “second”\n")
  }

  @Test("While another process writes, nothing is deleted")
  func locked() async throws {
    let workspace = try await filledIn()
    try await workspace.whileLocked {
      let errors = try await workspace.refused(
        "response", "delete", "answers.sqlite", "ada", "--yes", "--busy-timeout", "0.05")
      #expect(errors.contains("another process kept the database locked for too long"))
    }
    #expect(try await workspace.formstate("list", "answers.sqlite").contains("ada"))
  }

  #if os(Linux)
  @Test("On a terminal the command asks, and only “y” deletes", arguments: [("n", false), ("", false), ("y", true)])
  func asked(answer: String, isDeleted: Bool) async throws {
    let workspace = try await filledIn()
    let command = "'\(try BuiltTool.url().path)' response delete answers.sqlite ada"
    let outcome = try await workspace.run(
      ["script", "-qec", command, "/dev/null"], input: "\(answer)\n", of: URL(fileURLWithPath: "/usr/bin/env"))
    #expect(outcome.output.contains("Delete the response “ada” of “profile” (3 entries, 1 answer) permanently? [y/N] "))
    #expect(outcome.output.contains("Error: nothing was deleted") == !isDeleted)
    #expect(outcome.status == (isDeleted ? 0 : 1))
    #expect(try await workspace.formstate("list", "answers.sqlite").contains("ada") == !isDeleted)
  }
  #endif
}
