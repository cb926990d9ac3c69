extension RandomAccessCollection {
  /// The element at an offset from the first; `nil` if there is none, instead of a trap.
  package func element(at offset: Int) -> Element? {
    guard offset >= 0, offset < count else { return nil }
    return self[index(startIndex, offsetBy: offset)]
  }
}

/// Arithmetic on numbers from callers and files, which may be extreme.
extension Int {
  /// The sum, clamped to `Int`.
  func clampedSum(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other > 0 ? .max : .min) : sum
  }

  /// The difference, clamped to `Int`.
  func clampedDifference(_ other: Int) -> Int {
    let (difference, overflows) = subtractingReportingOverflow(other)
    return overflows ? (other < 0 ? .max : .min) : difference
  }
}

extension Range<Int> {
  /// The number of elements, clamped to `Int`; `count` traps on overflow.
  var clampedCount: Int { upperBound.clampedDifference(lowerBound) }
}

extension RandomAccessCollection {
  /// The first index whose element satisfies a condition, if all elements after it satisfy it too. O(log n).
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
