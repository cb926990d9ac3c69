#if Collect
import FormState

/// Which questions and conflicts are asked for: those that fit all that is given.
package struct ConflictFilter: Sendable {
  /// The key of the form.
  package var form: String?
  /// The key of the cell, in any instance of a repeat.
  package var cell: String?
  /// A device that sent entries of the response.
  package var device: String?
  /// Something was said at this time or later, as its device says.
  package var since: Timestamp?

  /// A filter that everything fits.
  package init() {}

  /// Whether an answer was given late enough.
  func fits(_ answer: Conflict.Answer) -> Bool {
    guard let since else { return true }
    return answer.time.map { $0 >= since } ?? false
  }

  /// The conflict with those of its questions that fit; `nil` if none does.
  func fitting(_ conflict: Conflict) -> Conflict? {
    guard cell != nil || since != nil else { return conflict }
    let fitting = conflict.keeping { question in
      (cell == nil || question.key == cell) && (fits(question.main) || fits(question.other))
    }
    return fitting.questions.isEmpty && fitting.instances.isEmpty ? nil : fitting
  }

  /// Conditions on the rows of a table, each after “AND”, and their values.
  ///
  /// - Parameters:
  ///   - table: the name of the table in the statement; it has the columns `form` and `stream`.
  ///   - first: the number of the first value.
  func conditions(on table: String, from first: Int = 1) -> (text: String, values: [PostgresValue]) {
    var (text, values) = ("", [PostgresValue]())
    func add(_ condition: (String) -> String, _ value: String?) {
      guard let value else { return }
      values.append(.text(value))
      text += " AND \(condition("$\(first + values.count - 1)"))"
    }
    add({ "\(table).form = \($0)" }, form)
    add(
      { "EXISTS (SELECT FROM formstate_receipt AS sent WHERE sent.stream = \(table).stream AND sent.device = \($0))" },
      device)
    return (text, values)
  }
}
#endif
