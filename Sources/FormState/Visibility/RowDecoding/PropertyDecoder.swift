/// Decodes a type from a property.
///
/// Not `JSONDecoder`, since a property is no JSON: through JSON a date and data are text or numbers like any other, and
/// where a number does not fit, `JSONDecoder` does not say which.
struct PropertyDecoder: Decoder {
  let value: PropertyValue
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ value: PropertyValue, at path: [any CodingKey] = []) {
    self.value = value
    codingPath = path
  }

  /// The value as a type; recursion is bounded by the depth of the property, which importers bound.
  func content<Content: Decodable>(_ type: Content.Type) throws -> Content {
    guard let readable = type as? any PropertyReadable.Type else { return try Content(from: self) }
    guard let content = try readable.init(property: self) as? Content else { throw mismatch(type) }
    return content
  }

  /// The error that the value is no such type.
  func mismatch(_ type: any Any.Type) -> DecodingError {
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: "no \(type)")
    return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// The error that the value is of the right type, but not one that can be used.
  func unfit() -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: "unfit"))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .dictionary(let members) = value else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(PropertyMembers(members: members, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([Any].self) }
    return PropertyElements(elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension PropertyDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value == .null }

  func decode<Content: Decodable>(_ type: Content.Type) throws -> Content { try content(type) }
}
