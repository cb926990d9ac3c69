extension Sequence where Element == String {
  /// The key that a person most likely meant.
  ///
  /// Upper and lower case count as equal. A key is a suggestion only when at most a third of the written
  /// key, and never more than three characters, has to change; two neighbours that changed places count as one.
  ///
  /// - Parameter written: what was written.
  /// - Returns: the nearest key, the first of equally near ones; `nil` when none is near.
  /// - Complexity: O(n · m²) at worst, for n keys near m in length; keys of other lengths are skipped.
  public func nearest(to written: String) -> String? {
    let target = Array(written.lowercased().unicodeScalars)
    let tolerance = Swift.max(1, Swift.min(3, target.count / 3))
    var best: (key: String, distance: Int)?
    for key in self where abs(key.unicodeScalars.count - target.count) <= tolerance {
      let bound = best.map { $0.distance - 1 } ?? tolerance
      guard bound >= 0 else { break }
      let candidate = Array(key.lowercased().unicodeScalars)
      guard let distance = editDistance(from: target, to: candidate, atMost: bound) else { continue }
      best = (key, distance)
    }
    return best?.key
  }
}

/// The edit distance with exchanged neighbours (optimal string alignment), computed a row at a time; `nil` as soon as it
/// must exceed the bound.
private func editDistance(from source: [Unicode.Scalar], to target: [Unicode.Scalar], atMost bound: Int)
  -> Int?
{
  var beforePrevious: [Int] = []
  var previous = Array(0...target.count)
  for (row, scalar) in source.enumerated() {
    var current = [row + 1]
    current.reserveCapacity(target.count + 1)
    for (column, other) in target.enumerated() {
      let replaced = previous[column] + (scalar == other ? 0 : 1)
      var distance = Swift.min(replaced, previous[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, scalar == target[column - 1], source[row - 1] == other {
        distance = Swift.min(distance, beforePrevious[column - 1] + 1)
      }
      current.append(distance)
    }
    guard let least = current.min(), least <= bound else { return nil }
    beforePrevious = previous
    previous = current
  }
  guard let distance = previous.last, distance <= bound else { return nil }
  return distance
}
