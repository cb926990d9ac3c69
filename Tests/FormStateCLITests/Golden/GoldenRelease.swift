import FormStateStore
import Foundation
import TestSupport
import Testing

/// What a release wrote: a folder of `Tests/Golden`, named after the release.
struct GoldenRelease: CustomTestStringConvertible, Sendable {
  /// The release, such as `1.0`.
  let name: String

  var testDescription: String { name }

  /// Whether the tests write the folder of the current version instead of comparing it.
  static let isWriting = ProcessInfo.processInfo.environment["FORMSTATE_WRITE_GOLDEN"] == "1"

  /// The folder of all releases.
  static let folder = Repository.folder.appendingPathComponent("Tests/Golden")

  /// All releases, the oldest first.
  static let all =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.first?.isNumber == true })
    .map { $0.sorted { $0.compare($1, options: .numeric) == .orderedAscending }.map(GoldenRelease.init) } ?? []

  /// The documents of the database, with the arguments of the command that prints each.
  static let documents: [(name: String, arguments: [String])] = [
    ("dump.json", ["export", "dump", "answers.sqlite", "--reveal"]),
    ("form.json", ["export", "json", "answers.sqlite", "--form", "club"]),
    ("actions.jsonl", ["export", "actions", "answers.sqlite", "--form", "trip"]),
    ("answers.csv", ["export", "csv", "answers.sqlite", "--form", "visit"]),
    ("set-aside.csv", ["export", "csv", "answers.sqlite", "--set-aside", "--form", "survey"]),
    ("form.plist", ["export", "plist", "answers.sqlite", "--form", "survey", "--response", "default"]),
    ("xform.xml", ["export", "xform", "answers.sqlite", "--form", "household"]),
    ("submission.xml", ["export", "submission", "answers.sqlite", "--form", "household"]),
  ]

  /// The output of commands with `--json`.
  static let outputs: [(name: String, arguments: [String])] = [
    ("list.json", ["list", "answers.sqlite", "--json", "--digests"]),
    ("answers.json", ["answers", "answers.sqlite", "--json", "--form", "visit"]),
    ("show.json", ["show", "answers.sqlite", "--json", "--form", "trip"]),
    ("status.json", ["status", "answers.sqlite", "--json", "--form", "survey", "--response", "default"]),
    ("log.json", ["log", "answers.sqlite", "--json", "--form", "club"]),
    ("faults.json", ["faults", "answers.sqlite", "--json", "--form", "club"]),
  ]

  /// The text of one of its files.
  func text(of file: String) throws -> String { try String(contentsOf: url(of: file), encoding: .utf8) }

  /// Writes one of its files.
  func write(_ text: String, to file: String) throws { try Data(text.utf8).write(to: url(of: file)) }

  /// Where one of its files is.
  func url(of file: String) -> URL { Self.folder.appendingPathComponent("\(name)/\(file)") }
}

extension Workspace {
  /// Copies files of a release into the folder.
  func copy(_ files: String..., of release: GoldenRelease) throws {
    for name in files { try FileManager.default.copyItem(at: release.url(of: name), to: file(name)) }
  }

  /// A folder with `answers.sqlite`, made from the release's dump.
  static func withDump(of release: GoldenRelease) async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.copy("dump.json", of: release)
    try await workspace.formstate("restore", "answers.sqlite", "dump.json")
    return workspace
  }

  /// A folder with the release's database as `answers.sqlite`, migrated.
  static func withDatabase(of release: GoldenRelease) async throws -> Workspace {
    let workspace = try Workspace()
    try await workspace.sqlite(try release.text(of: "database.sql"))
    // Opening for writing migrates an older schema.
    _ = try FormStore(path: workspace.file("answers.sqlite").path, access: .write)
    return workspace
  }

  /// A folder with `answers.sqlite`, which has the release's definitions that are not form JSON.
  static func withDefinitions(of release: GoldenRelease) async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.copy("form.plist", "xform.xml", "layout.json", "layout-data.json", of: release)
    try await workspace.formstate("import", "answers.sqlite", "form.plist", "xform.xml")
    try await workspace.formstate("import", "answers.sqlite", "layout-data.json", "--layout", "layout.json")
    return workspace
  }

  /// Runs the tool with the given arguments; it must succeed.
  func output(_ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
    let outcome = try await run(arguments)
    #expect(outcome.status == 0, "\(arguments): \(outcome.errors)", sourceLocation: sourceLocation)
    return outcome.output
  }

  /// The digest of a response.
  func digest(form: String, response: String = "default") async throws -> String {
    try await json(ShownForm.self, "show", "answers.sqlite", "--form", form, "--response", response).digest
  }
}
