/// Several choices as one text: a JSON array of the options' values, without spaces.
package enum ChoiceText {
  /// Writes values as a JSON array.
  package static func text(of values: [String]) -> String {
    "[" + values.map { "\"\(escaped($0))\"" }.joined(separator: ",") + "]"
  }

  /// Reads a JSON array of strings; `nil` for any other text. O(n).
  package static func values(of text: String) -> [String]? {
    guard case .array(let values)? = try? JSONScanner.value(of: text) else { return nil }
    let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    return texts.count == values.count ? texts : nil
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
}
