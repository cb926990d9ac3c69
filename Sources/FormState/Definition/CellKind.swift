/// What a cell holds and how a person changes it.
@nonexhaustive
public enum CellKind: String, CaseIterable, Hashable, Sendable, Codable {
  /// A heading over other cells; takes the value of the option that was chosen beneath it as its value.
  case group
  /// A heading over options of which several can be chosen; holds their values in the order in which they were chosen.
  case choices
  /// A text field; holds text.
  case text
  /// A text field for several lines; holds text.
  case longText
  /// A field for a whole number, within a range if there is one.
  case integer
  /// A field for a number that is kept exactly as it was entered, within a range if there is one.
  case decimal
  /// A date picker; holds a calendar date.
  case date
  /// A time picker; holds a time of day.
  case time
  /// A picker of a date and a time; holds both with their offset from UTC.
  case dateTime
  /// A switch; holds true or false.
  case `switch`
  /// One of the choices of the nearest expandable ancestor; holds nothing itself.
  case option
  /// A slider; holds a number within a range.
  case slider
  /// A file that the app keeps; holds its name or path.
  case file
  /// Text to read; holds nothing.
  case label
  /// A heading over cells that a person fills in several times; those are the template of its instances. Holds nothing
  /// itself.
  case `repeat`
  /// A kind of the user's own, told apart by its reuse identifier; holds text or a number.
  case custom

  /// The reuse identifier of a kind that is given none; that of the CellDescriptor.plist tutorial, where it has the
  /// kind.
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

  /// The kind that a reuse identifier of the tutorial stands for; any other identifier is a custom kind.
  package init(standardIdentifier identifier: String) {
    self = Self.kindOfStandardIdentifier[identifier] ?? .custom
  }

  private static let kindOfStandardIdentifier = Dictionary(
    ofTutorial.map { ($0.standardIdentifier, $0) }, uniquingKeysWith: { first, _ in first })

  /// A file that names its views as this library does by default means nothing by that.
  private static let ofTutorial: [CellKind] = [.group, .text, .date, .switch, .option, .slider, .label]

  /// Whether a cell of the kind can hold a value at all.
  public var holdsValue: Bool {
    switch self {
    case .group, .choices, .text, .longText, .integer, .decimal, .date, .time, .dateTime, .switch, .slider, .file,
      .custom:
      true
    case .option, .label, .repeat: false
    }
  }

  /// Whether a cell of the kind is a heading over options that it takes as its value.
  package var isQuestionOfOptions: Bool { self == .group || self == .choices }

  /// Whether an option may stand under a cell of the kind.
  package var takesOptions: Bool { isQuestionOfOptions || self == .custom }

  /// Whether a cell of the kind holds a number, which has a unit and lies in a range.
  package var isNumber: Bool { self == .slider || self == .integer || self == .decimal }

  /// Whether a cell of the kind has a control whose text may be no value yet, so that it can keep a draft.
  package var takesTypedInput: Bool { holdsValue && !isQuestionOfOptions }
}
