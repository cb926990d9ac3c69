extension JSONWriter {
  /// An entry of a journal, with the resulting version if that is not implied.
  ///
  /// - Parameters:
  ///   - entry: the entry.
  ///   - inForce: the number of the version in force before it; `nil` if that is not known.
  ///   - names: how it names versions; `nil` for a document with a single definition, whose entries name none.
  ///   - staysOnLine: whether it is one line of a document with several.
  package mutating func entry(
    _ entry: JournalEntry, after inForce: Int?, naming names: VersionNames?, staysOnLine: Bool = true
  ) {
    beginObject()
    isOnOneLine = staysOnLine
    defer { isOnOneLine = false }
    member("revision", entry.revision)
    if let redacted = entry.redacted { member("redacted", redacted.description) }
    if let salt = entry.salt { member("salt", salt.description) }
    if entry.empties { flag("empties") }
    if let names, let number = entry.version, number != entry.action.move?.version ?? inForce {
      member("version", number, naming: names)
    }
    if let chain = entry.chain { member("chain", chain.description) }
    member("time", entry.time.isoText)
    if let author = entry.author { member("author", author) }
    step(isContinued: entry.step != entry.revision, group: entry.group)
    if let reverts = entry.reverts { member("reverts", reverts) }
    if let target = entry.target, target != entry.reverts { member("target", target) }
    moment(entry.moment)
    name("action")
    action(entry.action, naming: names ?? .numbers)
    name("changes")
    beginArray()
    for change in entry.changes { self.change(change, naming: names ?? .numbers) }
    endArray()
    endObject()
  }

  private mutating func change(_ change: StateChange, naming names: VersionNames) {
    beginObject()
    members(of: change, naming: names)
    endObject()
  }

  /// The members of a change: its subject, its field and both sides.
  mutating func members(of change: StateChange, naming names: VersionNames) {
    members(of: change.subject, in: change.field.scope, naming: names)
    member("field", change.field.rawValue)
    if change.isRemoved { flag("removed") }
    for (name, content) in [("before", change.before), ("after", change.after)] {
      if change.field.role == .report {
        reports(name, content)
      } else if change.field.asksAbout != nil {
        alternatives(name, content)
      } else {
        self.content(name, content)
      }
    }
  }

  /// The members that name the subject of a change.
  mutating func members(of subject: StateSubject, in scope: StateChange.Field.Scope, naming names: VersionNames) {
    switch scope {
    case .cell, .instance: member("cell", subject.key)
    case .section: member("section", subject.key)
    case .response: break
    }
    if subject.instance != 0 { member("instance", subject.instance) }
    if let origin = subject.setAsideFrom { member("setAsideFrom", origin, naming: names) }
  }

  /// A member that is true.
  private mutating func flag(_ name: String) {
    self.name(name)
    boolean(true)
  }

  /// A member whose value is a text.
  package mutating func member(_ name: String, _ text: String) {
    self.name(name)
    string(text)
  }

  /// A member whose value is a whole number.
  package mutating func member(_ name: String, _ number: Int) {
    self.name(name)
    literal(String(number))
  }

  private mutating func member(_ name: String, _ version: Int, naming names: VersionNames) {
    if let digest = names.digest(of: version) { member(name, digest) } else { member(name, version) }
  }

  private mutating func reports(_ name: String, _ content: FieldContent?) {
    guard content != nil else { return }
    self.name(name)
    beginArray()
    for fault in ReportedFaults(content).faults {
      beginObject()
      if let reporter = fault.reporter { member("from", reporter) }
      member("message", fault.message)
      endObject()
    }
    endArray()
  }

  /// What persons said at the same time, the one that shows first.
  private mutating func alternatives(_ name: String, _ content: FieldContent?) {
    guard let question = OpenQuestion(content) else { return }
    self.name(name)
    beginArray()
    for alternative in question.alternatives {
      beginObject()
      self.content("value", alternative.content)
      if let author = alternative.author { member("author", author) }
      member("time", alternative.time.isoText)
      member("revision", alternative.origin.revision)
      member("chain", alternative.origin.chain.description)
      endObject()
    }
    endArray()
  }

  /// An untouched side is left out; a cleared one is null.
  mutating func content(_ name: String, _ content: FieldContent?) {
    guard let content else { return }
    self.name(name)
    switch content {
    case .cleared: literal("null")
    case .value(let value): self.value(value)
    // A condition is a boolean and a number a number, where a text is a string.
    case .result(let result): literal(result.text)
    }
  }
}
