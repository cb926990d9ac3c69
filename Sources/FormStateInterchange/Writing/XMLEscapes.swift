/// Escapes texts for XML.
enum XMLEscapes {
  /// Appends a text between tags.
  ///
  /// A carriage return is written by its number, since XML makes a line feed of any other.
  ///
  /// - Parameters:
  ///   - text: the text, without characters that XML cannot hold.
  ///   - bytes: the destination.
  /// - Complexity: O(*n*).
  static func append(_ text: String, to bytes: inout [UInt8]) {
    append(text, to: &bytes) { byte in
      switch byte {
      case UInt8(ascii: "&"): "&amp;"
      case UInt8(ascii: "<"): "&lt;"
      case UInt8(ascii: ">"): "&gt;"
      case UInt8(ascii: "\r"): "&#13;"
      default: nil
      }
    }
  }

  /// Adds a text that is to be the value of an attribute, between double quotes.
  ///
  /// Tabs and line ends are written by their numbers, since XML makes blanks of any others.
  ///
  /// - Parameters:
  ///   - value: the value, without characters that XML cannot hold.
  ///   - bytes: the destination.
  /// - Complexity: O(*n*).
  static func append(attribute value: String, to bytes: inout [UInt8]) {
    append(value, to: &bytes) { byte in
      switch byte {
      case UInt8(ascii: "&"): "&amp;"
      case UInt8(ascii: "<"): "&lt;"
      case UInt8(ascii: "\""): "&quot;"
      case UInt8(ascii: "\t"): "&#9;"
      case UInt8(ascii: "\n"): "&#10;"
      case UInt8(ascii: "\r"): "&#13;"
      default: nil
      }
    }
  }

  @inline(__always)
  private static func append(_ text: String, to bytes: inout [UInt8], escape: (UInt8) -> StaticString?) {
    var text = text
    text.withUTF8 { text in
      guard text.contains(where: { escape($0) != nil }) else { return bytes.append(contentsOf: text) }
      for byte in text {
        guard let escaped = escape(byte) else {
          bytes.append(byte)
          continue
        }
        escaped.withUTF8Buffer { bytes.append(contentsOf: $0) }
      }
    }
  }
}
