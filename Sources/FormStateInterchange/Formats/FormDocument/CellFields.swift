import FormState

/// Reads the members of a cell in form JSON.
struct CellFields {
  var fields: DocumentFields

  /// The cell without the parts that depend on nested cells.
  ///
  /// - Parameter parentKey: the key of the cell above; an option without a key is named after it.
  mutating func cell(under parentKey: String?) -> FormCell {
    let isOption = fields.members["kind"] == .string(CellKind.option.rawValue)
    let optionValue = isOption ? fields.text("value") : nil
    let key = key(optionValue: optionValue, parentKey: parentKey)
    let kind = kind()
    var object = CellInDocument(
      cell: FormCell(key: key, kind: kind ?? .custom, identifier: fields.text("identifier")), parentKey: parentKey)
    fields.read(into: &object)
    var cell = object.cell
    if cell.kind == .repeat { cell.counts = counts() } else { cell.range = rangeWithoutCounts(kind: cell.kind) }
    cell.switchTitles = switchTitles(ofCell: key)
    cell.rules = fields.rules(ofCell: key)
    if let optionValue { cell.optionValue = optionValue }
    if let kind, kind != .option { cell.defaultValue = value(kind: kind) }
    return cell
  }

  private mutating func key(optionValue: String?, parentKey: String?) -> String {
    if fields.members["key"] == nil, let optionValue, let parentKey {
      return FormCell.optionKey(question: parentKey, value: optionValue)
    }
    return fields.requiredText("key", "write the cell's stable name")
  }

  /// The options of the cell, from its own list or one of the form, as cells below it.
  mutating func options(lists: NamedLists, of cell: inout FormCell) -> [FormCell] {
    switch fields.members["options"] {
    case nil: return []
    case .string(let name):
      cell.list = name.canonicalKey
      if let list = lists[name.canonicalKey] { return list.cells(ofQuestion: cell.key) }
      let near = lists.names.nearest(to: name).map(\.asSuggestion) ?? "define it among the form's “lists”"
      fields.addFault("options", "there is no list “\(name.prefix(40))”", near)
      return []
    case .array:
      let key = cell.key
      let options = fields.options("options") { .cell(FormCell.optionKey(question: key, value: $0), .title) }
      return options.map { OptionList("", options: $0).cells(ofQuestion: key) } ?? []
    case let other?:
      fields.addFault(
        "options", "is \(other.jsonTypeName)", "name a list of the form, or write an array of {\"value\", \"title\"}")
      return []
    }
  }

  /// Adds the parts that depend on nested cells.
  mutating func finish(_ cell: inout FormCell, childKinds: [CellKind]) {
    cell.isExpandable = fields.flag("expandable") ?? cell.isUsuallyExpandable
    cell.summary = summary(ofCell: cell.key) ?? (cell.infersSummary ? cell.inferredSummary(fromKinds: childKinds) : nil)
  }

  /// The kind, which must be there; `nil` after a fault.
  mutating func kind(among kinds: [CellKind] = CellKind.allCases) -> CellKind? {
    if case .string(let name) = fields.members["kind"], let kind = CellKind(rawValue: name), kinds.contains(kind) {
      return kind
    }
    let names = kinds.map(\.rawValue)
    let action = "write one of \(names.joined(separator: ", "))"
    guard fields.members["kind"] != nil else {
      fields.addFault("kind", "is missing", action)
      return nil
    }
    guard let name = fields.text("kind") else { return nil }
    let near = names.nearest(to: name, within: fields.suggestions).map(\.asSuggestion) ?? action
    let what = CellKind(rawValue: name) == nil ? "a kind of cell" : "a kind that a cell can have here"
    fields.addFault("kind", "is “\(name.prefix(40))”, which is not \(what)", near)
    return nil
  }

  /// The numbers that a cell of the kind accepts.
  mutating func range(kind: CellKind) -> NumberRange? {
    let standard = FormCell.standardSliderRange
    let least = fields.number("minimum")
    let greatest = fields.number("maximum")
    guard kind == .slider || least != nil || greatest != nil else { return nil }
    if kind != .slider, kind.isNumber, fields.faults.isEmpty, least == nil || greatest == nil {
      let (given, other) = least == nil ? ("maximum", "minimum") : ("minimum", "maximum")
      fields.addFault(other, "is missing beside “\(given)”", "write both, or neither for any number")
      return nil
    }
    return NumberRange(minimum: least ?? standard.minimum, maximum: greatest ?? standard.maximum)
  }

  /// The range of a cell other than a repeat.
  private mutating func rangeWithoutCounts(kind: CellKind) -> NumberRange? {
    for name in ["initial", "firstInstances"] where fields.members[name] != nil {
      fields.addFault(
        name, "is not allowed in a cell of kind \(kind.rawValue)", "remove it; only a repeat has instances")
    }
    return range(kind: kind)
  }

  /// How many instances a repeat has.
  private mutating func counts() -> InstanceCounts {
    InstanceCounts(
      minimum: fields.read("minimum", WholeNumber.count) ?? 0, maximum: fields.read("maximum", WholeNumber.count),
      initial: fields.read("initial", WholeNumber.count) ?? 0, first: firstInstances())
  }

  private mutating func firstInstances() -> [FirstInstance] {
    guard let given = fields.members["firstInstances"] else { return [] }
    if let instances = [FirstInstance](given) { return instances }
    fields.addFault(
      "firstInstances", "is not a description of first instances",
      #"write an array with an object for each: {"values": {"CELL": VALUE}, "repeats": {"REPEAT": [INSTANCES]}}"#)
    return []
  }

  /// The off and on titles of a switch; `nil` if neither is given.
  ///
  /// - Parameter key: the key of the cell; `nil` if there are no translations.
  mutating func switchTitles(ofCell key: String? = nil) -> SwitchTitles? {
    let off = key.map { fields.text("offTitle", at: .cell($0, .offTitle)) } ?? fields.text("offTitle")
    let on = key.map { fields.text("onTitle", at: .cell($0, .onTitle)) } ?? fields.text("onTitle")
    guard off != nil || on != nil else { return nil }
    return SwitchTitles(off: off ?? SwitchTitles.standard.off, on: on ?? SwitchTitles.standard.on)
  }

  /// The summary rule, `.some(nil)` for none; `nil` if it is missing or after a fault.
  private mutating func summary(ofCell key: String) -> Summary?? {
    guard let given = fields.members["summary"] else { return nil }
    do throws(Template.Malformed) {
      switch given {
      case .string("none"): return .some(nil)
      case .string("choice"): return .some(.choice)
      case .dictionary(let rule) where rule.count == 1:
        if let value = rule["join"], value.isTexts {
          return text(value, named: "summary.join", ofCell: key).map { .some(.join(separator: $0)) }
        }
        if let value = rule["template"], value.isTexts {
          guard let source = text(value, named: "summary.template", ofCell: key) else { return nil }
          return .some(.template(try Template(parsing: source)))
        }
        if rule["expression"]?.isTexts == true { return .some(nil) }
      default: break
      }
      fields.addFault(
        "summary", "is not a known rule",
        "write \"none\", \"choice\", {\"join\": \" \"}, {\"template\": \"{a}, {b}\"} or {\"expression\": \"concat(${a}, ${b})\"}"
      )
    } catch {
      fields.addFault("summary", error.description, "write {key} for cells, {{ and }} for braces")
    }
    return nil
  }

  private mutating func text(_ value: PropertyValue, named name: String, ofCell key: String) -> String? {
    fields.text(value, named: name, at: .cell(key, .summary))
  }

  private mutating func value(kind: CellKind) -> CellValue? {
    guard let given = fields.members["value"], given != .null else { return nil }
    if let value = given.value(for: kind) { return value }
    fields.addFault("value", "is \(given.jsonTypeName) that the cell cannot hold", PropertyValue.wording(for: kind))
    return nil
  }
}

extension PropertyValue {
  /// The value as a cell of a kind holds it; `nil` when it cannot.
  func value(for kind: CellKind) -> CellValue? {
    switch (self, kind) {
    case (.string(let text), .date): CalendarDate(isoText: text).map(CellValue.date)
    case (_, .decimal): decimal.map(CellValue.decimal)
    case (.string(let text), .time): ClockTime(isoText: text).map(CellValue.time)
    case (.string(let text), .dateTime): OffsetDateTime(isoText: text).map(CellValue.dateTime)
    case (.array(let values), .choices): Self.choices(values)
    case (.integer(let whole), .integer): .integer(whole)
    case (.string(let text), .text), (.string(let text), .longText), (.string(let text), .file),
      (.string(let text), .custom),
      (.string(let text), .option), (.string(let text), .label):
      .text(text)
    case (.string(let text), .group): .text(text.canonicalKey)
    case (.boolean(let isOn), .switch): .boolean(isOn)
    case (.integer(let whole), .custom): .integer(whole)
    case (.integer(let whole), .slider): CellValue.number(Double(whole))
    case (.real(let number), .slider), (.real(let number), .custom): CellValue.number(number)
    default: nil
    }
  }

  /// A number as written in double quotes, or else in its fewest digits.
  private var decimal: ExactDecimal? {
    switch self {
    case .string(let text): ExactDecimal(text)
    case .integer(let whole): ExactDecimal(String(whole))
    case .real(let number): ExactDecimal(number)
    default: nil
    }
  }

  private static func choices(_ values: [PropertyValue]) -> CellValue? {
    let texts = values.compactMap { value in
      if case .string(let text) = value { text.canonicalKey } else { nil }
    }
    return texts.count == values.count && !texts.isEmpty ? .choices(texts) : nil
  }

  /// How to write a value for a cell of a kind.
  static func wording(for kind: CellKind) -> String {
    switch kind {
    case .text, .longText: "write text in double quotes"
    case .integer: "write a whole number"
    case .decimal: "write a number without an exponent, in double quotes to keep its digits, for example \"1.50\""
    case .time: "write a time as \"HH:MM:SS\", for example \"14:30:00\""
    case .dateTime: "write a date and time with its offset, for example \"2026-11-21T14:30:00+01:00\""
    case .file: "write the name of a file in double quotes"
    case .choices: "write an array of the values of its options"
    case .date: "write a date as \"YYYY-MM-DD\", for example \"1835-11-30\""
    case .switch: "write true or false"
    case .slider: "write a number"
    case .custom: "write text or a number"
    case .group: "write the value of one of its options"
    case .option, .label, .repeat: "remove it; a cell of kind \(kind.rawValue) holds none"
    }
  }
}
