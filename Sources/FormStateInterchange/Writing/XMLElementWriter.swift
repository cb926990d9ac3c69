/// An attribute to write: its name with its prefix, and its value. Declarations of namespaces are attributes too.
struct XMLWrittenAttribute: Hashable {
  let name: String
  let value: String

  init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// Writes XML, one element after the other.
struct XMLElementWriter {
  /// The output.
  private(set) var bytes: [UInt8] = []
  /// Whether each element that holds others has separate lines.
  private let isIndented: Bool
  /// The names of the open elements, outermost first, each with the end of its tag.
  private var open: [(name: String, tagEnd: Int)] = []

  init(isIndented: Bool) { self.isIndented = isIndented }

  /// The output as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes a line before all elements.
  mutating func head(_ line: String) {
    bytes += line.utf8
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Writes an element that holds no others.
  mutating func element(_ name: String, _ attributes: [XMLWrittenAttribute] = [], text: String = "") {
    beginLine()
    tag(name, attributes, isEmpty: text.isEmpty)
    guard !text.isEmpty else { return endLine() }
    XMLEscapes.append(text, to: &bytes)
    close(name)
  }

  /// Writes an element that contains existing XML.
  mutating func element(_ name: String, _ attributes: [XMLWrittenAttribute] = [], xml: String) {
    guard !xml.isEmpty else { return element(name, attributes) }
    beginLine()
    tag(name, attributes, isEmpty: false)
    bytes += xml.utf8
    close(name)
  }

  /// Opens an element for others.
  mutating func begin(_ name: String, _ attributes: [XMLWrittenAttribute] = []) {
    beginLine()
    tag(name, attributes, isEmpty: false)
    open.append((name, bytes.count))
    endLine()
  }

  /// Closes the innermost element.
  mutating func end() {
    guard let (name, tagEnd) = open.popLast() else { return }
    guard bytes.count > tagEnd + (isIndented ? 1 : 0) else {
      // There was nothing in between.
      bytes.removeLast(bytes.count - tagEnd + 1)
      bytes += "/>".utf8
      return endLine()
    }
    beginLine()
    close(name)
  }

  /// Writes existing XML.
  mutating func xml(_ text: String) {
    beginLine()
    bytes += text.utf8
    endLine()
  }

  private mutating func tag(_ name: String, _ attributes: [XMLWrittenAttribute], isEmpty: Bool) {
    bytes.append(UInt8(ascii: "<"))
    bytes += name.utf8
    for attribute in attributes {
      bytes += " \(attribute.name)=\"".utf8
      XMLEscapes.append(attribute: attribute.value, to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    }
    bytes += (isEmpty ? "/>" : ">").utf8
  }

  private mutating func close(_ name: String) {
    bytes += "</\(name)>".utf8
    endLine()
  }

  private mutating func beginLine() {
    if isIndented { bytes += String(repeating: "  ", count: open.count).utf8 }
  }

  private mutating func endLine() {
    if isIndented { bytes.append(UInt8(ascii: "\n")) }
  }
}

extension XMLElementWriter {
  /// A text between tags.
  static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    XMLEscapes.append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
