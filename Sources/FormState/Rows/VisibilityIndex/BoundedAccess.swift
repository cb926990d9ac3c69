extension RandomAccessCollection {
  /// The element so many places after the first; `nil` if there is none, instead of a trap.
  package func element(at offset: Int) -> Element? {
    guard offset >= 0, offset < count else { return nil }
    return self[index(startIndex, offsetBy: offset)]
  }
}

/// Arithmetic on what callers and files say, which may lie at the ends of what an `Int` can be.
extension Int {
  /// The sum, or the nearest number that there is.
  func clampedSum(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other > 0 ? .max : .min) : sum
  }

  /// The difference, or the nearest number that there is.
  func clampedDifference(_ other: Int) -> Int {
    let (difference, overflows) = subtractingReportingOverflow(other)
    return overflows ? (other < 0 ? .max : .min) : difference
  }
}

extension Range<Int> {
  /// The number of numbers of the range; `count` traps for one that is longer than an `Int` can say.
  var clampedCount: Int { upperBound.clampedDifference(lowerBound) }
}

extension RandomAccessCollection {
  /// The first index from which on a condition holds, among elements for which it holds to the end once it does. O(log
  /// n).
  func partitioningIndex(where holds: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, count)
    while count > 0 {
      let middle = index(low, offsetBy: count / 2)
      if holds(self[middle]) {
        count /= 2
      } else {
        low = index(after: middle)
        count -= count / 2 + 1
      }
    }
    return low
  }
}
