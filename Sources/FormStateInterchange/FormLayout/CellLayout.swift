import FormState

/// How a cell is made of a value of a document.
struct CellLayout: Hashable, Sendable {
  /// What the cell has whatever the document says; without key, titles and properties.
  var cell: FormCell
  /// The primary title.
  var title: LayoutText
  /// The secondary title.
  var subtitle: LayoutText
  /// The default value; `nil` for none, and for one that every cell has.
  var value: LayoutProperty?
  /// The properties.
  var properties: [String: LayoutProperty]

  /// The paths that the cell mentions.
  var paths: [FieldPath] {
    title.paths + subtitle.paths + (value?.paths ?? []) + properties.values.flatMap(\.paths)
  }

  /// Where a fault of the cell's value is to be looked for.
  func valuePath(of element: DocumentPath) -> DocumentPath {
    if case .field(let path) = value { path.path(from: element) } else { element }
  }
}
