/// The cells of which expanding one collapses the others.
public enum AccordionScope: Hashable, Sendable {
  /// The cells at the top level of all sections.
  case form
  /// The cells at the top level of the section at a position.
  case section(Int)
  /// The cells directly under the cell at a place.
  case cell(CellPlace)
}
