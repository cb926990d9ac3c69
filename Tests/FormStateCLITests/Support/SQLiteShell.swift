import FormState
import Foundation
import Testing

/// The `sqlite3` shell, with which anyone can read and edit a database.
extension Workspace {
  /// Runs statements on `answers.sqlite` in the `sqlite3` shell; they must succeed.
  ///
  /// - Returns: what the shell prints: a line for every row, columns separated by `|`.
  @discardableResult
  func sqlite(_ statements: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
    let outcome = try await run(
      ["sqlite3", "-batch", "answers.sqlite"], input: statements, of: URL(fileURLWithPath: "/usr/bin/env"))
    #expect(outcome.status == 0, "\(outcome.errors)", sourceLocation: sourceLocation)
    return outcome.output
  }

  /// Edits `answers.sqlite` as an expert could: without triggers and checks, and with the schema unchanged afterwards.
  func edit(_ statement: String) async throws {
    let names = try await sqlite(
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'formstate_*';")
    let drops = names.split(separator: "\n").map { "DROP TRIGGER \($0);" }.joined()
    let triggers = try await sqlite(
      "SELECT sql || ';' FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'formstate_*';")
    try await sqlite("PRAGMA ignore_check_constraints = ON;\(drops)\(statement);\(triggers)")
  }

  /// Locks `answers.sqlite` against other writers, from a separate `sqlite3` shell, during some work.
  func whileLocked(_ work: () async throws -> Void) async throws {
    let pipe = Pipe()
    let shell = try RunningTool(
      program: URL(fileURLWithPath: "/usr/bin/env"), arguments: ["sqlite3", "-batch", "answers.sqlite"],
      folder: folder, input: pipe)
    // The file appears when the transaction has begun.
    let statements = "BEGIN IMMEDIATE;\n.once locked.txt\nSELECT 'locked';\n"
    try pipe.fileHandleForWriting.write(contentsOf: Data(statements.utf8))
    try await shell.wait { has("locked.txt") }
    try await work()
    try pipe.fileHandleForWriting.close()
    #expect(try await shell.outcome().status == 0)
  }
}
