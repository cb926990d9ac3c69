import FormState

/// Turns the value of a CellDescriptor.plist into a form, and collects irregularities.
struct CellDescriptorReader {
  /// A section's content before its nesting is known.
  struct SectionDraft {
    /// The cells, until they are put together.
    var cells: [FormCell] = []
    /// Further content of each cell.
    private(set) var drafts: [CellDescriptorDraft] = []
    /// Whether every cell exists and can be understood, so the nesting is known.
    var isStructureKnown = true

    /// Adds a cell that its dictionary describes.
    mutating func add(
      _ entries: DocumentRow, _ places: CellDescriptorPlaces, names: CellDescriptorNames, section: Int, row: Int,
      findings: CellDescriptorFindings
    ) {
      guard places.describeCell else {
        return addNoCell(.dictionary(entries.members), section: section, row: row, findings: findings)
      }
      if let (cell, draft) = CellDescriptorDraft.plain(entries, places) {
        cells.append(cell)
        drafts.append(draft)
        return
      }
      var fields = CellDescriptorFields(
        entries: entries, places: places, names: names, section: section, row: row, findings: findings)
      let (cell, draft) = CellDescriptorDraft.read(&fields)
      if draft.isStructureUnknown { isStructureKnown = false }
      cells.append(cell)
      drafts.append(draft)
    }

    /// Adds something harmless for an element that is not a cell.
    mutating func addStandIn() {
      cells.append(FormCell(key: "", kind: .custom))
      drafts.append(CellDescriptorDraft())
    }

    /// Adds a placeholder for an element that is not a cell.
    fileprivate mutating func addNoCell(
      _ element: PropertyValue, section: Int, row: Int, findings: CellDescriptorFindings
    ) {
      findings.fault(CellDescriptorReader.noCellFault(element, section: section, row: row))
      isStructureKnown = false
      addStandIn()
    }
  }

  let settings: ImportSettings
  let names: CellDescriptorNames
  let findings: CellDescriptorFindings
  /// The cells that were taken out of the document during reading.
  let rows: CellDescriptorRows
  private let naming: CellNaming

  init(settings: ImportSettings) {
    self.settings = settings
    names = CellDescriptorNames(title: settings.titleKey)
    findings = CellDescriptorFindings(isStrict: settings.isStrict)
    naming = CellNaming(names: names, state: ResponseState())
    rows = CellDescriptorRows(names: names, findings: findings)
  }

  /// The form; `nil` if there are faults, or if another key holds the titles
  /// (``CellDescriptorFindings/otherTitleKey``).
  ///
  /// - Parameter keepsSpelling: whether the form keeps the document's spelling where FormState's would differ.
  func form(from root: PropertyValue, keepsSpelling: Bool) -> FormDefinition? {
    guard let (sections, isFlat) = sections(of: root) else { return nil }
    if let fault = settings.titlesFault(sectionCount: sections.count) { findings.fault(fault) }
    var drafts: [SectionDraft] = []
    drafts.reserveCapacity(sections.count)
    for (index, section) in sections.enumerated() where !findings.faults.isFull {
      drafts.append(draft(of: section, at: index))
    }
    if findings.faults.isFull { return nil }
    guard checkTitles(of: drafts) else { return nil }
    var form = FormDefinition(key: settings.formKey ?? settings.keyFromName)
    var sectionKeys = KeyMaker()
    for index in drafts.indices {
      let title = settings.sectionTitles.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? ""
      let key = sectionKeys.key(for: Slug.text(of: title) ?? "section-\(index + 1)")
      let cells = cells(of: &drafts[index], section: index)
      form.sections.append(FormSection(key: key, title: title, cells: cells, isKeyDerived: true))
    }
    nameCells(of: &form, drafts: drafts)
    if keepsSpelling && findings.faults.count == 0 {
      OriginalSpelling(isFlat: isFlat, titleKey: settings.titleKey).keep(in: &form)
      OriginalSpelling.keep(drafts, in: &form)
    }
    addDefinitionFaults(of: form, drafts: drafts)
    return findings.faults.count == 0 ? form : nil
  }

  /// The values of the sections, and whether the root is one section's cells.
  private func sections(of root: PropertyValue) -> (sections: [PropertyValue], isFlat: Bool)? {
    guard case .array(let sections) = root else {
      findings.fault(
        ForeignDocument.fault(ofPropertyList: root)
          ?? Diagnostic(
            problem: "the root is \(root.typeName), not an array of sections",
            action: "write an array with an array of cells for each section"))
      return nil
    }
    let isFlat = sections.contains { if case .dictionary = $0 { true } else { false } }
    let hasArrays = sections.contains { if case .array = $0 { true } else { false } }
    guard isFlat, !hasArrays else { return (sections, false) }
    guard sections.contains(where: isCell) else {
      findings.fault(
        Diagnostic(
          problem: "the root is an array of dictionaries, none of which has the keys of a cell",
          action: "import a CellDescriptor.plist; map JSON to a form with a layout"))
      return nil
    }
    findings.isFlat = true
    findings.note(.flatRoot, section: nil) {
      IrregularityWording(
        "the root is an array of cells, not of sections", done: "read as one section",
        remedy: "put the cells into a separate array inside the root")
    }
    return ([root], true)
  }

  private func isCell(_ value: PropertyValue) -> Bool {
    guard case .dictionary(let entries) = value else { return false }
    return CellDescriptorKey.describingRows.contains { entries[$0.rawValue] != nil }
  }

  private func draft(of section: PropertyValue, at index: Int) -> SectionDraft {
    guard case .array(let elements) = section else {
      findings.fault(
        Diagnostic(
          section: index, problem: "the section is \(section.typeName), not an array of cells",
          action: "write an array, empty if the section has no cells"))
      return SectionDraft(isStructureKnown: false)
    }
    if elements.isEmpty {
      findings.note(.emptySection, section: index) {
        IrregularityWording("the section has no cells", done: "kept unchanged", remedy: "no change is needed")
      }
    }
    var draft = rows.release(section: index)
    for (row, element) in elements.enumerated() where element != CellDescriptorRows.placeholder {
      guard !findings.faults.isFull else { break }
      switch element {
      case .dictionary(let entries):
        let entries = DocumentRow(entries)
        let places = CellDescriptorPlaces(of: entries.keys, names: names)
        draft.add(entries, places, names: names, section: index, row: row, findings: findings)
      default:
        draft.isStructureKnown = false
        findings.fault(Self.noCellFault(element, section: index, row: row))
        // There already is a placeholder between the cells.
        if row >= draft.cells.count { draft.addStandIn() }
      }
    }
    return draft
  }

  fileprivate static func noCellFault(_ element: PropertyValue, section: Int, row: Int) -> Diagnostic {
    if case .dictionary = element {
      let keys = CellDescriptorKey.describingRows.map(\.rawValue).joined(separator: ", ")
      return Diagnostic(
        section: section, row: row,
        problem: "the dictionary has none of the keys \(keys), so it does not describe a cell",
        action: "write them, or remove it")
    }
    return Diagnostic(
      section: section, row: row, problem: "the cell is \(element.typeName), not a dictionary",
      action: "write a dictionary with the keys of a cell, or remove it")
  }
}

// MARK: - Putting the cells of a section together

extension CellDescriptorReader {
  /// Takes the cells of a section out of its draft, without the derived keys.
  private func cells(of draft: inout SectionDraft, section: Int) -> [FormCell] {
    var cells: [FormCell] = []
    swap(&cells, &draft.cells)
    guard draft.isStructureKnown else { return cells }
    var structure = CellDescriptorStructure(section: section, rows: draft.drafts.map(\.row), findings: findings)
    let faultCount = findings.faults.count
    structure.resolve()
    // If counts were refused, the place of an option may differ from the author's intention.
    let isNestingSound = findings.faults.count == faultCount
    for row in cells.indices {
      cells[row].additionalRows = structure.additionalRows[row]
      cells[row].startsExpanded = structure.startsExpanded[row]
      cells[row].isHidden = structure.isHidden[row]
    }
    let nesting = Nesting(additionalRows: structure.additionalRows)
    for row in cells.indices {
      if cells[row].kind == .option, !takesOptions(nesting.parents[row].map { cells[$0].kind }) {
        if isNestingSound { noteStrayOption(section: section, row: row) }
        cells[row].kind = .label
        cells[row].optionValue = nil
      }
      cells[row].isKeyDerived = draft.drafts[row].givenKey == nil
      if let key = draft.drafts[row].givenKey { cells[row].key = key }
    }
    return cells
  }

  /// Derives the missing keys, and what follows from keys.
  private func nameCells(of form: inout FormDefinition, drafts: [SectionDraft]) {
    let nestings = form.sections.map { Nesting(of: $0) }
    let keys = DerivedKeys(
      CellsOfForm(form.sections, nestings: nestings, naming: naming, areNamed: false)
    ).keys
    var end = 0
    for section in form.sections.indices {
      let start = end
      end += form.sections[section].cells.count
      guard drafts[section].isStructureKnown else { continue }
      for row in form.sections[section].cells.indices { form.sections[section].cells[row].key = keys[start + row] }
      finish(
        &form.sections[section].cells, children: Children(nesting: nestings[section]), drafts: drafts[section].drafts,
        section: section)
    }
  }

  private func finish(_ cells: inout FormCells, children: Children, drafts: [CellDescriptorDraft], section: Int) {
    nameOptions(of: &cells, children: children, drafts: drafts)
    for row in cells.indices where cells[row].isExpandable {
      let below = children.positions(under: row)
      cells[row].summary = .inferred(fromKinds: below.map { cells[$0].kind })
    }
    for row in cells.indices {
      if case .choices(let choices)? = cells[row].defaultValue {
        let below = children.positions(under: row).map { cells[$0] }
        let values = choices.flatMap { option($0, among: below, section: section, row: row)?.chosenValues ?? [] }
        cells[row].defaultValue = values.isEmpty ? nil : .choices(values)
      }
      guard let choice = drafts[row].choice else { continue }
      let below = children.positions(under: row).map { cells[$0] }
      cells[row].defaultValue = option(choice, among: below, section: section, row: row)
    }
  }

  /// Whether a cell could hold the choice of an option; below others it is a label, since tapping it had no lasting
  /// effect.
  private func takesOptions(_ parent: CellKind?) -> Bool { parent?.takesOptions ?? false }

  private func noteStrayOption(section: Int, row: Int) {
    findings.note(.strayOption, section: section, row: row, key: CellDescriptorKey.cellIdentifier.rawValue) {
      IrregularityWording(
        "is an option, but no group or custom cell above it could hold it as its value",
        done: "read as a label", remedy: "put it below one, or write another identifier")
    }
  }

  private func nameOptions(of cells: inout FormCells, children: Children, drafts: [CellDescriptorDraft]) {
    for row in cells.indices {
      let options = children.positions(under: row).filter { cells[$0].kind == .option }
      guard !options.isEmpty else { continue }
      let question = OptionsOfQuestion(
        options: options.map { cells[$0] }, givenValues: options.map { drafts[$0].optionValue ?? drafts[$0].givenKey },
        naming: naming)
      for (option, value) in zip(options, DerivedKeys(question).keys) { cells[option].optionValue = value }
    }
  }

  private func option(_ choice: String, among cells: [FormCell], section: Int, row: Int) -> CellValue? {
    let options = cells.filter { $0.kind == .option }
    let match =
      options.first { $0.optionValue == choice } ?? options.first { $0.key == choice }
      ?? options.first { $0.title == choice }
    if let value = match?.optionValue { return .text(value) }
    let near = options.map(\.title).nearest(to: choice, within: findings.faults.suggestions)
    findings.note(.unknownChoice, section: section, row: row, key: CellDescriptorKey.value.rawValue) {
      IrregularityWording(
        "“\(choice.prefix(40))” is neither the value nor the title of an option directly below the cell",
        done: "kept as written; the cell starts without a choice",
        remedy: options.isEmpty
          ? "leave it empty" : "name one of its options\(near.map { ", perhaps “\($0)”" } ?? ""), or leave it empty")
    }
    return nil
  }
}

// MARK: - Faults of the definition

extension CellDescriptorReader {
  private func addDefinitionFaults(of form: FormDefinition, drafts: [SectionDraft]) {
    for fault in form.definitionFaults() {
      let key = CellDescriptorKey(property: fault.property)
      let isOfProperties = fault.property.hasPrefix("properties.")
      if let section = fault.section, let row = fault.row, !isOfProperties {
        guard drafts[section].isStructureKnown, let key,
          drafts[section].drafts[row].faultyKeys.isDisjoint(with: [key, .cellIdentifier])
        else { continue }
      }
      // In a property list, properties are among the other keys.
      let property = isOfProperties ? Self.nameInDocument(ofProperty: fault.property) : fault.property
      let name = fault.section == nil ? nil : key.map(names.name(of:)) ?? property
      let (problem, action) = fault.clauses
      findings.fault(
        Diagnostic(section: fault.section, row: fault.row, key: name, problem: problem, action: action))
    }
  }

  private static func nameInDocument(ofProperty path: String) -> String {
    let kept = "properties.\(OriginalSpelling.property)."
    return String(path.dropFirst(path.hasPrefix(kept) ? kept.count : "properties.".count))
  }
}
