import FormState

/// A rule that is its expression alone.
struct Expression: MemberCodec {
  let types: JSONTypes = [.string]
  let kind: FormRule.Kind

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> FormRule? {
    Text().read(given, named: name, in: &fields).map { FormRule(kind, $0) }
  }

  func write(_ value: FormRule, to writer: inout FormDocumentWriter) { writer.json.string(value.source) }
}

/// A rule as an object: an expression with what its kind has beside it.
protocol RuleObject: DocumentObject {
  var source: String { get set }
  /// Whether the rule is more than its expression.
  func isObject(in document: FormDocumentWriter) -> Bool
}

extension RuleObject {
  func isObject(in document: FormDocumentWriter) -> Bool { true }
}

extension FormDocumentWriter {
  /// Writes a rule: only its expression if there is nothing else.
  fileprivate mutating func write(rule: some RuleObject) throws(ExportError) {
    if rule.isObject(in: self) { try write(rule) } else { json.string(rule.source) }
  }
}

/// A required rule with a message; without an expression the cell is always required.
struct RequiredRule: RuleObject {
  var source = "true()"
  var message: String?
  let cell: String

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.member("expression", \.source, Text(), default: "")
    visitor.optionalTexts("message", \.message) { .cell($0.cell, .requiredMessage) }
  }

  func isObject(in document: FormDocumentWriter) -> Bool {
    message != nil || document.hasOtherTexts(at: .cell(cell, .requiredMessage))
  }
}

/// A condition on the answer.
struct ConstraintRule: RuleObject {
  var source = ""
  var message: String?
  var severity = FormRule.Severity.error
  let cell: String
  /// Its number among the constraints of the cell, from 1.
  let number: Int

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.required("expression", \.source, Text(), or: "write the expression, such as \". > 0\"")
    visitor.optionalTexts("message", \.message) { .cell($0.cell, .constraintMessage($0.number)) }
    visitor.member("severity", \.severity, Severity(), default: .error)
  }

  func isObject(in document: FormDocumentWriter) -> Bool {
    message != nil || severity != .error || document.hasOtherTexts(at: .cell(cell, .constraintMessage(number)))
  }
}

/// The severity of a fault.
struct Severity: MemberCodec {
  let types: JSONTypes = [.string]

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> FormRule.Severity? {
    guard let word = Text().read(given, named: name, in: &fields) else { return nil }
    if let severity = FormRule.Severity(rawValue: word) { return severity }
    fields.addFault(name, "is “\(word.prefix(40))”", "write \"error\" or \"warning\"")
    return nil
  }

  func write(_ value: FormRule.Severity, to writer: inout FormDocumentWriter) { writer.json.string(value.rawValue) }
}

/// A calculation that may override entries.
struct CalculationRule: RuleObject {
  var source = ""
  var overridesEntry = false

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.required("expression", \.source, Text(), or: "write the expression, such as \"${price} * 2\"")
    visitor.flag("overrides", \.overridesEntry)
  }

  func isObject(in document: FormDocumentWriter) -> Bool { overridesEntry }
}

/// A value that is set when something else changes, or the response is opened.
struct SettingRule: RuleObject {
  var source = ""
  var triggers: [String] = []

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.required("expression", \.source, Text(), or: "write the value to set, such as \"today()\"")
    visitor.requiredByHand("when", [.array, .string]) { rule, document in
      document.json.name("when")
      guard !rule.triggers.isEmpty else { return document.json.string(opened) }
      document.json.beginArray()
      for trigger in rule.triggers { document.json.string(trigger) }
      document.json.endArray()
    }
  }

  /// The trigger of a rule that runs when the response is opened.
  private static let opened = "opened"

  /// Reads the triggers.
  mutating func readTriggers(_ fields: inout DocumentFields) {
    switch fields.members["when"] {
    case .string(Self.opened): break
    case .array(let elements) where !elements.isEmpty && elements.allSatisfy({ $0.text != nil }):
      triggers = elements.compactMap(\.text)
    default:
      fields.addFault(
        "when", "names no trigger",
        "write the keys of the triggering cells, such as [\"price\"], or \"\(Self.opened)\"")
    }
  }
}

// MARK: - All rules of a cell

extension MemberVisitor where Object == CellInDocument {
  /// The rules of a cell, except for its title.
  mutating func rules() {
    for kind in FormRule.Kind.allCases where kind != .title && !kind.isNumbered {
      let types = kind.types
      let standard = types.contains(.boolean) ? "false" : nil
      byHand(kind.rawValue, types, default: standard) { object, document throws(ExportError) in
        guard let rule = object.cell.rule(kind) else { return }
        document.json.name(kind.rawValue)
        try document.write(rule, ofCell: object.cell.key, number: 0)
      }
    }
    for (kind, name) in [(FormRule.Kind.set, FormRule.Kind.set.rawValue), (.constraint, "constraints")] {
      byHand(name, [.array]) { object, document throws(ExportError) in
        let rules = object.cell.rules.filter { $0.kind == kind }
        guard !rules.isEmpty else { return }
        document.json.name(name)
        document.json.beginArray()
        for (number, rule) in zip(1..., rules) { try document.write(rule, ofCell: object.cell.key, number: number) }
        document.json.endArray()
      }
    }
  }
}

extension FormRule.Kind {
  /// The types that a rule of the kind may have in a document.
  fileprivate var types: JSONTypes {
    switch self {
    case .required: [.boolean, .string, .object]
    case .readOnly: [.boolean, .string]
    case .calculate: [.string, .object]
    default: .string
    }
  }
}

extension FormDocumentWriter {
  /// Writes a rule.
  ///
  /// - Parameter number: its number among the rules of its kind, from 1.
  fileprivate mutating func write(_ rule: FormRule, ofCell key: String, number: Int) throws(ExportError) {
    switch rule.kind {
    case .required: try write(rule: RequiredRule(source: rule.source, message: rule.message, cell: key))
    case .constraint:
      try write(
        rule: ConstraintRule(
          source: rule.source, message: rule.message, severity: rule.severity, cell: key, number: number))
    case .calculate: try write(rule: CalculationRule(source: rule.source, overridesEntry: rule.overridesEntry))
    case .set: try write(rule: SettingRule(source: rule.source, triggers: rule.triggers))
    default: json.string(rule.source)
    }
  }
}

extension DocumentFields {
  /// The rules of the cell with a key.
  mutating func rules(ofCell key: String) -> [FormRule] {
    var rules = [FormRule.Kind.relevant, .required, .readOnly, .calculate, .default, .count, .choices].compactMap {
      rule($0, ofCell: key)
    }
    if case .dictionary(let summary)? = members["summary"], let expression = summary["expression"], expression.isTexts,
      let source = text(expression, named: "summary.expression", at: .cell(key, .titleExpression))
    {
      rules.append(FormRule(.title, source))
    }
    rules += elements("constraints").enumerated().compactMap { position, element in
      constraint(element, number: position + 1, ofCell: key)
    }
    rules += elements(FormRule.Kind.set.rawValue).enumerated().compactMap { position, element in
      var rule = SettingRule()
      let path = path.member(FormRule.Kind.set.rawValue).element(position)
      guard read(element, at: path, into: &rule, byHand: { $1.readTriggers(&$0) }) else { return nil }
      return FormRule(.set, rule.source, triggers: rule.triggers)
    }
    return rules
  }

  /// The rule of a kind that a cell has once; `nil` when it is missing or after a fault.
  private mutating func rule(_ kind: FormRule.Kind, ofCell key: String) -> FormRule? {
    let path = path.member(kind.rawValue)
    switch (kind, members[kind.rawValue]) {
    case (_, nil), (.required, .boolean(false)), (.readOnly, .boolean(false)): return nil
    case (.required, .boolean(true)), (.readOnly, .boolean(true)): return FormRule(kind, "true()")
    case (.required, .dictionary(let members)?):
      var rule = RequiredRule(cell: key)
      guard read(.dictionary(members), at: path, into: &rule) else { return nil }
      return FormRule(kind, rule.source, message: rule.message)
    case (.calculate, .dictionary(let members)?):
      var rule = CalculationRule()
      guard read(.dictionary(members), at: path, into: &rule) else { return nil }
      return FormRule(kind, rule.source, overridesEntry: rule.overridesEntry)
    default: return read(kind.rawValue, Expression(kind: kind))
    }
  }

  private mutating func constraint(_ value: PropertyValue, number: Int, ofCell key: String) -> FormRule? {
    if let source = value.text { return FormRule(.constraint, source) }
    var rule = ConstraintRule(cell: key, number: number)
    guard read(value, at: path.member("constraints").element(number - 1), into: &rule) else { return nil }
    return FormRule(.constraint, rule.source, message: rule.message, severity: rule.severity)
  }
}
