#if Collect
/// A type as which a value of a row can be read.
///
/// Values arrive as text, which every type of PostgreSQL has, so a `uuid` or a `timestamptz` is read as a `String`.
package protocol PostgresReadable {
  /// Reads a value.
  ///
  /// - Throws: ``PostgresError/unexpectedAnswer(_:)`` if it is not of this type.
  static func read(_ field: PostgresField) throws(PostgresError) -> Self
}

extension String: PostgresReadable {
  /// Reads a value of any type, except NULL.
  package static func read(_ field: PostgresField) throws(PostgresError) -> String {
    guard let text = field.text else { throw field.mismatch("is NULL") }
    guard let string = String(validatingCString: text) else { throw field.mismatch("is not UTF-8") }
    return string
  }
}

extension Int64: PostgresReadable {
  /// Reads an integer.
  package static func read(_ field: PostgresField) throws(PostgresError) -> Int64 {
    let text = try String.read(field)
    guard let number = Int64(text) else { throw field.mismatch("is “\(text)” and not an integer of 64 bits") }
    return number
  }
}

extension Bool: PostgresReadable {
  /// Reads a truth value.
  package static func read(_ field: PostgresField) throws(PostgresError) -> Bool {
    switch try String.read(field) {
    case "t": return true
    case "f": return false
    case let text: throw field.mismatch("is “\(text)” and not a truth value")
    }
  }
}

extension [UInt8]: PostgresReadable {
  /// Reads a `bytea`.
  package static func read(_ field: PostgresField) throws(PostgresError) -> [UInt8] {
    guard let text = field.text else { throw field.mismatch("is NULL") }
    let digits = UnsafeRawBufferPointer(start: text, count: field.length)
    guard digits.starts(with: #"\x"#.utf8), digits.count.isMultiple(of: 2) else { throw field.mismatch("has no bytes") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2 - 1)
    for index in stride(from: 2, to: digits.count, by: 2) {
      guard let high = hexValue(digits[index]), let low = hexValue(digits[index + 1]) else {
        throw field.mismatch("has no bytes")
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

extension Optional: PostgresReadable where Wrapped: PostgresReadable {
  /// Reads a value or NULL.
  package static func read(_ field: PostgresField) throws(PostgresError) -> Wrapped? {
    field.text == nil ? nil : try Wrapped.read(field)
  }
}
#endif
