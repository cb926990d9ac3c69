/// Rows in the text format of COPY: values between tabs, rows between newlines.
///
/// Unlike the binary format, it needs no types: the server reads each value as the type of its column.
struct CopyText {
  /// The rows so far.
  private(set) var bytes: [UInt8] = []

  /// Adds a row.
  ///
  /// - Throws: ``PostgresError/nulCharacter``, after which the rows are incomplete.
  mutating func append(_ values: [PostgresValue]) throws(PostgresError) {
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: "\t")) }
      switch value {
      case .null: bytes += #"\N"#.utf8
      case .integer(let number): bytes += String(number).utf8
      case .bool(let truth): bytes.append(UInt8(ascii: truth ? "t" : "f"))
      case .bytes(let given): appendHexadecimal(given)
      case .text(let text): try appendEscaped(text)
      }
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Removes all rows and keeps their memory for the next ones.
  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  private mutating func appendHexadecimal(_ given: [UInt8]) {
    // The first backslash escapes the second one.
    bytes += #"\\x"#.utf8
    for byte in given {
      bytes.append(Self.digit(byte >> 4))
      bytes.append(Self.digit(byte & 15))
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  private mutating func appendEscaped(_ text: String) throws(PostgresError) {
    var text = text
    let isStorable = text.withUTF8 { characters in
      var start = 0
      for (index, character) in characters.enumerated() where character < 0x20 || character == UInt8(ascii: "\\") {
        guard character != 0 else { return false }
        guard let escape = Self.escape(of: character) else { continue }
        bytes += characters[start..<index]
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(escape)
        start = index + 1
      }
      bytes += characters[start...]
      return true
    }
    guard isStorable else { throw .nulCharacter }
  }

  private static func escape(of character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "\\"): UInt8(ascii: "\\")
    case UInt8(ascii: "\t"): UInt8(ascii: "t")
    case UInt8(ascii: "\n"): UInt8(ascii: "n")
    case UInt8(ascii: "\r"): UInt8(ascii: "r")
    default: nil
    }
  }
}
