import FormState

/// How a property list said what FormState would write otherwise, kept among the properties of the form and its cells.
///
/// A cell's dictionary keeps, under the name of each entry, what the document had there, and null where it had nothing.
/// So `additionalRows` that was the text “2” comes back as one. A cell that was written in FormState's own way keeps
/// nothing.
struct OriginalSpelling: Hashable {
  /// The property under which it is kept.
  static let property = "CellDescriptor.plist"

  /// Whether the cells of the only section stood at the root.
  var isFlat = false
  /// The key that the importer was told, or found, to hold the titles; `nil` for the usual one.
  var titleKey: String?

  init(isFlat: Bool, titleKey: String?) {
    self.isFlat = isFlat
    self.titleKey = titleKey
  }

  /// What a form keeps.
  init(of form: FormDefinition) {
    guard case .dictionary(let kept)? = form.properties[Self.property] else { return }
    isFlat = kept["isFlat"] == .boolean(true)
    // A form that was written by hand may say anything here; a key that means something else cannot hold the titles.
    titleKey = kept["titleKey"]?.text.flatMap {
      [nil, .primaryTitle].contains(CellDescriptorKey(rawValue: $0)) ? $0 : nil
    }
  }

  /// Keeps what is not as usual in the form.
  func keep(in form: inout FormDefinition) {
    var kept: [String: PropertyValue] = [:]
    if isFlat { kept["isFlat"] = .boolean(true) }
    if let titleKey { kept["titleKey"] = .string(titleKey) }
    if !kept.isEmpty { form.properties[Self.property] = .dictionary(kept) }
  }

  /// What a cell keeps, by the names of the entries; null for an entry that the document had not.
  static func entries(of cell: FormCell) -> [String: PropertyValue] {
    guard case .dictionary(let kept)? = cell.properties[property] else { return [:] }
    return kept
  }

  /// Keeps in each cell what would be written otherwise than its dictionary had it. O(n) for n entries.
  ///
  /// Keys and values that were derived follow from the rest again, so that they are not looked for.
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

  /// The rows that may not be written as the document has them, and whether each shows at first.
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
