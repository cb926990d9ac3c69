import FormState

/// Describes a response's cells the way a CellDescriptor.plist does.
struct CellDescriptorWriter {
  let form: FormDefinition
  let state: ResponseState

  /// The sections with their cells. O(n).
  func root() -> [[CellDescriptorEntries]] {
    var keys = KeyMaker()
    return form.sections.map { section in
      let nesting = Nesting(of: section)
      var shows: [Bool] = []
      shows.reserveCapacity(section.cells.count)
      return section.cells.enumerated().map { row, cell in
        let parent = nesting.parents[row]
        let isUnderOpen = parent.map { shows[$0] && state.isExpanded(section.cells[$0]) } ?? true
        shows.append(isUnderOpen && !cell.isHidden)
        var description = description(of: cell, isVisible: isUnderOpen && !cell.isHidden)
        addKey(to: &description, of: cell, parentKey: parent.map { section.cells[$0].key }, keys: &keys)
        return description
      }
    }
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
      ])
    if CellKind(standardIdentifier: cell.identifier) != cell.kind {
      description.standard.append((.cellKind, .string(cell.kind.rawValue)))
    }
    if cell.kind == .slider, let range = cell.range, range != FormCell.standardSliderRange {
      description.standard.append((.minimumValue, Self.number(range.minimum)))
      description.standard.append((.maximumValue, Self.number(range.maximum)))
    }
    if !cell.properties.isEmpty {
      description.properties = cell.properties.filter { name, _ in
        CellDescriptorKey(rawValue: name).map { !$0.isReserved(for: cell.kind) } ?? true
      }
    }
    return description
  }

  /// Names the key where a reader would derive another one from what is written.
  private func addKey(
    to description: inout CellDescriptorEntries, of cell: FormCell, parentKey: String?, keys: inout KeyMaker
  ) {
    let isDerived = cell.isKeyDerived && keys.proposal(for: name(of: cell, parentKey: parentKey)) == cell.key
    if !isDerived { description.standard.append((.key, .string(cell.key))) }
    if let value = cell.optionValue, value != (isDerived ? name(of: cell, parentKey: nil) : cell.key) {
      description.standard.append((.optionValue, .string(value)))
    }
    keys.take(cell.key)
  }

  /// The name that a reader makes the cell's key of; without the cell above it, what it makes an option's value of.
  private func name(of cell: FormCell, parentKey: String?) -> String {
    CellNaming.name(
      kind: cell.kind, isExpandable: cell.isExpandable, primary: state.title(of: cell), secondary: cell.subtitle,
      parentKey: parentKey)
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

/// A cell's dictionary, its entries in the order in which they are written.
struct CellDescriptorEntries {
  /// The entries with a meaning.
  var standard: [(key: CellDescriptorKey, value: PropertyValue)]
  /// The entries that are kept for the author.
  var properties: [String: PropertyValue] = [:]
}
