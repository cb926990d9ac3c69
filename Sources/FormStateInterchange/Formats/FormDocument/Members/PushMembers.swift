import FormState

/// A dump, whose forms are documents of their own.
struct DumpInDocument: DocumentObject {
  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.onlyRead(StoreDump.mark, [.integer], isRequired: true)
    visitor.onlyRead(StoreDump.formsName, [.array], isRequired: true)
  }
}

/// The first line of a batch.
struct BatchHead: DocumentObject {
  var device: String?

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.requiredByHand(PushBatchDocument.mark, [.integer]) { _, writer in
      writer.json.name(PushBatchDocument.mark)
      writer.json.literal(String(PushBatchDocument.version))
    }
    visitor.optional("device", \.device, Text())
  }
}

/// The line of a batch that begins the entries of a response.
struct PartHead: DocumentObject {
  var stream: StreamName?
  var form = ""
  var response = ""
  var definitions: [Int: String] = [:]
  var after = 0
  var chain: JournalChain?

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.required("stream", \.stream, Stated(Spelled<StreamName>()), or: StreamName.refusal.action)
    visitor.required("form", \.form, Text(), or: "write the key of the form")
    visitor.required("response", \.response, Text(), or: "write the key of the response")
    visitor.required("definitions", \.definitions, DefinitionDigests(), or: DefinitionDigests.action)
    visitor.required("after", \.after, WholeNumber.anyRevision, or: WholeNumber.anyRevision.action)
    visitor.optional("chain", \.chain, Spelled<JournalChain>())
  }
}

/// The line of a batch that ends the entries of a response.
struct PartEnd: DocumentObject {
  var entryCount = 0
  var chain: JournalChain?
  var state: String?
  var isCompleted: Bool?

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.required("entries", \.entryCount, WholeNumber.count, or: "write how many entries the part has")
    visitor.required("chain", \.chain, Stated(Spelled<JournalChain>()), or: JournalChain.refusal.action)
    visitor.optional("state", \.state, Text())
    visitor.optional("completed", \.isCompleted, Flag())
  }
}

/// The last line of a batch.
struct BatchEnd: DocumentObject {
  var partCount = 0

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.required("parts", \.partCount, WholeNumber.count, or: "write how many parts the batch has")
  }
}

/// What a collector says to the entries of a response.
struct AnswerLine: DocumentObject {
  var stream: StreamName?
  var kind: PushAnswer.Kind?
  var revision: Int?
  var chain: JournalChain?
  var place: Int?
  var definition: String?
  var reason: String?

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.required("stream", \.stream, Stated(Spelled<StreamName>()), or: StreamName.refusal.action)
    visitor.required("answer", \.kind, Stated(AnswerName()), or: AnswerName.action)
    visitor.optional("revision", \.revision, WholeNumber.answeredRevision)
    visitor.optional("chain", \.chain, Spelled<JournalChain>())
    visitor.optional("at", \.place, WholeNumber.answeredRevision)
    visitor.optional("definition", \.definition, Text())
    visitor.optional("reason", \.reason, Text())
  }

  /// What an answer must have beside its name, and what to write where that is missing.
  static func required(for kind: PushAnswer.Kind) -> [(name: String, remedy: String)] {
    let revision = ("revision", WholeNumber.answeredRevision.action)
    let chain = ("chain", JournalChain.refusal.action)
    return switch kind {
    case .took, .had: [revision, chain]
    case .forked: [("at", revision.1), revision, chain]
    case .sendFrom: [revision]
    case .needsDefinition: [("definition", "name the definition by its digest")]
    case .refused: [("reason", "give the reason")]
    }
  }
}

/// What a device says about its tips.
struct StatementLine: DocumentObject {
  var prefix = ""
  var count: Int?
  var sum: TipSum?
  var tips: [JournalTip]?

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.required("have", \.prefix, StreamPrefix(), or: StreamPrefix.action)
    visitor.optional("count", \.count, WholeNumber.tipCount)
    visitor.optional("sum", \.sum, Spelled<TipSum>())
    visitor.optional("tips", \.tips, Tips())
  }
}

/// The last entry of a response.
struct TipInDocument: DocumentObject {
  var stream: StreamName?
  var revision = 0
  var chain: JournalChain?

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.required("stream", \.stream, Stated(Spelled<StreamName>()), or: StreamName.refusal.action)
    visitor.required("revision", \.revision, WholeNumber.answeredRevision, or: WholeNumber.answeredRevision.action)
    visitor.required("chain", \.chain, Stated(Spelled<JournalChain>()), or: JournalChain.refusal.action)
  }
}

// MARK: - Values

extension WholeNumber {
  static let byteCount = WholeNumber(
    least: 0, problem: "is not a number of bytes", action: "write a whole number from 0")
  static let answeredRevision = WholeNumber(
    least: 1, problem: "is no revision", action: "write a whole number, 1 or more")
  static let tipCount = WholeNumber(
    least: 0, problem: "is not a number of responses", action: "write a whole number from 0")
}

/// The digests of definitions by the numbers of versions.
struct DefinitionDigests: MemberCodec {
  let types: JSONTypes = [.object]
  static let action = "write the digest of each definition under the number of its version"
  /// The greatest number of a version that a collector keeps.
  private static let mostDefinitions = 10_000

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> [Int: String]? {
    guard case .dictionary(let members) = given else {
      fields.addFault(name, "is \(given.jsonTypeName), not an object", Self.action)
      return nil
    }
    var definitions: [Int: String] = [:]
    for (number, value) in members {
      guard let digest = value.text, JournalChain(digest)?.description == digest, let read = Self.number(number) else {
        fields.addFault(name, "does not name digests by the numbers of versions", Self.action)
        return nil
      }
      definitions[read] = digest
    }
    return definitions
  }

  private static func number(_ text: String) -> Int? {
    Int(text).flatMap { (1...mostDefinitions).contains($0) && String($0) == text ? $0 : nil }
  }

  func write(_ value: [Int: String], to writer: inout FormDocumentWriter) {
    writer.json.beginObject()
    for (number, digest) in value.sorted(by: { $0.key < $1.key }) { writer.json.member(String(number), digest) }
    writer.json.endObject()
  }
}

/// What an answer of a collector is called.
struct AnswerName: MemberCodec {
  let types: JSONTypes = [.string]
  static let action = "write one of \(PushAnswer.Kind.allCases.map(\.rawValue).joined(separator: ", "))"

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> PushAnswer.Kind? {
    guard let word = Text().read(given, named: name, in: &fields) else { return nil }
    if let kind = PushAnswer.Kind(rawValue: word) { return kind }
    fields.addFault(name, "is no answer", Self.action)
    return nil
  }

  func write(_ value: PushAnswer.Kind, to writer: inout FormDocumentWriter) { writer.json.string(value.rawValue) }
}

/// The first digits of the names of responses.
struct StreamPrefix: MemberCodec {
  let types: JSONTypes = [.string]
  static let action = "write the first digits of responses' names"
  private static let digits = Set("0123456789abcdef".utf8)

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> String? {
    guard let text = Text().read(given, named: name, in: &fields) else { return nil }
    if text.utf8.count <= 32, text.utf8.allSatisfy(Self.digits.contains) { return text }
    fields.addFault(name, "is not up to 32 hexadecimal digits", Self.action)
    return nil
  }

  func write(_ value: String, to writer: inout FormDocumentWriter) { writer.json.string(value) }
}

/// A list of tips.
struct Tips: MemberCodec {
  let types: JSONTypes = [.array]

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> [JournalTip]? {
    fields.elements(name).enumerated().compactMap { position, element in
      var tip = TipInDocument()
      let isRead = fields.read(element, at: fields.path.member(name).element(position), into: &tip)
      guard isRead, let stream = tip.stream, let chain = tip.chain, tip.revision > 0 else { return nil }
      return JournalTip(stream: stream, revision: tip.revision, chain: chain)
    }
  }

  func write(_ value: [JournalTip], to writer: inout FormDocumentWriter) throws(ExportError) {
    writer.json.beginArray()
    for tip in value {
      try writer.write(TipInDocument(stream: tip.stream, revision: tip.revision, chain: tip.chain))
    }
    writer.json.endArray()
  }
}

/// A list of last entries.
struct Heads: MemberCodec {
  let types: JSONTypes = [.array]

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> [EntryAddress]? {
    fields.elements(name).enumerated().compactMap { position, element in
      var head = HeadInDocument()
      let isRead = fields.read(element, at: fields.path.member(name).element(position), into: &head)
      guard isRead, let chain = head.chain, head.revision > 0 else { return nil }
      return EntryAddress(revision: head.revision, chain: chain)
    }
  }

  func write(_ value: [EntryAddress], to writer: inout FormDocumentWriter) throws(ExportError) {
    writer.json.beginArray()
    for head in value { try writer.write(HeadInDocument(revision: head.revision, chain: head.chain)) }
    writer.json.endArray()
  }
}

/// A list of digests of definitions.
struct Digests: MemberCodec {
  let types: JSONTypes = [.array]

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> [String]? {
    let digests = fields.elements(name).map { $0.text.flatMap { JournalChain($0)?.description } }
    guard !digests.contains(nil) else {
      fields.addFault(name, "has something else than digests", "write 64 hexadecimal digits each")
      return nil
    }
    return digests.compactMap { $0 }
  }

  func write(_ value: [String], to writer: inout FormDocumentWriter) {
    writer.json.beginArray()
    for digest in value { writer.json.string(digest) }
    writer.json.endArray()
  }
}

/// Some responses, in the notation of each.
struct Scopes: MemberCodec {
  let types: JSONTypes = [.array]

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> [ResponseScope]? {
    let scopes = fields.elements(name).map { $0.text.flatMap { try? ResponseScope($0) } }
    guard !scopes.contains(nil) else {
      fields.addFault(name, "has something else than responses", "name a form, or write FORM:CELL=VALUE")
      return nil
    }
    return scopes.compactMap { $0 }
  }

  func write(_ value: [ResponseScope], to writer: inout FormDocumentWriter) {
    writer.json.beginArray()
    for scope in value { writer.json.string(scope.text) }
    writer.json.endArray()
  }
}

extension TipSum: SpelledValue {
  static let refusal = (problem: "is not a sum of tips", action: "write 64 hexadecimal digits")
}
