import FormState

/// Reads the entries of one cell's dictionary, each with its own check.
struct CellDescriptorFields {
  let entries: [String: PropertyValue]
  let section: Int
  let row: Int
  /// What the importer may spend on suggestions.
  let suggestions: SuggestionBudget
  private(set) var faults: [Diagnostic] = []
  private(set) var faultyKeys: Set<CellDescriptorKey> = []

  init(entries: [String: PropertyValue], section: Int, row: Int, suggestions: SuggestionBudget) {
    self.entries = entries
    self.section = section
    self.row = row
    self.suggestions = suggestions
  }

  mutating func addFault(_ key: CellDescriptorKey, _ problem: String, _ action: String) {
    faultyKeys.insert(key)
    faults.append(
      Diagnostic(section: section, row: row, key: key.rawValue, problem: problem, action: action))
  }

  /// A boolean; `nil` after a fault.
  mutating func flag(_ key: CellDescriptorKey) -> Bool? {
    switch entries[key.rawValue] {
    case .boolean(let flag): return flag
    case nil: addFault(key, "is missing", "write true or false")
    case let other?: addFault(key, "is \(other.described), not a boolean", "write true or false")
    }
    return nil
  }

  /// The number of rows that follow; `nil` after a fault.
  mutating func additionalRows() -> Int? {
    let key = CellDescriptorKey.additionalRows
    switch entries[key.rawValue] {
    case .integer(let number) where number >= 0:
      if let count = Int(exactly: number) { return count }
      addFault(key, "is \(number), more than any section has", "write the number of rows under the cell")
    case .integer(let number):
      addFault(key, "is \(number)", "write 0 or the number of rows under the cell")
    case nil:
      addFault(key, "is missing", "write the number of rows under the cell as an integer, 0 for none")
    case let other?:
      addFault(key, "is \(other.described), not an integer", "write the number of rows under the cell as an integer")
    }
    return nil
  }

  /// A text, empty when it is missing or after a fault.
  mutating func text(_ key: CellDescriptorKey) -> String {
    switch entries[key.rawValue] {
    case nil: return ""
    case .string(let text): return text
    case let other?:
      addFault(key, "is \(other.typeName), not a text", "write it as a string")
      return ""
    }
  }

  /// The reuse identifier; `nil` after a fault.
  mutating func identifier() -> String? {
    let key = CellDescriptorKey.cellIdentifier
    switch entries[key.rawValue] {
    case .string(let text) where !text.isEmpty: return text
    case nil: addFault(key, "is missing", "write the cell's reuse identifier, such as idCellTextfield")
    case .string: addFault(key, "is empty", "write the cell's reuse identifier, such as idCellTextfield")
    case let other?: addFault(key, "is \(other.typeName), not a text", "write the cell's reuse identifier")
    }
    return nil
  }

  /// The kind that the dictionary names, or else the one that its identifier stands for.
  mutating func kind(identifier: String?) -> CellKind {
    let derived = identifier.map(CellKind.init(standardIdentifier:)) ?? .custom
    switch entries[CellDescriptorKey.cellKind.rawValue] {
    case nil: return derived
    case let value?:
      if let name = value.text, let kind = CellKind(rawValue: name) { return kind }
      let names = CellKind.allCases.map(\.rawValue)
      let near = value.text.flatMap { names.nearest(to: $0, within: suggestions) }.map { "; did you mean \($0)?" } ?? ""
      addFault(
        .cellKind, "is \(value.described), not a kind of cell", "write one of \(names.joined(separator: ", "))\(near)")
      return derived
    }
  }

  /// The key that the dictionary names; `nil` when it names none or after a fault.
  mutating func givenKey() -> String? {
    switch entries[CellDescriptorKey.key.rawValue] {
    case nil: return nil
    case .string(let key): return key
    case let other?:
      addFault(.key, "is \(other.typeName), not a text", "write it as a string")
      return nil
    }
  }

  /// What the cell above an option holds when it is chosen; `nil` when the dictionary does not say or after a fault.
  mutating func optionValue() -> String? {
    switch entries[CellDescriptorKey.optionValue.rawValue] {
    case nil: return nil
    case .string(let value) where !value.isEmpty: return value
    case let other?:
      addFault(.optionValue, "is \(other.described), not a text", "write it as a string that is not empty")
      return nil
    }
  }

  /// The range of a slider, 0 to 10 where the dictionary says nothing.
  mutating func range() -> NumberRange {
    var range = FormCell.standardSliderRange
    if let least = bound(.minimumValue) { range.minimum = least }
    if let greatest = bound(.maximumValue) { range.maximum = greatest }
    return range
  }

  private mutating func bound(_ key: CellDescriptorKey) -> Double? {
    guard let value = entries[key.rawValue] else { return nil }
    let number = value.number ?? value.text.flatMap { Double($0) }
    if let number, number.isFinite { return number }
    addFault(key, "is \(value.described), not a number", "write it as a number")
    return nil
  }

  /// Every entry without a meaning of its own.
  func properties(kind: CellKind) -> [String: PropertyValue] {
    guard entries.count > 8 || !entries.keys.allSatisfy({ CellDescriptorKey(rawValue: $0) != nil }) else { return [:] }
    return entries.filter { name, _ in
      guard let key = CellDescriptorKey(rawValue: name) else { return true }
      return !key.isReserved(for: kind)
    }
  }
}

extension CellDescriptorFields {
  /// Reads the value that a cell starts with, as its kind holds it.
  ///
  /// - Parameters:
  ///   - cell: gets the value as its default, a label or option as a property.
  ///   - choice: gets what a heading starts with; its options are not known yet.
  mutating func readValue(into cell: inout FormCell, choice: inout String?) {
    guard let given = entries[CellDescriptorKey.value.rawValue], given != .string("") else { return }
    switch cell.kind {
    case .option, .label:
      cell.properties[CellDescriptorKey.value.rawValue] = given
    case .group:
      choice = given.text
      if choice == nil { refuse(given, expected: "the key or title of one of its options as a string") }
    case .text:
      cell.defaultValue = given.text.map(CellValue.text)
      if cell.defaultValue == nil { refuse(given, expected: "text as a string") }
    case .date:
      cell.defaultValue = Self.date(given)
      if cell.defaultValue == nil { refuse(given, expected: "a date, or text such as 1835-11-30") }
    case .switch:
      cell.defaultValue = Self.position(given)
      if cell.defaultValue == nil { refuse(given, expected: "true or false") }
    case .slider:
      cell.defaultValue = (given.number ?? given.text.flatMap { Double($0) }).flatMap(CellValue.number)
      if cell.defaultValue == nil { refuse(given, expected: "a number, or text such as 7.0") }
    case .custom:
      cell.defaultValue = Self.scalar(given)
      if cell.defaultValue == nil { refuse(given, expected: "text or a number") }
    }
  }

  private mutating func refuse(_ given: PropertyValue, expected: String) {
    // What stands there may be what a person entered, so the message names its type alone.
    addFault(.value, "is \(given.typeName) that the cell cannot hold", "write \(expected), or leave it empty")
  }

  private static func date(_ given: PropertyValue) -> CellValue? {
    switch given {
    case .date(let moment): CalendarDate(utcDayOf: moment).map(CellValue.date)
    case .string(let text): CalendarDate(isoText: text).map(CellValue.date)
    default: nil
    }
  }

  private static func position(_ given: PropertyValue) -> CellValue? {
    switch given {
    case .boolean(let isOn): .boolean(isOn)
    case .string("true"), .string("1"), .integer(1): .boolean(true)
    case .string("false"), .string("0"), .integer(0): .boolean(false)
    default: nil
    }
  }

  private static func scalar(_ given: PropertyValue) -> CellValue? {
    switch given {
    case .string(let text): .text(text)
    case .integer(let whole): .integer(whole)
    case .real(let number): CellValue.number(number)
    default: nil
    }
  }
}

/// The keys of a cell's dictionary in a CellDescriptor.plist that have a meaning.
enum CellDescriptorKey: String, CaseIterable {
  case isExpandable, isExpanded, isVisible, value, primaryTitle, secondaryTitle, cellIdentifier, additionalRows
  /// The cell's stable key, where its titles do not give it.
  case key
  /// The cell's kind, where its reuse identifier does not give it.
  case cellKind
  /// What the cell above an option holds when it is chosen, where its titles and key do not give it.
  case optionValue
  /// The range of a slider that is not the usual one.
  case minimumValue, maximumValue

  /// Whether a cell of a kind keeps the key for itself; of other kinds it is a property like any other.
  func isReserved(for kind: CellKind) -> Bool {
    switch self {
    case .minimumValue, .maximumValue: kind == .slider
    case .optionValue: kind == .option
    default: true
    }
  }

  /// The key in whose place a property of form JSON stands.
  init?(property: String) {
    switch property {
    case "identifier", "kind": self = .cellIdentifier
    case "expandable": self = .isExpandable
    case "expanded": self = .isExpanded
    case "title": self = .primaryTitle
    case "subtitle": self = .secondaryTitle
    case "minimum": self = .minimumValue
    case "maximum": self = .maximumValue
    case "options": self = .optionValue
    default: self.init(rawValue: property)
    }
  }
}
