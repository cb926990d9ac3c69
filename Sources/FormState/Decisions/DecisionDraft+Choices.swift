extension DecisionDraft {
  /// Sets the chosen options of a multiple-choice question; with none it is cleared.
  ///
  /// - Returns: the action with the values of the options.
  mutating func decide(choosing value: CellValue, in question: CellSnapshot) throws -> FormAction {
    if !isInJournal, value == .choices([]) || value == .text("") {
      try clear(question)
      return .clear(question.reference)
    }
    let values = try isInJournal ? known(value, of: question) : meant(value, of: question)
    do {
      let accepted = try question.cell.acceptedChoices(.choices(values))
      try setChoices(accepted, of: question)
      return .set(question.reference, accepted)
    } catch let refusal as RefusedValue {
      throw ActionError.refusedValue(question, refusal)
    }
  }

  /// Sets a question to one of the items of its list.
  ///
  /// - Returns: the action with the value of the item.
  mutating func decide(choosing value: CellValue, among list: any RuleList, in question: CellSnapshot) throws
    -> FormAction
  {
    let chosen = CellValue.text(try meant(value.plainText, among: list, of: question))
    try setEntered(.value(chosen), of: question)
    return .set(question.reference, chosen)
  }

  /// Chooses the item of a list with an address `QUESTION=VALUE`; in a multiple-choice question it is toggled.
  ///
  /// - Returns: the action with the resulting value of the question; `nil` if the address names no item.
  mutating func choose(addressed address: String) throws -> FormAction? {
    guard let (question, value) = try reader.item(addressedBy: address) else { return nil }
    guard question.cell.kind == .choices else {
      try setEntered(.value(.text(value)), of: question)
      return .set(question.reference, .text(value))
    }
    try toggle(value, of: question)
    let after = changes.last { $0.change.field == .value && $0.change.subject == question.subject }?.change.after?.value
    return after.map { .set(question.reference, $0) } ?? .clear(question.reference)
  }

  /// The values of the items that a given value refers to.
  private func meant(_ value: CellValue, of question: CellSnapshot) throws -> [String] {
    guard let list = try reader.choiceList(of: question, after: changes) else {
      return try reader.options(meantBy: value, under: question)
    }
    return try value.choices(
      whole: { text in
        try list.value(meantBy: text.canonicalKey).map { _ in try meant(text, among: list, of: question) }
      },
      each: { try meant($0, among: list, of: question) })
  }

  /// The value of the item that a text refers to: by its value or its title, or by a title that only one of the choices
  /// has.
  private func meant(_ text: String, among list: any RuleList, of question: CellSnapshot) throws -> String {
    let text = text.canonicalKey
    if let value = try list.value(meantBy: text) {
      // Of several items with the value, a title names the offered one, or none.
      let title = try reader.optionTitle(of: value, under: question, after: changes)
      if value.isSpelled(like: text) || title?.canonicalKey == text { return value }
    }
    guard let (list, offered) = try reader.offeredItems(of: question, after: changes), !offered.isEmpty else {
      throw ActionError.refusedValue(question, RefusedValue(given: .text(text), Wording(.noChoiceNow)))
    }
    let titled = try offered.filter { try list.text(row: $0, column: "title")?.canonicalKey == text }
    if titled.count == 1, let row = titled.first, let value = try list.text(row: row, column: "value") { return value }
    let options = try offered.prefix(Self.mostSuggested).compactMap { row in
      try list.text(row: row, column: "value").map { ($0, try list.text(row: row, column: "title") ?? "") }
    }
    let refusal = RefusedValue(
      given: .text(text), options: options, nearTo: text, several: question.cell.kind == .choices)
    throw ActionError.refusedValue(question, refusal)
  }

  /// Maximum number of choices searched for a suggestion.
  private static var mostSuggested: Int { 500 }

  /// Appends an option to the chosen ones, or removes it. The question stays open, since another choice may follow;
  /// without any option it has no value.
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

  /// The values in a journal, which belong to options.
  private func known(_ value: CellValue, of question: CellSnapshot) throws -> [String] {
    guard case .choices(let values) = value else { throw reader.refusal(of: value, by: question, options: []) }
    if question.cell.choosesFromList { return values }
    for value in values where reader.option(withValue: value, under: question) == nil {
      throw reader.refusal(of: .text(value), by: question, options: [])
    }
    return values
  }
}

/// The options of a question by their values and their titles.
private struct OptionNames {
  private let values: [String: String]
  private let options: [FormCell]
  /// By title the values of the options; `nil` for a title that several have. Few queries need it.
  private lazy var titles = Dictionary(options.map { ($0.title.canonicalKey, $0.optionValue) }) { _, _ in nil }

  init(_ options: [FormCell]) {
    self.options = options
    values = Dictionary(options.compactMap(\.optionValue).map { ($0, $0) }) { first, _ in first }
  }

  /// The value of the option that a text refers to: by its value, or by a title that only one of the options has.
  mutating func option(meantBy text: String) -> String? {
    let text = text.canonicalKey
    return values[text] ?? (text.isEmpty ? nil : titles[text] ?? nil)
  }
}

extension FormReader {
  /// The title of the option of a question with a value; `nil` if it has none.
  ///
  /// Of several items of a list with the value it is the offered one's; the value itself if that is not one title.
  func optionTitle(
    of value: String, under question: CellSnapshot, after changes: [PlacedChange] = []
  ) throws -> String? {
    // An answer is its own title, whether it still exists or not.
    if question.cell.rule(.choices)?.expression?.keyOfOfferedAnswers != nil { return value }
    if let list = try choiceList(of: question, after: changes) {
      return try list.title(ofValue: value) { try offeredItems(of: question, after: changes)?.rows ?? [] }
    }
    return option(withValue: value, under: question)?.cell.title
  }

  /// The question and the value of an address `QUESTION=VALUE` of an item of a list; `nil` if it names none.
  func item(addressedBy address: String) throws -> (question: CellSnapshot, value: String)? {
    for sign in address.indices.lazy.filter({ address[$0] == "=" }).prefix(8) {
      guard case .cell(let question)? = try addressed(String(address[..<sign]).canonicalKey),
        let list = try choiceList(of: question)
      else { continue }
      let value = String(address[address.index(after: sign)...]).canonicalKey
      if try !list.rows(where: [("value", value)]).isEmpty { return (question, value) }
    }
    return nil
  }

  /// Runs work that names an option, and makes the error of an unknown one suggest the nearest by value or title.
  func naming<Result>(optionOf reference: CellReference, _ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as ActionError where error.code == .unknownCell {
      guard case .key(let address) = reference, let sign = address.firstIndex(of: "="),
        case .cell(let question)? = try addressed(String(address[..<sign]).canonicalKey)
      else { throw error }
      let options = children(of: question).filter { $0.cell.kind == .option }.map(\.cell).namedOptions
      let nearest = options.flatMap { [$0.value, $0.title] }.nearest(to: String(address[sign...].dropFirst()))
      guard let option = options.first(where: { $0.value == nearest || $0.title == nearest }) else { throw error }
      throw ActionError.unknownCell(key: address, nearest: "\(question.address)=\(option.value)")
    }
  }

  /// The displayed text of a question's value: the titles of the chosen options.
  func titleOfChosen(
    _ value: CellValue?, under question: CellSnapshot, after changes: [PlacedChange] = []
  ) throws -> String? {
    switch value {
    case .text(let chosen): return try optionTitle(of: chosen, under: question, after: changes)
    case .choices(let values):
      let titles = try values.map { value in
        let title = try optionTitle(of: value, under: question, after: changes) ?? ""
        return title.isEmpty ? value : title
      }
      return titles.joined(separator: ", ")
    default: return nil
    }
  }

  /// The values of the options that a value refers to: an array, a JSON array or a text with commas, each item being a
  /// value or a unique title.
  ///
  /// - Throws: ``ActionError/Code/refusedValue`` for an item that matches none of them, with a suggestion.
  func options(meantBy value: CellValue, under question: CellSnapshot) throws -> [String] {
    let options = children(of: question).filter { $0.cell.kind == .option }.map(\.cell)
    var names = OptionNames(options)
    func option(_ text: String) throws -> String {
      if let option = names.option(meantBy: text) { return option }
      throw refusal(of: .text(text), by: question, options: options)
    }
    return try value.choices(whole: { names.option(meantBy: $0) }, each: option)
  }

  func refusal(of value: CellValue, by question: CellSnapshot, options: [FormCell]) -> ActionError {
    let refusal =
      if options.isEmpty {
        RefusedValue(given: value, Wording(.valuesOfOptions))
      } else {
        RefusedValue(given: value, options: options.namedOptions, nearTo: value.plainText, several: true)
      }
    return ActionError.refusedValue(question, refusal)
  }
}

extension [FormCell] {
  /// The values and titles of options.
  var namedOptions: [(value: String, title: String)] {
    compactMap { option in option.optionValue.map { ($0, option.title) } }
  }
}

extension CellValue {
  /// The choices of an array, a JSON array, or a text with commas.
  ///
  /// - Parameters:
  ///   - whole: the choice for a whole text; `nil` for none.
  ///   - each: the choice for one of several items.
  fileprivate func choices(
    whole: (String) throws -> String?, each: (String) throws -> String
  ) throws -> [String] {
    switch self {
    case .choices(let values): return try values.map(each)
    case .text(let text):
      // A title may contain commas, and a value may be a bracket.
      if let one = try whole(text) { return [one] }
      let parts =
        ChoiceText.values(of: text)
        ?? text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingWhitespace }
      return try parts.map(each)
    default: return [try each(plainText)]
    }
  }
}

extension Substring {
  /// The text without white space at its ends.
  fileprivate var trimmingWhitespace: String {
    var part = self
    while part.first?.isWhitespace == true { part.removeFirst() }
    while part.last?.isWhitespace == true { part.removeLast() }
    return String(part)
  }
}
