import FormState
import Foundation

/// A definition of a batch.
package struct PushedDefinition {
  /// Its digest.
  package let digest: String
  /// The definition.
  package let form: FormDefinition

  /// The definition as form JSON on one line.
  ///
  /// - Throws: ``ExportError`` if it cannot be written.
  package func document() throws -> String { String(decoding: try FormDocumentWriter.onOneLine(form), as: UTF8.self) }

  /// Reads a definition that a collector stored.
  ///
  /// - Throws: ``ImportError``.
  package static func form(ofStored document: String, digest: String) throws -> FormDefinition {
    try FormDocument.read(Data(document.utf8), settings: ImportSettings(sourceName: "the definition \(digest)")).form
  }
}

/// A line of a batch that does not fit, as a clause.
struct PushedFault: Error {
  let problem: String
}

/// Consecutive entries of one response in a batch.
package struct PushedPart {
  /// The random name of the response.
  package let stream: StreamName
  /// Its key.
  package let key: ResponseKey
  /// The digests of all definitions that its entries name, by the numbers that the device gives them.
  package let definitions: [Int: String]
  /// The revision before its first entry.
  package let after: Int
  /// The chain there; `nil` if its first entry is a checkpoint, which begins the journal.
  package let chainBefore: JournalChain?
  /// The entries.
  package private(set) var entries: [PushedEntry] = []
  /// The bytes of their lines.
  package private(set) var byteCount = 0
  /// The response as of its last entry; `nil` if the journal goes on after it.
  package var outcome: PushBatch.Outcome?

  /// The revision of its last entry.
  package var last: Int { after + entries.count }
  /// The chain after its last entry.
  package var chain: JournalChain { entries.last?.chain ?? start }
  /// Whether it begins with a checkpoint.
  package var beginsWithCheckpoint: Bool { chainBefore == nil }

  /// The chain before its first entry.
  package var start: JournalChain { chainBefore ?? JournalChain(of: stream) }

  /// Takes over the line that names the response.
  init(_ head: PartHead) throws(PushedFault) {
    guard let stream = head.stream, FormDefinition.problem(withKey: head.form) == nil,
      FormDefinition.problem(withKey: head.response) == nil
    else { throw PushedFault(problem: "the keys of the form and of the response cannot be used") }
    guard head.after > 0 || head.chain == nil || head.chain == JournalChain(of: stream) else {
      throw PushedFault(problem: "chain: is not that of a response before its first entry")
    }
    self.stream = stream
    key = ResponseKey(form: head.form, response: head.response)
    (definitions, after, chainBefore) = (head.definitions, head.after, head.chain)
  }

  /// Adds the next entry.
  mutating func append(_ line: Data, _ members: [String: PropertyValue]) throws(PushedFault) {
    guard members["revision"] == .integer(Int64(last + 1)) else {
      throw PushedFault(problem: "is not the entry \(last + 1), which comes next; send the batch again")
    }
    guard case .dictionary(let action)? = members["action"], let kind = action["action"]?.text else {
      throw PushedFault(problem: "is an entry without an action")
    }
    let isCheckpoint = kind == FormAction.Kind.checkpoint.rawValue
    let mayBeCheckpoint = entries.isEmpty && (beginsWithCheckpoint || after == 0)
    let mustBeCheckpoint = entries.isEmpty && beginsWithCheckpoint
    guard isCheckpoint ? mayBeCheckpoint : !mustBeCheckpoint else {
      throw PushedFault(problem: "a checkpoint can only begin a journal, and only it can")
    }
    let text = String(decoding: line, as: UTF8.self)
    let before = self.chain
    var own = before
    if let given = members["redacted"] {
      guard let digest = given.text.flatMap({ LineDigest($0) }) else {
        throw PushedFault(problem: "redacted: is not the digest of an entry, 64 hexadecimal digits")
      }
      own.append(digest)
    } else {
      own.append(text)
    }
    var chain = own
    if isCheckpoint, let given = members["chain"]?.text {
      guard let known = JournalChain(given) else { throw PushedFault(problem: "chain: is not a chain") }
      chain = known
    }
    byteCount += line.count
    entries.append(
      PushedEntry(
        revision: last + 1, kind: kind, line: text, before: before, ownChain: own, chain: chain,
        keptMembers: line.count <= PushedEntry.mostKeptBytes ? members : nil))
  }
}

/// An entry of a batch.
package struct PushedEntry {
  /// The revision after it.
  package let revision: Int
  /// The name of its action.
  package let kind: String
  /// Its line, as the chain hashes it.
  package let line: String
  /// The chain before it.
  package let before: JournalChain
  /// The chain with its line.
  package let ownChain: JournalChain
  /// The chain that the next entry goes on from; of a checkpoint, that of the entries that it replaces.
  package let chain: JournalChain
  /// The members of its object, unless its line is long.
  fileprivate let keptMembers: [String: PropertyValue]?

  /// The most bytes of a line whose members are kept, which take many times as many.
  fileprivate static let mostKeptBytes = 512

  /// The members of its object; those of a long line are read again, to limit memory.
  var members: [String: PropertyValue] {
    if let keptMembers { return keptMembers }
    guard
      case .dictionary(let members)? = try? JSONLine.root(
        Data(line.utf8), number: revision, source: "", limits: PushBatchReader.limits(ofLine: line.utf8.count),
        expecting: "an entry")
    else { return [:] }
    return members
  }
  /// Whether it is a checkpoint, in place of the entries before it.
  package var isCheckpoint: Bool { kind == FormAction.Kind.checkpoint.rawValue }
}

extension PushedEntry {
  /// An entry that a collector stored.
  ///
  /// - Parameters:
  ///   - line: its canonical line.
  ///   - revision: the revision after it.
  ///   - kind: the name of its action.
  ///   - before: the chain before it.
  ///   - ownChain: the chain with its line.
  ///   - chain: the chain that the next entry goes on from.
  package init(
    stored line: String, revision: Int, kind: String, before: JournalChain, ownChain: JournalChain, chain: JournalChain
  ) {
    self.init(
      revision: revision, kind: kind, line: line, before: before, ownChain: ownChain, chain: chain, keptMembers: nil)
  }

  /// The entry with what is left of its line.
  ///
  /// - Parameter kind: the name of its action now.
  package func replaced(by line: String, _ kind: String) -> PushedEntry {
    PushedEntry(stored: line, revision: revision, kind: kind, before: before, ownChain: ownChain, chain: chain)
  }
}
