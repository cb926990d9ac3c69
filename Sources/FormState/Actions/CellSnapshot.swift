/// A cell, where it stands, and what a person has done to it, at one revision.
public struct CellSnapshot: Hashable, Sendable {
  /// The cell's definition.
  public var cell: FormCell
  /// Where the cell stands in the form.
  public var place: CellPlace
  /// The accordion that the cell is part of; `nil` for none.
  public var accordion: AccordionScope?
  /// Which instance of a repeat it stands in; 0 outside of repeats.
  public var instance: Int
  /// What a person has done to it.
  public var state: CellState

  /// Creates a snapshot.
  public init(
    cell: FormCell, place: CellPlace, accordion: AccordionScope? = nil, instance: Int = 0,
    state: CellState = CellState()
  ) {
    self.cell = cell
    self.place = place
    self.accordion = accordion
    self.instance = instance
    self.state = state
  }

  /// Whether the cell is expanded.
  public var isExpanded: Bool {
    cell.isExpandable && (state.isExpanded ?? cell.startsExpanded)
  }

  /// What a change of the cell is about.
  var subject: StateSubject { StateSubject(cell.key, instance: instance) }

  /// A change of a field of the cell from what it is to something else, placed.
  func change(_ field: StateChange.Field, to after: FieldContent?) -> PlacedChange {
    PlacedChange(StateChange(field, of: subject, before: state[field], after: after), of: cell, at: place)
  }
}
