import FormState

/// The keys of a cell's dictionary in a CellDescriptor.plist that have a meaning.
enum CellDescriptorKey: String, CaseIterable {
  case isExpandable, isExpanded, isVisible, value, primaryTitle, secondaryTitle, cellIdentifier, additionalRows
  /// The cell's stable key, where its titles do not give it.
  case key
  /// The cell's kind, where its reuse identifier does not give it.
  case cellKind
  /// What the cell above an option holds when it is chosen, where its titles and key do not give it.
  case optionValue
  /// The range of a slider that is not the usual one.
  case minimumValue, maximumValue

  /// Whether a cell of a kind keeps the key for itself; of other kinds it is a property like any other.
  func isReserved(for kind: CellKind) -> Bool {
    switch self {
    case .minimumValue, .maximumValue: kind == .slider
    case .optionValue: kind == .option
    default: true
    }
  }

  /// The key in whose place a property of form JSON stands.
  init?(property: String) {
    switch property {
    case "identifier", "kind": self = .cellIdentifier
    case "expandable": self = .isExpandable
    case "expanded": self = .isExpanded
    case "title": self = .primaryTitle
    case "subtitle": self = .secondaryTitle
    case "minimum": self = .minimumValue
    case "maximum": self = .maximumValue
    case "options": self = .optionValue
    default: self.init(rawValue: property)
    }
  }
}
