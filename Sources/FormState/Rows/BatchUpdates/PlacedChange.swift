/// A state change with the place and the definition of its subject.
///
/// It determines how a change affects the rows on screen without another look at the form.
package struct PlacedChange: Hashable, Sendable {
  /// The change.
  package let change: StateChange
  /// The position of the section in the form, from 0.
  package let section: Int
  /// The position of the cell in its section's preorder, from 0; `nil` if the subject is a section.
  package let position: Int?
  /// The number of cells that the subject shows or hides: a cell's descendants, or all cells of a section.
  let extent: Int
  /// Whether the subject is open (expanded, not folded, relevant) while it is untouched.
  let startsOpen: Bool
  /// Whether the subject is a cell that grows in place when it is expanded.
  let isInline: Bool
  /// The displayed content of the field while it is untouched; `nil` for none.
  let shownAtFirst: CellValue?
  /// The displayed content of the field without a value: for a calculated field, the cell's default.
  let shownWhenBlank: CellValue?
  /// Of a calculated field: whether an entry takes precedence over it.
  let isOverridden: Bool

  /// Creates a placed change.
  package init(
    change: StateChange, section: Int, position: Int?, extent: Int, startsOpen: Bool,
    isInline: Bool = false, shownAtFirst: CellValue? = nil, shownWhenBlank: CellValue? = nil, isOverridden: Bool = false
  ) {
    self.change = change
    self.section = section
    // A damaged database must not cause an overflow when the two are added.
    self.position = position.map { Int(Int32(clamping: $0)) }
    self.extent = max(0, min(extent, Int(Int32.max)))
    self.startsOpen = startsOpen
    self.isInline = isInline
    self.shownAtFirst = shownAtFirst
    self.shownWhenBlank = shownWhenBlank
    self.isOverridden = isOverridden
  }

  /// Places a change of a cell.
  package init(_ change: StateChange, of snapshot: CellSnapshot) {
    let (cell, starts) = (snapshot.cell, snapshot.starts)
    let shownAtFirst: CellValue? =
      switch change.field {
      case .value: snapshot.state.valueWithoutEntry(in: cell, starts: starts)
      case .title: .text(starts[.title]?.text ?? cell.title)
      case .calculated: starts[.calculated]?.value ?? cell.defaultValue
      default: (starts[change.field] ?? change.field.contentWithoutRule)?.value
      }
    self.init(
      change: change, section: snapshot.place.section, position: snapshot.place.position, extent: cell.additionalRows,
      startsOpen: change.field == .relevance ? starts[.relevance]?.flag ?? true : cell.startsExpanded,
      isInline: cell.inline != nil, shownAtFirst: shownAtFirst,
      shownWhenBlank: change.field == .calculated ? cell.defaultValue : nil,
      isOverridden: change.field == .calculated && snapshot.state.entry != nil)
  }

  /// Places a change of an instance's position.
  ///
  /// - Parameter cell: the repeat, in any instance.
  package init(ofInstance change: StateChange, _ cell: CellSnapshot) {
    self.init(
      change: change, section: cell.place.section, position: cell.place.position, extent: cell.cell.additionalRows,
      startsOpen: true)
  }

  /// Places a change of the response itself, which is in no row.
  package init(ofResponse change: StateChange) {
    self.init(change: change, section: 0, position: nil, extent: 0, startsOpen: true)
  }

  /// The net effect of changes: each field at most once, at its first change, without fields that stay unchanged.
  ///
  /// - Complexity: O(k) for k changes.
  package static func net(_ changes: [PlacedChange]) -> [PlacedChange] {
    combined(changes).filter { !$0.change.isEmpty }
  }

  /// The changes of each field as one, at the first of them; some may be without an effect.
  ///
  /// - Complexity: O(k) for k changes.
  static func combined(_ changes: [PlacedChange]) -> [PlacedChange] {
    var places: [StateChange.Identity: Int] = [:]
    var combined: [PlacedChange] = []
    for placed in changes {
      guard let place = places[placed.change.identity] else {
        places[placed.change.identity] = combined.count
        combined.append(placed)
        continue
      }
      var change = combined[place].change
      change.after = placed.change.after
      combined[place] = combined[place].with(change)
    }
    return combined
  }

  /// The same change for an earlier state, with the row's other contents at that time.
  ///
  /// The change otherwise refers to the contents of the current state, which must not be mistaken for those of an
  /// earlier revision.
  func seen(from state: ResponseState, in form: FormDefinition) -> PlacedChange {
    guard change.field == .value || change.field == .calculated, let position,
      let cell = form.sections.element(at: section)?.cells.element(at: position)
    else { return self }
    return PlacedChange(
      change,
      of: CellSnapshot(
        cell: cell, place: CellPlace(section: section, position: position, instance: change.subject.instance),
        state: state.state(of: cell, in: change.subject.instance),
        starts: form.fresh.state(ofCell: cell.key, in: change.subject.instance)))
  }

  /// The inverse change.
  package var inverse: PlacedChange { with(change.inverse) }

  /// Another change of the same subject.
  func with(_ change: StateChange) -> PlacedChange {
    PlacedChange(
      change: change, section: section, position: position, extent: extent, startsOpen: startsOpen,
      isInline: isInline, shownAtFirst: shownAtFirst, shownWhenBlank: shownWhenBlank, isOverridden: isOverridden)
  }

  /// The displayed content of the field on both sides of the change; `nil` if no row shows the field.
  var contents: (before: CellValue?, after: CellValue?)? {
    guard change.field.isShown else { return nil }
    return (shown(change.before), shown(change.after))
  }

  private func shown(_ content: FieldContent?) -> CellValue? {
    if let content { content.value ?? shownWhenBlank } else { shownAtFirst }
  }

  /// Whether the subject was open before the change; `nil` if the change concerns neither disclosure, folding nor
  /// relevance.
  var isOpenBefore: Bool? { isOpen(change.before) }

  /// Whether the subject is open after the change; `nil` if the change concerns neither disclosure, folding nor
  /// relevance.
  var isOpenAfter: Bool? { isOpen(change.after) }

  private func isOpen(_ content: FieldContent?) -> Bool? {
    guard change.field.role == .opening || change.field.isRelevance else { return nil }
    guard let flag = content?.flag else { return startsOpen }
    return change.field == .fold ? !flag : flag
  }
}

extension [PlacedChange] {
  /// The same changes for an earlier state, see ``PlacedChange/seen(from:in:)``.
  ///
  /// - Complexity: O(k log k) for k changes.
  package func seen(from state: ResponseState, in form: FormDefinition) -> [PlacedChange] {
    map(
      inOrderOf: { CellPlace(section: $0.section, position: $0.position ?? -1) },
      { $0.seen(from: state, in: form) })
  }

  /// The changes without those of contents that are set aside, which no row shows.
  var shown: [PlacedChange] {
    contains { $0.change.subject.setAsideFrom != nil } ? filter { $0.change.subject.setAsideFrom == nil } : self
  }
}
