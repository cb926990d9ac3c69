import FormState

extension DocumentFields {
  /// A text with places for fields; empty when it is missing or after a fault.
  mutating func layoutText(_ name: String) -> LayoutText {
    text(name).flatMap { layoutText($0, named: name) } ?? LayoutText()
  }

  /// The path of a field; `nil` when it is missing or after a fault.
  mutating func fieldPath(_ name: String) -> FieldPath? {
    guard let text = text(name) else { return nil }
    let path = FieldPath(text)
    if path == nil { addFault(name, "“\(text.prefix(40))” is not a path", FieldPath.wording(for: text)) }
    return path
  }

  /// The source of a property; `nil` if it is missing or after a fault.
  mutating func layoutProperty(_ name: String) -> LayoutProperty? {
    members[name].flatMap { layoutProperty($0, named: name) }
  }

  /// The sources of the properties.
  mutating func layoutProperties() -> [String: LayoutProperty] {
    switch members["properties"] {
    case nil: return [:]
    case .dictionary(let values): return layoutProperties(values, named: "properties")
    case let other?:
      addFault("properties", "is \(other.jsonTypeName), not an object", "write an object")
      return [:]
    }
  }

  private mutating func layoutText(_ source: String, named name: String) -> LayoutText? {
    do throws(LayoutText.Malformed) {
      return try LayoutText(source)
    } catch {
      addFault(name, error.problem, error.action)
      return nil
    }
  }

  private mutating func layoutProperties(
    _ values: [String: PropertyValue], named name: String
  ) -> [String: LayoutProperty] {
    var properties: [String: LayoutProperty] = [:]
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      properties[key] = layoutProperty(value, named: "\(name).\(key)")
    }
    return properties
  }

  /// Recursion is bounded by the limit on the depth of a layout.
  private mutating func layoutProperty(_ value: PropertyValue, named name: String) -> LayoutProperty? {
    switch value {
    case .string(let source):
      return layoutText(source, named: name).map { LayoutProperty($0) }
    case .array(let values):
      return .list(
        values.enumerated().compactMap { index, value in layoutProperty(value, named: "\(name)[\(index)]") })
    case .dictionary(let values):
      return .members(layoutProperties(values, named: name))
    case .null, .boolean, .integer, .real, .date, .data:
      return .constant(value)
    }
  }
}
