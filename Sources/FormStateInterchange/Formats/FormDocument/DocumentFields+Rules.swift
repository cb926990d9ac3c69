import FormState

extension DocumentFields {
  /// A rule that is an expression alone; `nil` when it is missing or after a fault.
  mutating func rule(_ kind: FormRule.Kind) -> FormRule? {
    text(kind.rawValue).map { FormRule(kind, $0) }
  }

  /// The rules of the cell with a key.
  mutating func rules(ofCell key: String) -> [FormRule] {
    var rules = [
      rule(.relevant), condition(.required, ofCell: key), condition(.readOnly, ofCell: key), calculation(),
      rule(.default), rule(.count), rule(.choices),
    ]
    if case .dictionary(let summary)? = members["summary"], let expression = summary["expression"], expression.isTexts,
      let source = text(expression, named: "summary.expression", at: .cell(key, .titleExpression))
    {
      rules.append(FormRule(.title, source))
    }
    return rules.compactMap { $0 } + constraints(ofCell: key) + settings
  }

  /// A rule that may be `true` as well, or an object with an expression and a message.
  private mutating func condition(_ kind: FormRule.Kind, ofCell key: String) -> FormRule? {
    let name = kind.rawValue
    switch members[name] {
    case nil, .boolean(false): return nil
    case .boolean(true): return FormRule(kind, "true()")
    case .dictionary(let members) where kind == .required:
      // Without an expression the cell is always required.
      let given = members["expression"] == nil ? members.merging(["expression": .string("true()")]) { $1 } : members
      return rule(
        kind, .dictionary(given), at: path.member(name), known: ["expression", "message"],
        saying: .cell(key, .requiredMessage))
    default: return rule(kind)
    }
  }

  /// The calculation: an expression, or an object that also states whether it overrides entries.
  private mutating func calculation() -> FormRule? {
    guard case .dictionary? = members[FormRule.Kind.calculate.rawValue],
      let value = members[FormRule.Kind.calculate.rawValue]
    else { return rule(.calculate) }
    var faults = FaultList()
    defer { take(faults) }
    let path = path.member(FormRule.Kind.calculate.rawValue)
    guard var fields = DocumentFields(value, at: path, known: ["expression", "overrides"], faults: &faults) else {
      return nil
    }
    let source = fields.requiredText("expression", "write the expression, such as \"${price} * 2\"")
    let overrides = fields.flag("overrides") ?? false
    take(faultsOf: fields)
    return FormRule(.calculate, source, overridesEntry: overrides)
  }

  private mutating func constraints(ofCell key: String) -> [FormRule] {
    elements("constraints").enumerated().compactMap { number, element in
      if let source = element.text { return FormRule(.constraint, source) }
      return rule(
        .constraint, element, at: path.member("constraints").element(number),
        known: ["expression", "message", "severity"], saying: .cell(key, .constraintMessage(number + 1)))
    }
  }

  /// The values to set when something else changes, or the response is opened.
  private var settings: [FormRule] {
    mutating get {
      elements(FormRule.Kind.set.rawValue).enumerated().compactMap { number, element in
        setting(element, at: path.member(FormRule.Kind.set.rawValue).element(number))
      }
    }
  }

  private mutating func setting(_ value: PropertyValue, at path: DocumentPath) -> FormRule? {
    var faults = FaultList()
    defer { take(faults) }
    guard var fields = DocumentFields(value, at: path, known: ["expression", "when"], faults: &faults) else {
      return nil
    }
    let source = fields.requiredText("expression", "write the value to set, such as \"today()\"")
    var triggers: [String] = []
    switch fields.members["when"] {
    case .string(FormRule.whenOpened): break
    case .array(let elements) where !elements.isEmpty && elements.allSatisfy({ $0.text != nil }):
      triggers = elements.compactMap(\.text)
    default:
      fields.addFault(
        "when", "names no trigger",
        "write the keys of the triggering cells, such as [\"price\"], or \"\(FormRule.whenOpened)\"")
    }
    take(faultsOf: fields)
    return FormRule(.set, source, triggers: triggers)
  }

  private mutating func rule(
    _ kind: FormRule.Kind, _ value: PropertyValue, at path: DocumentPath, known: [String], saying place: TextPlace
  ) -> FormRule? {
    var faults = FaultList()
    defer { take(faults) }
    guard var fields = DocumentFields(value, at: path, known: known, faults: &faults) else { return nil }
    fields.language = language
    let source = fields.requiredText("expression", "write the expression, such as \". > 0\"")
    let message = fields.text("message", at: place)
    var severity = FormRule.Severity.error
    if let name = fields.text("severity") {
      if let known = FormRule.Severity(rawValue: name) {
        severity = known
      } else {
        fields.addFault("severity", "is “\(name.prefix(40))”", "write \"error\" or \"warning\"")
      }
    }
    take(faultsOf: fields)
    return FormRule(kind, source, message: message, severity: severity)
  }

  /// The moment that rules have read; `nil` if it is missing or after a fault.
  mutating func moment() -> RuleMoment? {
    guard let text = text("moment") else { return nil }
    if let moment = RuleMoment(text) { return moment }
    addFault(
      "moment", "is not a moment",
      "write it as it was exported, for example \"2026-11-22T09:41:07.123+01:00[Europe/Vienna] 9f3ac01b22d4e8a7\"")
    return nil
  }
  /// The chain of the journal up to a checkpoint; `nil` if it is absent or none.
  mutating func chain() -> JournalChain? {
    guard let text = text("chain") else { return nil }
    if let chain = JournalChain(text) { return chain }
    addFault("chain", "is not a chain", "write 64 hexadecimal digits, or omit it")
    return nil
  }
}
