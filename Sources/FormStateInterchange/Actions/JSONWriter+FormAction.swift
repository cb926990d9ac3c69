import FormState

extension JSONWriter {
  /// An action as a line of a script and a journal in form JSON have it: `{"action":"tap","cell":"fullname"}`.
  mutating func action(_ action: FormAction) {
    beginObject()
    members(of: action)
    endObject()
  }

  /// An action as a line of a script has it, with the undo step that it is part of.
  mutating func scriptedAction(_ scripted: ScriptedAction) {
    beginObject()
    members(of: scripted.action)
    step(isContinued: scripted.continues, group: scripted.group)
    endObject()
  }

  /// The undo step that an action or an entry is part of; nothing for a step of its own.
  mutating func step(isContinued: Bool, group: String?) {
    if isContinued {
      name("continues")
      literal("true")
    }
    if let group {
      name("group")
      string(group)
    }
  }

  private mutating func members(of action: FormAction) {
    name("action")
    string(action.kind.rawValue)
    switch action.cell {
    case .key(let key):
      name("cell")
      string(key)
    case .rowPath(let path):
      name("at")
      literal("[\(path.section),\(path.row)]")
    case nil: break
    }
    if let section = action.section {
      name("section")
      string(section)
    }
    if let value = action.value {
      name("value")
      self.value(value)
    }
    if action.scope == .values {
      name("scope")
      string(UndoScope.values.rawValue)
    }
  }
}
