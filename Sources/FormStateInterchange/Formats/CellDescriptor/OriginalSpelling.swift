import FormState

/// A property list's spelling where FormState's would differ, kept among the properties of the form and its cells.
///
/// A cell keeps, by the name of each entry, the document's value, and null for a missing entry. For example, a textual
/// `additionalRows` of “2” is exported as text. A cell in FormState's own spelling keeps nothing.
struct OriginalSpelling: Hashable {
  /// The property that holds it.
  static let property = "CellDescriptor.plist"

  /// Whether the cells of the only section were at the root.
  var isFlat = false
  /// The key of the titles, given to the importer or found by it; `nil` for the usual one.
  var titleKey: String?

  init(isFlat: Bool, titleKey: String?) {
    self.isFlat = isFlat
    self.titleKey = titleKey
  }

  /// The spelling of a form.
  init(of form: FormDefinition) {
    guard case .dictionary(let kept)? = form.properties[Self.property] else { return }
    isFlat = kept["isFlat"] == .boolean(true)
    // A hand-written form may have anything here; a key with another meaning cannot hold the titles.
    titleKey = kept["titleKey"]?.text.flatMap {
      [nil, .primaryTitle].contains(CellDescriptorKey(rawValue: $0)) ? $0 : nil
    }
  }

  /// Keeps the unusual spelling of the form.
  func keep(in form: inout FormDefinition) {
    var kept: [String: PropertyValue] = [:]
    if isFlat { kept["isFlat"] = .boolean(true) }
    if let titleKey { kept["titleKey"] = .string(titleKey) }
    if !kept.isEmpty { form.properties[Self.property] = .dictionary(kept) }
  }

  /// The spelling of a cell, by the names of the entries; null for a missing entry.
  static func entries(of cell: FormCell) -> [String: PropertyValue] {
    guard case .dictionary(let kept)? = cell.properties[property] else { return [:] }
    return kept
  }

  /// Keeps in each cell what would be written differently. O(n) for n entries.
  ///
  /// Derived keys and values follow from the rest again, so they are ignored.
  static func keep(_ drafts: [CellDescriptorReader.SectionDraft], in form: inout FormDefinition) {
    let writer = CellDescriptorWriter(
      form: FormDefinition(key: form.key, properties: form.properties), state: ResponseState())
    for (section, draft) in drafts.enumerated() {
      for (row, shows) in rowsWrittenOtherwise(form.sections[section], draft.drafts) {
        let cell = form.sections[section].cells[row]
        let entries = draft.drafts[row].documentEntries(of: cell, names: writer.names)
        let kept = differences(of: entries, from: writer.description(ofImported: cell, isVisible: shows))
        if !kept.isEmpty { form.sections[section].cells[row].properties[property] = .dictionary(kept) }
      }
    }
  }

  /// The rows that cannot be written as in the document, and whether each shows initially.
  private static func rowsWrittenOtherwise(
    _ section: FormSection, _ drafts: [CellDescriptorDraft]
  ) -> [(row: Int, shows: Bool)] {
    let nesting = Nesting(of: section)
    var shows = [Bool](repeating: true, count: drafts.count)
    var rows: [(row: Int, shows: Bool)] = []
    // The buffers lend each cell and draft: to copy them would cost more than to compare them.
    section.cells.withUnsafeBufferPointer { cells in
      drafts.withUnsafeBufferPointer { drafts in
        for row in drafts.indices {
          let isUnderOpen = nesting.parents[row].map { shows[$0] && cells[$0].startsExpanded } ?? true
          shows[row] = isUnderOpen && !cells[row].isHidden
          if !drafts[row].isWrittenAlike(cells[row], isVisible: shows[row]) { rows.append((row, shows[row])) }
        }
      }
    }
    return rows
  }

  private static func differences(
    of entries: [String: PropertyValue], from cell: CellDescriptorEntries
  ) -> [String: PropertyValue] {
    var kept: [String: PropertyValue] = [:]
    var found = 0
    for (key, value) in cell.standard {
      let name = cell.names.name(of: key)
      guard let given = entries[name] else {
        kept[name] = .null
        continue
      }
      found += 1
      if !given.isSame(as: value) { kept[name] = given }
    }
    guard found + cell.properties.count < entries.count else { return kept }
    let written = Set(cell.standard.lazy.map { cell.names.name(of: $0.key) })
    for (name, value) in entries where !written.contains(name) && cell.properties[name] == nil { kept[name] = value }
    return kept
  }
}

extension PropertyValue {
  /// Whether a value is the same scalar by scalar; texts that are only canonically equal are not.
  fileprivate func isSame(as other: PropertyValue) -> Bool {
    if case .string(let left) = self, case .string(let right) = other { return left.utf8.elementsEqual(right.utf8) }
    return self == other
  }
}
