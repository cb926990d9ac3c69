#if Collect
import FormState
import FormStateInterchange

extension [ResponseScope] {
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
