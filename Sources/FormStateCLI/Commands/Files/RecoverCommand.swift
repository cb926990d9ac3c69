#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// `formstate recover`
struct RecoverCommand: ReportingCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover",
    abstract: "Write what can be read of a damaged file into a new one.",
    discussion: """
      For a file with pages that cannot be read, a file that was cut short, or one that lost its log. A response is \
      in its file twice: as its journal and as its answers. If one of them can be read, the response is recovered. Each \
      response that is not whole is listed. An earlier backup may have more: compare both.

        formstate recover broken.sqlite new.sqlite
        formstate recover a.sqlite b.sqlite --definition form.json

      A form that cannot be read whole is taken from its document with --definition: the one that was imported, with \
      the same options.

      The damaged file and its log stay unchanged. Exit status 0: everything is in the new file; 3: it was made, but \
      something is missing.
      """)

  static let outputSchema = OutputSchema.recover
  static let takesOtherFiles = true

  @OptionGroup var store: StoreArguments
  @Argument(help: ArgumentHelp("The new file.", valueName: "new"), completion: .file(), transform: DefaultDatabase.path)
  var new: String
  @Option(
    help: ArgumentHelp("The document of a form that cannot be read whole; repeat it for others.", valueName: "file"),
    completion: .file(extensions: ["plist", "json", "xml", "xlsx", "xls", "xlsm"]))
  var definition: [String] = []
  @OptionGroup var reading: DefinitionArguments
  @OptionGroup var output: OutputArguments

  func run() throws {
    let layout = try reading.layout.map(FormFile.layout(at:))
    let given = try definition.map { try reading.file(at: $0, formKey: nil).read(by: layout).form }
    let settings = FormStore.Settings(busyTimeout: store.busyTimeout, readsBesideWriter: false)
    let report = try CommandFailure.naming(store.database) {
      try ProgressLine.during("Recovering") {
        try FormStore.recover(
          fileAt: store.database, into: new, permissions: DumpFile(path: store.database).permissions,
          settings: settings, given: given)
      }
    }
    for (path, form) in zip(definition, given) where !report.takenDefinitions.contains(form) {
      StandardStreams.note(
        "Note: “\(path)” was not needed: no version of the form “\(form.key.shortened)” that cannot be read whole is this one"
      )
    }
    try CommandFailure.afterDone("“\(new)” was written") {
      try StandardStreams.print(
        output.json
          ? RecoveredFile(database: store.database, new: new, report: report).text
          : lines(of: report).map(TerminalText.plain).joined(separator: "\n"))
    }
    guard !report.isWhole else { return }
    throw CommandFailure("“\(new)” was written, but lacks parts of “\(store.database)”", status: .doneUntold)
  }

  private func lines(of report: RecoveryReport) -> [String] {
    let torn = report.tables.filter { !$0.isWhole }.map {
      "\($0.name): \(Count.of($0.rowCount, "row")) read, others lost"
    }
    let partial = report.responses.filter { $0.outcome != .whole }.map {
      "the response “\($0.key.response)” of the form “\($0.key.form)”: \($0.outcome.clause)"
    }
    let nameless =
      report.namelessCount == 0
      ? [] : ["\(Count.of(report.namelessCount, "response")) without a name or a form: gone"]
    let whole = report.responses.count { $0.outcome == .whole }
    return torn + report.definitionFaults + partial + nameless
      + ["Recovered “\(new)”: \(whole) of \(Count.of(report.responses.count, "response")) whole."]
  }
}

/// What could be read of a damaged file, and where it is now.
struct RecoveredFile: Shape {
  static let meaning = "What could be read of a damaged file."

  let database: String
  let new: String
  let report: RecoveryReport

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("database", \.database, "The path of the damaged file.")
    m("new", \.new, "The path of the new file.")
    m("whole", \.report.isWhole, "Whether nothing is missing.")
    m("tables", \.report.tables, "The tables that have rows, or that could not be read whole.")
    m("definitionFaults", \.definitionFaults, "What is missing from the definitions of forms.")
    m("responses", \.report.responses, "The responses, form by form.")
    m("namelessCount", \.report.namelessCount, "How many responses lack even their names.")
  }

  private var definitionFaults: [ReportedSentence] { report.definitionFaults.map(ReportedSentence.init) }
}

extension RecoveryReport.Table: Shape {
  package static let meaning = "A table of the damaged file."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("table", \.name, "The name of the table.")
    m("rowCount", \.rowCount, "How many of its rows were read.")
    m("whole", \.isWhole, "Whether these are all.")
  }
}

extension RecoveryReport.Response: Shape {
  package static let meaning = "A response of the damaged file."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.key)
    m("outcome", \.outcome, "What remains of it.")
    m("revision", \.revision, "Its revision in the new file; 0 for none.")
  }
}

extension RecoveryReport.Outcome: PrintedWord {}
#endif
