/// Collects the cells of a section, or those under a cell, in preorder.
///
/// A function with the builder makes cells for several places:
///
/// ```swift
/// @CellBuilder func address(_ prefix: String) -> [Cell] {
///   TextCell("\(prefix)-street", title: "Street")
///   TextCell("\(prefix)-town", title: "Town")
/// }
/// ```
public typealias CellBuilder = ListBuilder<Cell>

extension ListBuilder where Element == Cell {
  /// A cell, followed by its descendants.
  public static func buildExpression(_ cell: some CellDescription) -> [Cell] { cell.draft.cells }
}
