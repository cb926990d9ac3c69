import Foundation
import Testing

/// `formstate export dump`, `restore`, `sync` with files and `backup`.
@Suite("Whole files")
struct DumpCommandTests {
  /// A file with two forms, two versions, a compacted response and an untouched one.
  private func filledIn() async throws -> Workspace {
    try await Workspace.prepared("whole files") {
      let workspace = try await Workspace.withExample()
      try workspace.copyExample("profile-actions.jsonl")
      try await workspace.formstate("replay", "answers.sqlite", "profile-actions.jsonl", "--author", "Becky")
      try await workspace.formstate("undo", "answers.sqlite", "2")
      try await workspace.formstate("compact", "answers.sqlite", "--keep", "4", "--yes")
      try await workspace.begin("ada")
      try workspace.copyExample("visit.json")
      try await workspace.formstate("import", "answers.sqlite", "visit.json")
      let changed = try workspace.text(of: "visit.json").replacingOccurrences(of: "\"Roof\"", with: "\"Top\"")
      try workspace.write(changed, to: "visit.json")
      try await workspace.formstate("import", "answers.sqlite", "visit.json")
      return workspace
    }
  }

  @Test("A restored dump dumps byte for byte the same, with equal digests")
  func roundTrip() async throws {
    let workspace = try await filledIn()
    let dump = try await workspace.formstate("export", "dump", "answers.sqlite")
    let wrote = try await workspace.run(["export", "dump", "answers.sqlite", "--output", "dump.json"])
    #expect(wrote.output.isEmpty && wrote.errors == "Wrote “dump.json”.\n")
    #expect(try workspace.text(of: "dump.json") == dump)
    #expect(
      try await workspace.formstate("restore", "new.sqlite", "dump.json")
        == "Restored “new.sqlite”: 3 versions of forms, 2 responses, 4 entries.\n")
    #expect(try await workspace.formstate("export", "dump", "new.sqlite", "-o", "-") == dump)
    let list = try await workspace.formstate("list", "answers.sqlite", "--json", "--digests")
    #expect(try await workspace.formstate("list", "new.sqlite", "--json", "--digests") == list)
    #expect(try await workspace.formstate("check", "new.sqlite") == "ok\n")
    let piped = try await workspace.formstate("restore", "piped.sqlite", "-", "--json", input: dump)
    #expect(piped.contains(#""responseCount": 2"#))
    #expect(try await workspace.formstate("export", "dump", "piped.sqlite") == dump)
    #expect(!workspace.has("new.sqlite-wal") && !workspace.has("new.sqlite-shm"))
  }

  @Test("restore never replaces a file, and refuses leftover -wal, -shm and -journal files")
  func restoringBeside() async throws {
    let workspace = try await filledIn()
    try await workspace.formstate("export", "dump", "answers.sqlite", "-o", "dump.json")
    try await workspace.formstate("backup", "answers.sqlite", "backup.sqlite")
    let before = try Data(contentsOf: workspace.file("answers.sqlite"))
    for source in ["dump.json", "backup.sqlite"] {
      #expect(
        try await workspace.refused("restore", "answers.sqlite", source)
          == "Error: the copy “answers.sqlite” could not be made (the file already exists); "
          + "name a new file in a folder that may be written\n")
      for ending in ["-wal", "-shm", "-journal"] {
        try workspace.write("left over", to: "new.sqlite\(ending)")
        #expect(
          try await workspace.refused("restore", "new.sqlite", source)
            == "Error: “new.sqlite\(ending)” is left over from an earlier database “new.sqlite”, and SQLite would mix it "
            + "into the new one; remove it or move it away when no program has that database open, or choose another name\n"
        )
        #expect(!workspace.has("new.sqlite"))
        #expect(try workspace.text(of: "new.sqlite\(ending)") == "left over")
        try FileManager.default.removeItem(at: workspace.file("new.sqlite\(ending)"))
      }
    }
    #expect(try Data(contentsOf: workspace.file("answers.sqlite")) == before)
  }

  @Test("A faulty dump is refused and leaves no file")
  func brokenDump() async throws {
    let workspace = try await filledIn()
    let dump = try await workspace.formstate("export", "dump", "answers.sqlite")
    let broken = dump.replacingOccurrences(of: #"{"revision":12,"#, with: #"{"revision":13,"#)
    #expect(broken != dump)
    try workspace.write(broken, to: "broken.json")
    let errors = try await workspace.refused("restore", "new.sqlite", "broken.json")
    let before = broken.components(separatedBy: #"{"revision":13,"#).first ?? ""
    let place = "line \(before.components(separatedBy: "\n").count), column 14"
    #expect(errors.hasPrefix("Error: broken.json: \(place), forms[0].responses[1].journal["), "\(errors)")
    #expect(errors.contains("revision: is not 12; number the entries of a journal 1, 2, 3 …"))
    // A fault that only the store finds.
    let unfit = dump.replacingOccurrences(of: "\"before\":\"Basketball\"", with: "\"before\":\"Chess\"")
    try workspace.write(
      unfit == dump ? dump.replacingOccurrences(of: "\"before\":", with: "\"after\":") : unfit, to: "unfit.json")
    #expect(try await workspace.run(["restore", "new.sqlite", "unfit.json"]).status == 1)
    #expect(
      try await workspace.refused("restore", "new.sqlite", "visit.json").contains("import it with formstate import"))
    #expect(try await workspace.refused("import", "new.sqlite", "broken.json").contains("with formstate restore"))
    #expect(try await workspace.refused("restore", "no/new.sqlite", "broken.json").contains("no/new.sqlite"))
    let names = try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path)
    #expect(!names.contains { $0.hasPrefix("new.sqlite") })
  }

  @Test("A dump, a restored file and a backup have the permissions of the database")
  func permissions() async throws {
    let workspace = try await filledIn()
    try workspace.permit(0o600, "answers.sqlite")
    try await workspace.formstate("export", "dump", "answers.sqlite", "-o", "dump.json")
    try await workspace.formstate("restore", "new.sqlite", "dump.json")
    try await workspace.formstate("backup", "answers.sqlite", "backup.sqlite")
    #expect(
      try ["dump.json", "new.sqlite", "backup.sqlite"].map { try workspace.permissions(of: $0) } == [
        0o600, 0o600, 0o600,
      ])
    #expect(
      try await workspace.refused("export", "dump", "answers.sqlite", "-o", "answers.sqlite").contains(
        "is the database itself"))
  }

  @Test("A backup works while others write, includes the log, and never replaces a file")
  func backup() async throws {
    let workspace = try await Workspace.withExample()
    try workspace.permit(0o640, "answers.sqlite")
    let replay = try PipedReplay(in: workspace, of: "answers.sqlite")
    try await replay.apply(3)
    #expect(try !Data(contentsOf: workspace.file("answers.sqlite-wal")).isEmpty)
    #expect(
      try await workspace.formstate("backup", "answers.sqlite", "backup.sqlite")
        == "Copied “answers.sqlite” to “backup.sqlite”.\n")
    let dump = try await workspace.formstate("export", "dump", "answers.sqlite")
    #expect(try await replay.finish().status == 0)
    #expect(try workspace.permissions(of: "backup.sqlite") == 0o640)
    #expect(
      try await workspace.formstate("restore", "new.sqlite", "backup.sqlite")
        == "Restored “new.sqlite”: 1 version of a form, 1 response, 3 entries.\n")
    #expect(try await workspace.formstate("export", "dump", "new.sqlite") == dump)
    #expect(
      try await workspace.refused("backup", "answers.sqlite", "backup.sqlite")
        == "Error: the copy “backup.sqlite” could not be made (the file already exists); "
        + "name a new file in a folder that may be written\n")
    #expect(
      try await workspace.refused("backup", "nothing.sqlite", "x.sqlite")
        == "Error: there is no file “nothing.sqlite”; formstate import makes one\n")
    #expect(!workspace.has("x.sqlite"))
  }

  @Test("sync takes the longer journal, keeps both diverged copies and renames twins")
  func merge() async throws {
    let workspace = try await Workspace.withExample("visit.json")
    for (response, remark) in [("long", "one"), ("fork", "one"), ("same", "one")] {
      try await workspace.begin(response)
      try await workspace.formstate("set", "answers.sqlite", "remark", remark, "--response", response)
    }
    try await workspace.formstate("backup", "answers.sqlite", "tablet.sqlite")
    func set(_ database: String, _ response: String, _ remark: String) async throws {
      try await workspace.formstate("set", database, "remark", remark, "--response", response)
    }
    try await set("tablet.sqlite", "long", "two")
    try await set("tablet.sqlite", "fork", "theirs")
    try await set("answers.sqlite", "fork", "ours")
    for database in ["answers.sqlite", "tablet.sqlite"] {
      try await workspace.formstate("response", "new", database, "twin")
    }
    try await workspace.formstate("response", "new", "tablet.sqlite", "new")
    let expected = """
      visit fork: 1 entry more, joined with the copy here, revision 3, 1 open question
      visit long: 1 entry more, revision 2
      visit new: added, 0 entries
      visit twin: another response has that key; added as “twin~”, 0 entries
      1 response as before.

      """
    let before = try await workspace.formstate("export", "dump", "answers.sqlite")
    // The other response is called after its random stream.
    func sync(_ words: String...) async throws -> String {
      let words = ["sync", "answers.sqlite", "--with", "tablet.sqlite", "--receive-only"] + words
      let outcome = try await workspace.run(words)
      return outcome.output.replacing(/twin~[0-9a-f]{4}”/, with: "twin~”")
    }
    #expect(try await sync("--dry-run") == expected + "Nothing was changed.\n")
    #expect(try await workspace.formstate("export", "dump", "answers.sqlite") == before)
    #expect(try await sync() == expected)
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
    let asked = try await workspace.formstate("questions", "answers.sqlite")
    #expect(asked.hasPrefix("visit fork remark has different answers:\n  1  "))
    #expect(asked.contains("ours") && asked.contains("theirs"))
    let dump = try await workspace.formstate("export", "dump", "tablet.sqlite")
    #expect(
      try await workspace.formstate("sync", "answers.sqlite", "--with", "-", "--receive-only", input: dump)
        == "“standard input” has nothing new.\n")
    let json = try await workspace.json(
      ShownSync.self, "sync", "answers.sqlite", "--with", "tablet.sqlite", "--receive-only", "--dry-run")
    #expect(json.dryRun && json.responses.map { $0.keptAs.prefix(5) } == ["fork", "long", "new", "same", "twin~"])
    #expect(json.responses.allSatisfy { $0.outcome == "unchanged" && $0.newEntryCount == 0 })
    #expect(
      try await workspace.refused("sync", "answers.sqlite", "--with", "answers.sqlite", "--receive-only")
        == "Error: “answers.sqlite” is the file to sync; name another one\n")
  }

  @Test("sync, backup and dump with one file use FORMSTATE_DB as the other")
  func environment() async throws {
    let workspace = try await Workspace.withExample("visit.json")
    try await workspace.formstate("set", "answers.sqlite", "remark", "one")
    let script = #"FORMSTATE_DB=answers.sqlite; export FORMSTATE_DB; exec "$0" "$@""#
    for arguments in [
      ["backup", "copy"], ["export", "dump", "-o", "dump.json"], ["sync", "--with", "copy", "--receive-only"],
      ["sync", "--with", "dump.json", "--receive-only"],
    ] {
      let outcome = try await workspace.run(
        ["-c", script, try BuiltTool.url().path] + arguments, of: URL(fileURLWithPath: "/bin/sh"))
      #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
    }
    for arguments in [
      ["restore", "new.sqlite", "copy"], ["sync", "new.sqlite", "--with", "dump.json", "--receive-only"],
      ["backup", "new.sqlite", "x"],
    ] {
      let outcome = try await workspace.run(
        ["-c", script, try BuiltTool.url().path] + arguments, of: URL(fileURLWithPath: "/bin/sh"))
      #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
    }
    #expect(try await workspace.formstate("check", "new.sqlite") == "ok\n")
    #expect(try await workspace.formstate("check", "x") == "ok\n")
  }

  @Test("sync adds forms and versions that the file lacks")
  func mergeForms() async throws {
    let workspace = try await filledIn()
    try workspace.copyExample("settings.json")
    try await workspace.formstate("import", "other.sqlite", "settings.json")
    let words = try await workspace.formstate("sync", "other.sqlite", "--with", "answers.sqlite", "--receive-only")
    #expect(
      words == """
        “profile”: new form, version 1
        “visit”: new form, version 1
        “visit”: new version 2
        profile ada: added, 0 entries
        profile default: added, 5 entries

        """)
    #expect(try await workspace.formstate("check", "other.sqlite") == "ok\n")
  }
}

/// What `sync --json` prints.
private struct ShownSync: Decodable {
  struct Response: Decodable {
    let response: String
    let keptAs: String
    let outcome: String
    let newEntryCount: Int
  }

  let dryRun: Bool
  let responses: [Response]
}
