import FormState

/// Builds the value of a JSON document that has passed its scan.
///
/// A number without fraction and exponent that fits 64 bits is an integer, any other a real. Recursion is bounded by
/// the scan's limit on depth.
struct JSONReader {
  private var scan: JSONScan

  /// Reads a scanned document.
  ///
  /// - Throws: ``DocumentFault`` when the document would not have passed the scan.
  /// - Complexity: O(n).
  static func read(_ bytes: DocumentBytes, limits: DocumentLimits) throws(DocumentFault) -> PropertyValue {
    var reader = JSONReader(scan: JSONScan(bytes, limits: limits))
    return try reader.value()
  }

  private mutating func value() throws(DocumentFault) -> PropertyValue {
    skipBlanks()
    switch byte {
    case UInt8(ascii: "{"): return .dictionary(try members())
    case UInt8(ascii: "["): return .array(try elements())
    case UInt8(ascii: "\""): return .string(try text())
    case UInt8(ascii: "t"): return literal(.boolean(true), length: 4)
    case UInt8(ascii: "f"): return literal(.boolean(false), length: 5)
    case UInt8(ascii: "n"): return literal(.null, length: 4)
    default: return try number()
    }
  }

  private mutating func members() throws(DocumentFault) -> [String: PropertyValue] {
    var values: [String: PropertyValue] = [:]
    scan.offset += 1
    skipBlanks()
    while byte != UInt8(ascii: "}") {
      if byte == UInt8(ascii: ",") { scan.offset += 1 }
      skipBlanks()
      let key = try text()
      skipBlanks()
      scan.offset += 1
      values[key] = try value()
      skipBlanks()
    }
    scan.offset += 1
    return values
  }

  private mutating func elements() throws(DocumentFault) -> [PropertyValue] {
    var values: [PropertyValue] = []
    scan.offset += 1
    skipBlanks()
    while byte != UInt8(ascii: "]") {
      if byte == UInt8(ascii: ",") { scan.offset += 1 }
      values.append(try value())
      skipBlanks()
    }
    scan.offset += 1
    return values
  }

  private mutating func text() throws(DocumentFault) -> String {
    let start = scan.offset + 1
    let isPlain = try scan.scanString()
    let content = start..<(scan.offset - 1)
    return isPlain
      ? String(decoding: scan.bytes[content], as: UTF8.self)
      : String(decoding: scan.unescaped(content), as: UTF8.self)
  }

  private mutating func number() throws(DocumentFault) -> PropertyValue {
    let start = scan.offset
    try scan.scanNumber()
    let text = String(decoding: scan.bytes[start..<scan.offset], as: UTF8.self)
    if let whole = Int64(text) { return .integer(whole) }
    return .real(Double(text) ?? 0)
  }

  private mutating func literal(_ value: PropertyValue, length: Int) -> PropertyValue {
    scan.offset += length
    return value
  }

  private var byte: UInt8 { scan.bytes[scan.offset] }

  private mutating func skipBlanks() {
    scan.offset = scan.bytes.endOfWhitespace(from: scan.offset)
  }
}
