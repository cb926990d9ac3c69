#if CommandLine
import ArgumentParser
import FormState
import FormStateStore
import Foundation

/// A command that does one thing to a response and tells what that changed on screen.
protocol ActingCommand: ParsableCommand {
  var store: ActingStoreArguments { get }
  var response: ResponseArguments { get }
  var language: LanguageArguments { get }
  var output: OutputArguments { get }

  /// What the command does.
  ///
  /// - Throws: a usage error when the arguments do not say.
  func action() throws -> FormAction

  /// The revision at which the person saw the row that the action names; `nil` when it names none.
  var seenAt: Int? { get }
}

extension ActingCommand {
  var seenAt: Int? { nil }

  func validate() throws {
    // An error thrown here, unlike one thrown later, comes with the usage of this very command.
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

  /// Does something; an option that it names by its title is looked for where nothing else has the name.
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

  /// Tells what a change that is done did.
  func tell(_ change: ScreenChange, _ done: String, of key: ResponseKey, in store: FormStore) throws {
    try CommandFailure.afterDone("\(done) (revision \(change.revision))") {
      guard !output.json else { return try StandardStreams.print(ScreenChangeReport.json(of: change).text) }
      let told = try language.told(of: key, in: store)
      try StandardStreams.print(
        try ScreenChangeReport.text(
          of: change, in: store, key: key, try language.session(for: key, telling: told, in: store), told: told))
    }
  }
}

extension ActionError {
  /// Whether there is nothing of the name that an action gives.
  fileprivate var isOfName: Bool {
    switch self {
    case .unknownCell, .refusedValue: true
    default: false
    }
  }
}

/// Who acts.
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

  /// Who acts; `nil` where nobody says.
  var actingAuthor: String? {
    if let author { return author }
    let named = ProcessInfo.processInfo.environment["FORMSTATE_AUTHOR"]
    return named?.isEmpty == true ? nil : named
  }
}

/// The SQLite file that a command acts in, and who acts.
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

  /// Takes definitions and responses into the file, and makes the file where there is none; errors name the file.
  ///
  /// - Parameters:
  ///   - parts: hands out what is to be taken in.
  ///   - mapping: where all responses of the forms are to fill in the newest version, what `--map` says; `nil` where
  ///     they stay.
  func take(
    parts: (_ take: (FormImport.Part) throws -> Void) throws -> Void, upgradingWith mapping: [String: String?]?
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
