#if CommandLine
import ArgumentParser
import FormState
import FormStateSchemas
import FormStateStore
import Foundation

/// A command that applies one action to a response and reports the changes on screen.
protocol ActingCommand: AuthoredCommand {
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
    try withActingStore { store in
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
#endif
