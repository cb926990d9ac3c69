/// The remaining cost that a report may spend on suggesting keys.
///
/// Suggestions are optional: without a bound, a hostile document with many keys and many unknown keys would cost the
/// product of both. A report shares one budget, and makes no suggestions once it is spent.
package final class SuggestionBudget {
  /// Enough for all the faults that a person reads in a form of thousands of cells.
  static let standardComparisons = 200_000

  /// The number of keys that may still be compared.
  private(set) var comparisonsLeft: Int

  /// Creates a budget.
  package init(comparisons: Int = SuggestionBudget.standardComparisons) {
    comparisonsLeft = comparisons
  }

  /// Spends one comparison; `false` if none is left.
  fileprivate func spend() -> Bool {
    guard comparisonsLeft > 0 else { return false }
    comparisonsLeft -= 1
    return true
  }
}

/// Keys to find the most likely intended one among, perhaps many times.
///
/// Case is ignored. A key is suggested only if at most a third of the written key, and never more than three
/// characters, must change; a swap of two neighbours counts as one change.
package final class NearestKeys {
  /// Longer keys are neither suggested nor corrected; they are rarely typed.
  static let longestKey = 64

  private struct Candidate {
    let key: String
    /// The key's position, so the first of equally near keys is suggested.
    let order: Int
    /// The key in lower case.
    let scalars: [Unicode.Scalar]
  }

  private let budget: SuggestionBudget
  private let keys: () -> [String]
  private lazy var keysByLength = Self.grouped(keys())
  private var candidatesByLength: [Int: [Candidate]] = [:]

  /// Creates the set; nothing is computed before the first query.
  package init(_ keys: @autoclosure @escaping () -> [String], within budget: SuggestionBudget = SuggestionBudget()) {
    self.keys = keys
    self.budget = budget
  }

  /// The key that a person most likely meant.
  ///
  /// - Parameters:
  ///   - written: the key as written.
  ///   - most: the maximum number of changes; by default a third of the written key, and at most three.
  /// - Returns: the nearest key, the first of equally near ones; `nil` if none is near, or the budget is spent.
  /// - Complexity: O(n) for the first query among n keys; then O(m) for m keys of nearly the same length.
  package func nearest(to written: String, atMost most: Int = 3) -> String? {
    guard budget.spend(), written.utf8.count <= 4 * Self.longestKey else { return nil }
    let target = Array(written.lowercased().unicodeScalars)
    guard target.count <= Self.longestKey else { return nil }
    let tolerance = Swift.max(1, Swift.min(most, target.count / 3))
    var best: (candidate: Candidate, distance: Int)?
    for length in Swift.max(0, target.count - tolerance)...(target.count + tolerance) {
      for candidate in candidates(ofLength: length) {
        let bound = best.map { candidate.order < $0.candidate.order ? $0.distance : $0.distance - 1 } ?? tolerance
        guard bound >= 0 else { continue }
        guard budget.spend() else { return best?.candidate.key }
        if let distance = editDistance(from: target, to: candidate.scalars, atMost: bound) {
          best = (candidate, distance)
        }
      }
    }
    return best?.candidate.key
  }

  private func candidates(ofLength length: Int) -> [Candidate] {
    if let known = candidatesByLength[length] { return known }
    let candidates = (keysByLength[length] ?? []).map { order, key in
      Candidate(key: key, order: order, scalars: Array(key.lowercased().unicodeScalars))
    }
    candidatesByLength[length] = candidates
    return candidates
  }

  private static func grouped(_ keys: [String]) -> [Int: [(order: Int, key: String)]] {
    var groups: [Int: [(order: Int, key: String)]] = [:]
    for (order, key) in keys.enumerated() where key.utf8.count <= 4 * longestKey {
      let length = key.unicodeScalars.count
      if length <= longestKey { groups[length, default: []].append((order, key)) }
    }
    return groups
  }
}

extension Sequence where Element == String {
  /// The key that a person most likely meant, see ``NearestKeys``; `nil` if none is near.
  package func nearest(to written: String, within budget: SuggestionBudget = SuggestionBudget()) -> String? {
    NearestKeys(Array(self), within: budget).nearest(to: written)
  }
}

/// The edit distance with transpositions (optimal string alignment); `nil` if it exceeds the bound.
///
/// Only the diagonals within the bound are computed: 2 · bound + 1 numbers a row. O(n · bound).
private func editDistance(from source: [Unicode.Scalar], to target: [Unicode.Scalar], atMost bound: Int) -> Int? {
  guard abs(source.count - target.count) <= bound else { return nil }
  let tooFar = bound + 1
  let blank = [Int](repeating: tooFar, count: 2 * bound + 1)
  // The number at `offset` in a row belongs to column `row + offset - bound`.
  var beforePrevious = blank
  var previous = blank
  for offset in bound..<blank.count { previous[offset] = offset - bound }
  var current = blank
  for row in 0..<source.count {
    for offset in current.indices { current[offset] = tooFar }
    for offset in blank.indices {
      let column = row + offset - bound
      guard column < target.count else { break }
      if column == -1 { current[offset] = Swift.min(row + 1, tooFar) }
      guard column >= 0 else { continue }
      var distance = previous[offset] + (source[row] == target[column] ? 0 : 1)
      if offset + 1 < blank.count { distance = Swift.min(distance, previous[offset + 1] + 1) }
      if offset > 0 { distance = Swift.min(distance, current[offset - 1] + 1) }
      if row > 0, column > 0, source[row] == target[column - 1], source[row - 1] == target[column] {
        distance = Swift.min(distance, beforePrevious[offset] + 1)
      }
      current[offset] = Swift.min(distance, tooFar)
    }
    guard current.contains(where: { $0 <= bound }) else { return nil }
    swap(&beforePrevious, &previous)
    swap(&previous, &current)
  }
  let distance = previous[target.count - source.count + bound]
  return distance <= bound ? distance : nil
}

extension String {
  /// The maximum number of characters of a key in a message.
  private static let mostRepeated = 80

  /// The text for messages, truncated if it is too long.
  package var shortened: String {
    // Scalars, since a single character may be megabytes of accents.
    let scalars = unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: Self.mostRepeated, limitedBy: scalars.endIndex),
      end != scalars.endIndex
    else { return self }
    return String(scalars[..<end]) + "…"
  }

  /// The question whether this key was meant.
  package var asSuggestion: String { "did you mean “\(shortened)”?" }
}

extension Optional where Wrapped == String {
  /// Suggests this key for an unknown one, or states the difference if both look the same; `nil` without a key.
  ///
  /// - Parameter written: the key as written.
  package func suggestion(for written: String) -> String? {
    guard let self, self.shortened.withoutInvisible == written.shortened.withoutInvisible else {
      return map(\.asSuggestion)
    }
    if let scalar = written.unicodeScalars.first(where: \.isInvisible) {
      return "the key as written has an invisible \(scalar.codePoint); write it without"
    }
    if let scalar = self.unicodeScalars.first(where: \.isInvisible) {
      return "the existing key has an invisible \(scalar.codePoint); write it with that"
    }
    return nil
  }

  /// The end of a message about an unknown key: the suggestion, or an empty text.
  package var asSuggestion: String { map { "; \($0.asSuggestion)" } ?? "" }
}

extension String {
  fileprivate var withoutInvisible: String {
    String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isInvisible }))
  }
}

extension Unicode.Scalar {
  /// Whether the character is invisible in a message.
  fileprivate var isInvisible: Bool {
    if properties.isDefaultIgnorableCodePoint { return true }
    return switch properties.generalCategory {
    case .control, .format, .spaceSeparator: self != " "
    default: false
    }
  }

  /// The name of the code point: U+200B.
  fileprivate var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
