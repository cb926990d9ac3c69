/// Reads JSON that FormState wrote, element by element.
///
/// Documents by authors are read by another reader, which tells where a fault is; this one only tells that there is
/// one. It makes one pass over the text.
package struct JSONScanner {
  /// The text is not JSON, or has another structure than expected.
  package struct Fault: Error {
    /// Creates a fault.
    package init() {}
  }

  private let bytes: [UInt8]
  private var offset = 0
  /// Whether the array that was entered has had an element yet.
  private var hasElements = false

  /// The most arrays and objects around a value: nothing that FormState writes is nested deeper.
  private static let deepest = 64

  /// Begins before the outermost value.
  package init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Reads a text that is a single value.
  package static func value(of text: String) throws(Fault) -> PropertyValue {
    var scanner = JSONScanner(text)
    let value = try scanner.value(depth: 0)
    try scanner.finish()
    return value
  }

  /// Enters the outermost value, which must be an array.
  package mutating func enterArray() throws(Fault) {
    try require(UInt8(ascii: "["))
  }

  /// The next element of the array that was entered; `nil` at its end, after which nothing may follow.
  package mutating func nextElement() throws(Fault) -> PropertyValue? {
    if take(UInt8(ascii: "]")) {
      try finish()
      return nil
    }
    if hasElements { try require(UInt8(ascii: ",")) }
    hasElements = true
    return try value(depth: 1)
  }

  private mutating func finish() throws(Fault) {
    skipBlanks()
    guard offset == bytes.count else { throw Fault() }
  }

  private mutating func value(depth: Int) throws(Fault) -> PropertyValue {
    guard depth < Self.deepest else { throw Fault() }
    skipBlanks()
    guard offset < bytes.count else { throw Fault() }
    switch bytes[offset] {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "["): return .array(try elements(depth: depth))
    case UInt8(ascii: "{"): return .dictionary(try members(depth: depth))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    default: return try number()
    }
  }

  private mutating func elements(depth: Int) throws(Fault) -> [PropertyValue] {
    offset += 1
    var values: [PropertyValue] = []
    while !take(UInt8(ascii: "]")) {
      if !values.isEmpty { try require(UInt8(ascii: ",")) }
      values.append(try value(depth: depth + 1))
    }
    return values
  }

  private mutating func members(depth: Int) throws(Fault) -> [String: PropertyValue] {
    offset += 1
    var values: [String: PropertyValue] = [:]
    while !take(UInt8(ascii: "}")) {
      if !values.isEmpty { try require(UInt8(ascii: ",")) }
      skipBlanks()
      let name = try string()
      try require(UInt8(ascii: ":"))
      guard values.updateValue(try value(depth: depth + 1), forKey: name) == nil else { throw Fault() }
    }
    return values
  }

  private mutating func word(_ word: StaticString, _ value: PropertyValue) throws(Fault) -> PropertyValue {
    for index in 0..<word.utf8CodeUnitCount {
      guard offset < bytes.count, bytes[offset] == word.utf8Start[index] else { throw Fault() }
      offset += 1
    }
    return value
  }

  private mutating func number() throws(Fault) -> PropertyValue {
    if let whole = takeWhole() { return .integer(whole) }
    let start = offset
    while offset < bytes.count, Self.continuesNumber(bytes[offset]) { offset += 1 }
    let digits = String(decoding: bytes[start..<offset], as: UTF8.self)
    if let whole = Int64(digits), !digits.hasPrefix("+") { return .integer(whole) }
    guard let real = Double(digits), real.isFinite, !digits.hasPrefix("+") else { throw Fault() }
    return .real(real)
  }

  /// Reads a whole number of at most eighteen digits, as nearly all are; `nil` for any other, which stays unread.
  private mutating func takeWhole() -> Int64? {
    let isNegative = bytes[offset] == UInt8(ascii: "-")
    let start = offset + (isNegative ? 1 : 0)
    var (end, whole) = (start, Int64(0))
    while end < bytes.count, case UInt8(ascii: "0")...UInt8(ascii: "9") = bytes[end], end - start < 18 {
      whole = 10 * whole + Int64(bytes[end] - UInt8(ascii: "0"))
      end += 1
    }
    guard end > start, end == bytes.count || !Self.continuesNumber(bytes[end]) else { return nil }
    offset = end
    return isNegative ? -whole : whole
  }

  private static func continuesNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"),
      UInt8(ascii: "+"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  private mutating func string() throws(Fault) -> String {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else { throw Fault() }
    offset += 1
    let start = offset
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\""), bytes[offset] != UInt8(ascii: "\\") {
      guard bytes[offset] >= 0x20 else { throw Fault() }
      offset += 1
    }
    guard offset < bytes.count else { throw Fault() }
    if bytes[offset] == UInt8(ascii: "\"") {
      offset += 1
      return String(decoding: bytes[start..<(offset - 1)], as: UTF8.self)
    }
    var text = Array(bytes[start..<offset])
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text.append(contentsOf: UTF8.encode(try escape()) ?? UTF8.encodedReplacementCharacter)
      case 0..<0x20: throw Fault()
      default: text.append(byte)
      }
    }
    throw Fault()
  }

  private mutating func escape() throws(Fault) -> Unicode.Scalar {
    guard offset < bytes.count else { throw Fault() }
    offset += 1
    switch bytes[offset - 1] {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let high = try codeUnit()
      if let scalar = Unicode.Scalar(high) { return scalar }
      guard bytes[offset...].starts(with: "\\u".utf8) else { throw Fault() }
      offset += 2
      let low = try codeUnit()
      guard UTF16.isLeadSurrogate(high), UTF16.isTrailSurrogate(low) else { throw Fault() }
      return UTF16.decode(UTF16.EncodedScalar([high, low]))
    default: throw Fault()
    }
  }

  private mutating func codeUnit() throws(Fault) -> UInt16 {
    guard bytes.count - offset >= 4 else { throw Fault() }
    var unit: UInt16 = 0
    for byte in bytes[offset..<(offset + 4)] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw Fault() }
      unit = unit << 4 | UInt16(digit)
    }
    offset += 4
    return unit
  }

  private mutating func require(_ byte: UInt8) throws(Fault) {
    guard take(byte) else { throw Fault() }
  }

  /// Skips blanks, and the next byte if it is the wanted one.
  private mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  private mutating func skipBlanks() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      default: return
      }
    }
  }
}
