/// SHA-256 according to FIPS 180-4, for platforms without CryptoKit; incremental.
///
/// Favours clarity over the last megabyte per second: a digest covers a form and its state, not a film.
package struct PortableSHA256: Sendable {
  private static let blockSize = 64

  /// H(0) of FIPS 180-4, 5.3.3.
  private var words: SIMD8<UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// The bytes of an incomplete block.
  private var pending: [UInt8] = []
  private var byteCount: UInt64 = 0

  /// Begins without bytes.
  package init() {}

  /// The digest of some bytes: 32 bytes.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var digest = PortableSHA256()
    bytes.withUnsafeBytes { digest.update(bufferPointer: $0) }
    return digest.finalize()
  }

  /// Adds the next bytes.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package mutating func update(bufferPointer bytes: UnsafeRawBufferPointer) {
    byteCount &+= UInt64(bytes.count)
    var rest = bytes[...]
    if !pending.isEmpty {
      let missing = rest.prefix(Self.blockSize - pending.count)
      pending.append(contentsOf: missing)
      rest = rest.dropFirst(missing.count)
      guard pending.count == Self.blockSize else { return }
      let block = pending
      block.withUnsafeBytes { compressBlocks(of: $0) }
      pending.removeAll(keepingCapacity: true)
    }
    compressBlocks(of: UnsafeRawBufferPointer(rebasing: rest))
    pending.append(contentsOf: rest.suffix(rest.count % Self.blockSize))
  }

  /// The digest of all bytes: 32 bytes.
  package consuming func finalize() -> [UInt8] {
    let bitCount = byteCount &* 8
    let lengthSize = 8
    let used = (pending.count + 1 + lengthSize) % Self.blockSize
    let zeros = used == 0 ? 0 : Self.blockSize - used
    let padding = [0x80] + [UInt8](repeating: 0, count: zeros) + Self.bytes(of: bitCount)
    padding.withUnsafeBytes { update(bufferPointer: $0) }
    return (0..<8).flatMap { Self.bytes(of: words[$0]) }
  }

  /// The bytes of a number, the most significant first.
  private static func bytes<Number: FixedWidthInteger>(of number: Number) -> [UInt8] {
    stride(from: Number.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> Number($0)) }
  }

  /// Processes every whole block at the beginning of some bytes.
  private mutating func compressBlocks(of bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.blockSize else { return }
    var words = words
    Self.roundConstants.withUnsafeBufferPointer { constants in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
        var start = 0
        while start + Self.blockSize <= bytes.count {
          Self.fill(schedule, from: bytes, at: start)
          Self.compress(schedule, constants, into: &words)
          start += Self.blockSize
        }
      }
    }
    self.words = words
  }

  /// The message schedule of a block: FIPS 180-4, 6.2.2, step 1.
  @inline(__always)
  private static func fill(
    _ schedule: UnsafeMutableBufferPointer<UInt32>, from bytes: UnsafeRawBufferPointer, at start: Int
  ) {
    var round = 0
    while round < 16 {
      schedule[round] = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: start + round * 4, as: UInt32.self))
      round += 1
    }
    while round < 64 {
      let early = schedule[round - 15]
      let late = schedule[round - 2]
      let earlySum = rotated(early, 7) ^ rotated(early, 18) ^ (early &>> 3)
      let lateSum = rotated(late, 17) ^ rotated(late, 19) ^ (late &>> 10)
      schedule[round] = schedule[round - 16] &+ earlySum &+ schedule[round - 7] &+ lateSum
      round += 1
    }
  }

  /// The 64 rounds over a block: FIPS 180-4, 6.2.2, steps 2 to 4. The letters are those of the standard.
  ///
  /// Eight rounds at a time: this rotates names instead of words.
  @inline(__always)
  private static func compress(
    _ schedule: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>,
    into words: inout SIMD8<UInt32>
  ) {
    var (a, b, c, d) = (words[0], words[1], words[2], words[3])
    var (e, f, g, h) = (words[4], words[5], words[6], words[7])
    var round = 0
    while round < 64 {
      mix(a, b, c, &d, e, f, g, &h, constants[round] &+ schedule[round])
      mix(h, a, b, &c, d, e, f, &g, constants[round + 1] &+ schedule[round + 1])
      mix(g, h, a, &b, c, d, e, &f, constants[round + 2] &+ schedule[round + 2])
      mix(f, g, h, &a, b, c, d, &e, constants[round + 3] &+ schedule[round + 3])
      mix(e, f, g, &h, a, b, c, &d, constants[round + 4] &+ schedule[round + 4])
      mix(d, e, f, &g, h, a, b, &c, constants[round + 5] &+ schedule[round + 5])
      mix(c, d, e, &f, g, h, a, &b, constants[round + 6] &+ schedule[round + 6])
      mix(b, c, d, &e, f, g, h, &a, constants[round + 7] &+ schedule[round + 7])
      round += 8
    }
    words = words &+ SIMD8(a, b, c, d, e, f, g, h)
  }

  /// One round: `d` and `h` become the `e` and the `a` of the next.
  @inline(__always)
  private static func mix(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32,
    _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32, _ input: UInt32
  ) {
    let choice = g ^ (e & (f ^ g))
    let first = h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice &+ input
    let majority = (a & b) | (c & (a | b))
    d = d &+ first
    h = first &+ (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
  }

  @inline(__always)
  private static func rotated(_ word: UInt32, _ distance: UInt32) -> UInt32 {
    (word &>> distance) | (word &<< (32 &- distance))
  }

  /// K of FIPS 180-4, 4.2.2.
  private static let roundConstants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}

extension Sequence<UInt8> {
  /// The bytes as lower-case hexadecimal digits, two for each.
  package var hexadecimalText: String {
    var text: [UInt8] = []
    text.reserveCapacity(2 * underestimatedCount)
    for byte in self {
      for digit in [byte >> 4, byte & 15] { text.append(digit + UInt8(ascii: digit < 10 ? "0" : "W")) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Reads bytes as hexadecimal digits, two for each; `nil` for any other text.
  init?(hexadecimal text: String) {
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in text.utf8 {
      let digit: UInt8
      switch character {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = character - UInt8(ascii: "A") + 10
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    guard high == nil else { return nil }
    self = bytes
  }
}
