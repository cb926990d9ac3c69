import FormState

/// Describes a response's cells the way a CellDescriptor.plist does.
struct CellDescriptorWriter {
  let form: FormDefinition
  let state: ResponseState
  let names: CellDescriptorNames
  private let asWritten: AsWritten

  init(form: FormDefinition, state: ResponseState) {
    self.form = form
    self.state = state
    asWritten = AsWritten(of: form)
    names = CellDescriptorNames(title: asWritten.titleKey)
  }

  /// Whether the cells of the only section stand at the root.
  var isFlat: Bool { asWritten.isFlat && form.sections.count == 1 }

  /// The sections with their cells, as the document had them that they came from, where that still means the same. O(n).
  ///
  /// What the document said is tried as a whole first, since counts and flags that contradict each other have their meaning
  /// together. If that is read as anything but the response, only such spellings stay as mean the same by themselves.
  func sections() -> [[CellDescriptorEntries]] {
    let canonical = canonicalSections()
    guard form.sections.contains(where: { $0.cells.contains { !AsWritten.entries(of: $0).isEmpty } }) else {
      return canonical
    }
    let spelling = CellDescriptorSpelling(writer: self)
    let whole = spelling.applied(to: canonical, as: .whole)
    return spelling.isReadAsResponse(whole) ? whole : spelling.applied(to: canonical, as: .singly)
  }

  /// The sections with their cells, written in the one way that FormState has. O(n).
  func canonicalSections() -> [[CellDescriptorEntries]] {
    let derivation = DerivedEntries(of: form, naming: CellNaming(names: names, state: state))
    return form.sections.enumerated().map { index, section in
      let nesting = derivation.nestings[index]
      var shows: [Bool] = []
      shows.reserveCapacity(section.cells.count)
      return section.cells.enumerated().map { row, cell in
        let parent = nesting.parents[row]
        let isUnderOpen = parent.map { shows[$0] && state.isExpanded(section.cells[$0]) } ?? true
        shows.append(isUnderOpen && !cell.isHidden)
        var description = description(of: cell, isVisible: isUnderOpen && !cell.isHidden)
        description.standard += derivation.entries(section: index, row: row, of: cell)
        return description
      }
    }
  }

  /// A cell that was just read, as it would be written.
  func description(ofImported cell: FormCell, isVisible: Bool) -> CellDescriptorEntries {
    var description = description(of: cell, isVisible: isVisible)
    guard !cell.isKeyDerived else { return description }
    description.standard.append((.key, .string(cell.key)))
    if let value = cell.optionValue, value != cell.key { description.standard.append((.optionValue, .string(value))) }
    return description
  }

  private func description(of cell: FormCell, isVisible: Bool) -> CellDescriptorEntries {
    var description = CellDescriptorEntries(
      standard: [
        (.isExpandable, .boolean(cell.isExpandable)),
        (.isExpanded, .boolean(state.isExpanded(cell))),
        (.isVisible, .boolean(isVisible)),
        (.value, value(of: cell)),
        (.primaryTitle, .string(state.title(of: cell))),
        (.secondaryTitle, .string(cell.subtitle)),
        (.cellIdentifier, .string(cell.identifier)),
        (.additionalRows, .integer(Int64(cell.additionalRows))),
      ], names: names)
    if cell.isHidden { description.standard.append((.neverShows, .boolean(true))) }
    if CellKind(standardIdentifier: cell.identifier) != cell.kind {
      description.standard.append((.cellKind, .string(cell.kind.rawValue)))
    }
    if cell.kind == .slider, let range = cell.range, range != FormCell.standardSliderRange {
      description.standard.append((.minimumValue, Self.number(range.minimum)))
      description.standard.append((.maximumValue, Self.number(range.maximum)))
    }
    if !cell.properties.isEmpty {
      description.properties = cell.properties.filter { names.isProperty($0.key, of: cell.kind) }
    }
    return description
  }

  private func value(of cell: FormCell) -> PropertyValue {
    guard cell.kind.holdsValue else { return cell.properties[CellDescriptorKey.value.rawValue] ?? .string("") }
    guard let value = state.value(of: cell) else { return .string("") }
    switch value {
    case .text(let text): return .string(text)
    case .boolean(let isOn): return .string(isOn ? "true" : "false")
    case .date(let date): return .string(date.isoText)
    case .integer(let whole): return cell.kind == .custom ? .integer(whole) : .string("\(Double(whole))")
    case .real(let number): return cell.kind == .custom ? .real(number) : .string("\(number)")
    }
  }

  private static func number(_ number: Double) -> PropertyValue {
    switch CellValue.number(number) {
    case .integer(let whole): .integer(whole)
    default: .real(number)
    }
  }
}

/// A cell's dictionary.
struct CellDescriptorEntries {
  /// The entries with a meaning.
  var standard: [(key: CellDescriptorKey, value: PropertyValue)]
  /// The entries that are kept for the author.
  var properties: [String: PropertyValue] = [:]
  /// Entries of the document that FormState would not write.
  var others: [String: PropertyValue] = [:]
  /// Under which names the entries with a meaning stand.
  let names: CellDescriptorNames

  init(standard: [(key: CellDescriptorKey, value: PropertyValue)], names: CellDescriptorNames) {
    self.standard = standard
    self.names = names
  }

  /// Every entry with its name.
  var all: [(name: String, value: PropertyValue)] {
    standard.map { (names.name(of: $0.key), $0.value) } + properties.map { ($0.key, $0.value) }
      + others.map { ($0.key, $0.value) }
  }
}
