import FormState

extension CellDescriptorReader {
  /// Checks that the titles have the expected key.
  ///
  /// - Returns: whether they do. If no title key was given and another key holds them, the findings name it.
  func checkTitles(of drafts: [SectionDraft]) -> Bool {
    guard let titleKey = settings.titleKey else {
      findings.otherTitleKey = otherTitleKey(in: drafts)
      return findings.otherTitleKey == nil
    }
    if let fault = fault(ofTitleKey: titleKey, in: drafts) { findings.fault(fault) }
    return true
  }

  /// Reports that the titles were read from a title key that was not given.
  func noteTitles(from titleKey: String) {
    findings.note(.untitled, section: nil, key: CellDescriptorKey.primaryTitle.rawValue) {
      IrregularityWording(
        "is missing or empty in every cell", done: "“\(titleKey)” holds the titles, so they were read from it",
        remedy: "no change is needed")
    }
  }

  /// The key of the titles of a document in which no cell has one; `nil` if one has, or there is no such key.
  private func otherTitleKey(in drafts: [SectionDraft]) -> String? {
    var found: String?
    for section in drafts {
      for row in section.cells.indices {
        if !section.cells[row].title.isEmpty || !section.cells[row].subtitle.isEmpty { return nil }
        // Files with keys of cells have titles in the right place; other texts are properties.
        guard found == nil, section.drafts[row].givenKey == nil else { continue }
        found = section.drafts[row].entries.lazy.filter { CellDescriptorNames.mayHoldTitle($0, $1) }.map(\.key).min()
      }
    }
    return found
  }

  private func fault(ofTitleKey titleKey: String, in drafts: [SectionDraft]) -> Diagnostic? {
    guard titleKey != CellDescriptorKey.primaryTitle.rawValue else { return nil }
    if CellDescriptorKey(rawValue: titleKey) != nil {
      return Diagnostic(
        problem: "the title key “\(titleKey)” already has another meaning", action: "name the key that holds the titles"
      )
    }
    var others: Set<String> = []
    var hasCells = false
    for cell in drafts.lazy.flatMap(\.drafts) {
      // A plain cell has its title.
      if cell.isPlain || cell.entries[titleKey] != nil { return nil }
      hasCells = true
      if others.count < 1000 { others.formUnion(cell.entries.keys) }
    }
    guard hasCells else { return nil }
    let near = others.sorted().nearest(to: titleKey, within: findings.faults.suggestions)
    return Diagnostic(
      problem: "no cell has the title key “\(titleKey.shortened)”",
      action: near?.asSuggestion ?? "name a key that the cells have")
  }
}
