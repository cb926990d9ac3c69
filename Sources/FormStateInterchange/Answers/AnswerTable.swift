import FormState
import Foundation

/// What responses hold, as CSV (RFC 4180): a line for each response, a column for each cell that can hold a value.
///
/// The first columns are `form` and `response`, the others are named by the keys of the cells, in the order of the form.
/// Responses of several versions or forms share one table; a response has an empty field where its form lacks the cell.
///
/// **Formulas.** A spreadsheet takes a text that begins with `=`, `+`, `-`, `@`, a tab or a line end for a formula, which
/// could send the table elsewhere when someone opens it. Such a text gets an apostrophe before it, which spreadsheets hide.
/// Numbers and texts made of nothing but digits, blanks and `+ - . , ( ) /`, such as phone numbers, stay as they
/// are. Form JSON holds every answer unchanged.
public enum AnswerTable {
  /// Writes the effective values of responses: what a person left in a cell, otherwise its default.
  ///
  /// Text as it is but for formulas, numbers, `true` or `false`, dates as `YYYY-MM-DD`, the value of the chosen option.
  ///
  /// - Parameters:
  ///   - responses: the responses, each a line in the order given.
  ///   - form: a form whose cells get their columns even when it has no response yet.
  /// - Throws: nothing today.
  /// - Complexity: O(r · c) for r responses and c columns.
  public static func write(_ responses: [ResponseContents], columnsOf form: FormDefinition? = nil) throws -> Data {
    let columns = columns(of: [form].compactMap { $0 } + responses.map(\.form))
    var text = line(["form", "response"] + columns.map(safe))
    for response in responses {
      let values = values(of: response)
      text += line([safe(response.key.form), safe(response.key.response)] + columns.map { values[$0] ?? "" })
    }
    return Data(text.utf8)
  }

  /// Writes what responses keep that their version of the form has no place for: a line for each cell.
  ///
  /// The columns are `form`, `response`, `version`, `section`, `cell`, `question`, `value`, `draft` and `expanded`.
  ///
  /// - Parameter responses: the responses with what they have set aside, in the order given.
  /// - Complexity: O(k) for k cells.
  public static func write(setAside responses: [(key: ResponseKey, cells: [SetAsideCell])]) -> Data {
    var text = line(["form", "response", "version", "section", "cell", "question", "value", "draft", "expanded"])
    for (key, cells) in responses {
      for cell in cells {
        let value =
          switch cell.entry?.value {
          case .text(let text)?: safe(text)
          case let value: value?.plainText ?? ""
          }
        text += line([
          safe(key.form), safe(key.response), String(cell.version), safe(cell.section), safe(cell.key),
          safe(cell.title), value, safe(cell.draft ?? ""), cell.isExpanded.map { String($0) } ?? "",
        ])
      }
    }
    return Data(text.utf8)
  }

  private static func columns(of forms: [FormDefinition]) -> [String] {
    var columns: [String] = []
    var seen: Set<String> = []
    var lastForm: FormDefinition?
    for form in forms where form != lastForm {
      lastForm = form
      for cell in cells(of: form) where seen.insert(cell.key).inserted { columns.append(cell.key) }
    }
    return columns
  }

  /// The cells that can hold a value; a heading can when an option stands directly under it.
  private static func cells(of form: FormDefinition) -> [FormCell] {
    form.sections.flatMap { section in
      let nesting = Nesting(of: section)
      var withOptions: Set<Int> = []
      for (position, parent) in nesting.parents.enumerated() where section.cells[position].kind == .option {
        if let parent { withOptions.insert(parent) }
      }
      return section.cells.indices.filter { position in
        let kind = section.cells[position].kind
        return kind == .group ? withOptions.contains(position) : kind.holdsValue
      }.map { section.cells[$0] }
    }
  }

  private static func values(of response: ResponseContents) -> [String: String] {
    var values: [String: String] = [:]
    for section in response.form.sections {
      for cell in section.cells {
        guard let value = response.state.value(of: cell) else { continue }
        if case .text(let text) = value { values[cell.key] = safe(text) } else { values[cell.key] = value.plainText }
      }
    }
    return values
  }

  /// What phone numbers are made of; a formula of these can compute, but neither read nor send anything.
  private static let harmless = Set("0123456789 +-.,()/".unicodeScalars)

  /// The text, with an apostrophe before it when a spreadsheet would take it for a formula.
  private static func safe(_ text: String) -> String {
    guard let first = text.unicodeScalars.first else { return text }
    switch first {
    case "=", "@", "\t", "\r", "\n": return "'" + text
    case "+", "-": return text.unicodeScalars.allSatisfy(harmless.contains) ? text : "'" + text
    default: return text
    }
  }

  private static func line(_ fields: [String]) -> String {
    fields.map(quoted).joined(separator: ",") + "\r\n"
  }

  private static func quoted(_ field: String) -> String {
    guard field.utf8.contains(where: demandingQuotes.contains) else { return field }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }

  /// A quote, a comma and line ends.
  private static let demandingQuotes: Set<UInt8> = [0x22, 0x2C, 0x0A, 0x0D]
}
