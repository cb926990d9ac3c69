import FormStateInterchange
import Foundation
import Testing

@testable import FormStateCLI

@Suite("The file that export writes")
struct ExportedFileTests {
  private func export(_ workspace: Workspace, to name: String) async throws {
    try await workspace.formstate("export", "csv", "answers.sqlite", "--output", name)
  }

  @Test("It is at most as readable as the database, whether new or overwritten")
  func permissions() async throws {
    let workspace = try await Workspace.withExample()
    try workspace.permit(0o600, "answers.sqlite")
    try await export(workspace, to: "new.csv")
    #expect(try workspace.permissions(of: "new.csv") == 0o600)
    try workspace.permit(0o644, "new.csv")
    try await export(workspace, to: "new.csv")
    #expect(try workspace.permissions(of: "new.csv") == 0o600)
    try workspace.permit(0o666, "answers.sqlite")
    let outcome = try await workspace.runFromShell(
      "umask 027; exec \"$0\" \"$@\"", "export", "csv", "answers.sqlite", "--output", "masked.csv")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try workspace.permissions(of: "masked.csv") == 0o640)
  }

  @Test("A folder of tables is readable only by readers of the database", arguments: [(0o600, 0o700), (0o640, 0o750)])
  func folder(database: Int, folder: Int) async throws {
    let workspace = try await Workspace.withExample()
    try workspace.permit(database, "answers.sqlite")
    try await workspace.formstate("export", "csv", "answers.sqlite", "--tables", "new/tables")
    #expect(try workspace.permissions(of: "new") == folder)
    #expect(try workspace.permissions(of: "new/tables") == folder)
    #expect(try workspace.permissions(of: "new/tables/profile.csv") == database)
  }

  @Test(
    "The database's own files are never overwritten, by any name or link",
    arguments: [
      ("answers.sqlite", "the database itself"), ("./answers.sqlite-wal", "the log of the database"),
      ("answers.sqlite-shm", "the index of the database's log"),
      ("answers.sqlite-journal", "the journal of the database"),
      ("hard-link.csv", "the database itself"), ("link.csv", "the database itself"),
    ])
  func databaseFiles(output: String, words: String) async throws {
    let workspace = try await Workspace.withExample()
    try FileManager.default.linkItem(at: workspace.file("answers.sqlite"), to: workspace.file("hard-link.csv"))
    try FileManager.default.createSymbolicLink(
      at: workspace.file("link.csv"), withDestinationURL: workspace.file("answers.sqlite"))
    try await workspace.expectRefusal(
      "export", "csv", "answers.sqlite", "--output", output,
      message: "“\(output)” is \(words); name another file to write")
  }

  @Test(
    "Another database is never overwritten, nor what SQLite keeps beside it",
    arguments: [
      ("other.sqlite", "an SQLite database"), ("other.sqlite-wal", "the log of an SQLite database"),
      ("./other.sqlite-shm", "the index of an SQLite database's log"),
      ("other.sqlite-journal", "the journal of an SQLite database"), ("link.csv", "an SQLite database"),
      ("missing.sqlite", "an SQLite database"), ("missing.sqlite-wal", "the log of an SQLite database"),
    ])
  func otherDatabases(output: String, words: String) async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("backup", "answers.sqlite", "other.sqlite")
    // Somebody has put the database elsewhere, and left the log with its last answers.
    try workspace.write("log", to: "missing.sqlite-wal")
    try FileManager.default.createSymbolicLink(
      at: workspace.file("link.csv"), withDestinationURL: workspace.file("other.sqlite"))
    let before = try Data(contentsOf: workspace.file("other.sqlite"))
    try await workspace.expectRefusal(
      "export", "csv", "answers.sqlite", "--output", output,
      message: "“\(output)” is \(words); name another file to write")
    #expect(try Data(contentsOf: workspace.file("other.sqlite")) == before)
    #expect(try workspace.text(of: "missing.sqlite-wal") == "log")
  }

  @Test(
    "No command that writes a file overwrites another database",
    arguments: [
      ["export", "dump", "answers.sqlite", "--output", "profile.csv"],
      ["export", "json", "answers.sqlite", "--output", "profile.csv"],
      ["export", "csv", "answers.sqlite", "--tables", "."],
      ["upgrade", "answers.sqlite", "--all", "--dry-run", "--write-map", "profile.csv"],
    ])
  func otherDatabase(arguments: [String]) async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("backup", "answers.sqlite", "profile.csv")
    let before = try Data(contentsOf: workspace.file("profile.csv"))
    let outcome = try await workspace.run(arguments, input: "")
    #expect(outcome.status == 1, "\(outcome.output)")
    #expect(outcome.errors.contains("profile.csv” is an SQLite database; name another file to write"))
    #expect(try Data(contentsOf: workspace.file("profile.csv")) == before)
  }

  @Test("If a table cannot be written, none is left that was not there before")
  func tables() async throws {
    let workspace = try await Workspace.withExample("trip.json")
    try FileManager.default.createDirectory(
      at: workspace.file("tables/passenger.csv"), withIntermediateDirectories: true)
    let error = try await workspace.refused("export", "csv", "answers.sqlite", "--tables", "tables")
    #expect(error == "Error: “tables/passenger.csv” is a folder; name a file in it\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.file("tables").path) == ["passenger.csv"])
  }

  @Test("An unfinished file has no name, or only its owner can read it")
  func draft() throws {
    let workspace = try Workspace()
    let draft = try OutputDraft(in: workspace.folder.path)
    defer { close(draft.descriptor) }
    try Descriptor.write(Data("Tom".utf8), to: draft.descriptor)
    let names = try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path)
    #if os(Linux)
    #expect(names == [])
    #else
    for name in names { #expect(try workspace.permissions(of: name) == 0o600) }
    #endif
    try workspace.write("old", to: "answers.csv")
    try draft.publish(as: workspace.file("answers.csv").path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path) == ["answers.csv"])
    #expect(try workspace.text(of: "answers.csv") == "Tom")
  }
}
