/// Several choices as one text: a JSON array of the options' values, without spaces.
///
/// A separate parser, since a text in a file may be anything: it makes one pass, accepts only an array of strings, and
/// does not nest.
package enum ChoiceText {
  /// Writes values as a JSON array.
  package static func text(of values: [String]) -> String {
    "[" + values.map { "\"\(escaped($0))\"" }.joined(separator: ",") + "]"
  }

  /// Reads a JSON array of strings; `nil` for any other text. O(n).
  package static func values(of text: String) -> [String]? {
    var reader = Reader(rest: text.unicodeScalars[...])
    return reader.values()
  }

  private static func escaped(_ value: String) -> String {
    var text = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        text.unicodeScalars.append("\\")
        text.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20:
        text += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private struct Reader {
    var rest: Substring.UnicodeScalarView

    mutating func values() -> [String]? {
      skipBlanks()
      guard take("[") else { return nil }
      var values: [String] = []
      skipBlanks()
      if take("]") { return isAtEnd() ? values : nil }
      while true {
        skipBlanks()
        guard let value = string() else { return nil }
        values.append(value)
        skipBlanks()
        if take("]") { return isAtEnd() ? values : nil }
        guard take(",") else { return nil }
      }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
      guard rest.first == scalar else { return false }
      rest.removeFirst()
      return true
    }

    private mutating func skipBlanks() {
      while let scalar = rest.first, " \t\r\n".unicodeScalars.contains(scalar) { rest.removeFirst() }
    }

    private mutating func isAtEnd() -> Bool {
      skipBlanks()
      return rest.isEmpty
    }

    private mutating func string() -> String? {
      guard take("\"") else { return nil }
      var text = String.UnicodeScalarView()
      while let scalar = rest.popFirst() {
        switch scalar {
        case "\"": return String(text)
        case "\\":
          guard let scalar = escape() else { return nil }
          text.append(scalar)
        case _ where scalar.value < 0x20: return nil
        default: text.append(scalar)
        }
      }
      return nil
    }

    private mutating func escape() -> Unicode.Scalar? {
      switch rest.popFirst() {
      case "\""?: return "\""
      case "\\"?: return "\\"
      case "/"?: return "/"
      case "b"?: return "\u{8}"
      case "f"?: return "\u{c}"
      case "n"?: return "\n"
      case "r"?: return "\r"
      case "t"?: return "\t"
      case "u"?:
        guard let high = codeUnit() else { return nil }
        if let scalar = Unicode.Scalar(high) { return scalar }
        guard UTF16.isLeadSurrogate(high), take("\\"), take("u"), let low = codeUnit(), UTF16.isTrailSurrogate(low)
        else { return nil }
        return UTF16.decode(UTF16.EncodedScalar([high, low]))
      default: return nil
      }
    }

    private mutating func codeUnit() -> UInt16? {
      let digits = rest.prefix(4)
      guard digits.count == 4, digits.allSatisfy({ $0.properties.isASCIIHexDigit }) else { return nil }
      rest.removeFirst(4)
      return UInt16(String(String.UnicodeScalarView(digits)), radix: 16)
    }
  }
}
