import FormState

extension FormDocumentWriter {
  /// Writes what expressions decide of a cell, but for its title.
  mutating func write(_ rules: [FormRule]) {
    for rule in rules where rule.kind != .title && rule.kind != .constraint {
      json.name(rule.kind.rawValue)
      write(rule)
    }
    let constraints = rules.filter { $0.kind == .constraint }
    guard !constraints.isEmpty else { return }
    json.name("constraints")
    json.beginArray()
    for rule in constraints { write(rule) }
    json.endArray()
  }

  /// Writes a rule: its expression alone where there is no more to say.
  private mutating func write(_ rule: FormRule) {
    guard rule.message != nil || rule.severity != .error else { return json.string(rule.source) }
    json.beginObject()
    json.name("expression")
    json.string(rule.source)
    if let message = rule.message {
      json.name("message")
      json.string(message)
    }
    if rule.severity != .error {
      json.name("severity")
      json.string(rule.severity.rawValue)
    }
    json.endObject()
  }
}
