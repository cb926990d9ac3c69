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

  /// The type of the value with its article, as JSON calls it.
  package var jsonTypeName: String {
    if case .dictionary = self { "an object" } else { typeName }
  }
}
