import TestSupport

@testable import FormStateInterchange

/// The meaning of a random XML document, which is compared with what a reader finds.
struct RandomXML {
  /// A piece of content.
  enum Content {
    case text(String)
    case element(RandomXML)
  }

  private(set) var name = XMLName("")
  private(set) var attributes: [XMLAttribute] = []
  private(set) var content: [Content] = []

  /// Whether a reader found the same content.
  func matches(_ element: XMLTree.Element) -> Bool {
    guard element.name == name, element.attributes == attributes, element.content.count == content.count else {
      return false
    }
    return zip(content, element.content).allSatisfy { expected, found in
      switch (expected, found) {
      case (.text(let text), .text(let foundText)): text.utf8.elementsEqual(foundText.utf8)
      case (.element(let inner), .element(let foundInner)): inner.matches(foundInner)
      default: false
      }
    }
  }

  /// Adds a text, joined to a text before it.
  fileprivate mutating func add(_ text: String) {
    guard !text.isEmpty else { return }
    if case .text(let last)? = content.last {
      content[content.count - 1] = .text(last + text)
    } else {
      content.append(.text(text))
    }
  }

  fileprivate mutating func add(_ element: RandomXML) { content.append(.element(element)) }

  fileprivate mutating func take(_ name: XMLName, _ attributes: [XMLAttribute]) {
    self.name = name
    self.attributes = attributes
  }
}

/// Makes random XML documents that use every notation of XML.
struct RandomXMLAuthor {
  private static let names = ["a", "b", "label", "été", "x-1.2_", "aNameOfMoreThanFifteenBytes"]
  private static let prefixes = ["p", "q", "имя"]
  private static let namespaces = ["u", "v", "http://www.w3.org/2002/xforms", "&<\"'"]
  private static let characters: [Character] = [
    "a", "b", " ", "\t", "\n", "\r", "<", ">", "&", "\"", "'", "]", "[", "-", "?", ":", "p", "é", "日", "😀", "\u{301}",
    "\u{7F}",
    "\u{2028}", "\u{FFFD}",
  ]

  var generator: SeededGenerator

  /// Makes a random document.
  mutating func document() -> (text: String, meaning: RandomXML) {
    let root = element(depth: 0, scope: [:])
    let start = [
      "", "\u{FEFF}", "<?xml version='1.0'?>", "\u{FEFF}<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n", "\n",
    ]
    return (pick(start) + filler() + root.text + filler() + pick(["", "\n"]), root.meaning)
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &generator)]
  }

  private mutating func happens(_ chance: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < chance }

  /// Content that readers skip, or nothing.
  private mutating func filler() -> String {
    happens(15) ? pick(["<!-- <a> & - -->", "<!---->", "<?p?>", "<?x-y <a> & -- ?>", "<!--é-->"]) : ""
  }

  private mutating func element(depth: Int, scope outer: [String: String]) -> (text: String, meaning: RandomXML) {
    var scope = outer
    var written: [String] = []
    for prefix in Self.prefixes + [""] where happens(25) {
      let namespace = prefix.isEmpty && happens(30) ? "" : pick(Self.namespaces)
      scope[prefix] = namespace
      written.append("\(prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)")=\(quoted(namespace))")
    }
    let prefix = pick(Array(scope.keys).sorted() + [""])
    let name = XMLName(pick(Self.names), in: scope[prefix].flatMap { $0.isEmpty ? nil : $0 })
    var attributes: [XMLAttribute] = []
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      let attribute = attribute(scope: scope)
      guard !attributes.contains(where: { $0.name == attribute.name }) else { continue }
      attributes.append(attribute)
      written.append("\(attribute.writtenName)\(pick(["=", " = "]))\(quoted(attribute.value))")
    }
    let tag = prefix.isEmpty ? name.local : "\(prefix):\(name.local)"
    var meaning = RandomXML()
    meaning.take(name, attributes)
    let content = fill(&meaning, depth: depth, scope: scope)
    let opening = written.reduce("<" + tag) { $0 + pick([" ", "\n", " \t"]) + $1 } + pick(["", " "])
    if content.isEmpty, happens(70) { return (opening + "/>", meaning) }
    return ("\(opening)>\(content)</\(tag)\(pick(["", "\n"]))>", meaning)
  }

  private mutating func attribute(scope: [String: String]) -> XMLAttribute {
    let prefix = happens(40) ? scope.keys.filter { !$0.isEmpty }.sorted().first : happens(5) ? "xml" : nil
    let namespace = prefix.flatMap { $0 == "xml" ? XMLNamespaceScope.xml : scope[$0] }
    return XMLAttribute(name: XMLName(pick(Self.names), in: namespace), prefix: prefix, value: characters())
  }

  private mutating func fill(_ element: inout RandomXML, depth: Int, scope: [String: String]) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...(depth < 5 ? 4 : 1), using: &generator) {
      text += filler()
      if depth < 5, happens(50) {
        let inner = self.element(depth: depth + 1, scope: scope)
        element.add(inner.meaning)
        text += inner.text
      } else {
        let characters = characters()
        element.add(characters)
        text += characters.map { written($0) + filler() }.joined()
      }
    }
    return text
  }

  private mutating func characters() -> String {
    String((0..<Int.random(in: 0...12, using: &generator)).map { _ in pick(Self.characters) })
  }

  /// A character in one of its notations in a text.
  private mutating func written(_ character: Character) -> String {
    if happens(20), !character.unicodeScalars.contains("\r") { return "<![CDATA[\(character)]]>" }
    if character == "\n" { return pick(["\n", "\r\n", "&#10;"]) }
    return character.unicodeScalars.map { escaped($0, in: "<&>\r") }.joined()
  }

  private mutating func quoted(_ value: String) -> String {
    let quote = pick(["\"", "'"])
    return quote + value.unicodeScalars.map { escaped($0, in: "<&\t\n\r" + quote) }.joined() + quote
  }

  private mutating func escaped(_ scalar: Unicode.Scalar, in special: String) -> String {
    guard special.unicodeScalars.contains(scalar) || happens(10) else { return String(scalar) }
    let named: [Unicode.Scalar: String] = ["<": "&lt;", ">": "&gt;", "&": "&amp;", "\"": "&quot;", "'": "&apos;"]
    if let name = named[scalar], happens(70) { return name }
    return happens(50) ? "&#\(scalar.value);" : "&#x\(String(scalar.value, radix: 16, uppercase: happens(50)));"
  }
}
