/// The kept contents of a cell that the response's version of the form does not have.
public struct SetAsideCell: Hashable, Sendable {
  /// The number of the cell's version.
  public let version: Int
  /// The key of the cell there.
  public let key: String
  /// The number of its instance of a repeat; 0 outside of repeats.
  package let instance: Int
  /// Its readable title; its key if it has none.
  public let title: String
  /// The title of its section; the section's key if it has none.
  package let section: String
  /// The person's entry; `nil` if untouched.
  public let entry: FieldContent?
  /// Whether it was expanded or collapsed; `nil` if untouched.
  package let isExpanded: Bool?

  /// The same cell with other contents, for reports.
  func showing(entry: FieldContent?) -> SetAsideCell {
    SetAsideCell(
      version: version, key: key, instance: instance, title: title, section: section, entry: entry,
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
    let kept = state.cells.filter { $0.key.setAsideFrom != nil && $0.value.hasContentsToKeep }
    var found: [SetAsideCell] = []
    let subjects = Dictionary(grouping: kept.keys) { $0.setAsideFrom ?? 0 }
    for (number, subjects) in subjects.sorted(by: { $0.key < $1.key }) {
      guard let index = try version(number) else { continue }
      found += index.inOrder(subjects).compactMap { subject in
        kept[subject].flatMap { SetAsideCell($0, of: subject, from: number, index) }
      }
    }
    return found
  }
}

extension SetAsideCell {
  /// Describes contents that are set aside; `nil` if their version has no such cell.
  fileprivate init?(_ cell: CellState, of subject: StateSubject, from number: Int, _ index: FormIndex) {
    guard let place = index.place(ofCell: subject.key), let section = index.form.sections.element(at: place.section)
    else { return nil }
    self.init(
      version: number, key: subject.key, instance: subject.instance, title: index.question(at: place) ?? subject.key,
      section: section.title.isEmpty ? section.key : section.title,
      entry: cell.original.map(FieldContent.value) ?? cell.entry, isExpanded: cell.isExpanded)
  }
}

extension CellState {
  /// Whether there is anything that a list of contents that are set aside shows.
  fileprivate var hasContentsToKeep: Bool { entry != nil || original != nil || isExpanded != nil }
}
