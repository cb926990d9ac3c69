import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

/// Tests/Golden/README.md describes the files.
@Suite("Files of a release are read and written as before", .serialized)
struct GoldenReleaseTests {
  private static let again = """
    If this is intended, write them again with FORMSTATE_WRITE_GOLDEN=1 Scripts/test --filter GoldenRelease, \
    and review git diff Tests/Golden
    """

  @Test("The current FormState writes the folder of its version", .enabled(if: GoldenRelease.isWriting))
  func write() async throws {
    let newest = try #require(GoldenRelease.all.last)
    let version = try await Workspace().formstate("--version").split(separator: ".")
    let present = GoldenRelease(name: version.prefix(2).joined(separator: "."))
    let workspace = try await Workspace.withDump(of: newest)
    try FileManager.default.createDirectory(at: present.url(of: ""), withIntermediateDirectories: true)
    for (name, arguments) in GoldenRelease.documents + GoldenRelease.outputs {
      try present.write(try await workspace.output(arguments), to: name)
    }
    try present.write(try await workspace.sqlite(".dump"), to: "database.sql")
    for name in ["layout.json", "layout-data.json"] { try present.write(try newest.text(of: name), to: name) }
    try present.write(try await digestsOfDefinitions(of: present), to: "definitions.txt")
  }

  @Test("The newest folder is of the current version or an earlier one")
  func releases() async throws {
    let version = try await Workspace().formstate("--version")
    let newest = try #require(GoldenRelease.all.last)
    #expect(newest.name.compare(version, options: .numeric) == .orderedAscending)
  }

  @Test("A migrated database passes check and has the same contents", arguments: GoldenRelease.all)
  func database(release: GoldenRelease) async throws {
    let workspace = try await Workspace.withDatabase(of: release)
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
    let dumped = try await Workspace.withDump(of: release)
    let dump = GoldenRelease.documents[0].arguments
    #expect(try await workspace.output(dump) == dumped.output(dump))
    try await expectDigests(of: release, in: workspace)
    // Its journals can be continued.
    let before = try await workspace.digest(form: "trip")
    try await workspace.formstate("set", "answers.sqlite", "passenger[1]/name", "Zoe", "--form", "trip")
    #expect(try await workspace.digest(form: "trip") != before)
    try await workspace.formstate("undo", "answers.sqlite", "--form", "trip")
    #expect(try await workspace.digest(form: "trip") == before)
  }

  @Test("A restored dump passes check and has the same digests", arguments: GoldenRelease.all)
  func dump(release: GoldenRelease) async throws {
    let workspace = try await Workspace.withDump(of: release)
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
    try await expectDigests(of: release, in: workspace)
  }

  @Test("A form is imported with its responses and their journals", arguments: GoldenRelease.all)
  func form(release: GoldenRelease) async throws {
    let workspace = try Workspace()
    try workspace.copy("form.json", of: release)
    try await workspace.formstate("import", "answers.sqlite", "form.json")
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
    let found = try await workspace.json(ShownList.self, "list", "answers.sqlite", "--digests").forms
    #expect(found.map(\.responses) == (try list(of: release)).filter { $0.key == "club" }.map(\.responses))
  }

  @Test("A script of actions leads to the same state", arguments: GoldenRelease.all)
  func actions(release: GoldenRelease) async throws {
    let workspace = try await Workspace.withDump(of: release)
    try workspace.copy("actions.jsonl", of: release)
    try await workspace.formstate("response", "new", "answers.sqlite", "replayed", "--form", "trip")
    try await workspace.formstate(
      "replay", "answers.sqlite", "actions.jsonl", "--form", "trip", "--response", "replayed", "--atomic")
    #expect(try await workspace.digest(form: "trip", response: "replayed") == workspace.digest(form: "trip"))
  }

  @Test("Answers are imported from tables and JSON", arguments: GoldenRelease.all, ["answers.csv", "answers.json"])
  func answers(release: GoldenRelease, file: String) async throws {
    let workspace = try await Workspace.withDump(of: release)
    try workspace.copy(file, of: release)
    let before = try await answers(in: workspace)
    try await workspace.formstate("response", "delete", "answers.sqlite", "default", "--form", "visit", "--yes")
    #expect(try await answers(in: workspace) != before)
    try await workspace.formstate("answers", "import", "answers.sqlite", file, "--form", "visit", "--strict")
    #expect(try await answers(in: workspace) == before)
  }

  @Test("A property list, an XForm and data with a layout are the same forms", arguments: GoldenRelease.all)
  func definitions(release: GoldenRelease) async throws {
    #expect(try await digestsOfDefinitions(of: release) == release.text(of: "definitions.txt"))
  }

  @Test("An imported submission is exported with the same bytes", arguments: GoldenRelease.all)
  func submission(release: GoldenRelease) async throws {
    let workspace = try await Workspace.withDump(of: release)
    try workspace.copy("submission.xml", of: release)
    try await workspace.formstate("response", "delete", "answers.sqlite", "default", "--form", "household", "--yes")
    try await workspace.formstate("answers", "import", "answers.sqlite", "submission.xml", "--strict")
    #expect(
      try await workspace.output(["export", "submission", "answers.sqlite", "--form", "household"])
        == release.text(of: "submission.xml"))
  }

  @Test("The JSON output of commands keeps all members", arguments: GoldenRelease.all)
  func outputs(release: GoldenRelease) async throws {
    let workspace = try await Workspace.withDump(of: release)
    for (name, arguments) in GoldenRelease.outputs {
      let missing = try JSONShape.missing(from: try await workspace.output(arguments), of: release.text(of: name))
      #expect(missing == [], "\(name)")
    }
  }

  @Test("Documents have the same bytes as those of the newest folder", .disabled(if: GoldenRelease.isWriting))
  func written() async throws {
    let newest = try #require(GoldenRelease.all.last)
    let workspace = try await Workspace.withDatabase(of: newest)
    for (name, arguments) in GoldenRelease.documents + GoldenRelease.outputs {
      let difference = Self.firstDifference(try await workspace.output(arguments), try newest.text(of: name))
      #expect(difference == nil, "\(name) has changed. \(Self.again)")
    }
  }

  @Test("Tables have the same rows as those of the newest folder", .disabled(if: GoldenRelease.isWriting))
  func stored() async throws {
    let newest = try #require(GoldenRelease.all.last)
    let released = try await rows(in: .withDatabase(of: newest))
    let restored = try await rows(in: .withDump(of: newest))
    #expect(Self.firstDifference(restored, released) == nil, "database.sql has changed. \(Self.again)")
  }

  /// The contents of all tables as this machine's shell writes them, without the times of migrations.
  private func rows(in workspace: Workspace) async throws -> String {
    try await workspace.sqlite(".dump").components(separatedBy: "\n")
      .filter { !$0.hasPrefix("INSERT INTO formstate_migration ") }.joined(separator: "\n")
  }

  /// The first line in which two texts differ; `nil` for equal texts.
  private static func firstDifference(_ found: String, _ expected: String) -> String? {
    guard found != expected else { return nil }
    let (found, expected) = (found.components(separatedBy: "\n"), expected.components(separatedBy: "\n"))
    let number = zip(found, expected).prefix { $0 == $1 }.count
    func line(_ lines: [String]) -> String { number < lines.count ? String(lines[number].prefix(300)) : "nothing" }
    return "line \(number + 1): \(line(found)) instead of \(line(expected))"
  }

  private func expectDigests(of release: GoldenRelease, in workspace: Workspace) async throws {
    let found = try await workspace.json(ShownList.self, "list", "answers.sqlite", "--digests").forms
    #expect(try found == list(of: release))
  }

  private func list(of release: GoldenRelease) throws -> [ShownList.Form] {
    try JSONDecoder().decode(ShownList.self, from: Data(release.text(of: "list.json").utf8)).forms
  }

  private func answers(in workspace: Workspace) async throws -> String {
    try await workspace.output(["export", "csv", "answers.sqlite", "--form", "visit"])
  }

  /// A line for each definition that is not form JSON, with its key and its digest.
  private func digestsOfDefinitions(of release: GoldenRelease) async throws -> String {
    let workspace = try await Workspace.withDefinitions(of: release)
    let store = try FormStore(path: workspace.file("answers.sqlite").path, access: .read)
    return try store.formKeys().map { "\($0) \(try StateDigest.ofDefinition(store.form($0)))\n" }.joined()
  }
}
