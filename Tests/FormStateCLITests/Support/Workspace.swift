import Foundation
import Testing

/// A test's own folder, in which it runs the built tool. It is removed with its last reference.
final class Workspace: Sendable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("formstate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Runs the tool, or another program, in the folder, as a separate process.
  func run(_ arguments: [String], input: String = "", of program: URL? = nil) async throws -> RunningTool.Outcome {
    try await start(arguments, input: input, of: program).outcome()
  }

  /// Starts the tool, or another program, in the folder, and does not wait for it.
  func start(_ arguments: [String], input: String = "", of program: URL? = nil) throws -> RunningTool {
    let inputURL = file("\(UUID().uuidString).in")
    try Data(input.utf8).write(to: inputURL)
    // An open file stays readable without its name.
    defer { try? FileManager.default.removeItem(at: inputURL) }
    return try RunningTool(
      program: try program ?? BuiltTool.url(), arguments: arguments, folder: folder,
      input: try FileHandle(forReadingFrom: inputURL))
  }

  /// Runs the tool; it must succeed.
  ///
  /// - Returns: its standard output.
  @discardableResult
  func formstate(
    _ arguments: String..., input: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> String {
    let outcome = try await run(arguments, input: input)
    #expect(outcome.status == 0, "\(arguments): \(outcome.errors)", sourceLocation: sourceLocation)
    return outcome.output
  }

  /// Runs the tool; it must refuse.
  ///
  /// - Returns: its standard error.
  @discardableResult
  func refused(
    _ arguments: String..., status: Int32 = 1, input: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> String {
    let outcome = try await run(arguments, input: input)
    #expect(outcome.status == status, "\(arguments): \(outcome.errors)", sourceLocation: sourceLocation)
    #expect(outcome.output.isEmpty, "\(arguments)", sourceLocation: sourceLocation)
    return outcome.errors
  }

  /// Runs the tool with `--json` and reads what it prints.
  func json<Shape: Decodable>(
    _ shape: Shape.Type, _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Shape {
    let outcome = try await run(arguments + ["--json"])
    #expect(outcome.status == 0, "\(arguments): \(outcome.errors)", sourceLocation: sourceLocation)
    return try JSONDecoder().decode(shape, from: Data(outcome.output.utf8))
  }

  /// What `answers.sqlite` shows, now or at a revision.
  func shown(
    at revision: Int? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> ShownForm {
    guard let revision else {
      return try await json(ShownForm.self, "show", "answers.sqlite", sourceLocation: sourceLocation)
    }
    return try await json(
      ShownForm.self, "show", "answers.sqlite", "--revision", String(revision), sourceLocation: sourceLocation)
  }

  /// A file in the folder.
  func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

  /// Writes a file into the folder.
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: file(name))
  }

  /// Reads a file in the folder.
  func text(of name: String) throws -> String {
    try String(contentsOf: file(name), encoding: .utf8)
  }

  /// Whether the folder has a file.
  func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: file(name).path)
  }
}

extension Workspace {
  /// The commands that have commands of their own.
  static let groups: Set = ["export", "fault", "form", "outbox", "response"]

  /// The words of a command with the file after its name.
  static func words(_ command: [String], on file: String = "answers.sqlite") -> [String] {
    let count = command.first.map(groups.contains) == true ? 2 : 1
    return command.prefix(count) + [file] + command.dropFirst(count)
  }

  /// A folder with the example form imported into `answers.sqlite`.
  static func withExample() async throws -> Workspace {
    try await prepared("profile") {
      let workspace = try Workspace()
      try workspace.copyExample("profile.plist")
      try await workspace.formstate(
        "import", "answers.sqlite", "profile.plist", "--section-titles", "Personal,Preferences,Work Experience")
      return workspace
    }
  }

  /// A folder with one of the package's example forms imported into `answers.sqlite`.
  static func withExample(_ name: String) async throws -> Workspace {
    try await prepared(name) {
      let workspace = try Workspace()
      try workspace.copyExample(name)
      try await workspace.formstate("import", "answers.sqlite", name)
      return workspace
    }
  }

  /// Begins responses of the only form in `answers.sqlite`.
  func begin(_ responses: String...) async throws {
    for response in responses { try await formstate("response", "new", "answers.sqlite", response) }
  }

  /// Copies one of the package's examples into the folder.
  func copyExample(_ name: String) throws {
    let example = BuiltTool.packageFolder.appendingPathComponent("Examples/\(name)")
    try FileManager.default.copyItem(at: example, to: file(name))
  }

  /// What the tool reports of `answers.sqlite`, equal for two files with the same contents.
  func everything() async throws -> [String] {
    var texts = [try await formstate("list", "answers.sqlite", "--json", "--digests")]
    texts.append(try await formstate("show", "answers.sqlite", "--json"))
    texts.append(try await formstate("log", "answers.sqlite", "--json"))
    return texts
  }

  /// Runs the tool; it must refuse with a message and change nothing in `answers.sqlite`.
  func expectRefusal(
    _ arguments: String..., message: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let before = bytes()
    let outcome = try await run(arguments)
    #expect(outcome.status == 1, sourceLocation: sourceLocation)
    #expect(outcome.output.isEmpty, sourceLocation: sourceLocation)
    #expect(outcome.errors == "Error: \(message)\n", sourceLocation: sourceLocation)
    #expect(bytes() == before, sourceLocation: sourceLocation)
  }

  /// The bytes of `answers.sqlite` and its log, which stay the same after a refusal.
  func bytes() -> [Data?] { ["answers.sqlite", "answers.sqlite-wal"].map { try? Data(contentsOf: file($0)) } }
}
