import FormState

/// A cell as its dictionary describes it, before it is known what stands around it.
struct CellDraft {
  /// The cell; where a key is faulty, with something harmless in its place.
  var cell = FormCell(key: "", kind: .custom)
  /// The key that the dictionary names; `nil` for one that is to be derived.
  var givenKey: String?
  /// What the cell above holds when this option is chosen, where the dictionary says so.
  var optionValue: String?
  /// Whether the dictionary says that the row shows; `nil` when it does not say so properly.
  var isVisible: Bool?
  /// Whether rows under the cell may show; `nil` when the dictionary does not say so properly.
  var opens: Bool?
  /// The key or title of the option that a heading starts with.
  var choice: String?
  /// The keys whose faults have been reported.
  var faultyKeys: Set<CellDescriptorKey> = []

  /// A stand-in for a cell that is no dictionary.
  init() {}

  /// Reads a cell's dictionary.
  init(_ entries: [String: PropertyValue], section: Int, row: Int, faults: inout FaultList) {
    var fields = CellDescriptorFields(
      entries: entries, section: section, row: row, suggestions: faults.suggestions)
    let identifier = fields.identifier()
    let kind = fields.kind(identifier: identifier)
    let additionalRows = fields.additionalRows()
    let isExpandable = fields.flag(.isExpandable)
    let isExpanded = fields.flag(.isExpanded)
    isVisible = fields.flag(.isVisible)
    let isOpenable = isExpandable ?? ((additionalRows ?? 0) > 0)
    opens = isExpandable == false ? nil : isExpanded
    cell = FormCell(
      key: "", kind: kind, identifier: identifier ?? "unknown", title: fields.text(.primaryTitle),
      subtitle: fields.text(.secondaryTitle), isExpandable: isOpenable, startsExpanded: isExpanded ?? false,
      additionalRows: additionalRows ?? 0)
    givenKey = fields.givenKey()
    if kind == .option { optionValue = fields.optionValue() }
    if kind == .slider { cell.range = fields.range() }
    if kind == .switch { cell.switchTitles = SwitchTitles(describedBy: cell.title) }
    // What a cell of an unknown kind may hold is unknown as well.
    if identifier != nil { fields.readValue(into: &cell, choice: &choice) }
    cell.properties.merge(fields.properties(kind: kind)) { kept, _ in kept }
    faultyKeys = fields.faultyKeys
    for fault in fields.faults { faults.add(fault) }
  }
}
