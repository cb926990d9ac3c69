/// The most of a sequence of numbers that ascends without being put into another order.
enum LongestAscent {
  /// The offsets of numbers, as many as possible, of which each is greater than the one before it.
  ///
  /// Several choices may be equally long; the same numbers always lead to the same one.
  ///
  /// - Complexity: O(n log n), and O(n) for numbers that ascend already.
  static func offsets(in numbers: [Int]) -> [Int] {
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
