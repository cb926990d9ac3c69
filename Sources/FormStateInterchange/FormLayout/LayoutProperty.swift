import FormState

/// A property of a layout, from which the property of a section or cell is made.
indirect enum LayoutProperty: Hashable, Sendable {
  /// A number, boolean or null, the same in every cell.
  case constant(PropertyValue)
  /// What a field holds, in the type in which it stands in the document.
  case field(FieldPath)
  /// A text with fields in it.
  case text(LayoutText)
  /// A list of properties.
  case list([LayoutProperty])
  /// Named properties.
  case members([String: LayoutProperty])

  /// The property as a text makes it: one place and nothing else keeps the type of the field.
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
