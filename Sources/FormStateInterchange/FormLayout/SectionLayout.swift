import FormState

/// How a section is made of a document.
struct SectionLayout: Hashable, Sendable {
  /// Where the data of a section is.
  enum Source: Hashable, Sendable {
    /// One cell for the value there.
    case one(FieldPath)
    /// A cell for each element of the array there; the path of its key is within the element.
    case each(FieldPath, key: FieldPath)
  }

  /// What the section has whatever the document says; without title, properties and cells.
  var section: FormSection
  /// The title.
  var title: LayoutText
  /// The properties.
  var properties: [String: LayoutProperty]
  /// Where the data is.
  var source: Source
  /// How its cells are made.
  var cell: CellLayout
}
