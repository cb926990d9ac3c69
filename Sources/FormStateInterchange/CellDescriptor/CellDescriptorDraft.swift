import FormState

/// A cell as its dictionary describes it, before it is known what stands around it.
struct CellDescriptorDraft {
  /// The cell; where a key is faulty, with something harmless in its place.
  var cell = FormCell(key: "", kind: .custom)
  /// The dictionary; empty where the cell is plain, see ``isPlain``.
  private(set) var entries: [String: PropertyValue] = [:]
  /// Whether the dictionary is nothing but the eight usual entries, each of its usual type, so that it follows from the rest.
  private(set) var isPlain = false
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
    if kind == .slider || kind.isNumber && fields.hasRange { cell.range = fields.range() }
    if kind.isNumber { cell.unit = fields.unit() }
    if kind == .switch { cell.switchTitles = SwitchTitles(describedBy: cell.title) }
    // What a cell of an unknown kind may hold is unknown as well.
    if identifier != nil { fields.readValue(into: &cell, choice: &choice) }
    if !fields.hasStandardKeysAlone {
      cell.properties.merge(fields.properties(kind: kind)) { kept, _ in kept }
    }
    faultyKeys = fields.faultyKeys
    isPlain = fields.hasStandardKeysAlone && hasUsualTypes(fields)
    if !isPlain { self.entries = entries }
  }

  private func hasUsualTypes(_ fields: CellDescriptorFields) -> Bool {
    guard faultyKeys.isEmpty, case .boolean? = fields[.isExpandable], case .boolean? = fields[.isExpanded],
      case .boolean? = fields[.isVisible], case .integer? = fields[.additionalRows],
      case .string? = fields[.primaryTitle], case .string? = fields[.secondaryTitle],
      case .string(let identifier)? = fields[.cellIdentifier], !identifier.isEmpty,
      case .string(let value)? = fields[.value]
    else { return false }
    return value.isEmpty || cell.kind == .text
  }

  /// The dictionary as the document has it.
  func documentEntries(names: CellDescriptorNames) -> [String: PropertyValue] {
    guard isPlain else { return entries }
    let usual: [(CellDescriptorKey, PropertyValue)] = [
      (.isExpandable, .boolean(row.isExpandable)), (.isExpanded, .boolean(row.isExpanded)),
      (.isVisible, .boolean(row.isVisible ?? true)), (.value, .string(cell.defaultValue?.plainText ?? "")),
      (.primaryTitle, .string(cell.title)), (.secondaryTitle, .string(cell.subtitle)),
      (.cellIdentifier, .string(cell.identifier)), (.additionalRows, .integer(Int64(row.count ?? 0))),
    ]
    return Dictionary(usual.map { (names.name(of: $0), $1) }) { first, _ in first }
  }

  /// Whether a plain cell is written as the document has it.
  ///
  /// - Parameters:
  ///   - cell: the cell as it is in the form.
  ///   - isVisible: whether it shows at first.
  func isWrittenAlike(_ cell: FormCell, isVisible: Bool) -> Bool {
    isPlain && row.isExpandable == cell.isExpandable && row.isExpanded == cell.startsExpanded
      && row.isVisible == isVisible && row.count == cell.additionalRows && !cell.isHidden
      && CellKind(standardIdentifier: cell.identifier) == cell.kind
  }

  /// Whether something is unknown on which it depends how the cells of the section hang together.
  var isStructureUnknown: Bool { !faultyKeys.isEmpty && !Self.structuralKeys.isDisjoint(with: unreadableKeys) }

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
