import FormState
import Foundation

/// Answers as CSV (RFC 4180): a line for each response, a column for each cell that can have a value.
///
/// The first columns are `form` and `response`, the others are named by the keys of the cells, in the order of the
/// form. Responses of several versions or forms share one table; a response has an empty field if its form lacks the
/// cell. ``Style`` has the other shapes: titles instead of keys, readable texts, a line for each question.
///
/// **Formulas.** A spreadsheet interprets a text that begins with `=`, `+`, `-`, `@`, also in full width, a tab or a
/// line end as a formula, which could send the table elsewhere when someone opens it. Such a text gets a leading
/// apostrophe, which spreadsheets hide. Numbers and texts made of nothing but digits, spaces and `+ - . , ( ) /`, such
/// as phone numbers, stay unchanged. `escapesFormulas` of a ``Style`` disables this, for programs that read every field
/// literally. Form JSON holds every answer unchanged.
public enum AnswerTable {
  /// The style of a table.
  public struct Style: Hashable, Sendable {
    let hasTitles: Bool
    package let isReadable: Bool
    package let escapesFormulas: Bool

    /// Creates a style; by default columns are named by keys and values are stored values, except for formulas.
    ///
    /// - Parameters:
    ///   - hasTitles: whether columns are named by question titles instead of keys; questions with the same title are
    ///     distinguished by the cells above them.
    ///   - isReadable: whether values are as a person reads them: the title of the option, the position of a switch, a
    ///     date in long style.
    ///   - escapesFormulas: whether a text that a spreadsheet would run as a formula gets an apostrophe before it.
    public init(hasTitles: Bool = false, isReadable: Bool = false, escapesFormulas: Bool = true) {
      self.hasTitles = hasTitles
      self.isReadable = isReadable
      self.escapesFormulas = escapesFormulas
    }
  }

  /// The number of texts in custom cells of a response that read as numbers without the apostrophe before them.
  ///
  /// - Complexity: O(n + k) for n cells and k touched ones.
  package static func numerals(in response: ResponseContents) -> Int {
    let cells = response.form.sections.lazy.flatMap(\.cells).filter { $0.kind == .custom }
    let custom = Set(cells.map(\.key))
    return response.state.cells.count { subject, state in
      guard case .text(let text)? = state.entry?.value, custom.contains(subject.key) else { return false }
      return subject.setAsideFrom == nil && FormulaMark.number(text) != nil
    }
  }

  /// Writes the effective values of responses: the entered value of a cell, otherwise its default.
  ///
  /// Text unchanged except for formulas, numbers, `true` or `false`, dates as `YYYY-MM-DD`, the value of the chosen
  /// option. The field of an irrelevant cell is empty.
  ///
  /// - Parameters:
  ///   - responses: the responses, each a line in the order given.
  ///   - form: a form whose cells get their columns even when it has no response yet.
  ///   - style: the names of columns and the form of values.
  /// - Throws: nothing today.
  /// - Complexity: O(r · c) for r responses and c columns.
  public static func write(
    _ responses: [ResponseContents], columnsOf form: FormDefinition? = nil, style: Style = Style()
  ) throws -> Data {
    let forms = [form].compactMap { $0 } + responses.map(\.form)
    return try AnswerTableWriter.table(.responses, of: responses, columnsOf: forms, style: style)
  }

  /// Writes the effective values of responses, a line for each response and question.
  ///
  /// The columns are `form`, `response`, `section`, `question`, `cell`, if any form has repeats `instance`, and
  /// `value`, `readable` and `source`: `set` for a person's answer, `default` for the definition's, empty for none.
  /// Permanently hidden questions have a line only if they have a value.
  ///
  /// - Parameters:
  ///   - responses: the responses, in the order given.
  ///   - style: whether formulas are escaped; these lines always have title, value and readable text.
  /// - Throws: nothing today.
  /// - Complexity: O(r · q) for r responses and q questions.
  public static func write(linesOf responses: [ResponseContents], style: Style = Style()) throws -> Data {
    try AnswerTableWriter.table(.answers, of: responses, columnsOf: responses.map(\.form), style: style)
  }

  /// Writes the set-aside contents of responses: a line for each cell.
  ///
  /// The columns are `form`, `response`, `version`, `section`, `cell`, `question`, `value`, `draft` and `expanded`; a
  /// cell in an instance of a repeat is named by its key and the number of the instance, `name:7`.
  ///
  /// - Parameters:
  ///   - responses: the responses with their set-aside contents, in the order given.
  ///   - style: whether formulas are escaped.
  /// - Complexity: O(k) for k cells.
  public static func write(
    setAside responses: [(key: ResponseKey, cells: [SetAsideCell])], style: Style = Style()
  ) -> Data {
    var table = SetAsideTable(style: style)
    for (key, cells) in responses { table.append(cells, of: key) }
    return table.takeBytes()
  }
}

/// A table of set-aside contents, written line by line.
package struct SetAsideTable {
  private let lines: AnswerLines
  private var bytes = Data()

  /// Begins a table with its head.
  package init(style: AnswerTable.Style) {
    lines = AnswerLines(style)
    lines.append(
      ["form", "response", "version", "section", "cell", "question", "value", "expanded"], to: &bytes)
  }

  /// The number of bytes written and not yet taken.
  package var byteCount: Int { bytes.count }

  /// Adds the set-aside contents of a response.
  package mutating func append(_ cells: [SetAsideCell], of key: ResponseKey) {
    let names = InstanceNames(cells.lazy.map(\.instance))
    for cell in cells {
      let value =
        switch cell.entry?.value {
        case .text(let text)?: lines.safe(text)
        case let value: value?.plainText ?? ""
        }
      lines.append(
        [
          lines.safe(key.form), lines.safe(key.response), String(cell.version), lines.safe(cell.section),
          lines.safe(names.address(of: cell.key, in: cell.instance)), lines.safe(cell.title), value,
          cell.isExpanded.map { String($0) } ?? "",
        ], to: &bytes)
    }
  }

  /// Takes the bytes written so far.
  package mutating func takeBytes() -> Data {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}

/// The questions of the most recent form: most responses belong to the same one.
struct AskedQuestions {
  private var last: (form: FormDefinition, questions: [Question])?

  /// The questions of a form.
  mutating func of(_ form: FormDefinition) -> [Question] {
    if let last, last.form == form { return last.questions }
    let questions = form.questions
    last = (form, questions)
    return questions
  }
}
