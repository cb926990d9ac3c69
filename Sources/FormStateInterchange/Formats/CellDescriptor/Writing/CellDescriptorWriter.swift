import FormState

/// Describes a response's cells the way a CellDescriptor.plist does.
struct CellDescriptorWriter {
  let form: FormDefinition
  let state: ResponseState
  let names: CellDescriptorNames
  private let asWritten: OriginalSpelling

  init(form: FormDefinition, state: ResponseState) {
    self.form = form
    self.state = state
    asWritten = OriginalSpelling(of: form)
    names = CellDescriptorNames(title: asWritten.titleKey)
  }

  /// The key of the titles; `nil` for the usual one.
  var titleKey: String? { asWritten.titleKey }

  /// Whether the cells of the only section are at the root.
  var isFlat: Bool { asWritten.isFlat && form.sections.count == 1 }

  /// A cell that was just read, as it would be written.
  func description(ofImported cell: FormCell, isVisible: Bool) -> CellDescriptorEntries {
    var description = description(of: cell, isVisible: isVisible)
    guard !cell.isKeyDerived else { return description }
    description.standard.append((.key, .string(cell.key)))
    if let value = cell.optionValue, value != cell.key { description.standard.append((.optionValue, .string(value))) }
    return description
  }

  /// A cell in the one way that FormState has, without its key.
  func description(of cell: FormCell, isVisible: Bool) -> CellDescriptorEntries {
    var description = CellDescriptorEntries(
      standard: [
        // In the order of their names, which is that of the document.
        (.additionalRows, .integer(Int64(cell.additionalRows))),
        (.cellIdentifier, .string(cell.identifier)),
        (.isExpandable, .boolean(cell.isExpandable)),
        (.isExpanded, .boolean(state.isExpanded(cell))),
        (.isVisible, .boolean(isVisible)),
        (.primaryTitle, .string(state.title(of: cell, in: form))),
        (.secondaryTitle, .string(cell.subtitle)),
        (.value, value(of: cell)),
      ], names: names)
    if cell.isHidden { description.standard.append((.neverShows, .boolean(true))) }
    if CellKind(standardIdentifier: cell.identifier) != cell.kind {
      description.standard.append((.cellKind, .string(cell.kind.rawValue)))
    }
    if let range = cell.range, cell.kind != .slider || range != FormCell.standardSliderRange {
      description.standard.append((.minimumValue, Self.number(range.minimum)))
      description.standard.append((.maximumValue, Self.number(range.maximum)))
    }
    if let unit = cell.unit { description.standard.append((.numberUnit, .string(unit))) }
    if !cell.properties.isEmpty {
      description.properties = cell.properties.filter { names.isProperty($0.key, of: cell.kind) }
    }
    return description
  }

  private func value(of cell: FormCell) -> PropertyValue {
    guard cell.kind.holdsValue else { return cell.properties[CellDescriptorKey.value.rawValue] ?? .string("") }
    guard let value = state.value(of: cell, in: form) else { return .string("") }
    switch value {
    case .text(let text): return .string(text)
    case .boolean(let isOn): return .string(isOn ? "true" : "false")
    case .date, .time, .dateTime, .decimal: return .string(value.plainText)
    case .choices(let values): return .array(values.map(PropertyValue.string))
    case .integer(let whole) where cell.kind == .integer: return .integer(whole)
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
  /// The names of the entries with a meaning.
  let names: CellDescriptorNames

  init(standard: [(key: CellDescriptorKey, value: PropertyValue)], names: CellDescriptorNames) {
    self.standard = standard
    self.names = names
  }

  /// The entries with their names, in writing order: once each, and none that are null.
  ///
  /// - Complexity: O(n log n) for n entries, O(n) if they are in order.
  var members: [(name: String, value: PropertyValue)] {
    var members: [(name: String, value: PropertyValue)] = []
    members.reserveCapacity(standard.count + properties.count + others.count)
    for (key, value) in standard { members.append((names.name(of: key), value)) }
    for (name, value) in properties { members.append((name, value)) }
    for (name, value) in others { members.append((name, value)) }
    let isInOrder = zip(members, members.dropFirst()).allSatisfy { $0.name < $1.name }
    if !isInOrder { members = Self.inOrder(members) }
    members.removeAll { $0.value == .null }
    return members
  }

  private static func inOrder(
    _ members: [(name: String, value: PropertyValue)]
  ) -> [(name: String, value: PropertyValue)] {
    var ordered: [(name: String, value: PropertyValue)] = []
    ordered.reserveCapacity(members.count)
    for member in members.sorted(by: { $0.name < $1.name }) {
      // The sort is stable: of entries with one name, the one that was added last counts.
      if ordered.last?.name == member.name { ordered.removeLast() }
      ordered.append(member)
    }
    return ordered
  }
}
