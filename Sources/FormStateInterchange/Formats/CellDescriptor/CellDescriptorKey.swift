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
  /// The range of a slider that is not the usual one, or of another number.
  case minimumValue, maximumValue
  /// What a number counts.
  case numberUnit
  /// Whether the cell is hidden for good, whatever is expanded; without it a hidden cell shows when those above it
  /// open.
  case neverShows

  /// Whether a cell of a kind keeps the key for itself; of other kinds it is a property like any other.
  func isReserved(for kind: CellKind) -> Bool {
    switch self {
    case .minimumValue, .maximumValue, .numberUnit: kind.isNumber
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

/// Which keys of a dictionary mean what, where a document keeps its titles under a key of its own.
struct CellDescriptorNames: Hashable {
  /// The name under which primary titles stand.
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

  /// Whether a reader takes an entry for a title where no cell has one under the usual name.
  static func mayHoldTitle(_ name: String, _ value: PropertyValue) -> Bool {
    otherTitles.contains(name.lowercased()) && value.text?.isEmpty == false
  }

  /// Where the usual keys stand among the keys of a dictionary, in their order; `nil` for one that it has not.
  func usualPlaces(in keys: [String]) -> [Int?] {
    usual.map { name in keys.firstIndex { $0 == name } }
  }

  /// The name of a key in the document.
  func name(of key: CellDescriptorKey) -> String {
    key == .primaryTitle ? title : key.rawValue
  }

  /// The key that a name in the document stands for; `nil` for one without a meaning.
  func key(named name: String) -> CellDescriptorKey? {
    if name == title { return .primaryTitle }
    return CellDescriptorKey(rawValue: name).flatMap { $0 == .primaryTitle ? nil : $0 }
  }

  /// Whether what stands under a name is kept for the author among the properties.
  func isProperty(_ name: String, of kind: CellKind) -> Bool {
    guard name != OriginalSpelling.property else { return false }
    return key(named: name).map { !$0.isReserved(for: kind) } ?? true
  }
}
