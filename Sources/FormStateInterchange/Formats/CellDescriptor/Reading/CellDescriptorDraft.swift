import FormState

/// The content of a dictionary in addition to its cell, before its surroundings are known.
struct CellDescriptorDraft {
  /// The dictionary; empty if the cell is plain, see ``isPlain``.
  private(set) var entries: [String: PropertyValue] = [:]
  /// Whether the dictionary has nothing but the eight usual entries, each of its usual type, so it follows from the
  /// rest.
  private(set) var isPlain = false
  /// Its statements about the rows around the cell.
  var row = CellDescriptorStructure.Row()
  /// The key that the dictionary names; `nil` for one that is to be derived.
  var givenKey: String?
  /// The value of the cell above when this option is chosen, if the dictionary has it.
  var optionValue: String?
  /// The key or title of the option that a heading starts with.
  var choice: String?
  /// The keys whose faults have been reported.
  var faultyKeys: Set<CellDescriptorKey> = []

  /// A placeholder for a cell that is not a dictionary.
  init() {}

  /// Reads a dictionary that is nothing but the eight usual entries, each of its usual type; `nil` for any other.
  ///
  /// Nearly all cells are plain, and a plain one has no irregularities by itself.
  static func plain(_ entries: DocumentRow, _ places: CellDescriptorPlaces) -> (FormCell, CellDescriptorDraft)? {
    guard places.areStandardAlone, case .boolean(let isExpandable)? = places.value(of: .isExpandable, in: entries),
      case .boolean(let isExpanded)? = places.value(of: .isExpanded, in: entries),
      case .boolean(let isVisible)? = places.value(of: .isVisible, in: entries),
      case .string(let value)? = places.value(of: .value, in: entries),
      case .string(let title)? = places.value(of: .primaryTitle, in: entries),
      case .string(let subtitle)? = places.value(of: .secondaryTitle, in: entries),
      case .string(let identifier)? = places.value(of: .cellIdentifier, in: entries), !identifier.isEmpty,
      case .integer(let count)? = places.value(of: .additionalRows, in: entries), count >= 0
    else { return nil }
    let kind = CellKind(standardIdentifier: identifier)
    guard value.isEmpty || kind == .text else { return nil }
    var cell = FormCell(
      key: "", kind: kind, identifier: identifier, title: title, subtitle: subtitle,
      defaultValue: value.isEmpty ? nil : .text(value), isExpandable: isExpandable, startsExpanded: isExpanded)
    if kind == .switch { cell.switchTitles = SwitchTitles(describedBy: title) }
    if let step = cell.stepInPropertyList { cell.step = step }
    var draft = CellDescriptorDraft()
    draft.isPlain = true
    draft.row.isExpandable = isExpandable
    draft.row.isExpanded = isExpanded
    draft.row.isVisible = isVisible
    draft.row.count = Int(clamping: count)
    return (cell, draft)
  }

  /// Reads any dictionary. A faulty key gets a harmless value.
  static func read(_ fields: inout CellDescriptorFields) -> (FormCell, CellDescriptorDraft) {
    var draft = CellDescriptorDraft()
    let identifier = fields.identifier()
    let kind = fields.kind(identifier: identifier)
    draft.row = fields.structureRow()
    var cell = FormCell(
      key: "", kind: kind, identifier: identifier ?? "unknown", title: fields.text(.primaryTitle),
      subtitle: fields.text(.secondaryTitle), isExpandable: draft.row.isExpandable,
      startsExpanded: draft.row.isExpanded)
    draft.givenKey = fields.givenKey()
    if kind == .option { draft.optionValue = fields.optionValue() }
    if kind == .slider || kind.isNumber && fields.hasRange { cell.range = fields.range() }
    if kind.isNumber { cell.unit = fields.unit() }
    if kind == .switch { cell.switchTitles = SwitchTitles(describedBy: cell.title) }
    // The possible values of an unknown kind are unknown as well.
    if identifier != nil { fields.readValue(into: &cell, choice: &draft.choice) }
    if let step = cell.stepInPropertyList { cell.step = step }
    if !fields.hasStandardKeysAlone {
      cell.properties.merge(fields.properties(kind: kind)) { kept, _ in kept }
    }
    draft.faultyKeys = fields.faultyKeys
    draft.entries = fields.entries
    return (cell, draft)
  }

  /// The dictionary as the document has it.
  ///
  /// - Parameter cell: the cell that was read from it.
  func documentEntries(of cell: FormCell, names: CellDescriptorNames) -> [String: PropertyValue] {
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
  ///   - cell: the cell in the form.
  ///   - isVisible: whether it shows initially.
  @inline(__always)
  func isWrittenAlike(_ cell: FormCell, isVisible: Bool) -> Bool {
    isPlain && row.isExpandable == cell.isExpandable && row.isExpanded == cell.startsExpanded
      && row.isVisible == isVisible && row.count == cell.additionalRows && !cell.isHidden
      && CellKind(standardIdentifier: cell.identifier) == cell.kind
  }

  /// Whether something is unknown on which it depends how the cells of the section hang together.
  var isStructureUnknown: Bool { !faultyKeys.isEmpty && !Self.structuralKeys.isDisjoint(with: unreadableKeys) }

  /// The faulty keys without any meaning.
  private var unreadableKeys: Set<CellDescriptorKey> {
    faultyKeys.filter { key in
      guard let given = entries[key.rawValue], !given.isBlank else { return false }
      return key == .additionalRows ? given.countReading == nil : given.flagReading == nil
    }
  }

  private static let structuralKeys: Set<CellDescriptorKey> = [.isExpandable, .isExpanded, .isVisible, .additionalRows]
}

extension CellDescriptorFields {
  /// The dictionary's statements about the rows around the cell.
  fileprivate mutating func structureRow() -> CellDescriptorStructure.Row {
    var row = CellDescriptorStructure.Row()
    row.count = additionalRows()
    row.isCountBlank = self[.additionalRows] != nil
    let isOpenable = (row.count ?? 0) > 0
    row.isExpandable =
      flag(.isExpandable, missing: .missingExpandable, done: "read as \(isOpenable)") ?? isOpenable
    row.isExpanded = flag(.isExpanded, missing: .missingExpanded, done: "read as false") ?? false
    row.isVisible = flag(.isVisible, missing: .missingVisible, done: "shown unless a collapsed row hides it")
    row.neverShows = self[.neverShows] == .boolean(true)
    return row
  }
}

extension FormCell {
  /// The step that a property list gives the cell: a slider stops at whole numbers, as the tutorial's saves them; but
  /// not one whose bounds or value state otherwise.
  var stepInPropertyList: Double? {
    guard kind == .slider, let range else { return nil }
    let stated = [range.minimum, range.maximum, defaultValue?.number ?? 0]
    return stated.allSatisfy { $0 == $0.rounded() } ? 1 : nil
  }
}
