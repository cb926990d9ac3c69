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

    init(_ answer: Answer, response: String?) {
      let text =
        switch answer.source {
        case .set, .calculated: answer.readableText
        case .default: "(\(answer.readableText))"
        case .none: answer.draft.map { "“\($0)”, not a value yet" } ?? "–"
        }
      let name = answer.question.name + (answer.instance == 0 ? "" : " (\(answer.instance))")
      let texts = [response].compactMap { $0 } + [answer.question.section, name, text]
      cells = texts.map(TerminalText.plain)
      isGiven = answer.source == .set
    }
  }

  /// The lines of a table.
  ///
  /// - Parameter namesResponse: whether each line names its response, if there may be several.
  fileprivate func rows(namesResponse: Bool) -> [Row] {
    answers.map { Row($0, response: namesResponse ? response.key.response : nil) }
  }

  /// The whole report as an object.
  var json: OrderedJSON {
    .object([
      ("response", .string(response.key.response)), ("revision", .integer(response.revision)),
      ("completed", .boolean(response.state.isCompleted)), ("answers", .array(answers.map { OrderedJSON($0) })),
    ])
  }

  /// A document for each question, one per line.
  var jsonLines: [String] {
    answers.map { answer in
      OrderedJSON.object(
        OrderedJSON.members(of: response.key) + OrderedJSON.members(of: answer)
      ).line
    }
  }
}

/// A table of answers for a person, which holds one response at a time.
///
/// Default values are in parentheses, and a dash marks no value.
struct AnswerLines {
  private let namesResponses: Bool
  private let head: [String]
  private var widths: TerminalTable.Widths

  /// Begins a table.
  ///
  /// - Parameters:
  ///   - namesResponses: whether each line names its response, if there may be several.
  ///   - terminal: the number of columns; `nil` for no limit.
  init(namesResponses: Bool, terminal: Int?) {
    self.namesResponses = namesResponses
    head = (namesResponses ? ["Response"] : []) + ["Section", "Question", "Answer"]
    widths = TerminalTable.Widths(columns: head.count, terminal: terminal)
    widths.add(head)
  }

  /// Measures the answers of a response; all are measured before the first line is made.
  mutating func measure(_ report: AnswerReport) {
    for row in report.rows(namesResponse: namesResponses) { widths.add(row.cells) }
  }

  /// The header line.
  func title(isStyled: Bool) -> String {
    TerminalText.styled(TerminalTable(widths).cells(of: head).joined(), .bold, isStyled: isStyled)
  }

  /// The lines of a response.
  func lines(of report: AnswerReport, isStyled: Bool) -> [String] {
    let table = TerminalTable(widths)
    return report.rows(namesResponse: namesResponses).map { row in
      let cells = table.cells(of: row.cells)
      let answer = TerminalText.styled(cells.last ?? "", .dim, isStyled: isStyled && !row.isGiven)
      return cells.dropLast().joined() + answer
    }
  }
}
#endif
