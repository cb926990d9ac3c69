/// Where an instance of a repeat stands, and which rows are its own.
package struct InstanceRows: Hashable, Sendable {
  /// The repeat, in the instance that it is in itself.
  package let cell: CellPlace
  /// How many instances of the repeat stand before it.
  package let index: Int
  /// Its rows; `nil` where it has none.
  package let range: RowRange?

  /// Says where an instance stands.
  package init(cell: CellPlace, index: Int, range: RowRange?) {
    self.cell = cell
    self.index = index
    self.range = range
  }
}
