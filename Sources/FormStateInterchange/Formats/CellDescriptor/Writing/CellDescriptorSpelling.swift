import FormState

/// Restores a document's spelling of parts that were not changed.
struct CellDescriptorSpelling {
  /// The extent of the restoration.
  enum Restoration {
    /// All unchanged parts, even those with a meaning only in combination.
    case whole
    /// Parts that mean the same by themselves.
    case singly
  }

  let writer: CellDescriptorWriter

  private var form: FormDefinition { writer.form }
  private var state: ResponseState { writer.state }

  /// Whether everything in a section is expanded or collapsed as at the import. O(n).
  func isAsItOpened(_ section: FormSection) -> Bool {
    section.cells.allSatisfy { state.isExpanded($0) == $0.startsExpanded }
  }

  /// A cell with the document's spelling.
  ///
  /// - Parameters:
  ///   - entries: the cell as FormState writes it.
  ///   - cell: the cell.
  ///   - restoration: the restoration of the restoration.
  ///   - isAsItOpened: whether its section is unchanged, see ``isAsItOpened(_:)``.
  func applied(
    to entries: CellDescriptorEntries, of cell: FormCell, as restoration: Restoration, isAsItOpened: Bool
  ) -> CellDescriptorEntries {
    let kept = OriginalSpelling.entries(of: cell)
    guard !kept.isEmpty else { return entries }
    return spelled(entries, kept: kept, cell: cell, isWhole: restoration == .whole, isAsItOpened: isAsItOpened)
  }

  private func spelled(
    _ entries: CellDescriptorEntries, kept: [String: PropertyValue], cell: FormCell, isWhole: Bool, isAsItOpened: Bool
  ) -> CellDescriptorEntries {
    var spelled = entries
    var left = kept
    spelled.standard.removeAll()
    for (key, value) in entries.standard {
      let name = entries.names.name(of: key)
      guard let given = left.removeValue(forKey: name) else {
        spelled.standard.append((key, value))
        continue
      }
      let isUnchanged =
        means(given, key, as: value, cell: cell)
        || isWhole && isAsItWas(key, cell: cell, isAsItOpened: isAsItOpened)
      if !isUnchanged {
        spelled.standard.append((key, value))
      } else if given != .null {
        spelled.standard.append((key, given))
      }
    }
    // The remaining entries are redundant or meaningless, so FormState would not write them.
    for (name, given) in left where given != .null {
      if isWhole || mayStay(given, entries.names.key(named: name), cell: cell) { spelled.others[name] = given }
    }
    return spelled
  }

  /// Whether a key's value is unchanged, so its spelling may be restored.
  private func isAsItWas(_ key: CellDescriptorKey, cell: FormCell, isAsItOpened: Bool) -> Bool {
    switch key {
    case .primaryTitle: state.title(of: cell, in: form) == cell.title
    case .value: cell.kind.holdsValue && state.value(of: cell, in: form) == cell.defaultValue
    case .isExpanded: state.isExpanded(cell) == cell.startsExpanded
    case .isVisible: isAsItOpened
    // A key that was added since must be written.
    case .key: cell.isKeyDerived
    default: true
    }
  }

  /// Whether the document's value by itself is read as the value to write.
  private func means(_ given: PropertyValue, _ key: CellDescriptorKey, as value: PropertyValue, cell: FormCell) -> Bool
  {
    switch key {
    case .additionalRows: given.countReading?.value == cell.additionalRows
    case .isExpandable: (given.flagReading?.value ?? (cell.additionalRows > 0)) == cell.isExpandable
    case .isExpanded: .boolean(given.flagReading?.value ?? false) == value
    case .isVisible: given == .null ? !cell.isHidden : given.flagReading.map { .boolean($0.value) } == value
    case .primaryTitle, .secondaryTitle: (given == .null ? "" : given.textReading?.value) == value.text
    case .cellIdentifier: given != .null && given.textReading?.value == value.text
    case .value where !cell.kind.holdsValue: given == .null && value == .string("")
    case .value: isAsItWas(.value, cell: cell, isAsItOpened: true) && holds(given, cell)
    case .key, .cellKind, .optionValue, .minimumValue, .maximumValue, .numberUnit, .neverShows: false
    }
  }

  /// Whether a cell that the document describes with a value starts with the one that the definition has.
  private func holds(_ given: PropertyValue, _ cell: FormCell) -> Bool {
    if given == .null { return cell.defaultValue == nil }
    let entries = DocumentRow([CellDescriptorKey.value.rawValue: given])
    var fields = CellDescriptorFields(
      entries: entries, places: CellDescriptorPlaces(of: entries.keys, names: writer.names), names: writer.names,
      section: 0, row: 0, findings: CellDescriptorFindings(isStrict: false))
    var read = cell
    var choice: String?
    read.defaultValue = nil
    fields.readValue(into: &read, choice: &choice)
    // Only the reader of the whole document knows which option a text names; a text that names none did so before.
    if choice != nil { return cell.defaultValue == nil || choice.map(CellValue.text) == cell.defaultValue }
    return read.defaultValue == cell.defaultValue
  }

  /// Whether an entry that FormState would not write is redundant.
  private func mayStay(_ given: PropertyValue, _ key: CellDescriptorKey?, cell: FormCell) -> Bool {
    switch key {
    case .key: given.text == cell.key
    case .cellKind: given.text == cell.kind.rawValue
    case .optionValue: cell.kind != .option || given.text == cell.optionValue
    case .minimumValue: !cell.kind.isNumber || given.number == cell.range?.minimum
    case .maximumValue: !cell.kind.isNumber || given.number == cell.range?.maximum
    case .numberUnit: !cell.kind.isNumber || given.text == cell.unit
    case .neverShows: given != .boolean(true)
    default: true
    }
  }
}

// MARK: - Reading it back

extension CellDescriptorSpelling {
  /// Whether an importer would read the response's cells from the output. O(n).
  func isReadAsResponse(_ cells: DescribedCells) -> Bool {
    let reader = CellDescriptorReader(
      settings: ImportSettings(formKey: form.key, sourceName: "", titleKey: writer.titleKey))
    let recurring = RecurringDictionaries()
    for section in form.sections.indices {
      cells.forEach(inSection: section) { row, cell in
        let members = cell.members
        // Each name occurs once.
        guard let keys = try? recurring.keys(count: members.count, key: { members[$0].name }) else { return }
        reader.rows.take(DocumentRow(keys: keys, values: members.map(\.value)), section: section, row: row)
      }
    }
    let root = PropertyValue.array(
      form.sections.map { .array(Array(repeating: CellDescriptorRows.placeholder, count: $0.cells.count)) })
    guard let read = reader.form(from: root, keepsSpelling: false), read.sections.count == form.sections.count else {
      return false
    }
    return zip(read.sections, form.sections).allSatisfy { read, section in
      read.cells.count == section.cells.count
        && zip(read.cells, section.cells).allSatisfy { isSame($0, as: $1) }
    }
  }

  /// Whether a cell that was read equals the form's cell in the response, in everything that a property list can
  /// express.
  private func isSame(_ read: FormCell, as cell: FormCell) -> Bool {
    read.key == cell.key && read.kind == cell.kind && read.identifier == cell.identifier
      && read.title == state.title(of: cell, in: form) && read.subtitle == cell.subtitle
      && read.defaultValue == state.value(of: cell, in: form) && read.isExpandable == cell.isExpandable
      && read.startsExpanded == state.isExpanded(cell) && read.isHidden == cell.isHidden
      && read.additionalRows == cell.additionalRows && read.range == cell.range
      && read.optionValue == cell.optionValue
  }
}
