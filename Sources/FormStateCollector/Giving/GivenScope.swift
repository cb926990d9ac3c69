#if Collect
import FormState

/// What a device gets back: the responses of a form, or those of them with an answer, such as `visit:clinic=north`.
package struct GivenScope: Hashable, Sendable {
  /// The notation is none.
  package struct Malformed: Error {}

  /// An answer that a response must have.
  struct Answer: Hashable, Sendable {
    /// The key of a cell outside of repeats.
    let cell: String
    /// What the cell has, as the database has it.
    let content: String
  }

  /// The key of the form.
  package let form: String
  /// `nil` for all responses of the form.
  let answer: Answer?

  /// Reads the notation `FORM` or `FORM:CELL=VALUE`.
  ///
  /// - Throws: ``Malformed``.
  package init(_ text: String) throws(Malformed) {
    guard let colon = text.firstIndex(of: ":") else {
      guard !text.isEmpty else { throw Malformed() }
      (form, answer) = (text, nil)
      return
    }
    let condition = text[text.index(after: colon)...]
    guard let sign = condition.firstIndex(of: "="), sign > condition.startIndex, colon > text.startIndex else {
      throw Malformed()
    }
    form = String(text[..<colon])
    answer = Answer(cell: String(condition[..<sign]), content: String(condition[condition.index(after: sign)...]))
  }
}

extension [GivenScope] {
  /// The forms, each once, in order.
  var forms: [String] { reduce(into: []) { if !$0.contains($1.form) { $0.append($1.form) } } }

  /// The streams that are within one of the scopes now.
  ///
  /// - Parameter forms: the form of each stream.
  /// - Complexity: a statement for each scope with an answer, and 500 streams.
  func select(_ forms: [StreamName: String], from connection: PostgresConnection) throws -> Set<StreamName> {
    let whole = Set(filter { $0.answer == nil }.map(\.form))
    var selected = Set(forms.filter { whole.contains($0.value) }.keys)
    for scope in self {
      guard let answer = scope.answer else { continue }
      let streams = forms.filter { $0.value == scope.form && !selected.contains($0.key) }.map(\.key)
      for start in stride(from: 0, to: streams.count, by: 500) {
        let list = streams[start..<Swift.min(start + 500, streams.count)].map { "'\($0)'" }.joined(separator: ", ")
        let rows = try connection.execute(
          """
          SELECT line.stream
          FROM formstate_line AS line
          JOIN formstate_state AS state ON state.stream = line.stream AND state.line = line.line
          WHERE line.stream IN (\(list)) AND line.is_main AND state.field IN ('value', 'calculated')
            AND state.subject = $1 AND state.instance = 0 AND state.origin = '' AND state.content = $2
          """, [.text(answer.cell), .text(answer.content)])
        for row in rows { selected.insert(try StreamName(row: row)) }
      }
    }
    return selected
  }
}
#endif
