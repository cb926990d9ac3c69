import FormState

extension JSONWriter {
  /// An action as a line of a script and a journal in form JSON have it: `{"action":"tap","cell":"fullname"}`.
  mutating func action(_ action: Action) {
    beginObject()
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
    endObject()
  }
}
