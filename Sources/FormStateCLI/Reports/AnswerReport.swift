#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore

/// Tells what a response holds, question by question.
struct AnswerReport {
  let response: ResponseContents
  let answers: [Answer]

  /// The lines of a table for a person.
  ///
  /// What the definition has for want of an answer stands in parentheses, and a dash where there is nothing.
  ///
  /// - Parameter namesResponses: whether there may be several responses, so that each line says which it is of.
  static func lines(of reports: [AnswerReport], namesResponses: Bool, isStyled: Bool, terminal: Int?) -> [String] {
    let rows = reports.flatMap { report in
      report.answers.map { Row($0, response: namesResponses ? report.response.key.response : nil) }
    }
    let head = (namesResponses ? ["Response"] : []) + ["Section", "Question", "Answer"]
    let table = TerminalTable([head] + rows.map(\.cells), columns: head.count, terminal: terminal)
    let title = TerminalText.styled(table.cells(of: head).joined(), .bold, isStyled: isStyled)
    return [title]
      + rows.map { row in
        let cells = table.cells(of: row.cells)
        let answer = TerminalText.styled(cells.last ?? "", .dim, isStyled: isStyled && !row.isGiven)
        return cells.dropLast().joined() + answer
      }
  }

  private struct Row {
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

  /// All of it as an object.
  var json: OrderedJSON {
    .object([
      ("response", .string(response.key.response)), ("revision", .integer(response.revision)),
      ("completed", .boolean(response.state.isCompleted)), ("answers", .array(answers.map { OrderedJSON($0) })),
    ])
  }

  /// A document for each question, on a line each.
  var jsonLines: [String] {
    answers.map { answer in
      OrderedJSON.object(
        [("form", .string(response.key.form)), ("response", .string(response.key.response))]
          + OrderedJSON.members(of: answer)
      ).line
    }
  }
}
#endif
