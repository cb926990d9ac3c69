import FormState

/// How a cell is made of a value of a document.
struct CellLayout: Hashable, Sendable {
  /// The fixed part of the cell; without key, title and properties.
  var cell: FormCell
  /// The primary title.
  var title: LayoutText
  /// The secondary title.
  var subtitle: LayoutText
  /// The default value; `nil` for none, and for one that every cell has.
  var value: LayoutProperty?
  /// The properties.
  var properties: [String: LayoutProperty]
  /// The cells under it.
  var below = CellsBelow.none
  /// The bytes of fixed text in each cell; set once the rest is known.
  var constantBytes = 0

  /// Fills ``constantBytes`` in.
  mutating func countConstantBytes() {
    constantBytes = title.constantBytes + subtitle.constantBytes + (value?.constantBytes ?? 0)
    constantBytes += LayoutProperty.members(properties).constantBytes
    if case .text(let text) = cell.defaultValue { constantBytes += text.utf8.count }
  }

  /// The paths that the cell mentions.
  var paths: [FieldPath] {
    title.paths + subtitle.paths + (value?.paths ?? []) + properties.values.flatMap(\.paths)
  }

  /// The place of a fault in the cell's value.
  func valuePath(of element: DocumentPath) -> DocumentPath {
    if case .field(let path) = value { path.path(from: element) } else { element }
  }
}

/// The cells under a cell of a layout.
indirect enum CellsBelow: Hashable, Sendable {
  case none
  /// A cell for each element of the array at a path within the cell's own data; the path of its key is within the
  /// element.
  case each(FieldPath, key: FieldPath, CellLayout)
}

/// A property of a layout, from which the property of a section or cell is made.
indirect enum LayoutProperty: Hashable, Sendable {
  /// A number, boolean or null, the same in every cell.
  case constant(PropertyValue)
  /// The content of a field, in its type in the document.
  case field(FieldPath)
  /// A text with fields in it.
  case text(LayoutText)
  /// A list of properties.
  case list([LayoutProperty])
  /// Named properties.
  case members([String: LayoutProperty])

  /// The property made by a text: a single placeholder keeps the type of the field.
  init(_ text: LayoutText) {
    if text.parts.count == 1, let path = text.paths.first {
      self = .field(path)
    } else {
      self = .text(text)
    }
  }

  /// The paths that the property mentions; recursion is bounded by the limit on the depth of a layout.
  var paths: [FieldPath] {
    switch self {
    case .constant: []
    case .field(let path): [path]
    case .text(let text): text.paths
    case .list(let properties): properties.flatMap(\.paths)
    case .members(let properties): properties.values.flatMap(\.paths)
    }
  }
}
