/// Collects the cells of a section, or those under a cell, in preorder.
///
/// A function with the builder makes cells for several places:
///
/// ```swift
/// @CellBuilder func address(_ prefix: String) -> [FormCell] {
///   TextCell("\(prefix)-street", title: "Street")
///   TextCell("\(prefix)-town", title: "Town")
/// }
/// ```
public typealias CellBuilder = ListBuilder<FormCell>

extension ListBuilder where Element == FormCell {
  /// A cell, followed by its descendants.
  public static func buildExpression(_ cell: some CellDescription) -> [FormCell] { cell.draft.cells }
}
