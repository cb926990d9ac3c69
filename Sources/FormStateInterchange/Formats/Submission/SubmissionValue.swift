import FormState

/// The notation of values in submissions, as in ODK.
enum SubmissionValue {
  /// The value of a trigger that was touched.
  private static let touched = "OK"

  /// A cell's value in the notation of submissions; empty for none.
  ///
  /// - Throws: ``ExportError`` for a choice with a blank in it, which would read as two.
  static func text(of content: FieldContent?, in cell: FormCell) throws(ExportError) -> String {
    // ODK does not treat the result of a condition as text, whatever holds it.
    if case .result(let result)? = content, result.type == .condition { return result.text == "true" ? "1" : "0" }
    switch content?.value {
    case nil: return ""
    case .boolean(let isOn) where cell.isTrigger: return isOn ? touched : ""
    case .boolean(let isOn): return isOn ? "1" : "0"
    case .time(let time): return withMilliseconds(time)
    case .dateTime(let moment):
      let parts = moment.isoText.split(separator: "T")
      let offset = parts.last.map { $0.drop { $0.isNumber || $0 == ":" || $0 == "." } } ?? ""
      return "\(moment.date.isoText)T\(withMilliseconds(moment.time))\(offset)"
    case .choices(let values):
      if let split = values.first(where: { $0.contains(where: \.isWhitespace) }) {
        throw ExportError(
          description: "the option “\(split.shortened)” of “\(cell.key.shortened)” has a space in its value, "
            + "which a submission cannot distinguish from two options; use a value without spaces")
      }
      return values.joined(separator: " ")
    case let value?: return value.plainText
    }
  }

  private static func withMilliseconds(_ time: ClockTime) -> String {
    let plain = time.with(nil).isoText
    return (time.millisecond == 0 ? "\(plain).000" : plain) + (time.offset?.isoText ?? "")
  }

  /// A submission's value as input for a cell; `nil` for none.
  static func value(_ text: String, of cell: FormCell) -> CellValue? {
    let plain = text.trimmed
    guard !plain.isEmpty else { return nil }
    switch cell.kind {
    case .text, .longText: return .text(text)
    case .choices: return .choices(plain.split(whereSeparator: \.isWhitespace).map(String.init))
    case .switch where plain == touched: return .boolean(true)
    default: return .text(plain)
    }
  }

  /// Whether a text is a cell's value in the notation of submissions.
  static func isSpelled(_ held: FieldContent?, as text: String, in cell: FormCell) -> Bool {
    guard let spelled = try? self.text(of: held, in: cell) else { return false }
    let isText = cell.kind == .text || cell.kind == .longText
    return isText ? spelled.isSpelled(like: text) : spelled.trimmed.isSpelled(like: text.trimmed)
  }
}

extension FormCell {
  /// Whether the cell was made of a trigger.
  fileprivate var isTrigger: Bool { properties.keptOfXForm("control")?.hasPrefix("<trigger") ?? false }
}
