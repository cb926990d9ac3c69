extension FormDefinition {
  /// The title by which people know a cell or section: its own, or else that of the first cell inside a group, or that
  /// of the nearest cell above; `nil` if there is none.
  ///
  /// - Parameter key: the key, or the address of a cell in an instance.
  /// - Complexity: O(s + d) for s sections and a cell d levels deep.
  func titleForPeople(of key: String) -> String? {
    let own = key.lastIndex(of: ":").flatMap { Int(key[key.index(after: $0)...]) == nil ? nil : String(key[..<$0]) }
    guard let place = place(ofCell: key) ?? own.flatMap(place(ofCell:)), let cell = cell(at: place) else {
      return sections.first { $0.key == key }.flatMap { $0.title.isEmpty ? nil : $0.title }
    }
    let question = questionsAndRepeats(withKeys: [cell.key])[cell.key]
    if let question, question.title != cell.key { return question.title }
    let title = [cell.title, cell.subtitle].first { !$0.isEmpty }
    return title ?? titleInside(place, of: cell).map { "\($0) …" } ?? titleAbove(place)
  }

  private func titleInside(_ place: CellPlace, of cell: FormCell) -> String? {
    let inside = (place.position + 1)..<(place.position + 1 + max(0, cell.additionalRows))
    return inside.lazy.compactMap { self.cell(at: CellPlace(section: place.section, position: $0)) }
      .filter { !$0.isHidden }.flatMap { [$0.title, $0.subtitle] }.first { !$0.isEmpty }
  }

  private func titleAbove(_ place: CellPlace) -> String? {
    guard let section = sections.element(at: place.section) else { return nil }
    let nesting = CompactNesting(structure, section: place.section)
    let above = sequence(first: place.position, next: nesting.parent).dropFirst()
    return above.lazy.compactMap(section.cells.element(at:)).flatMap { [$0.title, $0.subtitle] }.first { !$0.isEmpty }
  }
}
