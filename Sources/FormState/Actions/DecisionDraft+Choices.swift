extension DecisionDraft {
  /// Gives a question of several options the ones that are meant; with none it is cleared.
  ///
  /// - Returns: the action with the values of the options.
  mutating func decide(choosing value: CellValue, in question: CellSnapshot) throws -> FormAction {
    if !isInJournal, value == .choices([]) || value == .text("") {
      try clear(question)
      return .clear(question.reference)
    }
    let values = try isInJournal ? known(value, of: question) : reader.options(meantBy: value, under: question)
    do {
      let accepted = try question.cell.acceptedChoices(.choices(values))
      try setChoices(accepted, of: question)
      return .set(question.reference, accepted)
    } catch let refusal as RefusedValue {
      throw ActionError.refusedValue(cell: question.address, refusal)
    }
  }

  /// Adds an option to those that are chosen, after them, or takes it away. The question stays as open as it is, since one may be
  /// about to choose another; without any option it holds nothing.
  mutating func toggle(_ option: String, of question: CellSnapshot) throws {
    var values = question.value?.chosenValues ?? []
    if let place = values.firstIndex(where: { $0.isSpelled(like: option) }) {
      values.remove(at: place)
    } else {
      values.append(option)
    }
    try setChoices(values.isEmpty ? nil : .choices(values), of: question)
  }

  private mutating func setChoices(_ value: CellValue?, of question: CellSnapshot) throws {
    try setEntered(value.map(FieldContent.value) ?? .cleared, of: question)
  }

  /// The values that a journal holds, which are those of options.
  private func known(_ value: CellValue, of question: CellSnapshot) throws -> [String] {
    guard case .choices(let values) = value else { throw reader.refusal(of: value, by: question, options: []) }
    for value in values where try reader.option(withValue: value, under: question) == nil {
      throw reader.refusal(of: .text(value), by: question, options: [])
    }
    return values
  }
}

extension StateReader {
  /// What a question shows of what it holds: the titles of the options that are chosen.
  func titleOfChosen(_ value: CellValue?, under question: CellSnapshot) throws -> String? {
    switch value {
    case .text(let chosen): return try option(withValue: chosen, under: question)?.cell.title
    case .choices(let values):
      let titles = try values.map { value in
        let title = try option(withValue: value, under: question)?.cell.title ?? ""
        return title.isEmpty ? value : title
      }
      return titles.joined(separator: ", ")
    default: return nil
    }
  }

  /// The values of the options that are meant: by an array, by a JSON array or by a text with commas between them, each by its
  /// value or by a title that no other one has.
  ///
  /// - Throws: ``ActionError/refusedValue(cell:_:)`` for one that means none of them, which names the nearest.
  func options(meantBy value: CellValue, under question: CellSnapshot) throws -> [String] {
    let options = try children(of: question).filter { $0.cell.kind == .option }.map(\.cell)
    switch value {
    case .choices(let values): return try values.map { try option($0, among: options, of: question) }
    case .text(let text):
      // A title may have commas, and a value be a bracket.
      if let option = Self.option(text, among: options) { return [option] }
      let parts =
        ChoiceText.values(of: text) ?? text.split(separator: ",", omittingEmptySubsequences: false).map(Self.trimmed)
      return try parts.map { try option($0, among: options, of: question) }
    default: return [try option(value.plainText, among: options, of: question)]
    }
  }

  private static func option(_ text: String, among options: [FormCell]) -> String? {
    let text = text.canonicalKey
    if let option = options.first(where: { $0.optionValue == text }) { return option.optionValue }
    let titled = text.isEmpty ? [] : options.filter { $0.title.canonicalKey == text }
    return titled.count == 1 ? titled[0].optionValue : nil
  }

  private func option(_ text: String, among options: [FormCell], of question: CellSnapshot) throws -> String {
    if let option = Self.option(text, among: options) { return option }
    throw refusal(of: .text(text), by: question, options: options)
  }

  func refusal(of value: CellValue, by question: CellSnapshot, options: [FormCell]) -> ActionError {
    let refusal =
      if options.isEmpty {
        RefusedValue(given: value, accepted: "the values of its options")
      } else {
        RefusedValue(given: value, acceptedOptions: options.compactMap(\.optionValue), nearTo: value.plainText)
      }
    return ActionError.refusedValue(cell: question.address, refusal)
  }

  private static func trimmed(_ part: Substring) -> String {
    var part = part
    while part.first?.isWhitespace == true { part.removeFirst() }
    while part.last?.isWhitespace == true { part.removeLast() }
    return String(part)
  }
}
