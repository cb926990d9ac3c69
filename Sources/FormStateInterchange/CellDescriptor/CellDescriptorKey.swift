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
  /// Whether the cell is hidden for good, whatever is expanded; without it a hidden cell shows when those above it open.
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

  /// What stands under the usual keys, in their order.
  ///
  /// To go through the few entries costs a fraction of a look-up for each key.
  func usualValues(in entries: [String: PropertyValue]) -> [PropertyValue?] {
    guard entries.count <= 2 * usual.count else { return usual.map { entries[$0] } }
    var values = [PropertyValue?](repeating: nil, count: usual.count)
    for (name, value) in entries {
      for place in usual.indices where name.isSame(name: usual[place]) { values[place] = value }
    }
    return values
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
    guard name != AsWritten.property else { return false }
    return key(named: name).map { !$0.isReserved(for: kind) } ?? true
  }
}
