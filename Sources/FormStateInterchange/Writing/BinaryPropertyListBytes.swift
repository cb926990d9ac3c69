import Foundation

/// The bytes of a binary property list, with the encoding of its objects.
struct BinaryPropertyListBytes {
  private var bytes = Array("bplist00".utf8)

  /// How many bytes were written.
  var count: Int { bytes.count }

  /// The document.
  var data: Data { Data(bytes) }

  /// Makes room for more bytes.
  mutating func reserve(_ additional: Int) { bytes.reserveCapacity(bytes.count + additional) }

  /// Removes the bytes from a position on.
  mutating func remove(from start: Int) { bytes.removeSubrange(start...) }

  /// Accesses the bytes in memory.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result { bytes.withUnsafeBytes(body) }

  /// Writes a number, the highest byte first.
  @inline(__always)
  mutating func append(_ number: Int, width: Int) {
    var shift = 8 * width
    while shift > 0 {
      shift -= 8
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Writes the head of an object: its kind and its number of elements.
  mutating func append(marker: UInt8, count: Int) {
    guard count >= 15 else { return bytes.append(marker | UInt8(truncatingIfNeeded: count)) }
    bytes.append(marker | 0xF)
    append(integer: Int64(count))
  }

  /// Writes an integer in 1, 2 or 4 bytes without a sign, or in 8 with one.
  mutating func append(integer number: Int64) {
    let (marker, width): (UInt8, Int) =
      switch number {
      case 0..<(1 << 8): (0x10, 1)
      case 0..<(1 << 16): (0x11, 2)
      case 0..<(1 << 32): (0x12, 4)
      default: (0x13, 8)
      }
    bytes.append(marker)
    append(Int(number), width: width)
  }

  /// Writes a real or a date.
  mutating func append(marker: UInt8, number: Double) {
    bytes.append(marker)
    append(Int(truncatingIfNeeded: number.bitPattern), width: 8)
  }

  /// Writes a boolean.
  mutating func append(flag: Bool) { bytes.append(flag ? 0x09 : 0x08) }

  /// Writes bytes unchanged.
  mutating func append(data: Data) {
    append(marker: 0x40, count: data.count)
    bytes.append(contentsOf: data)
  }

  /// Writes a text as ASCII if possible, otherwise in code units of UTF-16.
  mutating func append(text: String) {
    var text = text
    let isASCII = text.withUTF8 { units in
      guard units.allSatisfy({ $0 < 0x80 }) else { return false }
      append(marker: 0x50, count: units.count)
      bytes.append(contentsOf: units)
      return true
    }
    guard !isASCII else { return }
    append(marker: 0x60, count: text.utf16.count)
    for unit in text.utf16 { append(Int(unit), width: 2) }
  }
}
