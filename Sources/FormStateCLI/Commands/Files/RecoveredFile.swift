#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore

/// What could be read of a damaged file, and where it is now.
struct RecoveredFile: Shape {
  static let meaning = "What could be read of a damaged file."

  let database: String
  let damaged: String
  let report: RecoveryReport

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("database", \.database, "The path of the new file.")
    m("damaged", \.damaged, "The path of the damaged file.")
    m("whole", \.report.isWhole, "Whether nothing is missing.")
    m("tables", \.report.tables, "The tables that have rows, or that could not be read whole.")
    m("definitionFaults", \.definitionFaults, "What is missing from the definitions of forms.")
    m("responses", \.report.responses, "The responses, form by form.")
    m("namelessCount", \.report.namelessCount, "How many responses lost even their names.")
  }

  private var definitionFaults: [ReportedSentence] { report.definitionFaults.map(ReportedSentence.init) }

  /// What is missing, a line each, and how much is there.
  var lines: [String] {
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
      + ["Restored “\(database)”: \(whole) of \(Count.of(report.responses.count, "response")) whole."]
  }
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
