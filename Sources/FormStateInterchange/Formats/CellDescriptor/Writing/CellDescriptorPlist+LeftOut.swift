import FormState

extension CellDescriptorPlist {
  /// The parts of a response and its form that ``write(_:as:)`` leaves out, since property lists cannot express them.
  ///
  /// ```swift
  /// for diagnostic in CellDescriptorPlist.leftOut(of: contents) { print(diagnostic) }
  /// ```
  ///
  /// Each kind is one diagnostic with the keys of the first cells or sections concerned. The journal and the keys of
  /// sections, which no property list has, are not mentioned.
  ///
  /// - Parameter contents: the response.
  /// - Returns: the diagnostics, in alphabetical order; none if importing the property list restores everything.
  /// - Complexity: O(n) for n cells, those of instances each counted.
  public static func leftOut(of contents: ResponseContents) -> [Diagnostic] {
    var parts = LeftOutParts()
    parts.add(contents.form)
    let names = CellDescriptorNames(title: OriginalSpelling(of: contents.form).titleKey)
    for section in contents.form.sections { parts.add(section, names) }
    parts.add(contents.state, of: contents.form, key: contents.key.response)
    return parts.diagnostics("A property list cannot express")
  }
}

extension LeftOutParts {
  fileprivate mutating func add(_ form: FormDefinition) {
    if !form.title.isEmpty { add("titles of forms", of: form.key) }
    if form.accordion != nil { add("accordions", of: form.key) }
    if form.language != nil || !form.translations.isEmpty { add("languages", of: form.key) }
    if !form.rowHeights.isEmpty { add("row heights", of: form.key) }
    if form.properties.keys.contains(where: { $0 != OriginalSpelling.property }) {
      add("properties of forms", of: form.key)
    }
    for list in form.lists { add("lists of options", of: list.name) }
  }

  fileprivate mutating func add(_ section: FormSection, _ names: CellDescriptorNames) {
    if !section.title.isEmpty { add("section titles", of: section.key) }
    if section.isAccordion { add("accordions", of: section.key) }
    if section.startsFolded || !section.isFoldable { add("folding of sections", of: section.key) }
    if section.relevant != nil { add("rules", of: section.key) }
    if !section.properties.isEmpty { add("properties of sections", of: section.key) }
    let children = Children(nesting: Nesting(of: section))
    for (row, cell) in section.cells.enumerated() {
      let below = children.positions(under: row).map { section.cells[$0].kind }
      for (what, isLeftOut) in Self.parts(of: cell, above: below, names) where isLeftOut { add(what, of: cell.key) }
    }
  }

  private static func parts(
    of cell: FormCell, above kinds: [CellKind], _ names: CellDescriptorNames
  ) -> [(what: String, isLeftOut: Bool)] {
    [
      ("rules", !cell.rules.isEmpty), ("accordions", cell.isAccordion),
      ("cells that grow in place", cell.inline != nil),
      // A repeat is listed as one, and its cells have no summary of their own.
      (
        "titles that summarize answers",
        cell.kind != .repeat && cell.summary != (cell.isExpandable ? .inferred(fromKinds: kinds) : nil)
      ),
      ("steps of numbers", cell.step != cell.stepInPropertyList),
      ("switch titles", cell.switchTitles != (cell.kind == .switch ? SwitchTitles(describedBy: cell.title) : nil)),
      ("sensitive answers", cell.isSensitive), ("repeats, whose instances become plain cells", cell.kind == .repeat),
      ("these properties", cell.properties.contains { !isWritten($0.key, $0.value, of: cell, names) }),
    ]
  }

  private static func isWritten(
    _ name: String, _ value: PropertyValue, of cell: FormCell, _ names: CellDescriptorNames
  ) -> Bool {
    name == OriginalSpelling.property || value != .null && names.isProperty(name, of: cell.kind)
  }

  fileprivate mutating func add(_ state: ResponseState, of form: FormDefinition, key: String) {
    if state.isCompleted { add("the completion of responses", of: key) }
    if state.hasSetAside { add("set-aside contents", of: key) }
    if state[.responseFaults, of: .response] != nil { add("reported faults", of: key) }
    if state[.responseAlternatives, of: .response] != nil { add("different answers", of: key) }
    for subject in state.folds.keys.sorted(by: StateSubject.utf8Order) where subject.setAsideFrom == nil {
      add("folding of sections", of: subject.key)
    }
    let touched = state.cells.keys.filter { $0.setAsideFrom == nil }
    for subject in touched.sorted(by: StateSubject.utf8Order) {
      guard let cell = state.cells[subject] else { continue }
      if cell.draft != nil { add("drafts", of: subject.description(naming: state.instanceNames)) }
      if !cell.reportedFaults.isEmpty { add("reported faults", of: subject.description(naming: state.instanceNames)) }
      if cell[.alternatives] != nil { add("different answers", of: subject.description(naming: state.instanceNames)) }
      if cell.title != nil, form.place(ofCell: subject.key).flatMap(form.cell(at:))?.title.isEmpty == false {
        add("titles of cells that show their answers", of: subject.description(naming: state.instanceNames))
      }
    }
  }
}
