#if CommandLine
import ArgumentParser
import FormState
import FormStateSchemas
import FormStateStore
import Foundation

/// A command that applies one action to a response and reports the changes on screen.
protocol ActingCommand: ReportingCommand {
  var store: ActingStoreArguments { get }
  var response: ResponseArguments { get }
  var language: LanguageArguments { get }

  /// The command's action.
  ///
  /// - Throws: a usage error if the arguments do not determine it.
  func action() throws -> FormAction

  /// The revision at which the person saw the action's row; `nil` if the action names no row.
  var seenAt: Int? { get }
}

extension ActingCommand {
  static var outputSchema: OutputSchema { .change }

  var seenAt: Int? { nil }

  func validate() throws {
    // An error thrown here, unlike one thrown later, includes the usage of this command.
    _ = try action()
  }

  func run() throws {
    let action = try action()
    try store.withStore { store in
      let key = try response.keyForWriting(in: store, path: self.store.database)
      let change = try applying(action, to: key, in: store)
      try tell(change, "the action was applied", of: key, in: store)
    }
  }

  /// Applies an action; an option named by its title is looked up if nothing else has the name.
  func applying(_ action: FormAction, to key: ResponseKey, in store: FormStore) throws -> ScreenChange {
    do {
      return try store.screenChange(applying: action, to: key, seenAt: seenAt)
    } catch let error as ActionError {
      guard error.isOfName, let meant = try language.meaning(of: action, on: key, in: store), meant != action else {
        throw error
      }
      return try store.screenChange(applying: meant, to: key, seenAt: seenAt)
    }
  }

  /// Reports a completed change.
  func tell(_ change: ScreenChange, _ done: String, of key: ResponseKey, in store: FormStore) throws {
    try CommandFailure.afterDone("\(done) (revision \(change.revision))") {
      guard !output.json else {
        return try StandardStreams.print(
          try ResponseChangeReport.json(of: change, to: key, in: store, language).text)
      }
      let sentenceLanguage = try language.sentenceLanguage(of: key, in: store)
      try StandardStreams.print(
        try ScreenChangeReport.text(
          of: change, in: store, key: key, try language.session(for: key, with: sentenceLanguage, in: store),
          in: sentenceLanguage))
    }
  }
}

extension ActionError {
  /// Whether the name given by an action is unknown.
  fileprivate var isOfName: Bool {
    code == .unknownCell || code == .refusedValue
  }
}

/// The option for the author.
struct AuthorArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The author to record in the journal; FORMSTATE_AUTHOR by default, or none.",
      valueName: "name"))
  var author: String?

  func validate() throws {
    if author?.isEmpty == true { throw ValidationError("--author must not be empty; omit it to record no author.") }
    if let character = actingAuthor.flatMap({ ForbiddenCharacter(firstIn: $0) }) {
      throw ValidationError("\(author == nil ? "FORMSTATE_AUTHOR" : "--author") \(character.problem).")
    }
  }

  /// The author; `nil` if there is none.
  var actingAuthor: String? {
    if let author { return author }
    let named = ProcessInfo.processInfo.environment["FORMSTATE_AUTHOR"]
    return named?.isEmpty == true ? nil : named
  }
}

/// The SQLite file and the author of a command's actions.
struct ActingStoreArguments: ParsableArguments {
  @OptionGroup var file: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments

  /// The path of the file.
  var database: String { file.database }

  /// Opens the file and acts in it as the author; errors name the file.
  ///
  /// - Parameter access: what the command may do with the file.
  func withStore<Result>(
    _ access: FormStore.Access = .write, _ work: (FormStore) throws -> Result
  ) throws -> Result {
    try file.withStore(access, backup: access == .read ? nil : backup) { store in
      try work(store.acting(as: author.actingAuthor))
    }
  }

  /// Imports definitions and responses into the file, and creates the file if it is missing; errors name the file.
  ///
  /// - Parameters:
  ///   - parts: passes on the parts to import.
  ///   - mapping: the map of `--map` if all responses of the forms are to be upgraded; `nil` if they keep their
  ///     version.
  func take(
    parts: (_ take: (FormContents.Part) throws -> Void) throws -> Void, upgradingWith mapping: [String: String?]?
  ) throws -> [FormStore.TakenForm] {
    try file.copying(to: backup) {
      try CommandFailure.naming(database) {
        try FormStore.take(
          parts: parts, upgradingWith: mapping, author: author.actingAuthor, intoFileAt: database,
          settings: file.settings)
      }
    }
  }
}
#endif
