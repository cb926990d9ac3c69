extension ResponseState {
  /// Reads what a response holds as a type of your own, whose properties are called by the keys of the cells.
  ///
  /// ```swift
  /// struct Person: Decodable {
  ///   let firstName: String?
  ///   let isMarried: Bool
  ///   enum CodingKeys: String, CodingKey { case firstName = "first-name", isMarried = "married" }
  /// }
  /// let person = try session.answers(as: Person.self)
  /// ```
  ///
  /// A cell that holds nothing is not there, so an optional is `nil`. Text and the value of a chosen option are text, numbers
  /// numbers, switches flags, and a date is the text `YYYY-MM-DD` or a ``CalendarDate``.
  ///
  /// - Parameters:
  ///   - type: the type to read.
  ///   - form: the definition that is filled in.
  /// - Throws: ``PropertyDecodingError``, which names the cell, what is there and what was wanted, never the answer itself.
  /// - Complexity: O(n) for n cells.
  public func answers<Content: Decodable>(
    as type: Content.Type = Content.self, of form: FormDefinition
  ) throws(PropertyDecodingError) -> Content {
    var answers: [String: PropertyValue] = [:]
    for section in form.sections {
      for cell in section.cells where cell.kind.holdsValue {
        if let value = value(of: cell) { answers[cell.key] = PropertyValue(value) }
      }
    }
    let root = PropertyValue.dictionary(answers)
    do {
      return try PropertyDecoder(root).content(type)
    } catch {
      throw PropertyDecodingError(error, cell: nil, properties: root, type: type)
    }
  }
}

extension PropertyValue {
  /// What a cell holds, as a property would.
  fileprivate init(_ value: CellValue) {
    switch value {
    case .text(let text): self = .string(text)
    case .integer(let whole): self = .integer(whole)
    case .real(let number): self = .real(number)
    case .boolean(let isOn): self = .boolean(isOn)
    case .date(let date): self = .string(date.isoText)
    }
  }
}

extension ResponseContents {
  /// Reads what the response holds as a type of your own; see ``ResponseState/answers(as:of:)``.
  public func answers<Content: Decodable>(
    as type: Content.Type = Content.self
  ) throws(PropertyDecodingError) -> Content {
    try state.answers(as: type, of: form)
  }
}
