import FormState

extension FormDocumentWriter {
  /// Writes the rules of a cell, except for its title.
  mutating func write(_ rules: [FormRule], ofCell key: String) {
    for rule in rules where rule.kind != .title && !rule.kind.isNumbered {
      json.name(rule.kind.rawValue)
      write(rule, saying: rule.kind == .required ? .cell(key, .requiredMessage) : nil)
    }
    write(settings: rules.filter { $0.kind == .set })
    let constraints = rules.filter { $0.kind == .constraint }
    guard !constraints.isEmpty else { return }
    json.name("constraints")
    json.beginArray()
    for (number, rule) in zip(1..., constraints) { write(rule, saying: .cell(key, .constraintMessage(number))) }
    json.endArray()
  }

  /// Writes the rules that set a cell, with their triggers.
  private mutating func write(settings rules: [FormRule]) {
    guard !rules.isEmpty else { return }
    json.name(FormRule.Kind.set.rawValue)
    json.beginArray()
    for rule in rules {
      json.beginObject()
      json.name("expression")
      json.string(rule.source)
      json.name("when")
      if rule.triggers.isEmpty {
        json.string(FormRule.whenOpened)
      } else {
        json.beginArray()
        for trigger in rule.triggers { json.string(trigger) }
        json.endArray()
      }
      json.endObject()
    }
    json.endArray()
  }

  /// Writes a rule: only its expression if there is nothing else.
  private mutating func write(_ rule: FormRule, saying place: TextPlace?) {
    let isSaidElsewhere = place.map(hasOtherTexts) ?? false
    guard rule.message != nil || rule.severity != .error || rule.overridesEntry || isSaidElsewhere else {
      return json.string(rule.source)
    }
    json.beginObject()
    json.name("expression")
    json.string(rule.source)
    if rule.overridesEntry {
      json.name("overrides")
      json.literal("true")
    }
    if let place { write("message", rule.message, at: place) }
    if rule.severity != .error {
      json.name("severity")
      json.string(rule.severity.rawValue)
    }
    json.endObject()
  }
}

extension FormRule {
  /// The trigger in a document for a rule that sets a cell when the response is opened.
  static let whenOpened = "opened"
}
