import FormState
import Foundation

/// The scalars of a binary property list; equal ones are written once.
///
/// They are compared in their encoding, so a text with other scalars, -0.0, and 1.0 beside 1 stay distinct.
struct BinaryPropertyListScalars {
  /// How many bytes a reference has at most.
  private static let widestReference = 8

  private var file = BinaryPropertyListBytes()
  /// The position of each scalar; it ends at the next one.
  private var offsets: [Int] = []
  /// A table of 2ⁿ places with open addressing: the upper half is a hash, the lower one a number plus 1; 0 if free.
  private var places = [UInt64](repeating: 0, count: 1 << 10)
  /// The number of used places.
  private var taken = 0
  /// The maximum expansion of the references in bytes, including themselves.
  private var expandedBytes = 0
  /// The number of references, each of which will have at least a byte.
  private var references = 0

  /// The number of scalars.
  var count: Int { offsets.count }

  /// The number of a text, which is written unless an equal one is there. O(n) expected for n bytes.
  mutating func number(of text: String) -> Int {
    let start = file.count
    file.append(text: text)
    return number(ofBytesFrom: start)
  }

  /// The number of a value, which is written unless an equal one is there. O(n) expected for n bytes.
  ///
  /// - Parameter value: neither a container nor null, which only an empty text could represent.
  mutating func number(of value: PropertyValue) -> Int {
    let start = file.count
    switch value {
    case .boolean(let flag): file.append(flag: flag)
    case .integer(let number): file.append(integer: number)
    case .real(let number): file.append(marker: 0x23, number: number)
    case .date(let moment): file.append(marker: 0x33, number: moment.timeIntervalSinceReferenceDate)
    case .data(let data): file.append(data: data)
    case .string(let text): file.append(text: text)
    case .null, .array, .dictionary: file.append(text: "")
    }
    return number(ofBytesFrom: start)
  }

  /// Passes on the bytes and the offsets, and releases them.
  mutating func release(bytes: inout BinaryPropertyListBytes, offsets: inout [Int]) {
    places = []
    swap(&bytes, &file)
    swap(&offsets, &self.offsets)
  }

  /// The number of the scalar that was just written, or that of an equal one in its place.
  private mutating func number(ofBytesFrom start: Int) -> Int {
    let length = file.count - start
    expandedBytes += length + Self.widestReference
    references += 1
    let hash = hash(from: start)
    let mask = places.count - 1
    var place = Int(hash) & mask
    while places[place] != 0 {
      let number = Int(places[place] & 0xFFFF_FFFF) - 1
      if places[place] >> 32 == hash, isEqual(number, toBytesFrom: start) {
        guard maySharePast(start) else { return keep(from: start) }
        file.remove(from: start)
        return number
      }
      place = (place + 1) & mask
    }
    let number = keep(from: start)
    guard number < Int(UInt32.max) - 1 else { return number }
    places[place] = hash << 32 | UInt64(number + 1)
    taken += 1
    if taken * 2 > places.count { grow() }
    return number
  }

  /// Whether the reader accepts another reference to an equal scalar instead of a copy.
  ///
  /// It refuses an expansion far beyond the file's size; writing a long text again now and then avoids that.
  private func maySharePast(_ start: Int) -> Bool {
    expandedBytes <= DocumentLimits.mostExpandedBytes(byteCount: start + references)
  }

  private mutating func keep(from start: Int) -> Int {
    offsets.append(start)
    return offsets.count - 1
  }

  /// A hash of 32 bits, different in each process so that texts with equal hashes cannot be prepared.
  private func hash(from start: Int) -> UInt64 {
    var hasher = Hasher()
    file.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[start...])) }
    return UInt64(UInt32(truncatingIfNeeded: hasher.finalize()))
  }

  private func isEqual(_ number: Int, toBytesFrom start: Int) -> Bool {
    let end = number + 1 < offsets.count ? offsets[number + 1] : start
    let length = end - offsets[number]
    guard length == file.count - start else { return false }
    return file.withBytes { bytes in
      guard let base = bytes.baseAddress else { return false }
      return memcmp(base + offsets[number], base + start, length) == 0
    }
  }

  private mutating func grow() {
    var larger = [UInt64](repeating: 0, count: places.count * 2)
    let mask = larger.count - 1
    for entry in places where entry != 0 {
      var place = Int(entry >> 32) & mask
      while larger[place] != 0 { place = (place + 1) & mask }
      larger[place] = entry
    }
    places = larger
  }
}
