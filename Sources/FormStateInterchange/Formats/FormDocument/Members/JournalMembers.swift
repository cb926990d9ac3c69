import FormState

/// A response of a form.
struct ResponseInDocument: DocumentObject {
  var key = ""
  /// Its random name; `nil` for a response that has none yet.
  var stream: StreamName?
  /// The version that it fills in; `nil` for the document's own.
  var version: Int?
  /// The counter of its next instance; by default one more than the greatest in the journal.
  var nextInstance: Int?

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.required("key", \.key, Text(), or: "write the response's key")
    visitor.optional("stream", \.stream, Spelled<StreamName>(mayBeOmitted: true))
    visitor.optional("version", \.version, WholeNumber.version)
    visitor.optional("nextInstance", \.nextInstance, WholeNumber.nextInstance)
    visitor.onlyRead("lines", [.array])
    visitor.onlyRead("journal", [.array])
  }
}

/// An entry of another line of a response.
struct LineInDocument: DocumentObject {
  /// The chain of its line up to it.
  var chain: JournalChain?
  /// The chain up to the entry before it; `nil` for the first one.
  var previous: JournalChain?

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.required("chain", \.chain, Stated(Spelled<JournalChain>()), or: "write its chain, 64 hexadecimal digits")
    visitor.optional("previous", \.previous, Spelled<JournalChain>(mayBeOmitted: true))
    visitor.onlyRead("entry", [.object], isRequired: true)
  }
}

/// An entry of a journal, which `JSONWriter` writes: chains depend on its bytes.
struct EntryInDocument: DocumentObject {
  /// The digest of its line before it was emptied.
  var redacted: LineDigest?
  var salt: EntrySalt?
  var empties = false
  var version: Int?
  var chain: JournalChain?
  var time: Timestamp?
  var author: String?
  var continues = false
  var group: String?
  var reverts: Int?
  var target: Int?
  var moment: RuleMoment?

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.onlyRead("revision", [.integer], isRequired: true)
    visitor.optional("redacted", \.redacted, Spelled<LineDigest>(mayBeOmitted: true))
    visitor.optional("salt", \.salt, Spelled<EntrySalt>(mayBeOmitted: true))
    visitor.flag("empties", \.empties)
    visitor.optional("version", \.version, WholeNumber.version)
    visitor.optional("chain", \.chain, Spelled<JournalChain>(mayBeOmitted: true))
    visitor.required("time", \.time, Stated(TimeInUTC()), or: TimeInUTC.action)
    visitor.optional("moment", \.moment, Spelled<RuleMoment>())
    visitor.optional("author", \.author, Text())
    visitor.flag("continues", \.continues)
    visitor.optional("group", \.group, Text())
    visitor.optional("reverts", \.reverts, WholeNumber.earlierRevision)
    visitor.optional("target", \.target, WholeNumber.earlierRevision)
    visitor.onlyRead("action", [.object], isRequired: true)
    visitor.onlyRead("changes", [.array])
  }
}

/// A change in an entry of a journal.
struct ChangeInDocument: DocumentObject {
  var instance = 0
  /// The version whose set-aside contents it changes.
  var origin: Int?
  /// Whether its contents were removed with a sensitive answer.
  var isRemoved = false

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.onlyRead("cell", [.string])
    visitor.onlyRead("section", [.string])
    visitor.member("instance", \.instance, InstanceInDocument(mayBeSmall: false), default: 0)
    visitor.optional("setAsideFrom", \.origin, WholeNumber.version)
    visitor.onlyRead("field", [.string], isRequired: true)
    visitor.flag("removed", \.isRemoved)
    visitor.onlyRead("before", .any.subtracting([.object]))
    visitor.onlyRead("after", .any.subtracting([.object]))
  }
}

/// When an entry was written.
struct TimeInUTC: MemberCodec {
  let types: JSONTypes = [.string]
  static let action = "write the time in UTC, for example 2026-11-21T03:12:13.456Z"

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> Timestamp? {
    guard let text = Text().read(given, named: name, in: &fields) else { return nil }
    if let time = Timestamp(isoText: text) { return time }
    fields.addFault(name, "is not a time", Self.action)
    return nil
  }

  func write(_ value: Timestamp, to writer: inout FormDocumentWriter) { writer.json.string(value.isoText) }
}

extension StreamName: SpelledValue {
  static let refusal = (problem: "is not the name of a response", action: "write its 32 hexadecimal digits")
}

extension RuleMoment: SpelledValue {
  static let refusal = (
    problem: "is not a moment",
    action: "write it as it was exported, for example \"2026-11-22T09:41:07.123+01:00[Europe/Vienna] 9f3ac01b22d4e8a7\""
  )
}

extension LineDigest: SpelledValue {
  static let refusal = (problem: "is not the digest of an entry", action: "write 64 hexadecimal digits")
}

extension EntrySalt: SpelledValue {
  static let refusal = (problem: "is not the salt of an entry", action: "write 32 hexadecimal digits")
}

extension JournalChain: SpelledValue {
  static let refusal = (problem: "is not a chain", action: "write 64 hexadecimal digits")
}
