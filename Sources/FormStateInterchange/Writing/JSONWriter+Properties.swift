import FormState

extension JSONWriter {
  /// Named values kept for the author, in the order of their names, see `PropertyValue` for dates and data.
  ///
  /// - Throws: ``ExportError`` when one is nested too deep to be read again, or not a finite number.
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
