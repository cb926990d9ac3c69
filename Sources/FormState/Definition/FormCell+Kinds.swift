extension FormCell {
  func acceptedWhole(_ given: CellValue) throws(RefusedValue) -> CellValue {
    let whole: Int64? =
      switch given {
      case .integer(let whole): whole
      case .real(let number): Int64(exactly: number)
      case .decimal(let decimal): decimal.exactWhole
      case .text(let text): ExactDecimal(text) == nil ? nil : Int64(text)
      case .boolean, .date, .time, .dateTime, .choices: nil
      }
    guard let whole, range?.contains(Double(whole)) ?? true else {
      throw RefusedValue(given: given, accepted: "a whole number\(bounds ?? Self.wholeNumbers(for: given))")
    }
    return .integer(whole)
  }

  /// The supported range, if the number is outside of it.
  private static func wholeNumbers(for given: CellValue) -> String {
    guard ExactDecimal(given.plainText.prefixText(ExactDecimal.mostCharacters))?.text.contains(".") == false else {
      return ", for example 42"
    }
    return " from \(Int64.min) to \(Int64.max)"
  }

  func acceptedDecimal(_ given: CellValue) throws(RefusedValue) -> CellValue {
    let decimal: ExactDecimal? =
      switch given {
      case .decimal(let decimal): decimal
      case .integer(let whole): ExactDecimal(String(whole))
      case .real(let number): ExactDecimal(number)
      case .text(let text): ExactDecimal(text)
      case .boolean, .date, .time, .dateTime, .choices: nil
      }
    guard let decimal else {
      let many = given.plainText.utf8.count > ExactDecimal.mostCharacters
      let limit = many ? " of at most \(ExactDecimal.mostCharacters) characters" : ""
      throw RefusedValue(given: given, acceptedNumber: "a number\(limit)\(bounds ?? ", for example 72.50")")
    }
    guard range?.contains(decimal.number) ?? true else {
      throw RefusedValue(given: given, accepted: "a number\(bounds ?? "")")
    }
    return .decimal(decimal)
  }

  /// The range in words, if any.
  private var bounds: String? { range.map { " from \($0.description)" } }

  func acceptedTime(_ given: CellValue) throws(RefusedValue) -> CellValue {
    if case .time = given { return given }
    if case .text(let text) = given, let time = ClockTime(isoText: text) { return .time(time) }
    throw RefusedValue(given: given, accepted: "a time of day as HH:MM or HH:MM:SS, for example 14:30")
  }

  func acceptedDateTime(_ given: CellValue) throws(RefusedValue) -> CellValue {
    if case .dateTime = given { return given }
    guard case .text(let text) = given else { throw Self.noDateTime(given) }
    if let moment = OffsetDateTime(isoText: text) { return .dateTime(moment) }
    guard let (date, time) = OffsetDateTime.withoutOffset(text) else { throw Self.noDateTime(given) }
    let bare = "\(date.isoText)T\(time.isoText)"
    throw RefusedValue(
      given: given,
      accepted: "its offset from UTC as well: \(bare)Z for UTC, or with hours and minutes, for example \(bare)+01:00")
  }

  private static func noDateTime(_ given: CellValue) -> RefusedValue {
    RefusedValue(given: given, accepted: "a date and time with its offset, for example 2026-11-21T14:30:00+01:00")
  }

  func acceptedFile(_ given: CellValue) throws(RefusedValue) -> CellValue {
    guard case .text(let name) = given, !name.isEmpty else {
      throw RefusedValue(given: given, accepted: "the non-empty name or path of a file")
    }
    return given
  }

  /// The values of some options, each once. The caller knows the cells below and checks that the options exist.
  func acceptedChoices(_ given: CellValue) throws(RefusedValue) -> CellValue {
    guard case .choices(let values) = given else {
      throw RefusedValue(given: given, accepted: "it some of its options, with set or choose")
    }
    guard !values.isEmpty else {
      throw RefusedValue(given: given, accepted: "it at least one of its options, or clear it")
    }
    guard Set(values.map(\.canonicalKey)).count == values.count else {
      throw RefusedValue(given: given, accepted: "each of its options once")
    }
    return given.withCanonicalText
  }
}

extension String {
  /// The text, truncated to a number of bytes.
  func prefixText(_ count: Int) -> String { String(decoding: utf8.prefix(count), as: UTF8.self) }
}
