/// The numbers of JSON.
extension JSONScan {
  /// Up to this many digits, and without an exponent, a number is finite whatever its digits are.
  private static let alwaysFinite = 300

  /// Scans a number and proves that it is finite as a `Double`.
  mutating func scanNumber() throws(DocumentFault) {
    let start = offset
    if bytes[offset] == UInt8(ascii: "-") { offset += 1 }
    if bytes[offset] == UInt8(ascii: "0") {
      offset += 1
      guard !DocumentBytes.isDigit(bytes[offset]) else {
        throw bytes.textFault(.invalidNumber("a number has a leading zero"), at: start)
      }
    } else {
      try scanDigits()
    }
    if bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      try scanDigits()
    }
    let hasExponent = bytes[offset] | 0x20 == UInt8(ascii: "e")
    if hasExponent { try scanExponent() }
    guard hasExponent || offset - start > Self.alwaysFinite else { return }
    try proveFinite(start..<offset)
  }

  /// Scans an exponent, whose letter the scan stands at.
  private mutating func scanExponent() throws(DocumentFault) {
    offset += 1
    if bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") { offset += 1 }
    try scanDigits()
  }

  /// Scans one or more digits.
  @inline(__always)
  private mutating func scanDigits() throws(DocumentFault) {
    let start = offset
    while DocumentBytes.isDigit(bytes[offset]) { offset += 1 }
    guard offset > start else {
      let reason = DocumentProblem.invalidNumber("a number lacks a digit here")
      throw bytes.textFault(offset >= bytes.count ? .truncated : reason, at: offset)
    }
  }

  /// Converts a number the slow way to learn whether it is finite.
  ///
  /// - Parameter range: the number's bytes.
  private func proveFinite(_ range: Range<Int>) throws(DocumentFault) {
    let value = Double(String(decoding: bytes[range], as: UTF8.self))
    guard let value, value.isFinite else {
      throw bytes.textFault(.invalidNumber("a number is too large to be represented"), at: range.lowerBound)
    }
  }
}
