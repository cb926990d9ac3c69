import FormState
import Foundation

/// Writes a table of answers, one response at a time, to limit memory.
///
/// ```swift
/// var table = AnswerTableWriter(columnsOf: forms) { try file.write(contentsOf: $0) }
/// for response in responses { try table.write(response) }
/// try table.finish()
/// ```
public struct AnswerTableWriter {
  /// The shape of a table.
  @nonexhaustive
  public enum Shape: Hashable, Sendable {
    /// A line for each response, with a column for each question outside of repeats.
    case responses
    /// A line for each response and question.
    case answers
    /// A line for each instance of the repeat with a key, with a column for each of its questions.
    case instances(ofRepeat: String)
  }

  private let shape: Shape
  private let lines: AnswerLines
  private let readable: AnswerLines
  private let columns: AnswerColumns
  private let hasInstances: Bool
  private var questions = AskedQuestions()
  private let sink: (Data) throws -> Void
  private var bytes = Data()

  /// How many bytes are held back at most.
  private static let portion = 1 << 16

  /// Begins a table with its head.
  ///
  /// - Parameters:
  ///   - shape: the shape of the table.
  ///   - forms: the forms, in all versions, that the responses fill in.
  ///   - style: the names of columns and the form of values.
  ///   - sink: receives the next bytes of the table.
  /// - Complexity: O(n) for n cells of the forms.
  public init(
    _ shape: Shape = .responses, columnsOf forms: [FormDefinition], style: AnswerTable.Style = AnswerTable.Style(),
    to sink: @escaping (Data) throws -> Void
  ) {
    self.shape = shape
    self.sink = sink
    lines = AnswerLines(style)
    readable = AnswerLines(AnswerTable.Style(isReadable: true, escapesFormulas: style.escapesFormulas))
    hasInstances = !AnswerTable.repeatKeys(of: forms).isEmpty
    let head: [String]
    switch shape {
    case .responses:
      columns = AnswerColumns(forms, &questions)
      head = ["form", "response"]
    case .instances(let key):
      columns = AnswerColumns(forms, in: key, &questions)
      head = ["form", "response", "instance", "position", "within"]
    case .answers:
      columns = AnswerColumns([], &questions)
      head =
        ["form", "response", "section", "question", "cell"] + (hasInstances ? ["instance"] : [])
        + ["value", "readable", "source"]
    }
    lines.append(head + (style.hasTitles ? columns.titles : columns.keys).map(lines.safe), to: &bytes)
  }

  /// Writes the lines of a response.
  ///
  /// - Throws: what the sink throws.
  /// - Complexity: O(n) for n cells of the response, those of instances each counted.
  public mutating func write(_ response: ResponseContents) throws {
    let names = [lines.safe(response.key.form), lines.safe(response.key.response)]
    switch shape {
    case .responses: lines.append(names + answers(of: response), to: &bytes)
    case .instances(let key):
      let asked = questions.of(response.form)
      for line in AnswerTable.instanceLines(of: response, key, columns, asked, lines) {
        lines.append(names + line, to: &bytes)
      }
    case .answers:
      for answer in response.answers(to: questions.of(response.form)) {
        lines.append(names + fields(of: answer, naming: response.state.instanceNames), to: &bytes)
      }
    }
    if bytes.count >= Self.portion { try handOver() }
  }

  /// Passes on the remaining bytes; nothing is written after it.
  ///
  /// - Throws: what the sink throws.
  public mutating func finish() throws { try handOver() }

  private mutating func handOver() throws {
    try sink(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// The answers of a response outside of repeats, column by column.
  private mutating func answers(of response: ResponseContents) -> [String] {
    var fields = [String](repeating: "", count: columns.keys.count)
    let notAsked = response.form.keysNotAsked(in: response.state)
    for question in questions.of(response.form)
    where question.repeatAround == nil && !notAsked.contains(question.cell.key) {
      guard let column = columns.places[question.cell.key],
        let value = response.state.value(of: question.cell, in: response.form)
      else { continue }
      fields[column] = lines.field(value, of: question)
    }
    return fields
  }

  /// A separate line for an answer, after the names of the response.
  private func fields(of answer: Answer, naming instances: InstanceNames) -> [String] {
    let question = answer.question
    return [lines.safe(question.section), lines.safe(question.name), lines.safe(question.cell.key)]
      + (hasInstances ? [answer.instance == 0 ? "" : instances.fullSpelling(of: answer.instance)] : []) + [
        answer.value.map { lines.field($0, of: question) } ?? "",
        answer.value.map { readable.field($0, of: question) } ?? "",
        answer.source == .none ? "" : answer.source.rawValue,
      ]
  }
}

extension AnswerTableWriter {
  /// Writes a table whole.
  static func table(
    _ shape: Shape, of responses: [ResponseContents], columnsOf forms: [FormDefinition], style: AnswerTable.Style
  ) throws -> Data {
    // The sink outlives the call in its type alone.
    let table = Gathered()
    var writer = AnswerTableWriter(shape, columnsOf: forms, style: style) { table.data.append($0) }
    for response in responses { try writer.write(response) }
    try writer.finish()
    return table.data
  }

  private final class Gathered {
    var data = Data()
  }
}
