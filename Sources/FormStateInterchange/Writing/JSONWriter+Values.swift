import FormState

extension JSONWriter {
  /// A value of a cell: text, dates, times and exact numbers as strings, numbers and booleans as themselves, several
  /// choices as an array.
  mutating func value(_ value: CellValue) {
    switch value {
    case .text(let text): string(text)
    case .date, .decimal, .time, .dateTime: string(value.plainText)
    case .choices(let values):
      beginArray()
      for value in values { string(value) }
      endArray()
    case .integer, .real, .boolean: literal(value.plainText)
    }
  }

  /// A value kept for the author, see `PropertyValue` for dates and data.
  ///
  /// - Throws: ``ExportError`` when it is nested too deep to be read again, or not a finite number.
  mutating func property(_ value: PropertyValue) throws(ExportError) {
    do throws(PropertyProblem) {
      try property(value, deepest: Self.deepestProperty, tag: \.tagged)
    } catch {
      throw ExportError(error)
    }
  }

  /// Named values kept for the author, in the order of their names.
  ///
  /// - Throws: ``ExportError``, see ``property(_:)``.
  mutating func properties(_ values: [String: PropertyValue]) throws(ExportError) {
    do throws(PropertyProblem) {
      try properties(values, deepest: Self.deepestProperty, tag: \.tagged)
    } catch {
      throw ExportError(error)
    }
  }

  private static var deepestProperty: Int { DocumentLimits.standard.maximumDepth - 1 }
}

extension ExportError {
  fileprivate init(_ problem: JSONWriter.PropertyProblem) {
    switch problem {
    case .tooDeep: self.init(description: "a property is nested too deep to be read again; flatten it")
    case .notFinite: self.init(description: "a property is a number that is not finite; JSON has none")
    }
  }
}
