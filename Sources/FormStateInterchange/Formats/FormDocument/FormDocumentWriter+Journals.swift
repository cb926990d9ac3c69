import FormState

/// Writes responses with their journals.
extension FormDocumentWriter {
  /// Writes a response among those of the form.
  ///
  /// - Parameter afterEntry: may take the bytes after each entry of the journal.
  mutating func write(
    _ response: FormContents.Response, key: String, afterEntry: (inout FormDocumentWriter) throws -> Void
  ) rethrows {
    json.beginObject()
    write("key", key)
    if let stream = response.stream { write("stream", stream.description) }
    var inForce = response.journal.first?.version ?? response.version ?? version
    if let inForce, version != nil, inForce != version { write("version", inForce) }
    if response.nextInstance > 1 { write("nextInstance", response.nextInstance) }
    json.name("journal")
    json.beginArray()
    for entry in response.journal {
      write(entry, after: &inForce)
      try afterEntry(&self)
    }
    json.endArray()
    json.endObject()
  }

  /// The line of an entry alone.
  ///
  /// - Parameter former: the version in force before it; `nil` for the first entry, which names its version.
  mutating func line(of entry: JournalEntry, after former: Int?) -> String {
    var inForce = former
    write(entry, after: &inForce)
    return json.text
  }

  /// Writes an entry, with the resulting version if that is not implied.
  private mutating func write(_ entry: JournalEntry, after inForce: inout Int?) {
    json.beginObject()
    json.isOnOneLine = writesEntriesOnOneLine
    defer { json.isOnOneLine = false }
    write("revision", entry.revision)
    if version != nil, let number = entry.version, number != entry.action.move?.version ?? inForce {
      write("version", versionNumber: number)
    }
    inForce = entry.version ?? inForce
    write("time", entry.time.isoText)
    if let author = entry.author { write("author", author) }
    json.step(isContinued: entry.step != entry.revision, group: entry.group)
    if let reverts = entry.reverts { write("reverts", reverts) }
    if let target = entry.target, target != entry.reverts { write("target", target) }
    json.moment(entry.moment)
    json.name("action")
    json.action(entry.action, naming: versionNames)
    json.name("changes")
    json.beginArray()
    for change in entry.changes { write(change) }
    json.endArray()
    json.endObject()
  }

  private mutating func write(_ change: StateChange) {
    json.beginObject()
    switch change.field.scope {
    case .cell, .instance: write("cell", change.subject.key)
    case .section: write("section", change.subject.key)
    case .response: break
    }
    if change.subject.instance != 0 { write("instance", change.subject.instance) }
    if let origin = change.subject.setAsideFrom { write("setAsideFrom", versionNumber: origin) }
    write("field", change.field.rawValue)
    for (name, content) in [("before", change.before), ("after", change.after)] {
      if change.field.role == .report { writeReports(name, content) } else { write(name, content) }
    }
    json.endObject()
  }

  private mutating func write(_ name: String, versionNumber number: Int) {
    if let digest = versionNames.digest(of: number) { write(name, digest) } else { write(name, number) }
  }

  private mutating func writeReports(_ name: String, _ content: FieldContent?) {
    guard content != nil else { return }
    json.name(name)
    json.beginArray()
    for fault in ReportedFaults(content).faults {
      json.beginObject()
      if let reporter = fault.reporter { write("from", reporter) }
      write("message", fault.message)
      json.endObject()
    }
    json.endArray()
  }

  /// An untouched side is left out; a cleared one is null.
  private mutating func write(_ name: String, _ content: FieldContent?) {
    guard let content else { return }
    json.name(name)
    switch content {
    case .cleared: json.literal("null")
    case .value(let value): json.value(value)
    }
  }
}
