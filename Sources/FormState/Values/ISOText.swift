/// A day, a time or both, which documents contain as a text of ISO 8601.
public protocol ISOText: Codable, Hashable, Sendable {
  /// Reads a text; `nil` for any other notation, and for a day or time that does not exist.
  init?(isoText text: String)
  /// The value as ISO 8601 text.
  var isoText: String { get }
}

extension ISOText {
  /// Reads a value from its text.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = Self(isoText: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a \(Self.self) in ISO 8601")
    }
    self = value
  }

  /// Writes the value as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(isoText)
  }
}
