import FormState

/// The keys of the dictionaries that are open during a scan, kept to find one that stands twice.
///
/// Keys of nested dictionaries lie behind those of the outer ones, so one array serves as a stack. A plain key is
/// a range of the document; one with escapes or beyond ASCII is kept decoded and canonically composed.
struct DocumentKeys {
  /// One key.
  private struct Entry {
    /// A hash of the content, which settles nearly every comparison.
    let hash: UInt64
    /// The content, as offsets into the document or into the decoded bytes.
    let content: Range<Int>
    /// Where the key stands in the document.
    let offset: Int
    /// Whether the content lies in the decoded bytes.
    let isDecoded: Bool
  }

  /// Up to this many keys, comparing each with each is cheaper than sorting.
  private static let fewKeys = 12

  /// The document that plain keys are ranges of.
  private let bytes: DocumentBytes

  /// The most bytes a key may have.
  private let maximumKeyBytes: Int

  /// The keys of the open dictionaries, outermost first.
  private var entries: [Entry] = []

  /// The contents of the keys that are not plain.
  private var decoded: [UInt8] = []

  /// Starts with no keys.
  ///
  /// - Parameters:
  ///   - bytes: the document.
  ///   - limits: what the document may ask of the process.
  init(_ bytes: DocumentBytes, limits: DocumentLimits) {
    self.bytes = bytes
    maximumKeyBytes = limits.maximumKeyBytes
  }

  /// How many keys are kept; a dictionary remembers it when it opens.
  var count: Int { entries.count }

  /// Keeps a key whose bytes in the document are its content: ASCII, without escapes.
  ///
  /// - Parameters:
  ///   - content: the key's bytes.
  ///   - offset: where the key stands, for a fault.
  /// - Returns: what is wrong with the key itself; `nil` when nothing is.
  mutating func append(plain content: Range<Int>, at offset: Int) -> DocumentProblem? {
    guard content.count <= maximumKeyBytes else { return .keyTooLong(maximumBytes: maximumKeyBytes) }
    let hash = Self.hash(bytes[content])
    entries.append(Entry(hash: hash, content: content, offset: offset, isDecoded: false))
    return nil
  }

  /// Keeps a key that is not plain.
  ///
  /// - Parameters:
  ///   - text: the key's content as UTF-8, escapes resolved.
  ///   - offset: where the key stands, for a fault.
  /// - Returns: what is wrong with the key itself; `nil` when nothing is.
  mutating func append(decoded text: [UInt8], at offset: Int) -> DocumentProblem? {
    guard text.count <= maximumKeyBytes else { return .keyTooLong(maximumBytes: maximumKeyBytes) }
    guard let composed = text.withUnsafeBytes(CanonicalText.composed) else {
      return .malformed("a key has more than \(CanonicalText.maximumMarks) combining marks in a row")
    }
    let start = decoded.count
    decoded.append(contentsOf: composed)
    let content = start..<decoded.count
    let hash = decoded.withUnsafeBytes { Self.hash(UnsafeRawBufferPointer(rebasing: $0[content])) }
    entries.append(Entry(hash: hash, content: content, offset: offset, isDecoded: true))
    return nil
  }

  /// Forgets the keys of the innermost dictionary.
  ///
  /// - Parameter first: how many keys there were when it opened.
  /// - Returns: the first key that stands for the second time, and where; `nil` when all differ.
  /// - Complexity: O(*k* log *k*) for *k* keys.
  mutating func close(from first: Int) -> (key: String, offset: Int)? {
    let keys = entries[first...]
    let repeated = keys.count <= Self.fewKeys ? repeatedAmongFew(keys) : repeatedAmongMany(keys)
    if let repeated {
      return (withContent(of: repeated) { Self.excerpt($0) }, repeated.offset)
    }
    if let start = keys.first(where: \.isDecoded)?.content.lowerBound {
      decoded.removeSubrange(start...)
    }
    entries.removeSubrange(first...)
    return nil
  }

  /// Compares each key with those before it.
  ///
  /// - Parameter keys: the keys of one dictionary.
  private func repeatedAmongFew(_ keys: ArraySlice<Entry>) -> Entry? {
    for later in keys.indices.dropFirst() {
      let entry = keys[later]
      for earlier in keys.startIndex..<later where keys[earlier].hash == entry.hash {
        if order(keys[earlier], entry) == 0 { return entry }
      }
    }
    return nil
  }

  /// Sorts the keys, which brings equal ones together.
  ///
  /// Equal hashes fall back on the contents, so keys crafted to collide cost no more than a sort either.
  ///
  /// - Parameter keys: the keys of one dictionary.
  private func repeatedAmongMany(_ keys: ArraySlice<Entry>) -> Entry? {
    let sorted = keys.sorted { left, right in
      if left.hash != right.hash { return left.hash < right.hash }
      let order = order(left, right)
      return order == 0 ? left.offset < right.offset : order < 0
    }
    var repeated: Entry?
    for index in sorted.indices.dropFirst() where sorted[index].hash == sorted[index - 1].hash {
      let entry = sorted[index]
      guard order(sorted[index - 1], entry) == 0 else { continue }
      if entry.offset < repeated?.offset ?? Int.max { repeated = entry }
    }
    return repeated
  }

  /// Compares two contents byte by byte, the shorter one first.
  ///
  /// - Returns: less than 0, 0 or more than 0.
  private func order(_ left: Entry, _ right: Entry) -> Int {
    guard left.content.count == right.content.count else { return left.content.count - right.content.count }
    return withContent(of: left) { leftBytes in
      withContent(of: right) { rightBytes in
        for index in 0..<leftBytes.count where leftBytes[index] != rightBytes[index] {
          return Int(leftBytes[index]) - Int(rightBytes[index])
        }
        return 0
      }
    }
  }

  /// Lends the content of a key.
  ///
  /// - Parameters:
  ///   - entry: the key.
  ///   - body: what to do with its bytes.
  private func withContent<Result>(of entry: Entry, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    guard entry.isDecoded else { return body(bytes[entry.content]) }
    return decoded.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[entry.content])) }
  }

  /// A key as a message shows it: long ones are cut short, control characters are shown as “·”.
  ///
  /// - Parameter content: the key's bytes.
  static func excerpt(_ content: UnsafeRawBufferPointer) -> String {
    let text = String(decoding: content.prefix(400), as: UTF8.self)
    let shown = String(text.prefix(60).map { $0.unicodeScalars.contains { $0.value < 0x20 } ? "·" : $0 })
    return text.count > 60 ? shown + "…" : shown
  }

  /// Hashes a key eight bytes at a time.
  ///
  /// - Parameter content: the key's bytes.
  private static func hash(_ content: UnsafeRawBufferPointer) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: content.count) &* 0x9E37_79B9_7F4A_7C15
    var offset = 0
    while offset + 8 <= content.count {
      hash = mixed(hash, content.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var tail: UInt64 = 0
    while offset < content.count {
      tail = tail << 8 | UInt64(content[offset])
      offset += 1
    }
    return mixed(hash, tail)
  }

  /// Stirs a word into a hash.
  ///
  /// - Parameters:
  ///   - hash: the hash so far.
  ///   - word: the next word.
  @inline(__always)
  private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word) &* 0xFF51_AFD7_ED55_8CCD
    return product ^ product >> 32
  }
}
