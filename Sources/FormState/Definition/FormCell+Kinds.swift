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
      throw RefusedValue(given: given, wholeNumber(range, for: given))
    }
    return .integer(whole)
  }

  /// A whole number within a range, or else within the supported range, if the number is outside of it.
  private func wholeNumber(_ range: NumberRange?, for given: CellValue) -> Wording {
    if let range { return Wording(.wholeNumberFromTo, .number(range.minimumText), .number(range.maximumText)) }
    guard ExactDecimal(given.plainText.prefixText(ExactDecimal.mostCharacters))?.text.contains(".") == false else {
      return Wording(.wholeNumber)
    }
    return Wording(.wholeNumberFromTo, .number(String(Int64.min)), .number(String(Int64.max)))
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
      throw RefusedValue(given: given, acceptedNumber: number(within: range, for: given))
    }
    guard range?.contains(decimal.number) ?? true else {
      throw RefusedValue(given: given, number(within: range, for: .decimal(decimal)))
    }
    return .decimal(decimal)
  }

  private func number(within range: NumberRange?, for given: CellValue) -> Wording {
    let limit = Wording.Part.count(ExactDecimal.mostCharacters)
    let isLong = given.plainText.utf8.count > ExactDecimal.mostCharacters
    guard let range else {
      let example = Wording.Part.number("72.50")
      return isLong ? Wording(.shortNumber, limit, example) : Wording(.number, example)
    }
    let (least, most) = (Wording.Part.number(range.minimumText), Wording.Part.number(range.maximumText))
    return isLong ? Wording(.shortNumberFromTo, limit, least, most) : Wording(.numberFromTo, least, most)
  }

  func acceptedTime(_ given: CellValue) throws(RefusedValue) -> CellValue {
    if case .time = given { return given }
    if case .text(let text) = given, let time = ClockTime(isoText: text) { return .time(time) }
    throw RefusedValue(given: given, Wording(.timeOfDay))
  }

  func acceptedDateTime(_ given: CellValue) throws(RefusedValue) -> CellValue {
    if case .dateTime = given { return given }
    guard case .text(let text) = given else { throw Self.noDateTime(given) }
    if let moment = OffsetDateTime(isoText: text) { return .dateTime(moment) }
    guard let (date, time) = OffsetDateTime.withoutOffset(text) else { throw Self.noDateTime(given) }
    let bare = "\(date.isoText)T\(time.isoText)"
    throw RefusedValue(given: given, Wording(.offset, .text(bare)))
  }

  private static func noDateTime(_ given: CellValue) -> RefusedValue {
    RefusedValue(given: given, Wording(.dateTime))
  }

  func acceptedFile(_ given: CellValue) throws(RefusedValue) -> CellValue {
    guard case .text(let name) = given, !name.isEmpty else {
      throw RefusedValue(given: given, Wording(.file))
    }
    return given
  }

  /// The values of some options, each once. The caller knows the cells below and checks that the options exist.
  func acceptedChoices(_ given: CellValue) throws(RefusedValue) -> CellValue {
    guard case .choices(let values) = given else {
      throw RefusedValue(given: given, Wording(.someOptions))
    }
    guard !values.isEmpty else {
      throw RefusedValue(given: given, Wording(.anOption))
    }
    guard Set(values.map(\.canonicalKey)).count == values.count else {
      throw RefusedValue(given: given, Wording(.optionsOnce))
    }
    return given.withCanonicalText
  }
}

extension String {
  /// The text, truncated to a number of bytes.
  func prefixText(_ count: Int) -> String { String(decoding: utf8.prefix(count), as: UTF8.self) }
}
