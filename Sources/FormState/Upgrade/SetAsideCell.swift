/// The kept contents of a cell that the response's version of the form does not have.
public struct SetAsideCell: Hashable, Sendable {
  /// The number of the cell's version.
  public let version: Int
  /// The key of the cell there.
  public let key: String
  /// The number of its instance of a repeat; 0 outside of repeats.
  public let instance: Int
  /// Its readable title; its key if it has none.
  public let title: String
  /// The title of its section; the section's key if it has none.
  public let section: String
  /// The person's entry; `nil` if untouched.
  public let entry: FieldContent?
  /// The draft; `nil` for none.
  public let draft: String?
  /// Whether it was expanded or collapsed; `nil` if untouched.
  public let isExpanded: Bool?

  /// The same cell with other contents, for reports.
  package func showing(entry: FieldContent?, draft: String?) -> SetAsideCell {
    SetAsideCell(
      version: version, key: key, instance: instance, title: title, section: section, entry: entry, draft: draft,
      isExpanded: isExpanded)
  }

  /// Lists the contents that a response has set aside, in the order of the versions and of their cells.
  ///
  /// - Parameters:
  ///   - state: the state of the response.
  ///   - version: returns the definition of a version; `nil` for an unknown number.
  /// - Complexity: O(k log k) for k touched cells, plus the lookups of versions.
  package static func all(
    in state: ResponseState, version: (Int) throws -> FormIndex?
  ) rethrows -> [SetAsideCell] {
    var found: [(place: CellPlace, cell: SetAsideCell)] = []
    for (subject, cell) in state.cells
    where cell.entry != nil || cell.original != nil || cell.draft != nil || cell.isExpanded != nil {
      guard let number = subject.setAsideFrom, let index = try version(number),
        let place = index.place(ofCell: subject.key), let section = index.form.sections.element(at: place.section)
      else { continue }
      found.append(
        (
          place.within(subject.instance),
          SetAsideCell(
            version: number, key: subject.key, instance: subject.instance,
            title: index.question(at: place) ?? subject.key,
            section: section.title.isEmpty ? section.key : section.title,
            entry: cell.original.map(FieldContent.value) ?? cell.entry,
            draft: cell.showsRefusedAnswer ? nil : cell.draft,
            isExpanded: cell.isExpanded)
        ))
    }
    return found.sorted { ($0.cell.version, $0.place) < ($1.cell.version, $1.place) }.map(\.cell)
  }
}
