import FormState

/// Turns the value of a CellDescriptor.plist into a form, collecting every fault on the way.
struct CellDescriptorReader {
  /// What was read of a section, before it is known how its cells hang together.
  struct SectionDraft {
    var cells: [CellDescriptorDraft] = []
    /// Whether every cell is there and says how many rows follow it, so that it is known which cell is under which.
    var isNestingKnown = true
  }

  let settings: ImportSettings
  private(set) var diagnostics: [Diagnostic] = []
  var faults = FaultList()
  private var keys = KeyMaker()

  init(settings: ImportSettings) {
    self.settings = settings
  }

  /// The form; `nil` when there is nothing to make one of. Only worth something when there are no ``faults``.
  mutating func form(from root: PropertyValue) -> FormDefinition? {
    guard let sections = sections(of: root) else { return nil }
    if let fault = settings.titlesFault(sectionCount: sections.count) { faults.add(fault) }
    var drafts: [SectionDraft] = []
    drafts.reserveCapacity(sections.count)
    for (index, section) in sections.enumerated() { drafts.append(draft(of: section, at: index)) }
    keys = KeyMaker(reserved: Set(drafts.lazy.flatMap { $0.cells.lazy.compactMap(\.givenKey) }))
    var form = FormDefinition(key: settings.formKey ?? settings.keyFromName)
    var sectionKeys = KeyMaker()
    for index in drafts.indices {
      let title = settings.sectionTitles.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? ""
      let key = sectionKeys.key(for: Slug.text(of: title) ?? "section-\(index + 1)")
      let cells = cells(of: drafts[index], section: index)
      form.sections.append(FormSection(key: key, title: title, cells: cells, isKeyDerived: true))
    }
    addDefinitionFaults(of: form, drafts: drafts)
    return form
  }

  private mutating func sections(of root: PropertyValue) -> [PropertyValue]? {
    guard case .array(let sections) = root else {
      faults.add(
        Diagnostic(
          problem: "the root is \(root.typeName), not an array of sections",
          action: "put an array there, with an array of cells for each section"))
      return nil
    }
    let isFlat = sections.contains { if case .dictionary = $0 { true } else { false } }
    let hasArrays = sections.contains { if case .array = $0 { true } else { false } }
    guard isFlat, !hasArrays else { return sections }
    faults.add(
      Diagnostic(
        problem: "the root is an array of cells, not of sections",
        action: "put the cells into an array of their own inside the root"))
    return nil
  }

  private mutating func draft(of section: PropertyValue, at index: Int) -> SectionDraft {
    guard case .array(let elements) = section else {
      faults.add(
        Diagnostic(
          section: index, problem: "the section is \(section.typeName), not an array of cells",
          action: "write an array, empty if the section has no cells"))
      return SectionDraft(isNestingKnown: false)
    }
    var draft = SectionDraft()
    draft.cells.reserveCapacity(elements.count)
    for (row, element) in elements.enumerated() {
      guard case .dictionary(let entries) = element else {
        faults.add(
          Diagnostic(
            section: index, row: row, problem: "the cell is \(element.typeName), not a dictionary",
            action: "write a dictionary with the keys of a cell, or remove it"))
        draft.isNestingKnown = false
        draft.cells.append(CellDescriptorDraft())
        continue
      }
      let cell = CellDescriptorDraft(entries, section: index, row: row, faults: &faults)
      if cell.faultyKeys.contains(.additionalRows) { draft.isNestingKnown = false }
      draft.cells.append(cell)
    }
    return draft
  }

  /// Puts the cells of a section together: their keys, which of them are hidden, what sums them up.
  private mutating func cells(of draft: SectionDraft, section: Int) -> [FormCell] {
    guard draft.isNestingKnown else { return draft.cells.map(\.cell) }
    let nesting = Nesting(additionalRows: draft.cells.lazy.map(\.cell.additionalRows))
    var visibility = CellDescriptorVisibility(section: section, drafts: draft.cells, nesting: nesting)
    visibility.check()
    for fault in visibility.faults { faults.add(fault) }
    diagnostics += visibility.diagnostics
    var cells = draft.cells.map(\.cell)
    for row in cells.indices {
      cells[row].isHidden = visibility.hiddenRows.contains(row)
      let parentKey = nesting.parents[row].map { cells[$0].key }
      cells[row].isKeyDerived = draft.cells[row].givenKey == nil
      cells[row].key = draft.cells[row].givenKey ?? keys.key(for: cells[row].derivedName(parentKey: parentKey))
    }
    let children = Children(nesting: nesting)
    for row in cells.indices {
      let options = children.positions(under: row).filter { cells[$0].kind == .option }
      var values = KeyMaker(
        reserved: Set(options.compactMap { draft.cells[$0].optionValue ?? draft.cells[$0].givenKey }))
      for option in options {
        cells[option].optionValue =
          draft.cells[option].optionValue ?? draft.cells[option].givenKey
          ?? values.key(for: cells[option].derivedName(parentKey: nil))
      }
    }
    for row in cells.indices where cells[row].isExpandable {
      let below = children.positions(under: row)
      cells[row].summary = .inferred(fromKinds: below.lazy.map { cells[$0].kind })
      if let choice = draft.cells[row].choice {
        cells[row].defaultValue = option(choice, among: below.map { cells[$0] }, section: section, row: row)
      }
    }
    return cells
  }

  private mutating func option(_ choice: String, among cells: [FormCell], section: Int, row: Int) -> CellValue? {
    let options = cells.filter { $0.kind == .option }
    let match =
      options.first { $0.optionValue == choice } ?? options.first { $0.key == choice }
      ?? options.first { $0.title == choice }
    if let value = match?.optionValue { return .text(value) }
    let near = options.map(\.title).nearest(to: choice, within: faults.suggestions).map { ", perhaps “\($0)”" } ?? ""
    faults.add(
      Diagnostic(
        section: section, row: row, key: CellDescriptorKey.value.rawValue,
        problem: "“\(choice.prefix(40))” is neither the value nor the title of an option directly under the cell",
        action: options.isEmpty ? "leave it empty" : "name one of its options\(near), or leave it empty"))
    return nil
  }
}

// MARK: - What the definition itself refuses

extension CellDescriptorReader {
  private mutating func addDefinitionFaults(of form: FormDefinition, drafts: [SectionDraft]) {
    for fault in form.definitionFaults() {
      let key = CellDescriptorKey(property: fault.property)
      let isOfProperties = fault.property.hasPrefix("properties.")
      if let section = fault.section, let row = fault.row, !isOfProperties {
        guard drafts[section].isNestingKnown, let key,
          drafts[section].cells[row].faultyKeys.isDisjoint(with: [key, .cellIdentifier])
        else { continue }
      }
      // In a property list, properties stand among the other keys.
      let property = isOfProperties ? String(fault.property.dropFirst("properties.".count)) : fault.property
      let name = fault.section == nil ? nil : key?.rawValue ?? property
      let (problem, action) = fault.clauses
      faults.add(
        Diagnostic(
          section: fault.section, row: fault.row, key: name, problem: problem, action: action))
    }
  }
}

extension FormCell {
  /// The name that the cell's key is made of, see ``CellNaming``.
  fileprivate func derivedName(parentKey: String?) -> String {
    CellNaming.name(
      kind: kind, isExpandable: isExpandable, primary: title, secondary: subtitle, parentKey: parentKey)
  }
}

/// A cell as its dictionary describes it, before it is known what stands around it.
struct CellDescriptorDraft {
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

/// Derives the key of a cell from its titles, the same way when a plist is read and when it is written.
struct CellNaming {
  /// The name to make a key of, before it is made unique.
  ///
  /// A heading shows what was entered as its primary title, so its secondary title, which stays, comes first.
  ///
  /// - Parameters:
  ///   - primary: the primary title in the plist.
  ///   - secondary: the secondary title in the plist.
  ///   - parentKey: the key of the cell above; `nil` at the top level.
  static func name(
    kind: CellKind, isExpandable: Bool, primary: String, secondary: String, parentKey: String?
  ) -> String {
    let first = isExpandable ? secondary : primary
    let second = isExpandable ? primary : secondary
    for title in [first, second] where !isSwitchTitles(title, kind: kind) {
      if let slug = Slug.text(of: title) { return slug }
    }
    return parentKey.map { "\($0)-\(kind.rawValue)" } ?? kind.rawValue
  }

  private static func isSwitchTitles(_ title: String, kind: CellKind) -> Bool {
    kind == .switch && SwitchTitles(describedBy: title) != nil
  }
}
