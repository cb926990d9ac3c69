import FormState

/// A word of a fixed set; its schema lists them.
package protocol PrintedWord: Printed, RawRepresentable, CaseIterable where RawValue == String {}

extension PrintedWord {
  package static func schema(_ definitions: inout ShapeDefinitions) -> ShapeDefinitions.Keywords {
    [("enum", .array(allCases.map { .string($0.rawValue) }))]
  }

  package static var isShort: Bool { true }

  package func write(to writer: inout JSONWriter) { writer.string(rawValue) }
}

extension String: Printed {
  package static func schema(_ definitions: inout ShapeDefinitions) -> ShapeDefinitions.Keywords {
    [("type", .string("string"))]
  }

  package static var isShort: Bool { true }

  package func write(to writer: inout JSONWriter) { writer.string(self) }
}

/// A count, a position or a number that something is given: never negative.
extension Int: Printed {
  package static func schema(_ definitions: inout ShapeDefinitions) -> ShapeDefinitions.Keywords {
    [("type", .string("integer")), ("minimum", .integer(0))]
  }

  package static var isShort: Bool { true }

  package func write(to writer: inout JSONWriter) { writer.literal(String(self)) }
}

extension Double: Printed {
  package static func schema(_ definitions: inout ShapeDefinitions) -> ShapeDefinitions.Keywords {
    [("type", .string("number"))]
  }

  package static var isShort: Bool { true }

  package func write(to writer: inout JSONWriter) { writer.number(self) }
}

extension Bool: Omissible {
  package static func schema(_ definitions: inout ShapeDefinitions) -> ShapeDefinitions.Keywords {
    [("type", .string("boolean"))]
  }

  package static var isShort: Bool { true }

  package var content: TrueFlag? { self ? TrueFlag() : nil }

  package func write(to writer: inout JSONWriter) { writer.boolean(self) }
}

/// `true`: a flag that is left out if it is false.
package struct TrueFlag: Printed {
  package static func schema(_ definitions: inout ShapeDefinitions) -> ShapeDefinitions.Keywords {
    [("const", .boolean(true))]
  }

  package func write(to writer: inout JSONWriter) { writer.boolean(true) }
}

extension CellValue: Printed {
  package static func schema(_ definitions: inout ShapeDefinitions) -> ShapeDefinitions.Keywords {
    let types = ["string", "number", "boolean", "array"]
    return [("type", .array(types.map(OrderedJSON.string))), ("items", .object([("type", .string("string"))]))]
  }

  package func write(to writer: inout JSONWriter) { OrderedJSON(self).write(to: &writer) }
}

/// `[section, row]`.
extension RowPath: Printed {
  package static func schema(_ definitions: inout ShapeDefinitions) -> ShapeDefinitions.Keywords {
    [Int].schema(&definitions) + [("minItems", .integer(2)), ("maxItems", .integer(2))]
  }

  package func write(to writer: inout JSONWriter) { [section, row].write(to: &writer) }
}

extension StreamName: Printed {
  package static func schema(_ definitions: inout ShapeDefinitions) -> ShapeDefinitions.Keywords {
    String.schema(&definitions) + [("pattern", .string("^[0-9a-f]{32}$"))]
  }

  package func write(to writer: inout JSONWriter) { writer.string(description) }
}

/// The moment in UTC.
extension Timestamp: Printed {
  package static func schema(_ definitions: inout ShapeDefinitions) -> ShapeDefinitions.Keywords {
    String.schema(&definitions) + [("format", .string("date-time"))]
  }

  package func write(to writer: inout JSONWriter) { writer.string(isoText) }
}

// MARK: - Optionals and lists

extension Optional: Printed where Wrapped: Printed {
  package static func schema(_ definitions: inout ShapeDefinitions) -> ShapeDefinitions.Keywords {
    var keywords = Wrapped.schema(&definitions)
    for index in keywords.indices {
      switch (keywords[index].name, keywords[index].value) {
      case ("type", .array(let types)): keywords[index].value = .array(types + [.string("null")])
      case ("type", let type): keywords[index].value = .array([type, .string("null")])
      case ("enum", .array(let words)): keywords[index].value = .array(words + [.null])
      case ("anyOf", .array(let schemas)): keywords[index].value = .array(schemas + [OrderedJSON.nothing])
      case ("$ref", _): return [("anyOf", .array([.object(keywords), OrderedJSON.nothing]))]
      default: continue
      }
    }
    return keywords
  }

  package static var isShort: Bool { Wrapped.isShort }

  package func write(to writer: inout JSONWriter) {
    if let self { self.write(to: &writer) } else { writer.literal("null") }
  }
}

extension Optional: Omissible where Wrapped: Printed {
  package var content: Wrapped? { self }
}

extension Array: Printed where Element: Printed {
  package static func schema(_ definitions: inout ShapeDefinitions) -> ShapeDefinitions.Keywords {
    [("type", .string("array")), ("items", .object(Element.schema(&definitions)))]
  }

  package static var isShort: Bool { Element.self == Int.self }

  package func write(to writer: inout JSONWriter) {
    guard Element.isShort else { return writeElements(to: &writer) }
    writer.onOneLine { writeElements(to: &$0) }
  }

  private func writeElements(to writer: inout JSONWriter) {
    writer.beginArray()
    for element in self { element.write(to: &writer) }
    writer.endArray()
  }
}

extension Array: Omissible where Element: Printed {
  package var content: [Element]? { isEmpty ? nil : self }
}

extension OrderedJSON {
  /// The schema of `null`.
  fileprivate static var nothing: OrderedJSON { .object([("type", .string("null"))]) }
}

/// A list whose elements are made while they are written, so that they are never in memory together.
package struct StreamedList<Element: Printed>: Printed {
  private let writeElements: (inout JSONWriter) -> Void

  /// Creates a list from what writes its elements, one after another.
  package init(_ writeElements: @escaping (inout JSONWriter) -> Void) { self.writeElements = writeElements }

  package static func schema(_ definitions: inout ShapeDefinitions) -> ShapeDefinitions.Keywords {
    [Element].schema(&definitions)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginArray()
    writeElements(&writer)
    writer.endArray()
  }
}
