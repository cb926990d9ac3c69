import Foundation

extension PropertyValue: Codable {
  private static let dateName = "$date"
  private static let dataName = "$data"

  /// Reads a value from JSON; see ``PropertyValue`` for dates and data.
  ///
  /// The depth of recursion is the document's, which importers bound before they decode.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .real(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let values = try? container.decode([PropertyValue].self) {
      self = .array(values)
    } else {
      self = Self.untagged(try container.decode([String: PropertyValue].self))
    }
  }

  /// Writes the value to JSON; see ``PropertyValue`` for dates and data.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .date(let value): try container.encode([Self.dateName: Self.text(of: value)])
    case .data(let value): try container.encode([Self.dataName: value.base64EncodedString()])
    case .array(let values): try container.encode(values)
    case .dictionary(let values): try container.encode(values)
    }
  }

  private static func untagged(_ values: [String: PropertyValue]) -> PropertyValue {
    guard values.count == 1, let (name, value) = values.first, case .string(let text) = value else {
      return .dictionary(values)
    }
    switch name {
    case dateName:
      return (try? Date(text, strategy: .iso8601)).map(PropertyValue.date) ?? .dictionary(values)
    case dataName:
      return Data(base64Encoded: text).map(PropertyValue.data) ?? .dictionary(values)
    default:
      return .dictionary(values)
    }
  }

  private static func text(of date: Date) -> String {
    date.formatted(.iso8601)
  }
}
