/// The type of a cell's value, and how a person changes it.
@nonexhaustive
public enum CellKind: String, CaseIterable, Hashable, Sendable, Codable {
  /// A heading over other cells; its value is that of the chosen option under it.
  case group
  /// A heading over options, several of which can be chosen; holds their values in the order chosen.
  case choices
  /// A text field; holds text.
  case text
  /// A text field for several lines; holds text.
  case longText
  /// A field for a whole number, optionally within a range.
  case integer
  /// A field for a number that is stored exactly as entered, optionally within a range.
  case decimal
  /// A date picker; holds a calendar date.
  case date
  /// A time picker; holds a time of day.
  case time
  /// A picker for a date and a time; holds both with their offset from UTC.
  case dateTime
  /// A switch; holds true or false.
  case `switch`
  /// One of the choices of the nearest expandable ancestor; holds nothing itself.
  case option
  /// A slider; holds a number within a range.
  case slider
  /// A file stored by the app; holds its name or path.
  case file
  /// Text to read; holds nothing.
  case label
  /// A heading over cells that repeat; they are the template of its instances. Holds nothing itself.
  case `repeat`
  /// A custom kind, identified by its reuse identifier; holds text or a number.
  case custom

  /// The kind's default reuse identifier; for kinds of the CellDescriptor.plist tutorial, the tutorial's.
  public var standardIdentifier: String {
    switch self {
    case .group: "idCellNormal"
    case .choices: "idCellChoices"
    case .text: "idCellTextfield"
    case .longText: "idCellTextView"
    case .integer: "idCellInteger"
    case .decimal: "idCellDecimal"
    case .date: "idCellDatePicker"
    case .time: "idCellTimePicker"
    case .dateTime: "idCellDateTimePicker"
    case .switch: "idCellSwitch"
    case .option: "idCellValuePicker"
    case .slider: "idCellSlider"
    case .file: "idCellFile"
    case .label: "idCellLabel"
    case .repeat: "idCellRepeat"
    case .custom: "idCellCustom"
    }
  }

  /// The kind for a reuse identifier of the tutorial; any other identifier is a custom kind.
  package init(standardIdentifier identifier: String) {
    self = Self.kindOfStandardIdentifier[identifier] ?? .custom
  }

  private static let kindOfStandardIdentifier = Dictionary(
    ofTutorial.map { ($0.standardIdentifier, $0) }, uniquingKeysWith: { first, _ in first })

  /// FormState's default identifiers in a file imply no kind.
  private static let ofTutorial: [CellKind] = [.group, .text, .date, .switch, .option, .slider, .label]

  /// Whether a cell of the kind can hold a value.
  package var holdsValue: Bool {
    switch self {
    case .group, .choices, .text, .longText, .integer, .decimal, .date, .time, .dateTime, .switch, .slider, .file,
      .custom:
      true
    case .option, .label, .repeat: false
    }
  }

  /// Whether a cell of the kind is a heading whose value is that of its options.
  package var isQuestionOfOptions: Bool { self == .group || self == .choices }

  /// Whether an option may be under a cell of the kind.
  package var takesOptions: Bool { isQuestionOfOptions || self == .custom }

  /// Whether a cell of the kind holds a number, with a unit and a range.
  package var isNumber: Bool { self == .slider || self == .integer || self == .decimal }

  /// Whether a cell of the kind keeps the type of a rule's result beside its text, see ``RuleResult``.
  package var holdsTypedResults: Bool { self == .text || self == .longText || self == .group }

  /// Whether a cell of the kind has a control whose text may not be a value yet, and can therefore keep a draft.
  package var takesTypedInput: Bool { holdsValue && !isQuestionOfOptions }
}
