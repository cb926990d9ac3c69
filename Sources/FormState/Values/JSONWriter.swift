import Foundation

/// Writes JSON with its keys in the given order, which `JSONEncoder` cannot.
package struct JSONWriter {
  private var bytes: [UInt8] = []
  /// Whether every element is on a separate line.
  package let isPretty: Bool
  /// Whether the following elements stay on the same line, even if every element is on a separate one.
  var isOnOneLine = false
  /// For each open container, whether it has an element yet.
  private var hasElements: [Bool] = []
  private var followsName = false

  /// Begins an empty document.
  ///
  /// - Parameter isPretty: whether every element is on a separate line, indented by two spaces a level.
  package init(isPretty: Bool) {
    self.isPretty = isPretty
  }

  /// The bytes written so far.
  package var data: Data { Data(bytes) }
  /// The number of bytes written and not yet taken.
  package var byteCount: Int { bytes.count }
  /// The bytes written so far, as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
  /// How many containers are open.
  var depth: Int { hasElements.count }

  /// Takes the bytes written so far; writing continues after them.
  package mutating func takeBytes() -> Data {
    defer { bytes.removeAll(keepingCapacity: true) }
    return Data(bytes)
  }

  package mutating func beginObject() { open("{") }
  package mutating func endObject() { close("}") }
  package mutating func beginArray() { open("[") }
  package mutating func endArray() { close("]") }

  /// The name of the next value in an object.
  package mutating func name(_ name: String) {
    separate()
    append(quoted: name)
    bytes.append(contentsOf: breaksLines ? [0x3A, 0x20] : [0x3A])
    followsName = true
  }

  package mutating func string(_ string: String) {
    separate()
    append(quoted: string)
  }

  /// A number or a word in JSON notation.
  package mutating func literal(_ literal: String) {
    separate()
    bytes.append(contentsOf: literal.utf8)
  }

  package mutating func boolean(_ flag: Bool) { literal(flag ? "true" : "false") }

  /// A number, an integer if it is whole.
  package mutating func number(_ number: Double) {
    literal(CellValue.number(number)?.plainText ?? "null")
  }

  /// Writes elements that stay on one line.
  package mutating func onOneLine(_ write: (inout JSONWriter) -> Void) {
    let wasOnOneLine = isOnOneLine
    isOnOneLine = true
    write(&self)
    isOnOneLine = wasOnOneLine
  }

  /// Ends the document with a newline.
  package mutating func endLine() { bytes.append(0x0A) }

  private mutating func open(_ bracket: Character) {
    separate()
    bytes.append(contentsOf: String(bracket).utf8)
    hasElements.append(false)
  }

  private mutating func close(_ bracket: Character) {
    let isEmpty = hasElements.popLast() == false
    if breaksLines && !isEmpty { breakLine() }
    bytes.append(contentsOf: String(bracket).utf8)
  }

  private mutating func separate() {
    if followsName {
      followsName = false
      return
    }
    guard let hasElement = hasElements.popLast() else { return }
    hasElements.append(true)
    if hasElement { bytes.append(0x2C) }
    if breaksLines { breakLine() }
  }

  private var breaksLines: Bool { isPretty && !isOnOneLine }

  private mutating func breakLine() {
    bytes.append(0x0A)
    for _ in 0..<(2 * hasElements.count) { bytes.append(0x20) }
  }

  private mutating func append(quoted string: String) {
    bytes.append(0x22)
    if string.utf8.contains(where: Self.mayNeedEscaping) {
      for scalar in string.unicodeScalars { append(escaped: scalar) }
    } else {
      bytes.append(contentsOf: string.utf8)
    }
    bytes.append(0x22)
  }

  /// Whether a byte may belong to a character that is escaped: 0xC2 begins the upper control characters, and others.
  private static func mayNeedEscaping(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xC2
  }

  /// Control characters are all escaped, including the upper ones, with which a file could control the terminal.
  private mutating func append(escaped scalar: Unicode.Scalar) {
    switch scalar {
    case "\"", "\\": bytes.append(contentsOf: [0x5C, UInt8(truncatingIfNeeded: scalar.value)])
    case "\n": bytes.append(contentsOf: "\\n".utf8)
    case "\r": bytes.append(contentsOf: "\\r".utf8)
    case "\t": bytes.append(contentsOf: "\\t".utf8)
    case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
      let digits = String(scalar.value, radix: 16)
      bytes.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
    default: bytes.append(contentsOf: Array(String(scalar).utf8))
    }
  }
}

extension JSONWriter {
  /// A value kept for the author that cannot be written.
  package enum PropertyProblem: Error {
    /// It is nested too deep for a document.
    case tooDeep
    /// It is a number that is not finite.
    case notFinite
  }

  /// A value kept for the author, see ``PropertyValue`` for dates and data.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - deepest: the maximum number of open containers around it.
  ///   - tag: the single entry of the object that represents a value; `nil` if JSON has a notation for it.
  mutating func property(
    _ value: PropertyValue, deepest: Int, tag: (PropertyValue) -> PropertyValue.Tag?
  ) throws(PropertyProblem) {
    guard depth < deepest else { throw .tooDeep }
    if let tagged = tag(value) {
      beginObject()
      name(tagged.name)
      try property(tagged.content, deepest: deepest, tag: tag)
      endObject()
      return
    }
    switch value {
    case .null, .date, .data: literal("null")
    case .boolean(let flag): boolean(flag)
    case .integer(let number): literal(String(number))
    case .string(let text): string(text)
    case .real(let number):
      guard number.isFinite else { throw .notFinite }
      literal(number.description)
    case .array(let values):
      beginArray()
      for value in values { try property(value, deepest: deepest, tag: tag) }
      endArray()
    case .dictionary(let values):
      try properties(values, deepest: deepest, tag: tag)
    }
  }

  /// Named values kept for the author, ordered by their names.
  package mutating func properties(
    _ values: [String: PropertyValue], deepest: Int, tag: (PropertyValue) -> PropertyValue.Tag?
  ) throws(PropertyProblem) {
    beginObject()
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      name(key)
      try property(value, deepest: deepest, tag: tag)
    }
    endObject()
  }
}
