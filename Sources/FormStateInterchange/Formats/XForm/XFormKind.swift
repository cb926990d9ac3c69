import FormState

/// Maps types of XForms to kinds of cells.
enum XFormKind {
  /// The kind of a question of a type, which is not chosen, moved or uploaded.
  static func ofType(_ type: String) -> CellKind {
    switch type {
    case "int", "integer", "long", "short", "nonNegativeInteger", "positiveInteger": .integer
    case "decimal", "double", "float": .decimal
    case "boolean": .switch
    case "date": .date
    case "time": .time
    case "dateTime": .dateTime
    case "binary", "base64Binary": .file
    case "geopoint", "geotrace", "geoshape": .custom
    default: .text
    }
  }
}

extension CellKind {
  /// The default control of a question.
  var usualXFormControl: String {
    switch self {
    case .group: "select1"
    case .choices: "select"
    case .slider: "range"
    case .file: "upload"
    case .repeat: "repeat"
    case .text, .longText, .integer, .decimal, .date, .time, .dateTime, .switch, .label, .option, .custom: "input"
    }
  }

  /// The default type of a control for a value of the kind.
  func usualXFormType(ofControl control: String) -> String {
    switch self {
    case .integer: "int"
    case .slider, .decimal: "decimal"
    case .date, .time, .dateTime: rawValue
    case .file: "binary"
    case .switch: control == "trigger" ? "string" : "boolean"
    case .group, .choices, .text, .longText, .label, .option, .custom, .repeat: "string"
    }
  }
}

extension FormCell {
  /// Whether the cell is a question whose title is the answer, once there is one.
  var showsAnswerAsTitle: Bool { kind.isQuestionOfOptions && summary == .choice }
}
