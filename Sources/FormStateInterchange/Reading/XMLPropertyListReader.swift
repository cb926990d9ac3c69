import FormState
import Foundation

/// Builds the value of an XML property list that has passed its scan.
///
/// Recursion is bounded by the scan's limit on depth.
struct XMLPropertyListReader {
  private var scan: XMLPropertyListScan

  /// Reads a scanned document.
  ///
  /// - Throws: ``DocumentFault`` when the document would not have passed the scan.
  /// - Complexity: O(n).
  static func read(_ bytes: DocumentBytes, limits: DocumentLimits) throws(DocumentFault) -> PropertyValue {
    var reader = XMLPropertyListReader(scan: XMLPropertyListScan(bytes, limits: limits))
    try reader.scan.scanProlog()
    try reader.scan.scanRootTag()
    try reader.scan.skipIgnorable()
    return try reader.value()
  }

  private mutating func value() throws(DocumentFault) -> PropertyValue {
    let element = try scan.scanOpeningName()
    let isEmpty = try scan.scanTagEnd(mayCloseItself: true)
    switch element {
    case .array: return .array(isEmpty ? [] : try elements())
    case .dict: return .dictionary(isEmpty ? [:] : try entries())
    default: break
    }
    let content = isEmpty ? "" : try text(of: element)
    switch element {
    case .true: return .boolean(true)
    case .false: return .boolean(false)
    case .string: return .string(content)
    case .integer: return .integer(Self.integer(content))
    case .real: return .real(Double(content) ?? 0)
    case .date: return .date(Date(utcText: content) ?? .distantPast)
    case .data: return .data(Data(base64Encoded: content, options: .ignoreUnknownCharacters) ?? Data())
    case .array, .dict, .key, .plist:
      throw scan.bytes.textFault(.malformed("a value is expected here"), at: scan.offset)
    }
  }

  private mutating func elements() throws(DocumentFault) -> [PropertyValue] {
    var values: [PropertyValue] = []
    while try hasMore() { values.append(try value()) }
    try scan.scanClosingTag(of: .array)
    return values
  }

  private mutating func entries() throws(DocumentFault) -> [String: PropertyValue] {
    var values: [String: PropertyValue] = [:]
    while try hasMore() {
      _ = try scan.scanOpeningName()
      let isEmpty = try scan.scanTagEnd(mayCloseItself: true)
      let key = isEmpty ? "" : try text(of: .key)
      try scan.skipIgnorable()
      values[key] = try value()
    }
    try scan.scanClosingTag(of: .dict)
    return values
  }

  private mutating func hasMore() throws(DocumentFault) -> Bool {
    try scan.skipIgnorable()
    return scan.bytes[scan.offset + 1] != UInt8(ascii: "/")
  }

  private mutating func text(of element: XMLPropertyListElement) throws(DocumentFault) -> String {
    let start = scan.offset
    let isVerbatim = try scan.scanText()
    let content = start..<scan.offset
    let text =
      isVerbatim
      ? String(decoding: scan.bytes[content], as: UTF8.self)
      : String(decoding: scan.resolved(content), as: UTF8.self)
    try scan.scanClosingTag(of: element)
    return text
  }

  private static func integer(_ text: String) -> Int64 {
    if let number = Int64(text) { return number }
    let isNegative = text.hasPrefix("-")
    let digits = text.drop { "+-".contains($0) }.dropFirst(2)
    return Int64((isNegative ? "-" : "") + digits, radix: 16) ?? 0
  }
}
