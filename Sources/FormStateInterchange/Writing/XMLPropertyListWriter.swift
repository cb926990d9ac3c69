import FormState
import Foundation

/// Writes a property list as XML, the way Apple's tools do: an element a line, indented by tabs, keys in order.
///
/// A carriage return is written by its number, since XML makes a line feed of any other.
struct XMLPropertyListWriter: PropertyListOutput {
  /// How many characters of Base64 a line has.
  private static let dataLineLength = 68

  /// The number of buffered bytes; appending single ones to the document is slow.
  private static let chunkLength = 1 << 16

  /// The output so far, except for the buffered bytes.
  private var data = Data()
  /// The last bytes.
  private var bytes: [UInt8]
  /// The beginning of each open container's content, outermost first.
  private var starts: [Int] = []

  /// Begins a document.
  init() {
    bytes = Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """.utf8)
  }

  mutating func openArray() { open("array") }

  mutating func openDictionary() { open("dict") }

  mutating func closeArray() { close("array") }

  mutating func closeDictionary() { close("dict") }

  mutating func key(_ name: String) throws(UnwritableValue) { try line("key", name) }

  mutating func scalar(_ value: PropertyValue) throws(UnwritableValue) {
    switch value {
    case .string(let text): try line("string", text)
    case .boolean(let flag): line(flag ? "<true/>" : "<false/>")
    case .integer(let number): try line("integer", String(number))
    case .real(let number): try line("real", String(number))
    case .date(let moment): try line("date", Self.text(of: moment))
    case .data(let data): append(data)
    case .null, .array, .dictionary: break
    }
  }

  mutating func document() -> Data {
    mark("</plist>\n")
    flush()
    return data
  }

  /// How many bytes were written.
  private var length: Int { data.count + bytes.count }

  private mutating func flush() {
    data.append(contentsOf: bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func open(_ name: StaticString) {
    indent()
    mark("<")
    mark(name)
    mark(">\n")
    starts.append(length)
  }

  private mutating func close(_ name: StaticString) {
    guard let start = starts.popLast() else { return }
    guard length > start else {
      // An empty container is one element; its mark was the last that was written, so it is among the last bytes.
      bytes.removeLast(2)
      return mark("/>\n")
    }
    indent()
    mark("</")
    mark(name)
    mark(">\n")
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

  /// Writes a line unchanged.
  private mutating func line(_ text: some StringProtocol) {
    indent()
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Writes an element with a text in it.
  private mutating func line(_ name: StaticString, _ text: String) throws(UnwritableValue) {
    guard ForbiddenCharacter(firstIn: text) == nil else {
      throw UnwritableValue(
        reason: "a text holds a control character, which XML cannot; export as binary or form JSON")
    }
    indent()
    bytes.append(UInt8(ascii: "<"))
    mark(name)
    bytes.append(UInt8(ascii: ">"))
    XMLEscapes.append(text, to: &bytes)
    mark("</")
    mark(name)
    mark(">\n")
  }

  private mutating func mark(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func indent() {
    if bytes.count >= Self.chunkLength { flush() }
    for _ in starts { bytes.append(UInt8(ascii: "\t")) }
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
