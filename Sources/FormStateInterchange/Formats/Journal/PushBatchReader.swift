import FormState
import Foundation

/// Reads a batch, one element at a time, to limit memory.
///
/// A part is passed on only once it has proven itself whole: its lines have the chain that its last line states. A
/// batch that was cut off ends with an error after its whole parts.
package struct PushBatchReader {
  /// The most entries that a part may have.
  package static let mostEntries = 20_000
  /// The most bytes that the lines of a part may have, which is also the most that one line may have.
  static let mostBytes = longestLine

  /// An element of a batch.
  package enum Element {
    /// A definition that parts after it name.
    case definition(PushedDefinition)
    /// Consecutive entries of one response.
    case part(PushedPart)
  }

  /// The name of the device; `nil` before the first element, and if the batch names none.
  package private(set) var device: String?
  private let source: String
  private let nextLine: (_ limit: Int) throws -> Data?
  private var number = 0
  private var partCount = 0
  private var isAtEnd = false

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - source: the name of the batch, for messages.
  ///   - nextLine: returns the next line, with or without its end; `nil` after the last one. It takes the most bytes
  ///     that the line may have, and throws for a longer one.
  package init(source: String, nextLine: @escaping (_ limit: Int) throws -> Data?) {
    self.source = source
    self.nextLine = nextLine
  }

  /// The next element; `nil` at the end of a whole batch.
  ///
  /// - Throws: ``JSONLinesError`` for a line that does not belong there, and for a batch that was cut off; what
  ///   `nextLine` throws. Nothing more can be read then.
  package mutating func next() throws -> Element? {
    if number == 0 { try begin() }
    guard !isAtEnd else { return nil }
    let line = try requireLine(atMost: Self.longestDefinition)
    if line.members["definition"] != nil { return .definition(try definition(line)) }
    if line.members["stream"] != nil { return .part(try part(line)) }
    guard line.members["parts"] != nil else {
      throw fault("is no part of a batch; write it with formstate outbox write")
    }
    let count = try object(line, BatchEnd()).partCount
    guard count == partCount else { throw fault("the batch has \(partCount) of \(count) parts; send it again") }
    if try read(atMost: Self.longestLine) != nil { throw fault("comes after the end of the batch; remove it") }
    isAtEnd = true
    return nil
  }

  /// The most bytes of a line with a definition, and of another one.
  private static let (longestDefinition, longestLine) = (64 << 20, ActionScript.longestLine)

  /// The limits of a line. A value or key of an entry has some six bytes or more, and of a definition ten, so lines of
  /// a device stay below; a value takes 50 bytes of memory and more.
  static func limits(ofLine limit: Int) -> DocumentLimits {
    DocumentLimits(maximumBytes: limit, maximumNodes: limit > longestLine ? 6_000_000 : 3_000_000)
  }

  // MARK: - Lines

  /// A line of the batch.
  private struct Line {
    let bytes: Data
    let members: [String: PropertyValue]
  }

  private mutating func read(atMost limit: Int) throws -> Data? {
    while let line = try nextLine(limit) {
      number += 1
      if !line.allSatisfy(DocumentBytes.isWhitespace) { return line }
    }
    return nil
  }

  private mutating func requireLine(atMost limit: Int) throws -> Line {
    guard var bytes = try read(atMost: limit) else {
      number += 1
      throw fault("the batch ends here without its last line; send it again")
    }
    while bytes.last == 0x0A || bytes.last == 0x0D { bytes.removeLast() }
    let root = try JSONLine.root(
      bytes, number: number, source: source, limits: Self.limits(ofLine: limit), expecting: "a line of a batch"
    )
    guard case .dictionary(let members) = root else {
      throw fault("is \(root.jsonTypeName), not an object; write it with formstate outbox write")
    }
    return Line(bytes: bytes, members: members)
  }

  private func object<Object: DocumentObject>(_ line: Line, _ object: Object) throws(JSONLinesError) -> Object {
    try JSONLine.read(.dictionary(line.members), number: number, source: source, into: object)
  }

  private func fault(_ problem: String) -> JSONLinesError {
    JSONLinesError(source: source, line: number, problem: problem)
  }

  /// Runs work, and adds the place to the faults that it finds.
  private func naming<Value>(_ work: () throws(PushedFault) -> Value) throws -> Value {
    do throws(PushedFault) {
      return try work()
    } catch {
      throw fault(error.problem)
    }
  }

  private mutating func begin() throws {
    let line = try requireLine(atMost: Self.longestLine)
    switch line.members[PushBatchDocument.mark] {
    case .integer(PushBatchDocument.version)?: break
    case nil: throw fault("is not the beginning of a batch; write it with formstate outbox write")
    case let other?:
      throw fault(
        "the batch is \(other.described), not version \(PushBatchDocument.version) of the format; use a FormState that supports it"
      )
    }
    device = try object(line, BatchHead()).device
  }

  // MARK: - Definitions

  private func definition(_ line: Line) throws -> PushedDefinition {
    guard let digest = line.members["definition"]?.text, let document = line.members["document"] else {
      throw fault("is no definition; write it with formstate outbox write")
    }
    let form: FormDefinition
    do throws(ImportError) {
      form = try FormDocument.read(document, settings: ImportSettings(sourceName: source)).form
    } catch {
      throw fault("the definition is invalid: \(error.diagnostics.first?.description ?? "it fails its check")")
    }
    guard StateDigest.ofDefinition(form) == digest else {
      throw fault("the definition has another digest than it states; send the batch again")
    }
    return PushedDefinition(digest: digest, form: form)
  }

  // MARK: - Parts

  private mutating func part(_ head: Line) throws -> PushedPart {
    partCount += 1
    let head = try object(head, PartHead())
    var part = try naming { () throws(PushedFault) in try PushedPart(head) }
    while true {
      let line = try requireLine(atMost: Self.longestLine)
      if line.members["revision"] == nil {
        try end(&part, line)
        return part
      }
      guard part.entries.count < Self.mostEntries, part.byteCount + line.bytes.count <= Self.mostBytes else {
        throw fault(
          "the part has more than \(Self.mostEntries) entries or \(Self.mostBytes >> 20) MB; send it in smaller parts")
      }
      try naming { () throws(PushedFault) in try part.append(line.bytes, line.members) }
    }
  }

  private func end(_ part: inout PushedPart, _ line: Line) throws {
    guard line.members["entries"] != nil else {
      throw fault("is neither an entry nor the end of its part; send the batch again")
    }
    let end = try object(line, PartEnd())
    guard end.entryCount == part.entries.count, end.entryCount > 0 else {
      throw fault("the part has \(part.entries.count) of \(end.entryCount) entries; send the batch again")
    }
    guard part.entries.last?.chain == end.chain else {
      throw fault("the chain of the part does not fit its lines, which were changed; send the batch again")
    }
    guard let state = end.state, let isCompleted = end.isCompleted else { return }
    part.outcome = PushBatch.Outcome(state: state, isCompleted: isCompleted)
  }
}
