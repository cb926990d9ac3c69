/// The most of a sequence of numbers that ascends without being put into another order.
package enum LongestAscent {
  /// The offsets of numbers, as many as possible, of which each is greater than the one before it.
  ///
  /// Several choices may be equally long; the same numbers always lead to the same one.
  ///
  /// - Complexity: O(n log n), and O(n) for numbers that ascend already.
  package static func offsets(in numbers: [Int]) -> [Int] {
    // Patience: of all ascents of a length, the one whose last number is the least can be continued best.
    var lastOffsets: [Int] = []
    var previous: [Int] = []
    previous.reserveCapacity(numbers.count)
    for (offset, number) in numbers.enumerated() {
      let length = lengthOfAscent(below: number, lastOffsets, numbers)
      previous.append(length > 0 ? lastOffsets[length - 1] : -1)
      if length < lastOffsets.count { lastOffsets[length] = offset } else { lastOffsets.append(offset) }
    }
    var offsets: [Int] = []
    offsets.reserveCapacity(lastOffsets.count)
    var next = lastOffsets.last ?? -1
    while next >= 0 {
      offsets.append(next)
      next = previous[next]
    }
    return offsets.reversed()
  }

  /// The runs of the first so many numbers that are not among some ascending ones. O(k) for k of them.
  package static func gaps(_ numbers: [Int], in count: Int) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var next = 0
    for number in numbers {
      if next < number { gaps.append(next..<number) }
      next = number + 1
    }
    if next < count { gaps.append(next..<count) }
    return gaps
  }

  /// How long the longest ascent is whose last number is less than a number.
  private static func lengthOfAscent(below number: Int, _ lastOffsets: [Int], _ numbers: [Int]) -> Int {
    guard let last = lastOffsets.last, numbers[last] >= number else { return lastOffsets.count }
    var low = 0
    var high = lastOffsets.count - 1
    while low < high {
      let middle = (low + high) / 2
      if numbers[lastOffsets[middle]] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
