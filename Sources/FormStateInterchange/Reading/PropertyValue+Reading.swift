import FormState

extension PropertyValue {
  /// What the value is, for messages about structure: `the text “2”`, `the number 1`, `an array`.
  ///
  /// Not for what a person has entered, which messages never repeat; see ``typeName``.
  var described: String {
    switch self {
    case .integer(let number): "the number \(number)"
    case .real(let number): "the number \(number)"
    case .string(let text): text.isEmpty ? "empty" : "the text “\(text.prefix(40))”"
    case .boolean(let flag): flag ? "true" : "false"
    case .null, .date, .data, .array, .dictionary: typeName
    }
  }

  /// The text, when the value is one.
  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number, when the value is one.
  var number: Double? {
    switch self {
    case .integer(let whole): Double(whole)
    case .real(let number): number
    default: nil
    }
  }
}
