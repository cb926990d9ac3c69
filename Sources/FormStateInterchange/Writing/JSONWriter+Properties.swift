import FormState

extension JSONWriter {
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
