/// The bytes of a file that a request asks for: `bytes=100-199`, `bytes=100-` or `bytes=-100`.
package struct ByteRange: Hashable, Sendable {
  private let first: Int?
  private let last: Int?

  /// Parses a header; `nil` for anything else, which is answered with the whole file.
  package init?(_ header: String) {
    guard header.hasPrefix("bytes=") else { return nil }
    let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } && $0.utf8.count < 16 })
    else {
      return nil
    }
    (first, last) = (Int(ends[0]), Int(ends[1]))
    if first == nil && last == nil { return nil }
    if let first, let last, last < first { return nil }
  }

  /// The bytes that exist; `nil` if there are none.
  package func part(of size: Int) -> Range<Int>? {
    guard let first else {
      let count = min(last ?? 0, size)
      return count > 0 ? (size - count)..<size : nil
    }
    return first < size ? first..<min(size, (last ?? Int.max - 1) + 1) : nil
  }
}
