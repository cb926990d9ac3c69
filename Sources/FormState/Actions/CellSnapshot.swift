/// A cell, where it stands, and what a person has done to it, at one revision.
public struct CellSnapshot: Hashable, Sendable {
  /// The cell's definition.
  public var cell: FormCell
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
  /// What its control holds that is no value yet; `nil` for nothing.
  public var draft: String?
  /// What the person had left in it when the response was last marked as saved; `nil` for nothing.
  public var saved: Entry?
  /// Whether the person has entered something in it at some time.
  public var isTouched: Bool

  /// Creates a snapshot.
  public init(
    cell: FormCell, place: CellPlace, accordion: AccordionScope? = nil, disclosure: Bool? = nil, entry: Entry? = nil,
    displayedTitle: String? = nil, draft: String? = nil, saved: Entry? = nil, isTouched: Bool = false
  ) {
    self.cell = cell
    self.place = place
    self.accordion = accordion
    self.disclosure = disclosure
    self.entry = entry
    self.displayedTitle = displayedTitle
    self.draft = draft
    self.saved = saved
    self.isTouched = isTouched
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
