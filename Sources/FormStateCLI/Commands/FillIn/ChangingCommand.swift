#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// A command that changes a response and reports the changes on screen.
protocol ChangingCommand: AuthoredCommand where Output == ReportArguments {
  var response: ResponseArguments { get }
  var language: LanguageArguments { get }
}

extension ChangingCommand {
  static var outputSchema: OutputSchema { .change }

  /// Applies an action, and reports the change.
  ///
  /// - Parameters:
  ///   - onSection: the action if no cell has the name; `nil` for none.
  ///   - seenAt: the revision at which the person saw the action's row; `nil` if it names none.
  func apply(_ action: FormAction, onSection: FormAction? = nil, seenAt: Int? = nil) throws {
    try withActingStore { store in
      let key = try response.keyForWriting(in: store, path: self.store.database)
      try language.check(for: key, in: store)
      let before = try contentsForReport(of: key, in: store)
      let change = try applying(action, onSection: onSection, seenAt: seenAt, to: key, in: store)
      try tell(change, "the action was applied", of: key, before: before, actions: [action], in: store)
    }
  }

  /// Applies an action; a section, or an option named by its title, is looked up if no cell has the name.
  func applying(
    _ action: FormAction, onSection: FormAction? = nil, seenAt: Int?, to key: ResponseKey, in store: FormStore
  ) throws -> ScreenChange {
    do {
      return try store.screenChange(applying: action, to: key, seenAt: seenAt)
    } catch let error as ActionError {
      if let onSection, error.code == .unknownCell {
        return try applying(onSection, ifNot: error, to: key, in: store)
      }
      guard error.isOfName, let meant = try language.meaning(of: action, on: key, in: store), meant != action else {
        throw OptionHint.explained(error, to: key, in: store)
      }
      return try store.screenChange(applying: meant, to: key, seenAt: seenAt)
    }
  }

  /// Applies an action on a section whose name no cell has.
  private func applying(
    _ action: FormAction, ifNot unknownCell: ActionError, to key: ResponseKey, in store: FormStore
  ) throws -> ScreenChange {
    do {
      return try store.screenChange(applying: action, to: key)
    } catch let error as ActionError where error.code == .unknownSection {
      guard unknownCell.fix == nil else { throw unknownCell }
      guard error.fix == nil else { throw error }
      throw CommandFailure("there is no cell or section “\((error.subject ?? "").shortened)”")
    }
  }

  /// The response before the change, for a report of it: a draft that goes, and what a sensitive cell contained, cannot
  /// be read afterwards.
  func contentsForReport(of key: ResponseKey, in store: FormStore) throws -> ShownContents? {
    try output.json ? ShownContents(key, in: store, language) : nil
  }

  /// Reports a completed change.
  ///
  /// - Parameters:
  ///   - before: the response before it, from ``contentsForReport(of:in:)``.
  ///   - actions: what was applied; drafts are in no journal.
  ///   - stepCount: how many steps an undo or a redo was about.
  func tell(
    _ change: ScreenChange, _ done: String, of key: ResponseKey, before: ShownContents?,
    actions: [FormAction] = [], stepCount: Int? = nil, in store: FormStore
  ) throws {
    try CommandFailure.afterDone("\(done) (revision \(change.revision))") {
      if store.logHoldsClearedAnswers { try emptyLog(of: store) }
      guard !output.quiet else { return }
      guard !output.json else {
        var report = try ResponseComparison.report(
          change, to: key, in: store, language, before: before,
          concealing: try store.sensitiveCells(ofForm: key.form))
        report.stepCount = stepCount
        return try StandardStreams.print(report.text)
      }
      let sentenceLanguage = try language.sentenceLanguage(of: key, in: store)
      try StandardStreams.print(
        try ScreenChangeReport.text(
          of: change, in: store, key: key, try language.session(for: key, with: sentenceLanguage, in: store),
          in: sentenceLanguage, drafted: actions.filter { $0.kind == .draft }.compactMap(\.cell)))
    }
  }
}

extension ChangingCommand {
  /// Removes what a sensitive cell contained from the log as well.
  private func emptyLog(of store: FormStore) throws {
    do {
      try store.emptyLog()
    } catch {
      throw CommandFailure(
        "what the cell contained may remain in the log (\(error)); it leaves the log when no other process uses the file"
      )
    }
  }
}

/// Names the command that lists the options of a question, where none of them was meant.
enum OptionHint {
  /// The error, with the command if it is about an option.
  static func explained(_ error: any Error, to key: ResponseKey, in store: FormStore) -> any Error {
    guard let error = error as? ActionError, isAboutOption(error, to: key, in: store) else { return error }
    return CommandFailure("\(error); formstate choices lists them")
  }

  private static func isAboutOption(_ error: ActionError, to key: ResponseKey, in store: FormStore) -> Bool {
    if let refused = error.refusedValue { return refused.isOfOptions }
    guard error.code == .unknownCell, let address = error.subject, let sign = address.firstIndex(of: "=") else {
      return false
    }
    return (try? store.choices(of: .key(String(address[..<sign])), in: key, limit: 1)) != nil
  }
}

extension ActionError {
  /// Whether the name given by an action is unknown.
  var isOfName: Bool {
    code == .unknownCell || code == .refusedValue
  }
}
#endif
