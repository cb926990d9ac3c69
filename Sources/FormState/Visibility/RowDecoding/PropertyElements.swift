/// The elements of an array among properties, for a decoder.
struct PropertyElements: UnkeyedDecodingContainer {
  let elements: [PropertyValue]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(elements: [PropertyValue], codingPath: [any CodingKey]) {
    self.elements = elements
    self.codingPath = codingPath
  }

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    let isNil = try current().decodeNil()
    if isNil { currentIndex += 1 }
    return isNil
  }

  mutating func decode<Content: Decodable>(_ type: Content.Type) throws -> Content {
    let content = try current().content(type)
    currentIndex += 1
    return content
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try current().container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try current().unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try current()
    currentIndex += 1
    return decoder
  }

  /// A decoder for the element that is next; only some users of a container ask whether there is one.
  private func current() throws -> PropertyDecoder {
    let key = PropertyKey(intValue: currentIndex)
    guard let value = elements.element(at: currentIndex) else {
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: codingPath, debugDescription: "at the end"))
    }
    return PropertyDecoder(value, at: codingPath + [key])
  }
}
