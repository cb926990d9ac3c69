import FormState

/// Takes the rows of a table out of a document during reading, so a million of them are never in memory together as
/// dictionaries.
///
/// A row is a dictionary in an array in the outermost array. In its place the tree gets ``placeholder``.
protocol DocumentRows: AnyObject {
  /// Takes a row.
  ///
  /// - Parameters:
  ///   - members: the dictionary, which most rows share their keys with.
  ///   - section: the place of its array in the outermost one.
  ///   - row: its place in its array.
  func take(_ members: DocumentRow, section: Int, row: Int)

  /// Forgets all rows, since the document is read once more without taking any.
  func forget()
}

extension DocumentRows {
  /// The placeholder in the tree for a row that was taken; property lists cannot contain it.
  static var placeholder: PropertyValue { .null }
}
