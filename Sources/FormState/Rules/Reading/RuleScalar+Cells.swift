extension FormCell {
  /// The cell's content for a result of a rule; `nil` for a result that it cannot hold. A cell of texts keeps the type
  /// of a condition and of a number.
  func content(ofRule result: RuleScalar) -> FieldContent? {
    if kind.holdsTypedResults, let typed = result.typedContent { return typed }
    return value(ofRule: result).map(FieldContent.value)
  }

  /// The cell's value for a result of a rule; `nil` for a result that it cannot hold.
  private func value(ofRule result: RuleScalar) -> CellValue? {
    let given: CellValue? =
      switch (kind, result) {
      case (.switch, _): .boolean(result.isTrue)
      case (.custom, .number(let number)), (.slider, .number(let number)): CellValue.number(number)
      // As in Collect: a whole number is truncated, and a decimal has no noise digits after a whole number.
      case (.integer, .number(let number)): CellValue.number(number.rounded(.towardZero))
      case (.decimal, .number(let number)): CellValue.number(RuleNumberText.withoutNoise(number))
      case (.integer, .boolean(let isTrue)), (.decimal, .boolean(let isTrue)), (.integer, .position(let isTrue)),
        (.decimal, .position(let isTrue)):
        .integer(isTrue ? 1 : 0)
      // A moment is on some day, regardless of the time.
      case (.date, _): .text(String(result.text.prefix(10)))
      default: .text(result.text)
      }
    return given.flatMap { try? accepted($0) }
  }
}

extension RuleScalar {
  /// The content of a cell that keeps the type of a condition and of a number; `nil` for any other result.
  var typedContent: FieldContent? {
    switch self {
    case .boolean(let isTrue), .position(let isTrue): .result(RuleResult(isTrue))
    case .number(let number): RuleResult(number).map(FieldContent.result)
    default: nil
    }
  }

  /// The value of a cell in an expression: a switch is a condition, a date or time its ISO text, several choices their
  /// values separated by spaces.
  init(_ value: CellValue) {
    switch value {
    case .text(let text): self = .text(text)
    case .integer(let whole): self = .number(Double(whole))
    case .real(let number): self = .number(number)
    case .boolean(let isOn): self = .position(isOn)
    case .decimal(let decimal): self = .number(decimal.number)
    case .date, .time, .dateTime: self = .date(value.plainText)
    case .choices(let values): self = .text(values.joined(separator: " "))
    }
  }
}
