import Foundation

/// The context for decoding answers.
struct AnswerReading {
  /// The kinds of the answered cells, by their names.
  let kinds: [String: CellKind]
  /// The time zone for days that are read as moments.
  let timeZone: TimeZone
}

/// Decodes a type from a property.
///
/// Not `JSONDecoder`, since properties are not JSON: in JSON, dates and data are plain text or numbers, and if a number
/// does not fit, `JSONDecoder` does not report which.
struct PropertyDecoder: Decoder {
  let value: PropertyValue
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]
  /// The kind of the cell whose answer the value is; `nil` for any other value.
  private let kind: CellKind?
  /// The context for answers; `nil` for properties of a row.
  private let answers: AnswerReading?

  init(
    _ value: PropertyValue, at path: [any CodingKey] = [], kind: CellKind? = nil, answers: AnswerReading? = nil
  ) {
    self.value = value
    codingPath = path
    self.kind = kind
    self.answers = answers
  }

  /// The first moment of the day, if the value is one; `nil` for any other value.
  var beginningOfDay: Date? {
    guard kind == .date, let answers, case .string(let text) = value else { return nil }
    return CalendarDate(isoText: text)?.date(in: answers.timeZone)
  }

  /// The exact number, if the value consists of its digits; `nil` for any other value.
  var decimal: ExactDecimal? {
    guard kind == .decimal, case .string(let text) = value else { return nil }
    return ExactDecimal(text)
  }

  /// The value as a type; recursion is bounded by the depth of the property, which importers limit.
  func content<Content: Decodable>(_ type: Content.Type) throws -> Content {
    guard let readable = type as? any PropertyReadable.Type else { return try Content(from: self) }
    guard let content = try readable.init(property: self) as? Content else { throw mismatch(type) }
    return content
  }

  /// The error for a value of another type.
  func mismatch(_ type: any Any.Type) -> DecodingError {
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: "no \(type)")
    return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// The error for a value of the right type that is not usable.
  func unfit() -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: "unfit"))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .dictionary(let members) = value else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(
      PropertyMembers(members: members, codingPath: codingPath, answers: answers))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([Any].self) }
    return PropertyElements(elements: elements, codingPath: codingPath, answers: answers)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension PropertyDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value == .null }

  func decode<Content: Decodable>(_ type: Content.Type) throws -> Content { try content(type) }
}

/// The members of an object among properties, for a decoder.
struct PropertyMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [String: PropertyValue]
  let codingPath: [any CodingKey]
  let answers: AnswerReading?

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
    return PropertyDecoder(
      value, at: codingPath + [key], kind: answers?.kinds[key.stringValue], answers: answers)
  }
}

/// The elements of an array among properties, for a decoder.
struct PropertyElements: UnkeyedDecodingContainer {
  let elements: [PropertyValue]
  let codingPath: [any CodingKey]
  let answers: AnswerReading?
  private(set) var currentIndex = 0

  init(elements: [PropertyValue], codingPath: [any CodingKey], answers: AnswerReading?) {
    self.elements = elements
    self.codingPath = codingPath
    self.answers = answers
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

  /// A decoder for the next element; only some users of a container check whether there is one.
  private func current() throws -> PropertyDecoder {
    let key = PropertyKey(intValue: currentIndex)
    guard let value = elements.element(at: currentIndex) else {
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: codingPath, debugDescription: "at the end"))
    }
    return PropertyDecoder(value, at: codingPath + [key], answers: answers)
  }
}

/// The position of an element, or a name that is not a declared key.
struct PropertyKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}

/// A decoder's position among properties, and the value there.
struct PropertyPlace {
  /// The path, such as `tags[1].name`; empty for the properties as a whole.
  private(set) var text = ""
  /// The value; `nil` for none.
  private var value: PropertyValue?
  /// The kind of the cell whose answer it is; `nil` for anything else.
  private var kind: CellKind?

  /// Follows a decoder's path through properties. O(k) for k steps.
  init(_ path: [any CodingKey], in properties: PropertyValue, answers: AnswerReading? = nil) {
    value = properties
    for key in path {
      switch value {
      case .array(let elements):
        let index = key.intValue ?? -1
        text += "[\(index)]"
        value = elements.element(at: index)
        kind = nil
      case .dictionary(let members):
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
        value = members[key.stringValue]
        kind = answers?.kinds[key.stringValue]
      default:
        // A type may decode itself from a replacement for one of its own fields.
        return
      }
    }
  }

  /// The names of the value's members, in order.
  var names: [String] {
    if case .dictionary(let members) = value { members.keys.sorted() } else { [] }
  }

  /// The type of the value in words, never the value itself.
  var found: String {
    guard let value else { return "missing" }
    return switch kind {
    case .date?: "a day"
    case .time?: "a time of day"
    case .dateTime?: "a date and time"
    default: value.jsonTypeName
    }
  }
}
