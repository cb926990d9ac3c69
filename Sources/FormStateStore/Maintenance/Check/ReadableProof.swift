import FormState
import GRDB

/// Compares the stored readable values of a response with its values.
struct ReadableProof {
  let db: Database
  let location: ResponseLocation
  let readable: ReadableValues

  /// The differences in the state, as a sentence each.
  ///
  /// - Parameter most: the maximum number of differences.
  /// - Complexity: O(k log n) for k touched cells of n.
  func faults(most: Int) throws -> [String] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT cell.key, state.instance, state.origin, cell.kind, state.value, state.readable, state.calculated, state.readable_calculated
        FROM formstate_cell_state AS state
        CROSS JOIN formstate_cell AS cell ON cell.id = state.cell_id
        WHERE state.response_id = ?
        """)
    let rows = try Row.fetchCursor(statement, arguments: [location.responseID])
    var faults: [String] = []
    while faults.count < most, let row = try rows.next() {
      let subject = try StateSubject(stored: row, from: 0)
      let kind = try CellKind(stored: try row.decode(atIndex: 3))
      for (field, index) in [(StateChange.Field.value, 4), (.calculated, 6)] {
        let value = try CellValue(stored: try row.decode(atIndex: index), kind: kind)
        let change = StateChange(field, of: subject, before: nil, after: value.map(FieldContent.value))
        let (found, expected) = (try row.decode(String?.self, atIndex: index + 1), try readable.text(of: change))
        if found != expected { faults.append("“\(subject)” \(Self.problem(found, expected))") }
      }
    }
    return faults
  }

  /// The end of a sentence about a wrong readable value.
  static func problem(_ found: String?, _ expected: String?) -> String {
    func quoted(_ text: String?) -> String { text.map { "“\($0.shortened)”" } ?? "as stored" }
    return "reads \(quoted(found)), but should read \(quoted(expected))"
  }
}
