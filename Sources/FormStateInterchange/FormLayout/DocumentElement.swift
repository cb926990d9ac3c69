import FormState

/// A value of a document and where it stands.
struct DocumentElement {
  let value: PropertyValue
  let path: DocumentPath
}

extension PropertyValue {
  /// Whether the value is anything to show: neither null nor an empty text, array or object.
  var hasContent: Bool {
    switch self {
    case .null: false
    case .string(let text): !text.isEmpty
    case .array(let values): !values.isEmpty
    case .dictionary(let values): !values.isEmpty
    case .boolean, .integer, .real, .date, .data: true
    }
  }

  /// The value as text in a title: nothing for null, numbers whole where they are whole; `nil` where it is no text.
  var plainText: String? {
    switch self {
    case .null: ""
    case .string(let text): text
    case .boolean(let flag): flag ? "true" : "false"
    case .integer(let whole): String(whole)
    case .real(let number): CellValue.number(number)?.plainText
    case .date, .data, .array, .dictionary: nil
    }
  }
}
