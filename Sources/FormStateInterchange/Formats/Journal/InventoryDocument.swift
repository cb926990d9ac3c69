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
  /// - Throws: nothing today; a later statement may have no notation.
  /// - Complexity: O(n) for n tips.
  package static func write(_ statements: [TipStatement]) throws -> Data {
    let lines = try statements.map { try JSONLine.text(of: StatementLine($0)) + "\n" }
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
      statements.append(try statement(root, number: number, source: source))
    }
    return statements
  }

  private static func statement(
    _ root: PropertyValue, number: Int, source: String
  ) throws(JSONLinesError) -> TipStatement {
    let line = try JSONLine.read(root, number: number, source: source, into: StatementLine()) { fields, line in
      if line.tips?.allSatisfy({ $0.stream.description.hasPrefix(line.prefix) }) == false {
        fields.addFault("tips", "has a response whose name begins otherwise", "list it with its own first digits")
      }
      let isSum = line.tips == nil && line.count != nil && line.sum != nil
      if !isSum, fields.members["tips"] == nil, fields.faults.isEmpty {
        fields.addFault("sum", "is missing", "write “count” and “sum”, or “tips”")
      }
    }
    if let tips = line.tips { return .tips(prefix: line.prefix, tips) }
    guard let count = line.count, let sum = line.sum else {
      throw JSONLinesError(source: source, line: number, problem: "is no statement")
    }
    return .sum(prefix: line.prefix, count: count, sum: sum)
  }
}

extension StatementLine {
  fileprivate init(_ statement: TipStatement) {
    prefix = statement.prefix
    switch statement {
    case .sum(_, let count, let sum): (self.count, self.sum) = (count, sum)
    case .tips(_, let tips): self.tips = tips
    }
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
  ///
  /// - Throws: nothing today; a later answer may have no notation.
  package func lines() throws -> String {
    let differing = differing.map { "{\"differs\":\"\($0)\"}\n" }
    let missing = try missing.map { try PushAnswerDocument.line(for: $0) + "\n" }
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
