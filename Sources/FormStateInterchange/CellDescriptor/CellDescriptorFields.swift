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
