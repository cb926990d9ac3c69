import FormState

/// A cell as its dictionary describes it, before it is known what stands around it.
struct CellDescriptorDraft {
  /// The cell; where a key is faulty, with something harmless in its place.
  var cell = FormCell(key: "", kind: .custom)
  /// The dictionary.
  var entries: [String: PropertyValue] = [:]
  /// What it says of the rows around the cell.
  var row = CellDescriptorStructure.Row()
  /// The key that the dictionary names; `nil` for one that is to be derived.
  var givenKey: String?
  /// What the cell above holds when this option is chosen, where the dictionary says so.
  var optionValue: String?
  /// The key or title of the option that a heading starts with.
  var choice: String?
  /// The keys whose faults have been reported.
  var faultyKeys: Set<CellDescriptorKey> = []

  /// A stand-in for a cell that is no dictionary.
  init() {}

  /// Reads a cell's dictionary.
  init(
    _ entries: [String: PropertyValue], names: CellDescriptorNames, section: Int, row: Int,
    findings: CellDescriptorFindings
  ) {
    self.entries = entries
    var fields = CellDescriptorFields(
      entries: entries, names: names, section: section, row: row, findings: findings)
    let identifier = fields.identifier()
    let kind = fields.kind(identifier: identifier)
    self.row = fields.structureRow()
    cell = FormCell(
      key: "", kind: kind, identifier: identifier ?? "unknown", title: fields.text(.primaryTitle),
      subtitle: fields.text(.secondaryTitle), isExpandable: self.row.isExpandable,
      startsExpanded: self.row.isExpanded)
    givenKey = fields.givenKey()
    if kind == .option { optionValue = fields.optionValue() }
    if kind == .slider { cell.range = fields.range() }
    if kind == .switch { cell.switchTitles = SwitchTitles(describedBy: cell.title) }
    // What a cell of an unknown kind may hold is unknown as well.
    if identifier != nil { fields.readValue(into: &cell, choice: &choice) }
    cell.properties.merge(fields.properties(kind: kind)) { kept, _ in kept }
    faultyKeys = fields.faultyKeys
  }

  /// Whether something is unknown on which it depends how the cells of the section hang together.
  var isStructureUnknown: Bool { !Self.structuralKeys.isDisjoint(with: unreadableKeys) }

  /// The faulty keys of which not even a meaning was found.
  private var unreadableKeys: Set<CellDescriptorKey> {
    faultyKeys.filter { key in
      guard let given = entries[key.rawValue], !given.isBlank else { return false }
      return key == .additionalRows ? given.countReading == nil : given.flagReading == nil
    }
  }

  private static let structuralKeys: Set<CellDescriptorKey> = [.isExpandable, .isExpanded, .isVisible, .additionalRows]
}

extension CellDescriptorFields {
  /// What the dictionary says of the rows around the cell.
  fileprivate mutating func structureRow() -> CellDescriptorStructure.Row {
    var row = CellDescriptorStructure.Row()
    row.count = additionalRows()
    if self[.additionalRows] != nil { row.countProblem = "is empty" }
    let isOpenable = (row.count ?? 0) > 0
    row.isExpandable =
      flag(.isExpandable, missing: .missingExpandable, done: "read as \(isOpenable)") ?? isOpenable
    row.isExpanded = flag(.isExpanded, missing: .missingExpanded, done: "read as false") ?? false
    row.isVisible = flag(.isVisible, missing: .missingVisible, done: "shown where no collapsed row hides it")
    row.neverShows = self[.neverShows] == .boolean(true)
    return row
  }
}
