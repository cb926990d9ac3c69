import FormState

/// Rules that set a cell when another one changes, or a response is opened.
struct XFormSetting {
  /// The node that is set.
  let node: Int
  /// The key of its cell.
  let key: String
  /// The value to set.
  let expression: String
  /// Whether the expression was kept, since rules do not support it.
  let isKept: Bool
  /// The keys of the triggering cells; empty for one that is triggered by opening the response.
  let triggers: [String]
}

extension XFormWriter {
  /// The rules that set the cells of a form, in form order.
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

  /// Writes the rules triggered by a question, at its control.
  mutating func writeSettings(waitingFor key: String) {
    triggersWritten.insert(key)
    write(settings.filter { $0.triggers.contains(key) }, on: XFormEvent.valueChanged)
  }

  /// Writes the rules triggered by opening the response.
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

  /// Reports rules triggered by cells without a control.
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
  /// The kept parts of an XForm that set a cell.
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
