/// What a cell holds and how a person changes it.
public enum CellKind: String, CaseIterable, Hashable, Sendable, Codable {
  /// A heading over other cells; takes the key of the option that was chosen beneath it as its value.
  case group
  /// A text field; holds text.
  case text
  /// A date picker; holds a calendar date.
  case date
  /// A switch; holds true or false.
  case `switch`
  /// One of the choices of the nearest expandable ancestor; holds nothing itself.
  case option
  /// A slider; holds a number within a range.
  case slider
  /// Text to read; holds nothing.
  case label
  /// A kind of the user's own, told apart by its reuse identifier; holds text or a number.
  case custom

  /// The reuse identifier that the CellDescriptor.plist tutorial uses for the kind.
  public var standardIdentifier: String {
    switch self {
    case .group: "idCellNormal"
    case .text: "idCellTextfield"
    case .date: "idCellDatePicker"
    case .switch: "idCellSwitch"
    case .option: "idCellValuePicker"
    case .slider: "idCellSlider"
    case .label: "idCellLabel"
    case .custom: "idCellCustom"
    }
  }

  /// The kind that a reuse identifier of the tutorial stands for; any other identifier is a custom kind.
  package init(standardIdentifier identifier: String) {
    self = Self.kindOfStandardIdentifier[identifier] ?? .custom
  }

  private static let kindOfStandardIdentifier = Dictionary(
    allCases.map { ($0.standardIdentifier, $0) }, uniquingKeysWith: { first, _ in first })

  /// Whether a cell of the kind can hold a value at all.
  public var holdsValue: Bool {
    switch self {
    case .group, .text, .date, .switch, .slider, .custom: true
    case .option, .label: false
    }
  }

  /// Whether a cell of the kind has a control whose text may be no value yet, so that it can keep a draft.
  package var takesTypedInput: Bool { holdsValue && self != .group }
}
