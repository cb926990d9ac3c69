#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// `formstate set`
struct SetCommand: ChangingCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Set the values of one or more cells.",
    usage: """
      formstate set <db> <cell> <value> [--form <key>] [--response <key>] [--json]
      formstate set <db> <cell>=<value> ... [--form <key>] [--response <key>] [--json]
      formstate set <db> --at <section,row> <value> [--form <key>] [--response <key>] [--json]
      """,
    discussion: """
      A text field accepts any text, a date picker a date as YYYY-MM-DD, a switch on or off, a slider a number in its \
      range, a question with options the value or the title of one of them. A cell that refuses a value reports what it accepts.

        formstate set answers.sqlite first-name Tom
        formstate set answers.sqlite --at 0,4 1835-11-30
        formstate set answers.sqlite married on

      today is a value for a date, now for a time of day, and both for a date and time:

        formstate set answers.sqlite date-of-birth-date today

      Several cells are set in one step: all of them or none, and one undo reverses it. All refused values are reported.

        formstate set answers.sqlite first-name=Tom married=on

      --draft keeps what was typed so far and is no value yet. A draft is shown instead of the value and never counts as \
      an answer. It is removed when the cell is set, cleared or reset, or with clear --draft. It is kept beside the response: \
      in no journal and no export, and undo leaves it as it is.

        formstate set answers.sqlite level 1. --draft

      The value - is read from standard input, without its last line end:

        pbpaste | formstate set answers.sqlite remarks -

      A value that begins with a hyphen, unless it is a number, goes after --:

        formstate set answers.sqlite remarks -- --none--
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  // With --at, its key is the value.
  @OptionGroup var cell: CellArguments
  @Argument(help: ArgumentHelp("The value.", valueName: "value"), completion: Completions.values)
  var second: String?
  @Argument(help: ArgumentHelp("More cells, each with its value.", valueName: "cell=value"))
  var more: [String] = []
  @Flag(help: "Keep the text as a draft, which is no answer yet.")
  var draft = false
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: ReportArguments

  /// The cells given as `CELL=VALUE`; `nil` if one cell and its value are separate words.
  private var assignments: [String]? {
    let words = [cell.key, second].compactMap { $0 } + more
    guard cell.at == nil, !words.isEmpty else { return nil }
    let areAll = words.allSatisfy { $0.dropFirst().contains("=") }
    return areAll || words.count > 2 ? words : nil
  }

  func validate() throws {
    guard let assignments else {
      _ = try action()
      return
    }
    if let word = assignments.first(where: { !$0.dropFirst().contains("=") }) {
      throw ValidationError("Write several cells as CELL=VALUE; “\(word.shortened)” is not one.")
    }
  }

  private func action() throws -> FormAction {
    switch (cell.at, cell.key, second) {
    case (let at?, let value?, nil): return setting(.rowPath(at.path), to: value)
    case (nil, let cell?, let value?): return setting(.key(cell), to: value)
    case (_?, _?, _?): throw CellArguments.namedTwice
    default: throw ValidationError("Name a cell, by its key or by --at, and then its value.")
    }
  }

  private func setting(_ cell: CellReference, to text: String) -> FormAction {
    draft ? .draft(cell, text) : .set(cell, .text(text))
  }

  func run() throws {
    let input = try assignments == nil && (cell.at == nil ? second : cell.key) == "-" ? Self.readValue() : nil
    try withActingStore { store in
      let key = try response.keyForWriting(in: store, path: self.store.database)
      try language.check(for: key, in: store)
      let actions =
        try assignments.map { try $0.map { try action($0, on: key, in: store) } }
        ?? [try action().withText(input)]
      let before = try contentsForReport(of: key, in: store)
      if actions.count == 1, let action = actions.first {
        let change = try applying(action, seenAt: cell.seenAt, to: key, in: store)
        return try tell(change, "the action was applied", of: key, before: before, actions: actions, in: store)
      }
      try tell(
        try applyingAll(actions, to: key, in: store), "\(Count.of(actions.count, "cell")) were set", of: key,
        before: before, actions: actions, in: store)
    }
  }

  /// Sets several cells in one step. Values that are refused are looked up as titles in the language, and all that
  /// remain are reported.
  private func applyingAll(_ actions: [FormAction], to key: ResponseKey, in store: FormStore) throws -> ScreenChange {
    let name = "Set \(Count.of(actions.count, "cell"))"
    do {
      return try store.screenChange(applying: actions, as: name, to: key)
    } catch let refused as RefusedActions {
      var meant = actions
      for (index, error) in refused.errors where error.isOfName {
        meant[index] = try language.meaning(of: actions[index], on: key, in: store) ?? actions[index]
      }
      do {
        guard meant != actions else { throw refused }
        return try store.screenChange(applying: meant, as: name, to: key)
      } catch let refused as RefusedActions {
        let errors = refused.errors.map { OptionHint.explained($0.error, to: key, in: store) }
        if errors.count == 1, let only = errors.first { throw only }
        let lines = errors.map { "  \($0)" }.joined(separator: "\n")
        throw CommandFailure("\(errors.count) of \(actions.count) values are refused, and none is set:\n\(lines)")
      }
    }
  }

  /// Splits `CELL=VALUE`. Keys may contain equal signs, so the first one that ends the name of a cell counts.
  private func action(_ word: String, on key: ResponseKey, in store: FormStore) throws -> FormAction {
    let signs = word.indices.dropFirst().filter { word[$0] == "=" }
    guard let first = signs.first else { throw CommandFailure("“\(word.shortened)” is not a CELL=VALUE") }
    func name(_ sign: String.Index) -> String { String(word[..<sign]) }
    let sign = signs.prefix(8).first { (try? store.status(of: .key(name($0)), in: key)) != nil } ?? first
    return setting(.key(name(sign)), to: String(word[word.index(after: sign)...]))
  }

  /// One value from standard input, without its last line end.
  private static func readValue() throws -> String {
    let data = try InputFile.contents(of: "-")
    guard var text = String(data: data, encoding: .utf8) else {
      throw CommandFailure("standard input is not UTF-8 text")
    }
    if text.hasSuffix("\r\n") || text.hasSuffix("\n") { text.removeLast() }
    return text
  }
}

extension FormAction {
  /// The action with another text as its value or draft; unchanged if that is `nil`.
  fileprivate func withText(_ text: String?) -> FormAction {
    switch (self, text) {
    case (.set(let cell, _), let text?): .set(cell, .text(text))
    case (.draft(let cell, _), let text?): .draft(cell, text)
    default: self
    }
  }
}
#endif
