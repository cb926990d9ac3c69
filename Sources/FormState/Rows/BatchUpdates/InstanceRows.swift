/// The position of an instance of a repeat, and its rows.
package struct InstanceRows: Hashable, Sendable {
  /// The repeat, in its instance.
  let cell: CellPlace
  /// The number of instances before it.
  let index: Int
  /// Its rows; `nil` if it has none.
  package let range: RowRange?
}
