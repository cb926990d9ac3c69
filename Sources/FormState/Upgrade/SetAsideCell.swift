/// What a response keeps of a cell that its version of the form has no place for.
public struct SetAsideCell: Hashable, Sendable {
  /// The number of the version that has the cell.
  public let version: Int
  /// The key of the cell there.
  public let key: String
  /// The number of the instance of a repeat that it stood in; 0 outside of repeats.
  public let instance: Int
  /// What it asked, as a person reads it; its key where it says nothing.
  public let title: String
  /// The title of its section; the section's key where it has none.
  public let section: String
  /// What a person left in it; `nil` if nobody touched that.
  public let entry: FieldContent?
  /// What its control held that was no value yet; `nil` for nothing.
  public let draft: String?
  /// Whether it was expanded or collapsed; `nil` if nobody touched that.
  public let isExpanded: Bool?

  /// Lists what a response has set aside, in the order of the versions and of the cells in them.
  ///
  /// - Parameters:
  ///   - state: what the response holds.
  ///   - version: tells the definition of a version; `nil` if there is none of the number.
  /// - Complexity: O(k log k) for k touched cells, besides what it is told.
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
