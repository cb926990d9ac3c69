import FormState

/// A value as the state digest writes it, in two columns.
struct WrittenValue {
  /// The letter of its type; `-` for none.
  let type: String
  /// What follows the letter and the colon; `nil` for none.
  let content: String?

  /// Writes a value.
  init(_ value: CellValue?) {
    let text = StateDigest.text(of: value)
    type = String(text.prefix(1))
    content = value == nil ? nil : String(text.dropFirst(2))
  }
}
