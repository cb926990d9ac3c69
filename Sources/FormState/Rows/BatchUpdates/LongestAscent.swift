/// The longest increasing subsequence of numbers.
package enum LongestAscent {
  /// The offsets of a longest subsequence in which each number is greater than the previous one.
  ///
  /// If several are equally long, the result is deterministic.
  ///
  /// - Complexity: O(n log n), and O(n) for ascending numbers.
  package static func offsets(in numbers: [Int]) -> [Int] {
    // Patience sorting: of all ascents of a length, the one with the least last number can best be continued.
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

  /// The runs of the numbers below a count that are not among some ascending ones. O(k) for k of them.
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

  /// The length of the longest ascent whose last number is less than a number.
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
