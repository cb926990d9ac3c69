import FormState

/// What sets a cell when another one changes, or a response is opened.
struct XFormSetting {
  /// The node that is set.
  let node: Int
  /// The key of its cell.
  let key: String
  /// What it is set to.
  let expression: String
  /// Whether the expression was kept, since it has no place in a form.
  let isKept: Bool
  /// The keys of the cells for which it waits; none for one that waits for the response to be opened.
  let triggers: [String]
}

extension XFormWriter {
  /// What sets the cells of a form, down the form.
  static func settings(of form: FormDefinition, _ layout: SubmissionLayout) -> [XFormSetting] {
    form.sections.flatMap(\.cells).flatMap { cell -> [XFormSetting] in
      guard let node = layout.nodesOfCells[cell.key] else { return [] }
      let own = cell.rules.filter { $0.kind == .set }.map {
        XFormSetting(node: node, key: cell.key, expression: $0.source, isKept: false, triggers: $0.triggers)
      }
      return own
        + cell.properties.keptSettingsOfXForm.map {
          XFormSetting(node: node, key: cell.key, expression: $0.expression, isKept: true, triggers: $0.triggers)
        }
    }
  }

  /// Writes what waits for a question, where its control stands.
  mutating func writeSettings(waitingFor key: String) {
    triggersWritten.insert(key)
    write(settings.filter { $0.triggers.contains(key) }, on: XFormEvent.valueChanged)
  }

  /// Writes what waits for the response to be opened.
  mutating func writeSettingsWhenOpened() { write(settings.filter(\.triggers.isEmpty), on: XFormEvent.load) }

  private mutating func write(_ settings: [XFormSetting], on event: String) {
    for setting in settings {
      let written =
        setting.isKept
        ? keptExpression(setting.expression, of: setting.node)
        : expression(setting.expression, of: setting.node, key: setting.key)
      guard let written else { continue }
      output.element(
        "setvalue",
        [
          XMLWrittenAttribute("event", event),
          XMLWrittenAttribute("ref", layout.skeleton.path(of: setting.node)), XMLWrittenAttribute("value", written),
        ])
    }
  }

  /// Tells of what waits for cells that no control asks about.
  mutating func tellOfLostTriggers() {
    for setting in settings {
      for trigger in setting.triggers where !triggersWritten.contains(trigger) {
        tell(
          setting.key, "it is set when “\(trigger.shortened)” changes, which has no control",
          "that is omitted")
      }
    }
  }
}

extension [String: PropertyValue] {
  /// What is kept of an XForm that sets a cell.
  fileprivate var keptSettingsOfXForm: [(expression: String, triggers: [String])] {
    guard case .dictionary(let kept)? = self[XFormDocument.property],
      case .array(let settings)? = kept[FormRule.Kind.set.rawValue]
    else { return [] }
    return settings.compactMap { setting in
      guard case .dictionary(let members) = setting, let expression = members["expression"]?.text else { return nil }
      guard case .array(let triggers)? = members["when"] else { return (expression, []) }
      return (expression, triggers.compactMap(\.text))
    }
  }
}
