import FormState

/// Reads the entries of one cell's dictionary, each with its own check.
struct CellDescriptorFields {
  let entries: [String: PropertyValue]
  let names: CellDescriptorNames
  let section: Int
  let row: Int
  let findings: CellDescriptorFindings
  /// The keys whose faults have been reported.
  private(set) var faultyKeys: Set<CellDescriptorKey> = []
  /// The keys and values of the dictionary, as the document has them.
  private let values: DocumentRow
  /// The positions of the values of the usual keys.
  private let places: CellDescriptorPlaces

  init(
    entries: DocumentRow, places: CellDescriptorPlaces, names: CellDescriptorNames, section: Int, row: Int,
    findings: CellDescriptorFindings
  ) {
    self.entries = entries.members
    values = entries
    self.places = places
    self.names = names
    self.section = section
    self.row = row
    self.findings = findings
  }

  /// Whether the dictionary has the eight usual keys and no other.
  var hasStandardKeysAlone: Bool { places.areStandardAlone }

  /// The value of a key.
  subscript(key: CellDescriptorKey) -> PropertyValue? {
    if key.placeAmongUsual != nil { return places.value(of: key, in: values) }
    return hasStandardKeysAlone ? nil : entries[names.name(of: key)]
  }

  mutating func addFault(_ key: CellDescriptorKey, _ problem: String, _ action: String) {
    faultyKeys.insert(key)
    findings.fault(
      Diagnostic(section: section, row: row, key: names.name(of: key), problem: problem, action: action))
  }

  /// Adds an irregularity; its wording is evaluated only on demand.
  mutating func note(_ irregularity: Irregularity, _ key: CellDescriptorKey, _ wording: () -> IrregularityWording) {
    if findings.isStrict { faultyKeys.insert(key) }
    findings.note(irregularity, section: section, row: row, key: names.name(of: key), wording)
  }

  /// A boolean; `nil` when it is missing or after a fault.
  ///
  /// - Parameters:
  ///   - irregularity: the irregularity of a missing one.
  ///   - done: the repair of a missing one.
  mutating func flag(_ key: CellDescriptorKey, missing irregularity: Irregularity, done: String) -> Bool? {
    guard let given = self[key], !given.isBlank else {
      let problem = self[key] == nil ? "is missing" : "is empty"
      note(irregularity, key) { IrregularityWording(problem, done: done, remedy: "write true or false") }
      return nil
    }
    guard let reading = given.flagReading else {
      addFault(key, "is \(given.described), not a boolean", "write true or false")
      return nil
    }
    if let irregularity = reading.irregularity {
      note(irregularity, key) {
        IrregularityWording(
          "is \(given.described), not a boolean", done: "read as \(reading.value)", remedy: "write true or false")
      }
    }
    return reading.value
  }

  /// The number of rows that follow; `nil` when it is missing or after a fault.
  mutating func additionalRows() -> Int? {
    let key = CellDescriptorKey.additionalRows
    guard let given = self[key], !given.isBlank else { return nil }
    let remedy = "write the number of rows below the cell as an integer"
    guard let reading = given.countReading else {
      if case .integer(let number) = given {
        addFault(key, "is \(number)", "write 0 or the number of rows below the cell")
      } else {
        addFault(key, "is \(given.described), not an integer", remedy)
      }
      return nil
    }
    if let irregularity = reading.irregularity {
      note(irregularity, key) {
        IrregularityWording(
          "is \(given.described), not an integer", done: "read as the number \(reading.value)", remedy: remedy)
      }
    }
    return reading.value
  }

  /// A text, empty when it is missing or after a fault.
  mutating func text(_ key: CellDescriptorKey) -> String {
    guard let given = self[key] else { return "" }
    guard let reading = given.textReading else {
      addFault(key, "is \(given.typeName), not a text", "write it as a string")
      return ""
    }
    if let irregularity = reading.irregularity {
      note(irregularity, key) {
        IrregularityWording("is \(given.typeName), not a text", done: "read as text", remedy: "write it as a string")
      }
    }
    return reading.value
  }

  /// The reuse identifier, that of the kind if the dictionary names none; `nil` after a fault.
  mutating func identifier() -> String? {
    let key = CellDescriptorKey.cellIdentifier
    let remedy = "write the cell's reuse identifier, such as idCellTextfield"
    guard let given = self[key], given != .string("") else {
      let problem = self[key] == nil ? "is missing" : "is empty"
      let kind = self[.cellKind]?.text.flatMap(CellKind.init(rawValue:)) ?? .custom
      note(.missingIdentifier, key) {
        IrregularityWording(problem, done: "read as \(kind.standardIdentifier)", remedy: remedy)
      }
      return findings.isStrict ? nil : kind.standardIdentifier
    }
    guard given.textReading != nil else {
      addFault(key, "is \(given.typeName), not a text", "write the cell's reuse identifier")
      return nil
    }
    return text(key)
  }

  /// The kind named by the dictionary, or else that of its identifier.
  mutating func kind(identifier: String?) -> CellKind {
    let derived = identifier.map(CellKind.init(standardIdentifier:)) ?? .custom
    guard let value = self[.cellKind] else { return derived }
    if let name = value.text, let kind = CellKind(rawValue: name) { return kind }
    let kinds = CellKind.allCases.map(\.rawValue)
    let budget = findings.faults.suggestions
    let near = value.text.flatMap { kinds.nearest(to: $0, within: budget) }.map { "; did you mean \($0)?" } ?? ""
    addFault(
      .cellKind, "is \(value.described), not a kind of cell", "write one of \(kinds.joined(separator: ", "))\(near)")
    return derived
  }

  /// The key that the dictionary names; `nil` when it names none or after a fault.
  mutating func givenKey() -> String? {
    switch self[.key] {
    case nil: return nil
    case .string(let key): return key
    case let other?:
      addFault(.key, "is \(other.typeName), not a text", "write it as a string")
      return nil
    }
  }

  /// The value of the cell above an option when it is chosen; `nil` if the dictionary has none or after a fault.
  mutating func optionValue() -> String? {
    switch self[.optionValue] {
    case nil: return nil
    case .string(let value) where !value.isEmpty: return value
    case let other?:
      addFault(.optionValue, "is \(other.described), not a text", "write it as a string that is not empty")
      return nil
    }
  }

  /// Whether the dictionary names a bound of a range.
  var hasRange: Bool { self[.minimumValue] != nil || self[.maximumValue] != nil }

  /// The unit of a number; `nil` if the dictionary has none.
  mutating func unit() -> String? {
    let unit = text(.numberUnit)
    return unit.isEmpty ? nil : unit
  }

  /// The range of a slider, 0 to 10 by default.
  mutating func range() -> NumberRange {
    var range = FormCell.standardSliderRange
    if let least = bound(.minimumValue) { range.minimum = least }
    if let greatest = bound(.maximumValue) { range.maximum = greatest }
    return range
  }

  private mutating func bound(_ key: CellDescriptorKey) -> Double? {
    guard let value = self[key] else { return nil }
    let number = value.number ?? value.text.flatMap { Double($0) }
    if let number, number.isFinite { return number }
    addFault(key, "is \(value.described), not a number", "write it as a number")
    return nil
  }

  /// Every entry without a meaning.
  func properties(kind: CellKind) -> [String: PropertyValue] {
    guard entries.contains(where: { names.isProperty($0.key, of: kind) }) else { return [:] }
    return entries.filter { names.isProperty($0.key, of: kind) }
  }
}
