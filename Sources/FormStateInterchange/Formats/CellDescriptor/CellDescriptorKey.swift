import FormState

/// The keys of a cell's dictionary in a CellDescriptor.plist that have a meaning.
enum CellDescriptorKey: String, CaseIterable {
  case isExpandable, isExpanded, isVisible, value, primaryTitle, secondaryTitle, cellIdentifier, additionalRows
  /// The cell's stable key, if its titles do not determine it.
  case key
  /// The cell's kind, if its reuse identifier does not determine it.
  case cellKind
  /// The value of the cell above an option when the option is chosen, if its titles and key do not determine it.
  case optionValue
  /// The range of a slider that is not the usual one, or of another number.
  case minimumValue, maximumValue
  /// The unit of a number.
  case numberUnit
  /// Whether the cell is permanently hidden; otherwise a hidden cell shows when those above it are expanded.
  case neverShows

  /// Whether a cell of a kind keeps the key for itself; of other kinds it is a property like any other.
  func isReserved(for kind: CellKind) -> Bool {
    switch self {
    case .minimumValue, .maximumValue, .numberUnit: kind.isNumber
    case .optionValue: kind == .option
    default: true
    }
  }

  /// The key for a property of form JSON.
  init?(property: String) {
    switch property {
    case "identifier", "kind": self = .cellIdentifier
    case "expandable": self = .isExpandable
    case "expanded": self = .isExpanded
    case "title": self = .primaryTitle
    case "subtitle": self = .secondaryTitle
    case "minimum": self = .minimumValue
    case "maximum": self = .maximumValue
    case "unit": self = .numberUnit
    case "options": self = .optionValue
    default: self.init(rawValue: property)
    }
  }

  /// The keys that every dictionary of the tutorial has.
  static let usual: [CellDescriptorKey] = [
    .isExpandable, .isExpanded, .isVisible, .value, .primaryTitle, .secondaryTitle, .cellIdentifier, .additionalRows,
  ]

  /// The place of the key in ``usual``; `nil` for a key that few dictionaries have.
  var placeAmongUsual: Int? {
    switch self {
    case .isExpandable: 0
    case .isExpanded: 1
    case .isVisible: 2
    case .value: 3
    case .primaryTitle: 4
    case .secondaryTitle: 5
    case .cellIdentifier: 6
    case .additionalRows: 7
    default: nil
    }
  }

  /// One of these makes a dictionary a cell; a list of dictionaries without them is some other list.
  static let describingRows: [CellDescriptorKey] = [
    .isExpandable, .isExpanded, .isVisible, .cellIdentifier, .additionalRows,
  ]
}

/// The meaning of a dictionary's keys, if a document uses another key for its titles.
struct CellDescriptorNames: Hashable {
  /// The name of the key of primary titles.
  let title: String
  /// The names of the usual keys, in their order.
  private let usual: [String]

  init(title: String? = nil) {
    let title = title ?? CellDescriptorKey.primaryTitle.rawValue
    self.title = title
    usual = CellDescriptorKey.usual.map { $0 == .primaryTitle ? title : $0.rawValue }
  }

  /// Other names under which files in the wild have their titles.
  private static let otherTitles: Set<String> = ["label", "title", "name", "text"]

  /// Whether a reader uses an entry as title if no cell has one under the usual name.
  static func mayHoldTitle(_ name: String, _ value: PropertyValue) -> Bool {
    otherTitles.contains(name.lowercased()) && value.text?.isEmpty == false
  }

  /// The positions of the usual keys among the keys of a dictionary, in order; `nil` for a missing one.
  func usualPlaces(in keys: [String]) -> [Int?] {
    usual.map { name in keys.firstIndex { $0 == name } }
  }

  /// The name of a key in the document.
  func name(of key: CellDescriptorKey) -> String {
    key == .primaryTitle ? title : key.rawValue
  }

  /// The key for a name in the document; `nil` for one without a meaning.
  func key(named name: String) -> CellDescriptorKey? {
    if name == title { return .primaryTitle }
    return CellDescriptorKey(rawValue: name).flatMap { $0 == .primaryTitle ? nil : $0 }
  }

  /// Whether the entry with a name is kept for the author among the properties.
  func isProperty(_ name: String, of kind: CellKind) -> Bool {
    guard name != OriginalSpelling.property else { return false }
    return key(named: name).map { !$0.isReserved(for: kind) } ?? true
  }
}
