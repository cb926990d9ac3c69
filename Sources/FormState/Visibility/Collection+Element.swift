extension RandomAccessCollection {
  /// The element so many places after the first; `nil` where there is none, instead of a trap.
  package func element(at offset: Int) -> Element? {
    guard offset >= 0, offset < count else { return nil }
    return self[index(startIndex, offsetBy: offset)]
  }
}
