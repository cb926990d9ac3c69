/// Stable copies of texts until SQLite has read them.
final class BoundTexts {
  private static let blockSize = 1 << 16

  private let block = UnsafeMutableRawBufferPointer.allocate(byteCount: blockSize, alignment: 1)
  private var used = 0
  /// The texts that did not fit into the block.
  private var others: [UnsafeMutableRawBufferPointer] = []

  deinit {
    removeAll()
    block.deallocate()
  }

  /// Copies a text; even an empty one needs an address, since none would mean NULL.
  func place(_ text: UnsafeBufferPointer<UInt8>) -> UnsafePointer<CChar>? {
    let place = room(for: text.count + 1)
    place.copyBytes(from: text)
    return UnsafePointer(place.baseAddress?.assumingMemoryBound(to: CChar.self))
  }

  /// Discards all texts.
  func removeAll() {
    used = 0
    guard !others.isEmpty else { return }
    for text in others { text.deallocate() }
    others.removeAll()
  }

  private func room(for count: Int) -> UnsafeMutableRawBufferPointer {
    guard count <= block.count - used else {
      let other = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
      others.append(other)
      return other
    }
    let start = used
    used += count
    return UnsafeMutableRawBufferPointer(rebasing: block[start..<used])
  }
}
