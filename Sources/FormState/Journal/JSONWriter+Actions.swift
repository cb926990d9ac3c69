extension JSONWriter {
  /// An action as a line of a script and a journal in form JSON have it: `{"action":"tap","cell":"fullname"}`.
  ///
  /// - Parameter names: how an upgrade names versions.
  mutating func action(_ action: FormAction, naming names: VersionNames = .numbers) {
    beginObject()
    members(of: action, naming: names)
    endObject()
  }

  /// An action as a line of a script has it, with the undo step that it is part of.
  package mutating func scriptedAction(_ scripted: ScriptedAction) {
    beginObject()
    members(of: scripted.action, naming: .numbers)
    step(isContinued: scripted.continues, group: scripted.group)
    moment(scripted.moment)
    endObject()
  }

  /// The moment that rules have read; empty if they read none.
  mutating func moment(_ moment: RuleMoment?) {
    guard let moment else { return }
    name("moment")
    string(moment.description)
  }

  /// The undo step of an action or an entry; empty for a separate step.
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

  private mutating func members(of action: FormAction, naming names: VersionNames) {
    name("action")
    string(action.kind.rawValue)
    switch action.cell {
    case .key, .instance:
      name("cell")
      string(action.cell?.description ?? "")
    case .rowPath(let path):
      name("at")
      literal("[\(path.section),\(path.row)]")
    case nil: break
    }
    if let before = action.before {
      name("before")
      string(before.description)
    }
    if let number = action.number {
      name("instance")
      literal(String(number))
    }
    if let section = action.section {
      name("section")
      string(section)
    }
    if let value = action.value {
      name("value")
      self.value(value)
    }
    if let message = action.message {
      name("message")
      string(message)
    }
    if let reporter = action.reporter {
      name("from")
      string(reporter)
    }
    if let revision = action.revision {
      name("revision")
      literal(String(revision))
    }
    if action.isOfOneEntry {
      name("only")
      literal("true")
    }
    if let alternative = action.alternative { member("take", alternative) }
    if action.scope == .values {
      name("scope")
      string(UndoScope.values.rawValue)
    }
    properties(action.move?.properties(naming: names), UpgradeRecord.propertyNames)
    properties(action.merge?.properties, MergeRecord.propertyNames)
  }

  private mutating func properties(_ members: [String: PropertyValue]?, _ names: [String]) {
    for name in names {
      guard let value = members?[name] else { continue }
      self.name(name)
      property(value)
    }
  }

  private mutating func property(_ value: PropertyValue) {
    switch value {
    case .integer(let number): literal(String(number))
    case .string(let key): string(key)
    case .dictionary(let members):
      beginObject()
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        self.name(name)
        property(value)
      }
      endObject()
    case .array(let values):
      beginArray()
      for value in values { property(value) }
      endArray()
    default: literal("null")
    }
  }

  /// A value of a cell: text, dates, times and exact numbers as strings, numbers and booleans as themselves, several
  /// choices as an array.
  package mutating func value(_ value: CellValue) {
    switch value {
    case .text(let text): string(text)
    case .date, .decimal, .time, .dateTime: string(value.plainText)
    case .choices(let values):
      beginArray()
      for value in values { string(value) }
      endArray()
    case .integer, .real, .boolean: literal(value.plainText)
    }
  }
}
