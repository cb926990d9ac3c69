/// Where the journal of a response ends, as far as a device and a collector both know it.
package struct JournalTip: Hashable, Sendable {
  package let stream: StreamName
  package let revision: Int
  /// The chain of the journal up to the revision.
  package let chain: JournalChain

  package init(stream: StreamName, revision: Int, chain: JournalChain) {
    self.stream = stream
    self.revision = revision
    self.chain = chain
  }
}

/// The sum of the digests of tips: two sides compare it instead of their tips.
///
/// It is the sum of the SHA-256 of each tip's stream, revision (8 bytes, the highest first) and chain, modulo 2²⁵⁶. So
/// it depends neither on the order of the tips nor on how they are stored.
package struct TipSum: FixedBytes {
  package static let count = 32
  /// The highest first.
  package private(set) var bytes = [UInt8](repeating: 0, count: 32)

  package init() {}

  package init(counted bytes: [UInt8]) { self.bytes = bytes }

  /// Adds a tip. O(1).
  package mutating func add(_ tip: JournalTip) {
    let revision = withUnsafeBytes(of: Int64(tip.revision).bigEndian, Array.init)
    let digest = PortableSHA256.digest(of: tip.stream.bytes + revision + tip.chain.bytes)
    var carry: UInt16 = 0
    for index in bytes.indices.reversed() {
      carry += UInt16(bytes[index]) + UInt16(digest[index])
      bytes[index] = UInt8(truncatingIfNeeded: carry)
      carry >>= 8
    }
  }
}

/// What one side of a sync says about its tips.
package enum TipStatement: Hashable, Sendable {
  /// How many tips there are of streams whose names begin with these hexadecimal digits, and their sum.
  case sum(prefix: String, count: Int, sum: TipSum)
  /// All tips of streams whose names begin with these digits.
  case tips(prefix: String, [JournalTip])

  package var prefix: String {
    switch self {
    case .sum(let prefix, _, _), .tips(let prefix, _): prefix
    }
  }
}

/// The tips of one side of a sync, which are compared by sums: first of all of them, then of ever fewer.
///
/// Two sides that agree on everything find out with one sum. Otherwise a sum that differs is divided by the next digit
/// of the streams' names, until few enough tips are left to be listed.
package struct TipInventory: Sendable {
  /// How many tips are listed instead of being divided further.
  private static let mostListed = 64

  /// The tips in the order of the names of their streams.
  private let tips: [(name: String, tip: JournalTip)]

  /// - Complexity: O(n log n) for n tips.
  package init(_ tips: [JournalTip]) {
    self.tips = tips.map { ($0.stream.description, $0) }.sorted { $0.0 < $1.0 }
  }

  /// The statement about all tips.
  ///
  /// - Complexity: O(n).
  package var whole: TipStatement { sum(of: "") }

  package var isEmpty: Bool { tips.isEmpty }

  /// The tips of streams whose names begin with some digits.
  ///
  /// - Complexity: O(log n + k) for k tips.
  package func tips(in prefix: String) -> [JournalTip] { slice(prefix).map(\.tip) }

  /// The statements that say more about tips whose sum differs.
  ///
  /// - Complexity: O(log n + k) for k tips.
  package func details(of prefix: String) -> [TipStatement] {
    let tips = tips(in: prefix)
    if tips.count <= Self.mostListed || prefix.utf8.count >= 32 { return [.tips(prefix: prefix, tips)] }
    return "0123456789abcdef".map { sum(of: prefix + String($0)) }
  }

  /// Whether another side says the same about its tips.
  ///
  /// - Complexity: O(log n + k) for k tips.
  package func agrees(with statement: TipStatement) -> Bool {
    switch statement {
    case .sum(let prefix, _, _): sum(of: prefix) == statement
    case .tips(let prefix, let others): Set(others) == Set(tips(in: prefix))
    }
  }

  private func sum(of prefix: String) -> TipStatement {
    var (count, sum) = (0, TipSum())
    for (_, tip) in slice(prefix) {
      count += 1
      sum.add(tip)
    }
    return .sum(prefix: prefix, count: count, sum: sum)
  }

  private func slice(_ prefix: String) -> ArraySlice<(name: String, tip: JournalTip)> {
    let start = tips.partitioningIndex { $0.name >= prefix }
    let rest = tips[start...]
    return rest.prefix { $0.name.hasPrefix(prefix) }
  }
}
