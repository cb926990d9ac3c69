import FormState

/// Some responses: those of a form, or those of them with an answer, such as `visit:clinic=north`.
package struct ResponseScope: Hashable, Sendable {
  /// The notation is none.
  package struct Malformed: Error {}

  /// An answer that a response must have.
  package struct Answer: Hashable, Sendable {
    /// The key of a cell outside of repeats.
    package let cell: String
    /// What the cell has, as the database has it.
    package let content: String

    package init(cell: String, content: String) { (self.cell, self.content) = (cell, content) }
  }

  /// The notation.
  package let text: String
  /// The key of the form.
  package let form: String
  /// `nil` for all responses of the form.
  package let answer: Answer?

  /// Reads the notation `FORM` or `FORM:CELL=VALUE`.
  ///
  /// - Throws: ``Malformed``.
  package init(_ text: String) throws(Malformed) {
    self.text = text
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
