/// A cell with its place and its touched state, at one revision.
package struct CellSnapshot: Hashable, Sendable {
  /// The cell's definition.
  package var cell: FormCell
  /// The place of the cell in the form.
  package var place: CellPlace
  /// The accordion that the cell is part of; `nil` for none.
  var accordion: AccordionScope?
  /// Its instance of a repeat; 0 outside of repeats.
  package var instance: Int { place.instance }
  /// Its touched state.
  package var state: CellState
  /// The results of rules for it in a fresh response.
  var starts: CellState
  /// The shortest spelling of its instance, where another one has its counter; `nil` where the counter alone is.
  private var instanceWithTag: String?
  /// What people call its instance.
  var spelledInstance: String { instanceWithTag ?? InstanceNames().spelling(of: instance) }

  /// Creates a snapshot.
  package init(
    cell: FormCell, place: CellPlace, accordion: AccordionScope? = nil, state: CellState = CellState(),
    starts: CellState = CellState(), instanceWithTag: String? = nil
  ) {
    self.cell = cell
    self.place = place
    self.accordion = accordion
    self.state = state
    self.starts = starts
    self.instanceWithTag = instanceWithTag
  }

  /// The result of rules for a field of the cell; the content without a rule if there is none.
  func derived(_ field: StateChange.Field) -> FieldContent? {
    state[field] ?? starts[field] ?? field.contentWithoutRule
  }

  /// Whether rules make the cell relevant, regardless of its surroundings.
  package var isRelevant: Bool { derived(.relevance)?.flag ?? true }

  /// Whether rules make the cell read-only.
  var isReadOnly: Bool { derived(.readOnly)?.flag ?? false }

  /// The value of the cell.
  package var value: CellValue? {
    if let entry = state.entry { return entry.value }
    return state.valueWithoutEntry(in: cell, starts: starts)
  }

  /// Whether the cell is expanded.
  var isExpanded: Bool {
    cell.isExpandable && (state.isExpanded ?? cell.startsExpanded)
  }

  /// The subject of a change of the cell.
  var subject: StateSubject { StateSubject(cell.key, instance: instance) }

  /// A placed change of a field of the cell from its current content.
  func change(_ field: StateChange.Field, to after: FieldContent?) -> PlacedChange {
    PlacedChange(StateChange(field, of: subject, before: state[field], after: after), of: self)
  }
}

/// A set of cells in which expanding one collapses the others.
package enum AccordionScope: Hashable, Sendable {
  /// The cells at the top level of all sections.
  case form
  /// The cells at the top level of the section at a position.
  case section(Int)
  /// The cells directly under the cell at a place.
  case cell(CellPlace)

  /// The same accordion of the form, in no instance.
  var withoutInstance: AccordionScope {
    if case .cell(let place) = self { .cell(place.within(0)) } else { self }
  }
}
