#if CommandLine
import ArgumentParser
import FormState
import FormStateStore
import Foundation

/// A command that writes entries of journals, as an author.
///
/// The commands list the three groups themselves: a debug build validates a group within a group again and again.
protocol AuthoredCommand: ReportingCommand, StoreCommand {
  var backup: BackupArguments { get }
  var author: AuthorArguments { get }
}

extension AuthoredCommand {
  /// Opens the file and acts in it as the author; errors name the file.
  ///
  /// - Parameter access: what the command may do with the file.
  func withActingStore<Result>(
    _ access: FormStore.Access = .write, _ work: (FormStore) throws -> Result
  ) throws -> Result {
    try store.withStore(access, backup: access == .read ? nil : backup) { store in
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
    parts: (_ take: (FormContents.Part) throws -> Void) throws -> Void, upgradingWith mapping: UpgradeMapping?
  ) throws -> [FormStore.TakenForm] {
    try store.copying(to: backup) {
      try CommandFailure.naming(store.database) {
        try FormStore.take(
          parts: parts, upgradingWith: mapping, author: author.actingAuthor, intoFileAt: store.database,
          settings: store.settings)
      }
    }
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
#endif
