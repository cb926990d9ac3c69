import FormState

/// Text handling shared by all formats.
enum DocumentText {
  /// Whether a byte is a control character that XML 1.0 cannot hold.
  ///
  /// - Parameter byte: a byte of ASCII, or one of a longer sequence.
  @inline(__always)
  static func isForbidden(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x9 && byte != 0xA && byte != 0xD
  }

  /// A key as a message shows it: long ones are cut short, control characters are shown as “·”.
  ///
  /// - Parameter key: the key.
  static func excerpt(of key: String) -> String {
    let text = String(decoding: key.utf8.prefix(400), as: UTF8.self)
    let shown = String(text.prefix(60).map { $0.unicodeScalars.contains { $0.value < 0x20 } ? "·" : $0 })
    return text.count > 60 ? shown + "…" : shown
  }
}

extension DocumentBytes {
  /// The text of a valid range.
  ///
  /// - Parameter range: its range.
  @inline(__always)
  func text(_ range: Range<Int>) -> String {
    String(decoding: self[range], as: UTF8.self)
  }

  /// Skips one non-ASCII character at an offset.
  ///
  /// - Parameter offset: the position of the character; moved after it.
  /// - Throws: ``DocumentFault`` if the bytes are not UTF-8, or encode a character that XML cannot hold.
  @inline(__always)
  func passCharacter(at offset: inout Int) throws(DocumentFault) {
    guard let length = lengthOfScalar(at: offset) else { throw textFault(.invalidUTF8, at: offset) }
    let mayBeForbidden = self[offset] == 0xEF && self[offset + 1] == 0xBF && self[offset + 2] >= 0xBE
    guard !mayBeForbidden else {
      throw textFault(.forbiddenCharacter(self[offset + 2] == 0xBE ? 0xFFFE : 0xFFFF), at: offset)
    }
    offset += length
  }
}

/// The numbers of the text formats.
extension DocumentBytes {
  /// Powers of ten that a `Double` holds exactly.
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  /// The integer of digits after an optional sign; `nil` outside of the range of 64 bits.
  ///
  /// - Parameters:
  ///   - range: the sign and the digits, nothing else.
  ///   - radix: 10 or 16.
  func integer(_ range: Range<Int>, radix: UInt64 = 10) -> Int64? {
    var step = range.lowerBound
    let isNegative = self[step] == UInt8(ascii: "-")
    if isNegative || self[step] == UInt8(ascii: "+") { step += 1 }
    if radix == 16 { step += 2 }
    var magnitude: UInt64 = 0
    while step < range.upperBound {
      guard let digit = Self.hexadecimalValue(self[step]) else { return nil }
      let (product, isTooLarge) = magnitude.multipliedReportingOverflow(by: radix)
      let (sum, isStillTooLarge) = product.addingReportingOverflow(UInt64(digit))
      guard !isTooLarge, !isStillTooLarge else { return nil }
      magnitude = sum
      step += 1
    }
    guard magnitude <= (isNegative ? Int64.min.magnitude : Int64.max.magnitude) else { return nil }
    return isNegative ? Int64(truncatingIfNeeded: 0 &- magnitude) : Int64(magnitude)
  }

  /// The number of a decimal notation; `nil` if it is not finite.
  ///
  /// - Parameter range: a number as JSON or an XML property list writes it, its grammar proved already.
  func decimal(_ range: Range<Int>) -> Double? {
    if let exact = shortDecimal(range) { return exact }
    guard let value = Double(text(range)), value.isFinite else { return nil }
    return value
  }

  /// The number, if both its digits and the power of ten have exact values, so one division is exact too.
  private func shortDecimal(_ range: Range<Int>) -> Double? {
    guard range.count <= 17 else { return nil }
    var step = range.lowerBound
    let isNegative = self[step] == UInt8(ascii: "-")
    if isNegative || self[step] == UInt8(ascii: "+") { step += 1 }
    var digits: UInt64 = 0
    var fraction: Int?
    while step < range.upperBound {
      let byte = self[step]
      if byte == UInt8(ascii: ".") {
        fraction = 0
      } else if Self.isDigit(byte) {
        digits = digits * 10 + UInt64(byte - UInt8(ascii: "0"))
        fraction = fraction.map { $0 + 1 }
      } else {
        return nil
      }
      step += 1
    }
    guard digits < 1 << 53, let power = Self.powers.indices.contains(fraction ?? 0) ? Self.powers[fraction ?? 0] : nil
    else { return nil }
    let value = Double(digits) / power
    return isNegative ? -value : value
  }
}
