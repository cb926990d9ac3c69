import Foundation
import TestSupport
import Testing

/// `--backup`.
@Suite("--backup copies the file before a command writes")
struct BackupOptionTests {
  @Test("Commands that write copy the file first, and leave no copy if they fail")
  func copiesFirst() async throws {
    let workspace = try await Workspace.withExample()
    try workspace.write("{\"action\":\"tap\",\"cell\":\"full-name\"}\n", to: "actions.jsonl")
    try workspace.write("<profile id=\"profile\"/>", to: "answers.xml")
    try await workspace.formstate("backup", "answers.sqlite", "other.sqlite")
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom")
    let commands = TabledCommand.acting(writing: true)
    for command in TestSeeds.some(15, of: commands) {
      try FileManager.default.copyItem(at: workspace.file("answers.sqlite"), to: workspace.file("file.sqlite"))
      let outcome = try await workspace.run(command.words(about: "file.sqlite") + ["--backup", "copy.sqlite"])
      let isDone = outcome.status == 0
      let takesBackup = outcome.status != 64
      #expect(
        takesBackup || ["views", "outbox"].contains(command.words[0]), "\(command.words): \(outcome.errors)")
      // If nothing changes, no copy is left.
      #expect(workspace.has("copy.sqlite") == isDone, "\(command.words): \(outcome.errors)")
      if isDone {
        #expect(try await workspace.formstate("get", "copy.sqlite", "first-name") == "Tom\n", "\(command.words)")
      }
      for name in ["file.sqlite", "copy.sqlite"] where workspace.has(name) {
        try FileManager.default.removeItem(at: workspace.file(name))
      }
    }
  }

  @Test("An existing file is not replaced, and nothing changes")
  func existing() async throws {
    let workspace = try await Workspace.withExample()
    try workspace.permit(0o640, "answers.sqlite")
    let before = try Data(contentsOf: workspace.file("answers.sqlite"))
    let errors = try await workspace.refused(
      "import", "answers.sqlite", "profile.plist", "--backup", "profile.plist")
    #expect(
      errors
        == "Error: “answers.sqlite”: the backup “profile.plist” could not be made (the file already exists), so the "
        + "database is unchanged; name a new file in a folder that may be written\n")
    #expect(try Data(contentsOf: workspace.file("answers.sqlite")) == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path).sorted() == [
        "answers.sqlite", "profile.plist",
      ])
  }

  @Test("Commands that write document the option; commands that only read refuse it")
  func help() async throws {
    let workspace = try await Workspace.withExample()
    for command in ["import", "tap", "set", "undo", "replay", "upgrade", "compact", "complete"] {
      let help = try await workspace.formstate("help", command)
      #expect(help.contains("--backup <file>"), "\(command)")
    }
    #expect(try await workspace.refused("show", "answers.sqlite", "--backup", "x", status: 64).contains("--backup"))
    let empty = try await workspace.refused("tap", "answers.sqlite", "full-name", "--backup", "", status: 64)
    #expect(empty.contains("--backup must not be empty"))
  }

  @Test("A negative number is still a value beside the option")
  func negativeNumber() async throws {
    let workspace = try await Workspace.withExample()
    let arguments = ["set", "answers.sqlite", "level-slider", "-3", "--backup", "x.sqlite"]
    let outcome = try await workspace.run(arguments)
    #expect(outcome.status == 1)
  }
}
