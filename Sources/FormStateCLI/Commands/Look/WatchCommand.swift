#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// `formstate watch`
struct WatchCommand: ReportingCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Follow a response and print changes by others as they happen.",
    discussion: """
      Prints what every change did and the changed rows, as acting commands do. With --until it ends \
      at that revision; otherwise it continues until it is interrupted.

        formstate watch answers.sqlite
        formstate watch answers.sqlite --json --until 100

      With --json it prints a line with the visible rows, and then one for every change, in the format of the commands that \
      act; with --until it ends with a line of the final visible rows.
      """)

  static let outputSchema = OutputSchema.watch

  @OptionGroup var store: StoreArguments
  @Option(help: ArgumentHelp("The revision to end with.", valueName: "revision"))
  var until: Int?
  @Option(help: ArgumentHelp("The polling interval, in seconds.", valueName: "seconds"))
  var every: Double = 0.1
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: OutputArguments

  func validate() throws {
    guard every.isFinite, every > 0 else { throw ValidationError("--every must be a number of seconds above 0.") }
  }

  func run() throws {
    let (store, key) = try self.store.withStore(.read) { store in
      (store, try response.keyForReading(in: store, path: self.store.database))
    }
    let name = try CommandFailure.naming(self.store.database) {
      try language.languageName(for: try store.contents(of: key).form)
    }
    let session = try CommandFailure.naming(self.store.database) { try store.session(for: key, language: name) }
    let start = session.revision
    var shown = try output.json ? contents(of: key, at: start, in: store) : nil
    try StandardStreams.print(
      output.json
        ? WatchedRows(key: key, session: session).line
        : "\(TerminalText.plain(key.response)): following from revision \(start)")
    var revision = start
    while revision < until ?? .max {
      let change = try CommandFailure.naming(self.store.database) { try session.refresh() }
      // A restored file may show other rows at the same revision.
      if change.revision == revision && change.batch.isEmpty {
        Thread.sleep(forTimeInterval: every)
      } else {
        if let before = shown {
          let after = try contents(of: key, at: change.revision, in: store)
          let concealed = try store.sensitiveCells(ofForm: key.form)
          let report = ResponseComparison(before: before, after: after, change: change, concealed: concealed)
          try StandardStreams.print(try report.report().line)
          shown = after
        } else {
          try StandardStreams.print(
            try ScreenChangeReport.text(
              of: change, in: store, key: key, name == nil ? nil : session,
              in: try language.sentenceLanguage(of: key, in: store))
          )
        }
        revision = change.revision
      }
    }
    if revision > start, output.json { try StandardStreams.print(WatchedRows(key: key, session: session).line) }
  }

  /// What the response is at a revision.
  private func contents(of key: ResponseKey, at revision: Int, in store: FormStore) throws -> ShownContents {
    try CommandFailure.naming(self.store.database) { try ShownContents(key, at: revision, in: store, language) }
  }
}

/// The visible rows of a session, from memory.
struct WatchedRows: Shape {
  static let meaning = "The visible rows."

  let key: ResponseKey
  let session: FormSession

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.response)
    m(
      "visibleRows", \.session.visibleRowsPerSection,
      "Of each section, the positions of its visible cells among all of its cells, from 0.")
  }

  private var response: PrintedResponse {
    PrintedResponse(
      key: key, revision: session.revision, digest: session.digest, isCompleted: session.isCompleted)
  }
}
#endif
