import FormState
import Foundation

/// Writes a property list as XML, the way Apple's tools do: an element a line, indented by tabs, keys in order.
///
/// A carriage return is written by its number, since XML makes a line feed of any other.
struct XMLPropertyListWriter {
  /// An object of a type that property lists have not.
  struct UnknownObject: Error {}

  /// How many characters of Base64 a line has.
  private static let dataLineLength = 68

  /// What was written so far.
  private var bytes: [UInt8] = []
  /// How many elements are open.
  private var level = 0

  /// Writes a document.
  ///
  /// - Parameter root: texts, numbers, booleans, dates and data in arrays and dictionaries.
  /// - Throws: ``UnknownObject`` for anything else.
  /// - Complexity: O(n) for n values; the depth of recursion is that of the values, which the caller bounds.
  static func write(_ root: Any) throws(UnknownObject) -> Data {
    var writer = XMLPropertyListWriter()
    writer.bytes +=
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """.utf8
    try writer.append(root)
    writer.bytes += "</plist>\n".utf8
    return Data(writer.bytes)
  }

  private mutating func append(_ object: Any) throws(UnknownObject) {
    switch object {
    case let text as String: line("string", text)
    case let flag as Bool: line(flag ? "<true/>" : "<false/>")
    case let number as Int64: line("integer", String(number))
    case let number as Double: line("real", String(number))
    case let members as [String: Any]: try append(members)
    case let elements as [Any]:
      guard !elements.isEmpty else { return line("<array/>") }
      line("<array>")
      level += 1
      for element in elements { try append(element) }
      level -= 1
      line("</array>")
    case let moment as Date: line("date", Self.text(of: moment))
    case let data as Data: append(data)
    default: throw UnknownObject()
    }
  }

  private mutating func append(_ members: [String: Any]) throws(UnknownObject) {
    guard !members.isEmpty else { return line("<dict/>") }
    line("<dict>")
    level += 1
    for (key, value) in members.sorted(by: { $0.key < $1.key }) {
      line("key", key)
      try append(value)
    }
    level -= 1
    line("</dict>")
  }

  private mutating func append(_ data: Data) {
    line("<data>")
    var rest = Substring(data.base64EncodedString())
    while !rest.isEmpty {
      line(rest.prefix(Self.dataLineLength))
      rest = rest.dropFirst(Self.dataLineLength)
    }
    line("</data>")
  }

  /// Writes a line as it is.
  private mutating func line(_ text: some StringProtocol) {
    indent()
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Writes an element with a text in it.
  private mutating func line(_ name: StaticString, _ text: String) {
    indent()
    bytes.append(UInt8(ascii: "<"))
    mark(name)
    bytes.append(UInt8(ascii: ">"))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): mark("&amp;")
      case UInt8(ascii: "<"): mark("&lt;")
      case UInt8(ascii: ">"): mark("&gt;")
      case UInt8(ascii: "\r"): mark("&#13;")
      default: bytes.append(byte)
      }
    }
    mark("</")
    mark(name)
    mark(">\n")
  }

  private mutating func mark(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func indent() {
    for _ in 0..<level { bytes.append(UInt8(ascii: "\t")) }
  }

  /// A moment in whole seconds, which is all that XML holds: `2026-11-21T03:12:13Z`.
  private static func text(of moment: Date) -> String {
    let seconds = moment.timeIntervalSinceReferenceDate.rounded(.down)
    let day = CalendarDate(utcDayOf: Date(timeIntervalSinceReferenceDate: seconds))
    let second = Int((seconds - (seconds / 86_400).rounded(.down) * 86_400))
    let parts = [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : String($0) }
    return "\(day?.isoText ?? "0001-01-01")T\(parts.joined(separator: ":"))Z"
  }
}
