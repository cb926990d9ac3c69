import FormState

/// A text with places for fields.
struct TextWithFields: MemberNotation {
  let types: JSONTypes = [.string]

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> LayoutText? {
    Text().read(given, named: name, in: &fields).flatMap { fields.layoutText($0, named: name) }
  }
}

/// The path of a field.
struct PathOfField: MemberNotation {
  let types: JSONTypes = [.string]

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> FieldPath?? {
    guard let text = Text().read(given, named: name, in: &fields) else { return nil }
    if let path = FieldPath(text) { return path }
    fields.addFault(name, "“\(text.prefix(40))” is not a path", FieldPath.wording(for: text))
    return nil
  }
}

/// The sources of properties.
struct PropertySources: MemberNotation {
  let types: JSONTypes = [.object]

  func read(
    _ given: PropertyValue, named name: String, in fields: inout DocumentFields
  ) -> [String: LayoutProperty]? {
    if case .dictionary(let values) = given { return fields.layoutProperties(values, named: name) }
    fields.addFault(name, "is \(given.jsonTypeName), not an object", "write an object")
    return nil
  }
}

extension DocumentFields {
  /// The source of a property; `nil` if it is missing or after a fault.
  mutating func layoutProperty(_ name: String) -> LayoutProperty? {
    members[name].flatMap { layoutProperty($0, named: name) }
  }

  fileprivate mutating func layoutText(_ source: String, named name: String) -> LayoutText? {
    do throws(LayoutText.Malformed) {
      return try LayoutText(source)
    } catch {
      addFault(name, error.problem, error.action)
      return nil
    }
  }

  fileprivate mutating func layoutProperties(
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
