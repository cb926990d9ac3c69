/// The members of an object among properties, for a decoder.
struct PropertyMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [String: PropertyValue]
  let codingPath: [any CodingKey]

  var allKeys: [Key] { members.keys.sorted().compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(for: key).decodeNil() }

  func decode<Content: Decodable>(_ type: Content.Type, forKey key: Key) throws -> Content {
    try decoder(for: key).content(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder(for: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(for: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try decoder(for: PropertyKey(stringValue: "super")) }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(for: key) }

  private func decoder(for key: any CodingKey) throws -> PropertyDecoder {
    guard let value = members[key.stringValue] else {
      throw DecodingError.keyNotFound(key, DecodingError.Context(codingPath: codingPath, debugDescription: "missing"))
    }
    return PropertyDecoder(value, at: codingPath + [key])
  }
}
