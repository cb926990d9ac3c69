#if CommandLine
import ArgumentParser
import FormState
import FormStateStore
import Foundation

/// The SQLite file of a command.
struct StoreArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The SQLite file with forms and responses; FORMSTATE_DB by default.", valueName: "db"),
    completion: .file(), transform: DefaultDatabase.path)
  var database: String

  @Option(name: .customLong("busy-timeout"), help: Self.busyTimeoutHelp)
  var givenBusyTimeout: Double?

  // Hidden, since the environment sets it for all commands at once.
  static let busyTimeoutHelp = ArgumentHelp(
    "The maximum time to wait for other writers, in seconds; FORMSTATE_BUSY_TIMEOUT by default, or 10.",
    valueName: "seconds", visibility: .hidden)

  init() {}

  /// The file of a command that takes others too.
  ///
  /// - Throws: a usage error for a `file:` URL with parameters, or a time that is none.
  init(file: String, busyTimeout: Double?) throws {
    (database, givenBusyTimeout) = (try DefaultDatabase.path(file), busyTimeout)
    try validate()
  }

  /// The maximum time to wait for other writers, in seconds.
  var busyTimeout: Double { givenBusyTimeout ?? Self.usualBusyTimeout ?? 10 }

  private static let busyTimeoutVariable = "FORMSTATE_BUSY_TIMEOUT"

  /// The number of the environment; `nil` for none, NaN for a text that is not a number.
  private static var usualBusyTimeout: Double? {
    guard let text = ProcessInfo.processInfo.environment[busyTimeoutVariable], !text.isEmpty else { return nil }
    return Double(text) ?? .nan
  }

  func validate() throws {
    guard busyTimeout.isFinite, busyTimeout >= 0 else {
      let name = givenBusyTimeout == nil ? Self.busyTimeoutVariable : "--busy-timeout"
      throw ValidationError("\(name) must be a number of seconds, 0 or more.")
    }
  }

  /// Opens the file and works with it; errors name the file.
  ///
  /// - Parameters:
  ///   - access: what the command may do with the file.
  ///   - backup: the path of a copy to make first.
  ///   - work: the command's work.
  func withStore<Result>(
    _ access: FormStore.Access, backup: BackupArguments? = nil, _ work: (FormStore) throws -> Result
  ) throws -> Result {
    try copying(to: access == .read ? nil : backup) {
      try CommandFailure.naming(database) {
        try work(try FormStore(path: database, access: access, settings: settings))
      }
    }
  }

  /// Copies the file before a command writes to it. If the command is refused and nothing changes, the copy is
  /// removed.
  func copying<Result>(to backup: BackupArguments?, _ work: () throws -> Result) throws -> Result {
    guard let path = backup?.path, FileManager.default.fileExists(atPath: database) else { return try work() }
    try CommandFailure.naming(database) {
      do {
        // A damaged file deserves a copy before anything is tried.
        try FormStore.copyFile(at: database, to: path, isWhole: false, settings: settings)
      } catch let error as StoreError {
        throw error.ofBackup
      }
    }
    do {
      return try work()
    } catch {
      if ExitStatus(error) == .refused { try? FileManager.default.removeItem(atPath: path) }
      throw error
    }
  }

  /// How a command opens the file.
  var settings: FormStore.Settings { FormStore.Settings(busyTimeout: busyTimeout, readsBesideWriter: false) }
}

/// The path of a copy that a writing command makes first.
struct BackupArguments: ParsableArguments {
  @Option(
    name: .customLong("backup"),
    help: ArgumentHelp(
      """
      Copy the SQLite file to this new file first. If the copy fails, nothing is changed; if nothing is \
      changed, no copy is kept.
      """,
      valueName: "file"),
    completion: .file())
  var path: String?

  func validate() throws {
    if path?.isEmpty == true { throw ValidationError("--backup must not be empty; give the path of a new file.") }
  }
}

/// The form and the response of a command.
struct ResponseArguments: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The form; optional if the file holds only one.", valueName: "key"),
    completion: Completions.forms)
  var form: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The response; the first one of a form begins with its first action. (default: default)",
      valueName: "key"), completion: Completions.responses)
  var response: String?

  /// The response, in a store that has its form.
  ///
  /// - Throws: ``CommandFailure`` if the form is ambiguous.
  func key(in store: FormStore, path: String) throws -> ResponseKey {
    ResponseKey(form: try formKey(in: store, path: path), response: response ?? ResponseKey.standardResponse)
  }

  static func listed(_ keys: [String]) -> String {
    let listed = keys.prefix(mostListed).map(\.shortened).joined(separator: ", ")
    return keys.count > mostListed ? "\(listed) and \(keys.count - mostListed) more" : listed
  }

  static func noForm(in path: String) -> String {
    "“\(path)” holds no form yet; import one with formstate import"
  }

  /// How many keys a message lists before it only counts the rest.
  static let mostListed = 20

  func formKey(in store: FormStore, path: String) throws -> String {
    if let form { return form }
    let keys = try store.formKeys()
    if let only = keys.first, keys.count == 1 { return only }
    guard !keys.isEmpty else {
      throw CommandFailure(Self.noForm(in: path))
    }
    throw CommandFailure(
      "“\(path)” holds \(keys.count) forms; select one with --form: \(Self.listed(keys))")
  }
}

/// The output format of a command.
struct OutputArguments: JSONOption {
  @Flag(help: Self.jsonHelp)
  var json = false
}

/// What a command that acts prints.
struct ReportArguments: JSONOption {
  @Flag(help: Self.jsonHelp)
  var json = false
  @Flag(name: .shortAndLong, help: "Print nothing if the command succeeds.")
  var quiet = false

  func validate() throws {
    if json && quiet { throw ValidationError("--quiet prints nothing; omit it, or --json.") }
  }
}

/// Options of which one prints JSON.
protocol JSONOption: ParsableArguments {
  var json: Bool { get }
}

extension JSONOption {
  static var jsonHelp: ArgumentHelp { "Print JSON, as formstate schema describes it." }
}

/// A command that prints data, also as JSON.
protocol ReportingCommand: ParsableCommand {
  associatedtype Output: JSONOption
  var output: Output { get }

  /// What the JSON looks like.
  static var outputSchema: OutputSchema { get }
}
#endif
