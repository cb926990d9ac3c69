/// Checks the cells of one section.
struct SectionCheck {
  let section: FormSection
  let position: Int
  /// The lists of the form by name.
  var lists: [String: OptionList] = [:]
  /// The budget of the whole form's check for suggestions.
  let suggestions: SuggestionBudget
  /// Whether the definition is already stored, see `FormDefinition.definitionFaults(isStored:)`.
  var isStored = false
  /// Whether to look for duplicate cell keys.
  var looksForTwins = true

  /// All faults of the section's cells, in order.
  ///
  /// - Parameter seenKeys: the first place of each cell key of the form; extended by this section's keys.
  func cellFaults(seenKeys: inout [String: (section: Int, row: Int)]) -> [DefinitionFault] {
    let nesting = Nesting(of: section)
    var faults: [DefinitionFault] = []
    // The end of the enclosing cell's range shows whether the cell's own range fits.
    var open: [Int] = []
    var openRepeats: [(end: Int, count: Int)] = []
    // The buffer lends each cell without retaining its texts.
    section.cells.withUnsafeBufferPointer { cells in
      for row in cells.indices where faults.count < FormDefinition.mostFaults {
        while let end = open.last, end <= row { open.removeLast() }
        let enclosingEnd = open.last ?? cells.count
        add(to: &faults, of: cells[row], row: row, enclosingEnd: enclosingEnd, nesting: nesting, seenKeys: &seenKeys)
        if cells[row].kind == .repeat {
          faults += firstInstanceFaults(of: cells[row], row: row, within: &openRepeats)
        }
        let additionalRows = cells[row].additionalRows
        if additionalRows > 0 { open.append(min(enclosingEnd, row + 1 + min(additionalRows, cells.count))) }
      }
    }
    return faults
  }

  private func add(
    to faults: inout [DefinitionFault], of cell: FormCell, row: Int, enclosingEnd: Int, nesting: Nesting,
    seenKeys: inout [String: (section: Int, row: Int)]
  ) {
    if let fault = keyFault(of: cell, row: row, seenKeys: &seenKeys) { faults.append(fault) }
    if let fault = rangeFault(of: cell, row: row, enclosingEnd: enclosingEnd) { faults.append(fault) }
    let level = nesting.levels[row]
    if level > FormDefinition.maximumLevel {
      let problem = "the cell is nested \(level) levels deep; at most \(FormDefinition.maximumLevel) are possible"
      faults.append(fault(cell, row, "additionalRows", problem))
    }
    if !isPlain(cell) {
      faults += contentFaults(of: cell, row: row, parentKind: nesting.parents[row].map { section.cells[$0].kind })
    }
  }

  func fault(_ cell: FormCell, _ row: Int, _ property: String, _ problem: String) -> DefinitionFault {
    DefinitionFault(section: position, row: row, key: cell.key, property: property, problem: problem)
  }

  /// Whether only the cell's key and range can be faulty, as for most cells.
  private func isPlain(_ cell: FormCell) -> Bool {
    !cell.hasRareProperties && cell.defaultValue == nil && cell.optionValue == nil && !cell.identifier.isEmpty
      && cell.kind != .option && cell.kind != .slider && cell.kind != .repeat && !mayHoldOptions(cell)
      && (cell.isExpandable || !cell.startsExpanded && !cell.isAccordion)
      && (isStored || Self.isAllowed(cell.identifier) && Self.isAllowed(cell.title) && Self.isAllowed(cell.subtitle))
  }

  private func mayHoldOptions(_ cell: FormCell) -> Bool {
    cell.additionalRows > 0 && cell.kind.takesOptions
  }

  private static func isAllowed(_ text: String) -> Bool { ForbiddenCharacter(firstIn: text) == nil }

  private func keyFault(
    of cell: FormCell, row: Int, seenKeys: inout [String: (section: Int, row: Int)]
  ) -> DefinitionFault? {
    if let problem = FormDefinition.problem(withKey: cell.key) { return fault(cell, row, "key", problem) }
    guard looksForTwins, let first = seenKeys.updateValue((position, row), forKey: cell.key) else { return nil }
    seenKeys[cell.key] = first
    let problem =
      "section \(first.section), row \(first.row) has the same key; keys are unique in a form\(cell.key.noteOnTwins)"
    return fault(cell, row, "key", problem)
  }

  private func rangeFault(of cell: FormCell, row: Int, enclosingEnd: Int) -> DefinitionFault? {
    let count = cell.additionalRows
    if count < 0 { return fault(cell, row, "additionalRows", "is \(count); it must be 0 or more") }
    if count > 0 && !cell.isExpandable {
      return fault(
        cell, row, "additionalRows", "is \(count), but the cell is not expandable, so they can never show")
    }
    let available = enclosingEnd - row - 1
    guard count > available else { return nil }
    let what =
      enclosingEnd == section.cells.count ? "the section's end" : "the end of the cell it is under"
    return fault(
      cell, row, "additionalRows", "is \(count), which runs past \(what); at most \(available) rows follow")
  }

  private func contentFaults(of cell: FormCell, row: Int, parentKind: CellKind?) -> [DefinitionFault] {
    var faults: [DefinitionFault] = []
    if cell.identifier.isEmpty {
      faults.append(fault(cell, row, "identifier", "the reuse identifier is empty; give it a name"))
    }
    if cell.startsExpanded && !cell.isExpandable {
      faults.append(fault(cell, row, "expanded", "the cell starts expanded but is not expandable"))
    }
    // Every cell with descendants is expandable, so the parent is the nearest expandable ancestor.
    if cell.kind == .option && parentKind?.takesOptions != true {
      faults.append(
        fault(
          cell, row, "kind", "an option must be under a group, choices or custom cell, whose value it is when chosen")
      )
    }
    if cell.isAccordion && !cell.isExpandable {
      faults.append(fault(cell, row, "accordion", "the cell is not expandable, so no cells can show under it"))
    }
    faults += repeatFaults(of: cell, row: row)
    faults += inlineFaults(of: cell, row: row)
    if !isStored { faults += textFaults(of: cell, row: row) }
    faults += numberFaults(of: cell, row: row)
    faults += optionFaults(of: cell, row: row)
    faults += valueFaults(of: cell, row: row)
    faults += summaryFaults(of: cell, row: row)
    faults += sensitivityFaults(of: cell, row: row)
    faults += PropertyCheck(isStored: isStored).findings(in: cell.properties).map {
      fault(cell, row, $0.path, $0.problem)
    }
    return faults
  }

  private func inlineFaults(of cell: FormCell, row: Int) -> [DefinitionFault] {
    guard let inline = cell.inline else { return [] }
    var faults: [DefinitionFault] = []
    if !cell.isExpandable {
      faults.append(fault(cell, row, "inline", "the cell is not expandable, so it can never grow"))
    }
    for (name, height) in [("collapsedHeight", inline.collapsedHeight), ("expandedHeight", inline.expandedHeight)] {
      guard let points = height.points, !height.isUsable else { continue }
      let problem = "is \(points); it must be greater than 0, or null for automatic"
      faults.append(fault(cell, row, "inline.\(name)", problem))
    }
    if let limit = inline.lineLimit, limit < 1 {
      faults.append(
        fault(cell, row, "inline.lineLimit", "is \(limit); it must be 1 or more, or null for no limit"))
    }
    return faults
  }

  private func textFaults(of cell: FormCell, row: Int) -> [DefinitionFault] {
    var faults: [DefinitionFault] = []
    func look(at text: String?, _ name: String) {
      guard let text, let character = ForbiddenCharacter(firstIn: text) else { return }
      faults.append(fault(cell, row, name, character.problem))
    }
    look(at: cell.identifier, "identifier")
    look(at: cell.title, "title")
    look(at: cell.subtitle, "subtitle")
    look(at: cell.summary?.text, "summary")
    look(at: cell.switchTitles?.off, "offTitle")
    look(at: cell.switchTitles?.on, "onTitle")
    look(at: cell.optionValue, "value")
    for case (let name, .text(let text)) in FurtherProperties(of: cell).values { look(at: text, name) }
    return faults
  }

  private func valueFaults(of cell: FormCell, row: Int) -> [DefinitionFault] {
    guard let value = cell.defaultValue, cell.kind != .repeat else { return [] }
    do {
      let accepted = try cell.acceptedDefault(value, isStored: isStored, isOption: isOption(of: cell, row: row))
      guard accepted == value else {
        return [fault(cell, row, "value", "is not in canonical form; write \(accepted.plainText)")]
      }
      return []
    } catch {
      return [fault(cell, row, "value", error.description)]
    }
  }

  /// A test of whether a text is the value of an option of a question.
  func isOption(of cell: FormCell, row: Int) -> (String) -> Bool {
    guard let values = optionValues(of: cell, row: row) else { return { _ in true } }
    // Other questions have one value, for which an index does not pay.
    guard cell.kind == .choices else { return { values.contains($0) } }
    let known = Set(values)
    return { known.contains($0) }
  }

  /// The values of the options of a question; `nil` if they are known only in a response, or were not read.
  private func optionValues(of cell: FormCell, row: Int) -> [String]? {
    guard cell.choosesFromList else { return section.optionsDirectly(under: row).compactMap(\.optionValue) }
    guard let choices = cell.choices, let list = lists[choices.list], list.outline == nil else { return nil }
    return list.options.map(\.value)
  }

  /// The faults of the options under a cell, or of an option's value.
  private func optionFaults(of cell: FormCell, row: Int) -> [DefinitionFault] {
    var faults: [DefinitionFault] = []
    if cell.kind == .option, cell.optionValue?.isEmpty ?? true {
      faults.append(fault(cell, row, "value", "an option needs a value, which its question holds when it is chosen"))
    } else if cell.kind != .option, cell.optionValue != nil {
      faults.append(fault(cell, row, "value", "only an option has an option value"))
    }
    guard cell.kind.takesOptions else {
      if cell.list != nil {
        faults.append(fault(cell, row, "options", "a cell of kind \(cell.kind.rawValue) cannot have options"))
      }
      return faults
    }
    guard cell.list != nil || section.hasOptionsDirectly(under: row) else { return faults }
    let options = section.optionsDirectly(under: row)
    var seen: Set<String> = []
    for option in options where !seen.insert(option.optionValue ?? "").inserted {
      let problem =
        "two options have the value “\((option.optionValue ?? "").prefix(40))”; values are unique in a question"
      faults.append(fault(cell, row, "options", problem))
    }
    return faults + listFaults(of: cell, row: row, options: options)
  }

  private func listFaults(of cell: FormCell, row: Int, options: [FormCell]) -> [DefinitionFault] {
    guard let name = cell.list else { return [] }
    guard let list = lists[name] else {
      let near = lists.keys.sorted().nearest(to: name, within: suggestions).asSuggestion
      return [fault(cell, row, "options", "there is no list “\(name.prefix(40))”\(near)")]
    }
    // Form JSON names the list instead of its options, so they must be where a reader puts them: first.
    let first = section.cells[(row + 1)...].prefix(list.options.count)
    guard list.cells(ofQuestion: cell.key) == options, options.elementsEqual(first) else {
      let problem =
        "the options under it are not those of the list “\(name.prefix(40))”; put exactly those options first"
      return [fault(cell, row, "options", problem)]
    }
    return []
  }

  private func summaryFaults(of cell: FormCell, row: Int) -> [DefinitionFault] {
    // A repeat has no summary.
    guard cell.kind != .repeat else { return [] }
    if cell.summary != nil && !cell.isExpandable && !cell.choosesFromList {
      return [fault(cell, row, "summary", "only an expandable cell can have a summary")]
    }
    guard case .template(let template) = cell.summary else { return [] }
    if let malformed = template.malformed {
      return [fault(cell, row, "summary", "\(malformed.description); write {key} for cells, {{ and }} for braces")]
    }
    let (keys, keysInRepeats) = keysBelow(row)
    let known = Set(keys)
    let nearest = NearestKeys(keys, within: suggestions)
    // Each key once, however often the template mentions it.
    var seen = known
    return template.cellKeys.filter { seen.insert($0).inserted }.map { key in
      if keysInRepeats.contains(key) {
        return fault(
          cell, row, "summary", "the template mentions “\(key)”, which is in a repeat and has several instances")
      }
      let hint = nearest.nearest(to: key).map { "; the nearest key there is “\($0)”" } ?? ""
      return fault(
        cell, row, "summary", "the template mentions “\(key)”, which is not under it\(hint)")
    }
  }
}
