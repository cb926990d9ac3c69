/// A cell, where it stands, and what a person has done to it, at one revision.
public struct CellSnapshot: Hashable, Sendable {
  /// The cell's definition.
  public var cell: Cell
  /// Where the cell stands in the form.
  public var place: CellPlace
  /// The accordion that the cell is part of; `nil` for none.
  public var accordion: AccordionScope?
  /// Whether the person expanded or collapsed it; `nil` when nobody touched that.
  public var disclosure: Bool?
  /// What the person left in it; `nil` when nobody touched it.
  public var entry: Entry?
  /// The title it displays instead of its own; `nil` for its own.
  public var displayedTitle: String?

  /// Creates a snapshot.
  public init(
    cell: Cell, place: CellPlace, accordion: AccordionScope? = nil, disclosure: Bool? = nil, entry: Entry? = nil,
    displayedTitle: String? = nil
  ) {
    self.cell = cell
    self.place = place
    self.accordion = accordion
    self.disclosure = disclosure
    self.entry = entry
    self.displayedTitle = displayedTitle
  }

  /// Whether the cell is expanded.
  public var isExpanded: Bool {
    cell.isExpandable && (disclosure ?? cell.startsExpanded)
  }

  /// A change of the cell, placed.
  func placed(_ change: StateChange) -> PlacedChange {
    PlacedChange(
      change: change, section: place.section, position: place.position, extent: cell.additionalRows,
      startsOpen: cell.startsExpanded, isInline: cell.inline != nil, defaultValue: cell.defaultValue,
      definedTitle: cell.title)
  }
}
