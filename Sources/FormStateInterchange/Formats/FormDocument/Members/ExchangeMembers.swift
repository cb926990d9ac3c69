import FormState

/// The question for what a collector received.
struct ChangesHead: DocumentObject {
  var since: String?
  var wants: [ResponseScope] = []

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.requiredByHand(ChangesQuestion.mark, [.integer]) { _, writer in
      writer.json.name(ChangesQuestion.mark)
      writer.json.literal("1")
    }
    visitor.optional("since", \.since, Text())
    visitor.member("want", \.wants, Scopes(), default: [])
  }
}

/// The question for entries.
struct EntriesHead: DocumentObject {
  var definitions: [String] = []

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.requiredByHand(EntriesQuestion.mark, [.integer]) { _, writer in
      writer.json.name(EntriesQuestion.mark)
      writer.json.literal("1")
    }
    visitor.member("definitions", \.definitions, Digests(), default: [])
  }
}

/// A response with the last entries of its lines.
struct HeadsLine: DocumentObject {
  var stream: StreamName?
  var form: String?
  var response: String?
  var heads: [EntryAddress] = []

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.required("stream", \.stream, Stated(Spelled<StreamName>()), or: StreamName.refusal.action)
    visitor.optional("form", \.form, Text())
    visitor.optional("response", \.response, Text())
    visitor.required("heads", \.heads, Heads(), or: "list the last entries")
  }
}

/// The last entry of a line.
struct HeadInDocument: DocumentObject {
  var revision = 0
  var chain: JournalChain?

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.required("revision", \.revision, WholeNumber.answeredRevision, or: WholeNumber.answeredRevision.action)
    visitor.required("chain", \.chain, Stated(Spelled<JournalChain>()), or: JournalChain.refusal.action)
  }
}

/// The last line of what a collector received.
struct ChangesEnd: DocumentObject {
  var count = 0
  var since = ""
  var hasMore = false

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.required("changes", \.count, WholeNumber.count, or: "write how many responses there are")
    visitor.required("since", \.since, Text(), or: "write where the next question goes on")
    visitor.flag("more", \.hasMore)
  }
}

/// The question about attached files.
struct FilesHead: DocumentObject {
  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.requiredByHand(FilesQuestion.mark, [.integer]) { _, writer in
      writer.json.name(FilesQuestion.mark)
      writer.json.literal("1")
    }
  }
}

/// An attached file.
struct FileLine: DocumentObject {
  var name = ""
  var begun: Int?

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.required("name", \.name, Text(), or: "write the name of an attached file")
    visitor.optional("begun", \.begun, WholeNumber.byteCount)
  }
}

/// The end of the attached files that a collector has.
struct FilesEnd: DocumentObject {
  var count = 0

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.required("files", \.count, WholeNumber.count, or: "write how many files there are")
  }
}
