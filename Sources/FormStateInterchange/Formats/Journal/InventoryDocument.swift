import FormState
import Foundation

/// What a device says that a collector has acknowledged, as JSON Lines.
///
/// ```json
/// {"formstate-inventory":1}
/// {"have":"","count":512,"sum":"<64 digits>"}
/// {"have":"0a","tips":[{"stream":"d23f…","revision":12,"chain":"77c0…"}]}
/// ```
///
/// A line is about the responses whose names begin with the digits of `have`: it has their number and the sum of their
/// tips, or all of their tips.
package enum InventoryDocument {
  /// The most bytes of an inventory, which a device exceeds with none.
  package static let mostBytes = 4 << 20
  /// The most statements of an inventory that a device sends at once.
  package static let mostStatements = 256

  private static let mark = "formstate-inventory"
  private static let limits = DocumentLimits(maximumBytes: 1 << 20, maximumDepth: 8, maximumNodes: 20_000)

  /// Whether a document is an inventory, by how it begins.
  package static func isInventory(_ beginning: Data) -> Bool { beginning.starts(with: Data("{\"\(mark)\":".utf8)) }

  /// Writes statements.
  ///
  /// - Complexity: O(n) for n tips.
  package static func write(_ statements: [TipStatement]) -> Data {
    let lines = statements.map { statement in
      var json = JSONWriter(isPretty: false)
      json.beginObject()
      json.member("have", statement.prefix)
      switch statement {
      case .sum(_, let count, let sum):
        json.member("count", count)
        json.member("sum", sum.description)
      case .tips(_, let tips):
        json.name("tips")
        json.beginArray()
        for tip in tips { json.tip(tip) }
        json.endArray()
      }
      json.endObject()
      return json.text + "\n"
    }
    return Data(("{\"\(mark)\":1}\n" + lines.joined()).utf8)
  }

  /// Reads statements.
  ///
  /// - Throws: ``JSONLinesError`` for the first line that cannot be understood.
  /// - Complexity: O(n) for n tips.
  package static func read(_ data: Data, source: String) throws(JSONLinesError) -> [TipStatement] {
    var statements: [TipStatement] = []
    for (number, line) in JSONLine.lines(of: data) {
      let root = try JSONLine.root(line, number: number, source: source, limits: limits, expecting: "an inventory")
      guard number > 1 else {
        guard root.members[mark] == .integer(1) else {
          throw JSONLinesError(source: source, line: 1, problem: "is no inventory; write {\"\(mark)\":1}")
        }
        continue
      }
      statements.append(
        try JSONLine.object(root, number: number, source: source, known: ["have", "count", "sum", "tips"]) {
          $0.statement()
        })
    }
    return statements
  }
}

/// What a collector answers to an inventory.
///
/// ```json
/// {"differs":"0a"}
/// {"stream":"d23f…","answer":"sendFrom","revision":8}
/// {"compared":2}
/// ```
///
/// The last line has the number of statements that were compared: an answer that was cut off says nothing.
package struct InventoryAnswer: Hashable, Sendable {
  /// The digits of the statements whose sums differ.
  package var differing: [String]
  /// The answers about responses of which the collector lacks entries that it acknowledged.
  package var missing: [PushAnswer]
  /// How many statements were compared.
  package var comparedCount: Int

  package init(differing: [String] = [], missing: [PushAnswer] = [], comparedCount: Int = 0) {
    self.differing = differing
    self.missing = missing
    self.comparedCount = comparedCount
  }

  /// The answer as JSON Lines.
  package var lines: String {
    let differing = differing.map { "{\"differs\":\"\($0)\"}\n" }
    let missing = missing.map { PushAnswerDocument.line(for: $0) + "\n" }
    return (differing + missing).joined() + "{\"compared\":\(comparedCount)}\n"
  }

  /// Reads an answer.
  ///
  /// - Parameters:
  ///   - data: the answer in UTF-8.
  ///   - statements: what was asked.
  ///   - source: the name of the answer, for messages.
  /// - Throws: ``JSONLinesError`` for the first line that cannot be understood, and for an answer that was cut off or
  ///   compared something else.
  /// - Complexity: O(n) in the size of the document.
  package init(_ data: Data, to statements: [TipStatement], source: String) throws(JSONLinesError) {
    self.init()
    var isWhole = false
    var lastNumber = 0
    for (number, line) in JSONLine.lines(of: data) {
      lastNumber = number
      let root = try JSONLine.root(
        line, number: number, source: source, limits: PushAnswerDocument.limits, expecting: "an answer")
      guard !isWhole else { throw JSONLinesError(source: source, line: number, problem: "comes after the end") }
      let members = root.members
      if case .integer(let count)? = members["compared"] {
        (comparedCount, isWhole) = (Int(clamping: count), true)
      } else if let digits = members["differs"]?.text {
        differing.append(digits)
      } else {
        missing.append(try PushAnswerDocument.answer(root, number: number, source: source))
      }
    }
    guard isWhole else { throw JSONLinesError(source: source, line: lastNumber + 1, problem: "is missing") }
    guard comparedCount == statements.count else {
      throw JSONLinesError(
        source: source, line: lastNumber, problem: "compares \(comparedCount) of \(statements.count) statements")
    }
  }
}

extension PropertyValue {
  /// The members of an object; none of anything else.
  fileprivate var members: [String: PropertyValue] {
    if case .dictionary(let members) = self { members } else { [:] }
  }
}

extension JSONWriter {
  fileprivate mutating func tip(_ tip: JournalTip) {
    beginObject()
    member("stream", tip.stream.description)
    member("revision", tip.revision)
    member("chain", tip.chain.description)
    endObject()
  }
}

extension DocumentFields {
  fileprivate mutating func statement() -> TipStatement? {
    let action = "write the first digits of responses' names"
    let prefix = requiredText("have", action)
    let isDigits = prefix.utf8.count <= 32 && prefix.utf8.allSatisfy { Self.digits.contains($0) }
    if !isDigits { addFault("have", "is not up to 32 hexadecimal digits", action) }
    if members["tips"] != nil {
      let tips = elements("tips").enumerated().compactMap { position, element in
        tip(element, at: path.member("tips").element(position))
      }
      if !tips.allSatisfy({ $0.stream.description.hasPrefix(prefix) }) {
        addFault("tips", "has a response whose name begins otherwise", "list it with its own first digits")
      }
      return .tips(prefix: prefix, tips)
    }
    guard case .integer(let count)? = members["count"], count >= 0, let sum = text("sum").flatMap({ TipSum($0) }) else {
      addFault("sum", "is missing or not 64 hexadecimal digits", "write “count” and “sum”, or “tips”")
      return nil
    }
    return .sum(prefix: prefix, count: Int(clamping: count), sum: sum)
  }

  private static let digits = Set("0123456789abcdef".utf8)

  private mutating func tip(_ element: PropertyValue, at path: DocumentPath) -> JournalTip? {
    var list = FaultList()
    guard var fields = DocumentFields(element, at: path, known: ["stream", "revision", "chain"], faults: &list) else {
      take(list)
      return nil
    }
    let stream = fields.answeredStream()
    let revision = fields.answeredRevision()
    let chain = JournalChain(fields.answeredChain())
    take(faultsOf: fields)
    return stream.flatMap { stream in
      chain.map { JournalTip(stream: stream, revision: revision, chain: $0) }
    }
  }
}
