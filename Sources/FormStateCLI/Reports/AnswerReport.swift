#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore

/// Reports the answers of a response, question by question.
struct AnswerReport {
  let response: ResponseContents
  let answers: [Answer]

  /// A line of a table.
  fileprivate struct Row {
    let cells: [String]
    /// Whether a person gave the answer.
    let isGiven: Bool

    init(_ answer: Answer, response: String?, choices: String?) {
      let text =
        switch answer.source {
        case .set, .calculated: answer.readableText
        case .default: "(\(answer.readableText))"
        case .none: answer.draft.map { "“\($0)”, not a value yet" } ?? "–"
        }
      let name = answer.question.name + (answer.instance == 0 ? "" : answer.address.instanceInParentheses)
      let how = choices.map { [answer.address, answer.question.cell.kind.rawValue, $0] } ?? []
      let texts = [response].compactMap { $0 } + [answer.question.section, name] + how + [text]
      cells = texts.map(TerminalText.plain)
      isGiven = answer.source == .set
    }
  }

  /// The values to choose from, or the command that lists them.
  private func choices(of answer: Answer) -> String {
    let cell = answer.question.cell
    if cell.choosesFromList { return "see formstate choices" }
    if cell.kind == .switch { return "on, off" }
    if let range = cell.range { return range.description }
    let values = response.form.optionValues(under: answer.question.place)
    let more = values.count > Self.mostChoices ? ["…"] : []
    return (values.prefix(Self.mostChoices) + more).joined(separator: ", ")
  }

  /// The maximum number of choices in a line.
  private static let mostChoices = 8

  /// The lines of a table.
  ///
  /// - Parameters:
  ///   - namesResponse: whether each line names its response, if there may be several.
  ///   - showsHow: whether each line says how to answer: the key, the kind and the choices.
  fileprivate func rows(namesResponse: Bool, showsHow: Bool) -> [Row] {
    answers.map { answer in
      Row(
        answer, response: namesResponse ? response.key.response : nil,
        choices: showsHow ? choices(of: answer) : nil)
    }
  }

  /// A document for each question, one per line.
  var jsonLines: [String] { answers.map { RowOfResponse(key: response.key, row: PrintedRow($0)).line } }
}

extension AnswerReport: Shape {
  static let meaning = "The answers of one response."

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.printedResponse)
    m("answers", \.rows, "Its answers, in the order of the form.")
  }

  private var printedResponse: PrintedResponse { PrintedResponse(response) }
  private var rows: [PrintedRow] { answers.map { PrintedRow($0) } }
}

/// The answers of responses to a form.
struct AnswersOfForm: Shape {
  static let meaning = "The answers of responses to a form."

  let form: String
  let responses: StreamedList<AnswerReport>

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("form", \.form, Meaning.form)
    m("responses", \.responses, "The responses with their answers.")
  }
}

/// A table of answers for a person, which holds one response at a time.
///
/// Default values are in parentheses, and a dash marks no value.
struct AnswerLines {
  private let namesResponses: Bool
  private let showsHow: Bool
  private let head: [String]
  private var widths: TerminalTable.Widths

  /// Begins a table.
  ///
  /// - Parameters:
  ///   - namesResponses: whether each line names its response, if there may be several.
  ///   - showsHow: whether each line says how to answer: the key, the kind and the choices.
  ///   - terminal: the number of columns; `nil` for no limit.
  init(namesResponses: Bool, showsHow: Bool, terminal: Int?) {
    self.namesResponses = namesResponses
    self.showsHow = showsHow
    let how = showsHow ? ["Cell", "Kind", "Choices"] : []
    head = (namesResponses ? ["Response"] : []) + ["Section", "Question"] + how + ["Answer"]
    widths = TerminalTable.Widths(columns: head.count, terminal: terminal)
    widths.add(head)
  }

  /// Measures the answers of a response; all are measured before the first line is made.
  mutating func measure(_ report: AnswerReport) {
    for row in report.rows(namesResponse: namesResponses, showsHow: showsHow) { widths.add(row.cells) }
  }

  /// The header line.
  func title(isStyled: Bool) -> String {
    TerminalText.styled(TerminalTable(widths).cells(of: head).joined(), .bold, isStyled: isStyled)
  }

  /// The lines of a response.
  func lines(of report: AnswerReport, isStyled: Bool) -> [String] {
    let table = TerminalTable(widths)
    return report.rows(namesResponse: namesResponses, showsHow: showsHow).map { row in
      let cells = table.cells(of: row.cells)
      let answer = TerminalText.styled(cells.last ?? "", .dim, isStyled: isStyled && !row.isGiven)
      return cells.dropLast().joined() + answer
    }
  }
}

extension String {
  /// Behind the name of a question, the instance of an address in a repeat: ` (7)` for `name:7`.
  var instanceInParentheses: String { " (\(split(separator: ":").last ?? ""))" }
}
#endif
