import FormState
import GRDB

/// An action as its entry stores it: its kind, its subject, and the rest as a JSON object, whose members have the names
/// that they have in form JSON.
struct StoredAction: Hashable {
  let kind: FormAction.Kind
  /// The key of its cell or section; `nil` for the whole response.
  private(set) var subject: String?
  /// The number of the subject's instance; 0 outside of repeats.
  private(set) var instance = 0
  /// The other members; `nil` for none. The value that was given is left out if the entry's own change has it.
  let payload: String?

  /// Prepares to store an action.
  ///
  /// - Parameters:
  ///   - changes: its changes.
  ///   - marks: what else its entry has for the proof of the journal.
  init(_ action: FormAction, leadingTo changes: [StateChange], _ marks: EntryMarks = EntryMarks()) throws {
    kind = action.kind
    subject = action.section
    switch action.cell {
    case .key(let key): subject = key
    case .instance(let key, let number): (subject, instance) = (key, number)
    case .rowPath, nil: break
    }
    if let properties = action.move?.properties ?? action.merge?.properties {
      payload = try properties.merging(marks.properties) { $1 }.storedJSON()
      return
    }
    let (subject, instance) = (subject, instance)
    let value = action.value.flatMap { given in
      changes.contains {
        $0.field == action.kind.givenField && $0.subject.key == subject && $0.subject.instance == instance
          && $0.after == .value(given)
      } ? nil : given
    }
    payload = Self.payload(of: action, giving: value, marks)
  }

  init(kind: FormAction.Kind, subject: String?, instance: Int, payload: String?) {
    (self.kind, self.subject, self.instance, self.payload) = (kind, subject, instance, payload)
  }

  private static func payload(of action: FormAction, giving value: CellValue?, _ marks: EntryMarks) -> String? {
    var json = JSONWriter(isPretty: false)
    json.beginObject()
    if let value {
      json.name("value")
      json.beginArray()
      json.journaled(value)
      if let type = value.storedType { json.string(type.rawValue) }
      json.endArray()
    }
    if let number = action.number { json.member("instance", number) }
    if case .instance(_, let number)? = action.before { json.member("before", number) }
    if let message = action.message { json.member("message", message) }
    if let reporter = action.reporter { json.member("from", reporter) }
    if let revision = action.revision { json.member("revision", revision) }
    if let alternative = action.alternative { json.member("take", alternative) }
    if action.isOfOneEntry {
      json.name("only")
      json.boolean(true)
    }
    if action.scope == .values { json.member("scope", UndoScope.values.rawValue) }
    for (name, text) in marks.texts { json.member(name, text) }
    if marks.empties {
      json.name("empties")
      json.boolean(true)
    }
    json.endObject()
    return json.text == "{}" ? nil : json.text
  }

  /// The action.
  ///
  /// - Parameters:
  ///   - changes: the changes of its entry.
  ///   - revision: the revision of its entry, for messages.
  /// - Throws: ``StoreError/Code/damaged``.
  func action(leadingTo changes: [StateChange], at revision: Int) throws -> FormAction {
    if kind == .upgrade {
      guard let members = try? members(), let move = UpgradeRecord(properties: members) else {
        throw StoreError.damaged("revision \(revision) of the journal is an upgrade without destinations")
      }
      return .upgrade(move)
    }
    if kind == .merge {
      let members = try? members().filter { MergeRecord.propertyNames.contains($0.key) }
      guard let merge = members.flatMap(MergeRecord.init(properties:)) else {
        throw StoreError.damaged("revision \(revision) of the journal is a merge without lines")
      }
      return .merge(merge)
    }
    let cell = subject.map { instance == 0 ? CellReference.key($0) : .instance($0, number: instance) }
    do {
      let members = try members()
      func number(_ name: String) throws -> Int? {
        guard let member = members[name] else { return nil }
        guard case .integer(let whole) = member, let number = Int(exactly: whole), number >= 0 else {
          throw JSONScanner.Fault()
        }
        return number
      }
      func text(_ name: String) throws -> String? {
        guard let member = members[name] else { return nil }
        guard case .string(let text) = member else { throw JSONScanner.Fault() }
        return text
      }
      let action = FormAction(
        kind: kind, cell: kind.isAboutSection ? nil : cell, section: kind.isAboutSection ? subject : nil,
        value: try value(members["value"], changes), scope: try text("scope").flatMap(UndoScope.init),
        before: try number("before").map { .instance(subject ?? "", number: try ResponseLocation.checkedInstance($0)) },
        number: try number("instance").map(ResponseLocation.checkedInstance), message: try text("message"),
        reporter: try text("from"), revision: try number("revision"), isOfOneEntry: members["only"] != nil,
        alternative: try number("take"))
      if let action { return action }
    } catch is JSONScanner.Fault {}
    throw StoreError.damaged("revision \(revision) of the journal is incomplete")
  }

  private func members() throws -> [String: PropertyValue] {
    guard let payload else { return [:] }
    guard case .dictionary(let members) = try JSONScanner.value(of: payload) else { throw JSONScanner.Fault() }
    return members
  }

  /// The value of the action: the stored one, or else that of its own change of the field.
  private func value(_ stored: PropertyValue?, _ changes: [StateChange]) throws -> CellValue? {
    guard let field = kind.givenField else { return nil }
    guard let stored else {
      return changes.first { $0.field == field && $0.subject.key == subject && $0.subject.instance == instance }?.after?
        .value
    }
    guard case .array(let parts) = stored, let value = parts.first, parts.count <= 2 else { throw JSONScanner.Fault() }
    guard parts.count == 2 else { return try CellValue(journaled: value, nil) }
    guard case .string(let type) = parts[1] else { throw JSONScanner.Fault() }
    return try CellValue(journaled: value, try CellValue.StoredType(name: type))
  }

  /// What the entry has for the proof of the journal.
  ///
  /// - Throws: ``StoreError/Code/damaged``.
  func marks(at revision: Int) throws -> EntryMarks {
    guard payload != nil, let members = try? members() else { return EntryMarks() }
    func mark<Mark>(_ name: String, _ words: String, _ read: (String) -> Mark?) throws -> Mark? {
      guard let stored = members[name] else { return nil }
      guard case .string(let text) = stored, let mark = read(text) else {
        throw StoreError.damaged("revision \(revision) of the journal \(words)")
      }
      return mark
    }
    var marks = EntryMarks(empties: members["empties"] == .boolean(true))
    if kind == .checkpoint {
      marks.chain = try mark("chain", "is a checkpoint with an impossible chain") { JournalChain($0) }
    }
    marks.salt = try mark("salt", "has an impossible salt") { EntrySalt($0) }
    marks.redacted = try mark("redacted", "was emptied and has an impossible digest") { LineDigest($0) }
    return marks
  }
}

/// What an entry has for the proof of its journal, beside its action.
struct EntryMarks: Hashable {
  /// Of a checkpoint, the chain up to it; `nil` if unknown.
  var chain: JournalChain?
  /// Random bytes in an entry with a sensitive answer.
  var salt: EntrySalt?
  /// Of an emptied entry, the digest of its line before.
  var redacted: LineDigest?
  /// Whether it emptied the entries before it.
  var empties = false

  /// The texts, by the names of form JSON.
  fileprivate var texts: [(name: String, text: String)] {
    [("chain", chain?.description), ("salt", salt?.description), ("redacted", redacted?.description)]
      .compactMap { name, text in text.map { (name, $0) } }
  }

  /// The same as properties.
  fileprivate var properties: [String: PropertyValue] {
    texts.reduce(into: [:]) { properties, mark in properties[mark.name] = .string(mark.text) }
  }
}

extension EntryMarks {
  /// The marks of an entry.
  init(_ entry: JournalEntry) {
    self.init(chain: entry.chain, salt: entry.salt, redacted: entry.redacted, empties: entry.empties)
  }
}

extension FormAction.Kind {
  /// The field that an action of the kind sets in the journal; `nil` for all others.
  var givenField: StateChange.Field? {
    switch self {
    case .set: .value
    default: nil
    }
  }
}
