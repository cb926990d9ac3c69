import Foundation

/// A value of a property that FormState keeps for the author without interpreting it.
///
/// Can represent everything in a property list or a JSON document. In JSON, a date is written `{"$date":
/// "2026-11-21T03:12:13Z"}` (in seconds since 2001 if that is not a whole second) and data `{"$data": "BASE64"}`, so
/// both keep their types.
public enum PropertyValue: Hashable, Sendable {
  /// JSON's `null`; property lists have none.
  case null
  /// True or false.
  case boolean(Bool)
  /// A whole number.
  case integer(Int64)
  /// Any other number.
  case real(Double)
  /// Text.
  case string(String)
  /// A point in time.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// A list.
  case array([PropertyValue])
  /// Named values.
  case dictionary([String: PropertyValue])
}

extension PropertyValue {
  /// The type of the value with its article.
  package var typeName: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .integer: "an integer"
    case .real: "a number"
    case .string: "a text"
    case .date: "a date"
    case .data: "data"
    case .array: "an array"
    case .dictionary: "a dictionary"
    }
  }

  /// The type of the value in JSON's terms, with its article.
  package var jsonTypeName: String {
    if case .dictionary = self { "an object" } else { typeName }
  }
}

extension PropertyValue: Codable {
  /// Reads a value from JSON; see ``PropertyValue`` for dates and data.
  ///
  /// The depth of recursion is the document's, which importers limit before decoding.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Each wrong attempt costs an error with its whole path, so the most frequent types come first.
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let values = try? container.decode([String: PropertyValue].self) {
      self = Self.untagged(values)
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .real(value)
    } else {
      self = .array(try container.decode([PropertyValue].self))
    }
  }

  /// Writes the value to JSON; see ``PropertyValue`` for dates and data.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let tagged = taggedWithWholeReals {
      try container.encode([tagged.name: tagged.content])
      return
    }
    switch self {
    case .null, .date, .data: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .dictionary(let values): try container.encode(values)
    }
  }
}

// MARK: - Values without a notation in JSON

extension PropertyValue {
  private static let tagMark = "$"
  private static let dateName = "$date"
  private static let dataName = "$data"
  private static let realName = "$real"

  /// The single entry of the JSON object that represents a value.
  package typealias Tag = (name: String, content: PropertyValue)

  /// The entry that represents the value, if JSON has no notation for it.
  ///
  /// A dictionary that looks like a representation itself gets another `$` before its key.
  package var tagged: Tag? {
    switch self {
    case .date(let moment): return (Self.dateName, Self.content(of: moment))
    case .data(let bytes): return (Self.dataName, .string(bytes.base64EncodedString()))
    case .dictionary(let values):
      guard values.count == 1, let (name, value) = values.first, name.hasPrefix(Self.tagMark) else { return nil }
      return (Self.tagMark + name, value)
    default: return nil
    }
  }

  /// The same, if 1.0 would be read as the integer 1, as by `JSONDecoder`.
  package var taggedWithWholeReals: Tag? { tagged ?? taggedWholeReal }

  private var taggedWholeReal: Tag? {
    guard case .real(let number) = self, number.rounded() == number else { return nil }
    return (Self.realName, .string(number.description))
  }

  /// The value that a JSON object represents, given its members.
  package static func untagged(_ values: [String: PropertyValue]) -> PropertyValue {
    guard values.count == 1, let (name, content) = values.first, name.hasPrefix(tagMark) else {
      return .dictionary(values)
    }
    switch (name, content) {
    case (dateName, .string(let text)):
      if let moment = try? Date(text, strategy: .iso8601) { return .date(moment) }
    case (dateName, .integer(let seconds)):
      return .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
    case (dateName, .real(let seconds)):
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (dataName, .string(let text)):
      if let bytes = Data(base64Encoded: text) { return .data(bytes) }
    case (realName, .string(let text)):
      if let number = Double(text) { return .real(number) }
    default:
      break
    }
    return .dictionary(name.hasPrefix("$$") ? [String(name.dropFirst()): content] : values)
  }

  private static func content(of moment: Date) -> PropertyValue {
    let text = moment.formatted(.iso8601)
    // The text can represent only whole seconds of four-digit years; any other moment is in seconds since 2001.
    return (try? Date(text, strategy: .iso8601)) == moment
      ? .string(text) : .real(moment.timeIntervalSinceReferenceDate)
  }
}
