extension XMLTree.Element {
  /// The element as XML; reading it alone produces an equal element.
  ///
  /// Prefixes and declarations stay as written. Outer declarations are added to the first tag if a name, an
  /// attribute's value or a text mentions their prefix: expressions in values have prefixes too. Only a tag with the
  /// maximum number of attributes cannot be read again with more of them.
  ///
  /// - Parameter outerNamespace: the namespace of names without a prefix at the destination of the XML; `nil` for
  ///   none.
  /// - Complexity: O(*n*) in the content of the element and in the declarations around it; it does not recurse.
  func xmlText(within outerNamespace: String? = nil) -> String {
    var writer = XMLTreeWriter(tree: tree)
    writer.write(index, declaring: inheritedDeclarations(within: outerNamespace))
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The declarations around the element that it needs, outermost first.
  private func inheritedDeclarations(within outerNamespace: String?) -> [XMLNamespaceDeclaration] {
    var inherited: [XMLName: String] = [:]
    var order: [XMLNamespaceDeclaration] = []
    var surrounding = parent
    var isOwn = Set(declarations.map { XMLName($0.prefix ?? "") })
    while let element = surrounding {
      for declaration in element.declarations where isOwn.insert(XMLName(declaration.prefix ?? "")).inserted {
        inherited[XMLName(declaration.prefix ?? "")] = declaration.namespace
        if declaration.prefix != nil { order.append(declaration) }
      }
      surrounding = element.parent
    }
    let isBare = !declarations.contains { $0.prefix == nil }
    let namespace = inherited[XMLName("")]
    let mayDeclare = isBare && namespace != outerNamespace
    guard mayDeclare || !order.isEmpty else { return [] }
    let mentioned = mentionedPrefixes()
    var needed = order.reversed().filter { mentioned.contains(XMLName($0.prefix ?? "")) }
    if mayDeclare, mentioned.contains(XMLName("")) {
      needed.insert(XMLNamespaceDeclaration(prefix: nil, namespace: namespace), at: 0)
    }
    return needed
  }

  /// The prefixes in names and in front of colons, with an empty one for elements without a prefix.
  private func mentionedPrefixes() -> Set<XMLName> {
    var prefixes: Set<XMLName> = []
    var waiting = [index]
    while let number = waiting.popLast() {
      let record = tree.records[number]
      prefixes.insert(XMLName(record.tag.prefix ?? ""))
      for attribute in record.tag.attributes {
        if let prefix = attribute.prefix { prefixes.insert(XMLName(prefix)) }
        Self.addPrefixes(in: attribute.value, to: &prefixes)
      }
      for piece in record.content {
        switch piece {
        case .text(let text): Self.addPrefixes(in: text, to: &prefixes)
        case .element(let inner): waiting.append(inner)
        }
      }
    }
    return prefixes
  }

  /// Adds the texts before the colons of a text, if they may be prefixes.
  private static func addPrefixes(in text: String, to prefixes: inout Set<XMLName>) {
    let units = text.utf8
    var start = units.startIndex
    for index in units.indices {
      let byte = units[index]
      if byte == UInt8(ascii: ":"), start < index { prefixes.insert(XMLName(String(text[start..<index]))) }
      if byte == UInt8(ascii: ":") || !XMLScanner.isNameByte(byte) { start = units.index(after: index) }
    }
  }
}

/// Writes elements of a tree as XML.
private struct XMLTreeWriter {
  /// An element whose content is being written.
  private struct Level {
    /// The number of the element.
    let element: Int
    /// How many pieces of its content were written.
    var written = 0
  }

  /// The tree.
  let tree: XMLTree

  /// The output.
  private(set) var bytes: [UInt8] = []

  init(tree: XMLTree) { self.tree = tree }

  /// Writes an element with all that it holds.
  mutating func write(_ element: Int, declaring inherited: [XMLNamespaceDeclaration]) {
    var open: [Level] = []
    if writeTag(of: element, declaring: inherited) { open.append(Level(element: element)) }
    while let level = open.last {
      let content = tree.records[level.element].content
      guard level.written < content.count else {
        writeClosingTag(of: level.element)
        open.removeLast()
        continue
      }
      open[open.count - 1].written += 1
      switch content[level.written] {
      case .text(let text): XMLEscapes.append(text, to: &bytes)
      case .element(let inner): if writeTag(of: inner, declaring: []) { open.append(Level(element: inner)) }
      }
    }
  }

  /// Writes an opening tag, which closes itself when the element holds nothing.
  ///
  /// - Returns: whether the element is open.
  private mutating func writeTag(of element: Int, declaring inherited: [XMLNamespaceDeclaration]) -> Bool {
    let record = tree.records[element]
    mark("<")
    bytes += XMLName.written(prefix: record.tag.prefix, local: record.tag.name.local).utf8
    for declaration in inherited + record.tag.declarations {
      writeAttribute(declaration.prefix.map { "xmlns:\($0)" } ?? "xmlns", declaration.namespace ?? "")
    }
    for attribute in record.tag.attributes { writeAttribute(attribute.writtenName, attribute.value) }
    mark(record.content.isEmpty ? "/>" : ">")
    return !record.content.isEmpty
  }

  private mutating func writeAttribute(_ name: String, _ value: String) {
    mark(" ")
    bytes += name.utf8
    mark("=\"")
    XMLEscapes.append(attribute: value, to: &bytes)
    mark("\"")
  }

  private mutating func writeClosingTag(of element: Int) {
    let tag = tree.records[element].tag
    mark("</")
    bytes += XMLName.written(prefix: tag.prefix, local: tag.name.local).utf8
    mark(">")
  }

  private mutating func mark(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }
}
