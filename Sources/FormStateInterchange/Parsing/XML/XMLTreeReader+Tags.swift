/// The tags of an XML document, with their attributes and namespaces.
extension XMLTreeReader {
  /// An attribute as written.
  private struct WrittenAttribute {
    /// The name.
    let name: XMLWrittenName
    /// The value.
    let value: String

    /// Whether it declares a namespace.
    var isDeclaration: Bool { name.prefix == "xmlns" || name.prefix == nil && name.local == "xmlns" }
  }

  /// The identity of an attribute in an element.
  private struct AttributeKey: Hashable {
    /// The number of the namespace; `nil` for none.
    let namespace: Int?
    /// The name within it.
    let local: XMLName
  }

  /// Reads an opening tag from its `<` on; an empty-element tag closes its element.
  ///
  /// - Throws: ``DocumentFault`` for a tag that is not well formed, for prefixes that are not declared, and beyond the
  ///   limits.
  /// - Complexity: O(*n*) in the length of the tag.
  mutating func readOpeningTag() throws(DocumentFault) {
    try endText()
    let start = scanner.offset
    guard open.count < limits.maximumDepth else {
      throw scanner.bytes.textFault(.elementsTooDeep(maximumDepth: limits.maximumDepth), at: start)
    }
    scanner.offset += 1
    guard let name = try scanner.readName(maximumBytes: limits.maximumNameBytes) else {
      throw scanner.bytes.unexpected(
        "an element is expected here", at: scanner.offset >= scanner.bytes.count ? scanner.offset : start)
    }
    let attributes = try readAttributes()
    try count(1 + attributes.count, at: start)
    let closesItself = scanner.next == UInt8(ascii: "/")
    if closesItself { scanner.offset += 1 }
    guard scanner.next == UInt8(ascii: ">") else { throw fault("“>” is expected here") }
    scanner.offset += 1
    let scopeDepth = scope.depth
    let tag = try resolve(name, attributes, at: start)
    openElement(tag, name: name.range, at: start, scopeDepth: scopeDepth)
    if closesItself { closeElement() }
  }

  /// Reads the attributes of a tag, to its `>` or `/`.
  private mutating func readAttributes() throws(DocumentFault) -> [WrittenAttribute] {
    var attributes: [WrittenAttribute] = []
    while true {
      let start = scanner.offset
      scanner.offset = scanner.bytes.endOfWhitespace(from: start)
      if scanner.next == UInt8(ascii: ">") || scanner.next == UInt8(ascii: "/") { return attributes }
      guard scanner.offset > start else { throw fault("white space, “>” or “/>” is expected here") }
      guard attributes.count < limits.maximumAttributes || scanner.offset >= scanner.bytes.count else {
        throw scanner.bytes.textFault(
          .tooManyAttributes(maximumAttributes: limits.maximumAttributes), at: scanner.offset)
      }
      guard let name = try scanner.readName(maximumBytes: limits.maximumNameBytes) else {
        throw fault("an attribute, “>” or “/>” is expected here")
      }
      try scanner.readEqualsSign()
      attributes.append(WrittenAttribute(name: name, value: try scanner.readAttributeValue()))
    }
  }

  /// Resolves the namespaces of a tag's names, including the tag's own declarations.
  private mutating func resolve(
    _ name: XMLWrittenName, _ written: [WrittenAttribute], at start: Int
  ) throws(DocumentFault) -> XMLTree.Tag {
    var declarations: [XMLNamespaceDeclaration] = []
    for attribute in written where attribute.isDeclaration {
      let prefix = attribute.name.prefix.map { _ in attribute.name.local }
      if let problem = problem(declaring: prefix, as: attribute.value) {
        throw scanner.bytes.textFault(problem, at: attribute.name.range.lowerBound)
      }
      let namespace = attribute.value.isEmpty ? nil : attribute.value
      let declaration = XMLNamespaceDeclaration(prefix: prefix, namespace: namespace)
      declarations.append(declaration)
      scope.declare(declaration)
    }
    let attributes = try resolve(written)
    let namespace = try name.prefix == nil ? scope.namespace(of: nil) : namespace(of: name, at: start)
    let resolved = XMLName(name.local, in: namespace?.text)
    guard attributes.isEmpty, declarations.isEmpty else {
      return XMLTree.Tag(name: resolved, prefix: name.prefix, attributes: attributes, declarations: declarations)
    }
    let plain = PlainTag(name: resolved, prefix: name.prefix.map { XMLName($0) })
    if let known = plainTags[plain] { return known }
    let tag = XMLTree.Tag(name: resolved, prefix: name.prefix, attributes: [], declarations: [])
    if plainTags.count < Self.mostPlainTags { plainTags[plain] = tag }
    return tag
  }

  /// The content of a tag without attributes.
  struct PlainTag: Hashable {
    let name: XMLName
    let prefix: XMLName?
  }

  /// The maximum number of shared tags.
  private static let mostPlainTags = 4096

  /// Resolves the namespaces of attributes, and checks that none occurs twice.
  private func resolve(_ written: [WrittenAttribute]) throws(DocumentFault) -> [XMLAttribute] {
    guard !written.isEmpty else { return [] }
    var attributes: [XMLAttribute] = []
    var keys: Set<AttributeKey> = []
    for attribute in written {
      // A declaration is an attribute in its own namespace, so a repeated one is found here too.
      let namespace =
        attribute.isDeclaration
        ? .ofDeclarations : try namespace(of: attribute.name, at: attribute.name.range.lowerBound)
      let key = AttributeKey(namespace: namespace?.number, local: XMLName(attribute.name.local))
      let name = XMLName(attribute.name.local, in: namespace?.text)
      if written.count > 1, !keys.insert(key).inserted { throw repeated(name, attribute.name, in: attributes) }
      guard !attribute.isDeclaration else { continue }
      attributes.append(XMLAttribute(name: name, prefix: attribute.name.prefix, value: attribute.value))
    }
    return attributes
  }

  /// The problem of a declaration; `nil` without one.
  private func problem(declaring prefix: String?, as namespace: String) -> DocumentProblem? {
    guard namespace.utf8.count <= limits.maximumNameBytes else {
      return .malformed("a namespace has more than \(limits.maximumNameBytes) bytes")
    }
    return XMLNamespaceScope.problem(declaring: prefix, as: namespace)
  }

  /// The namespace of the prefix of a name; `nil` for a name without one.
  private func namespace(
    of name: XMLWrittenName, at start: Int
  ) throws(DocumentFault) -> XMLNamespaceScope.Namespace? {
    guard let prefix = name.prefix else { return nil }
    if let namespace = scope.namespace(of: prefix) { return namespace }
    let shown = DocumentText.excerpt(of: prefix)
    // This one cannot be declared.
    let advice = prefix == "xmlns" ? "" : "; declare it with xmlns:\(shown), or correct it"
    throw scanner.bytes.textFault(.malformed("the prefix “\(shown)” is not declared\(advice)"), at: start)
  }

  /// Makes the fault for an attribute that occurs twice.
  private func repeated(
    _ name: XMLName, _ written: XMLWrittenName, in attributes: [XMLAttribute]
  ) -> DocumentFault {
    let text = DocumentText.excerpt(of: written.text)
    let other = attributes.first { $0.name == name && $0.prefix != written.prefix }
    let reason =
      other.map {
        "the attributes “\(DocumentText.excerpt(of: $0.writtenName))” and “\(text)” of one element are the same"
      }
      ?? "the attribute “\(text)” occurs twice in one element"
    return scanner.bytes.textFault(.malformed(reason), at: written.range.lowerBound)
  }

  /// Reads the closing tag of the innermost element from its `</` on.
  ///
  /// - Throws: ``DocumentFault`` when it is the tag of another element.
  /// - Complexity: O(*n*) in the length of the tag.
  mutating func readClosingTag() throws(DocumentFault) {
    guard let name = open.last?.name else { return }
    try endText()
    let start = scanner.offset
    scanner.offset += 2
    let found = scanner.passNameBytes()
    guard found.count == name.count, scanner.bytes.isSame(name.count, at: found.lowerBound, as: name.lowerBound) else {
      throw mismatch(found, name, at: start)
    }
    scanner.offset = scanner.bytes.endOfWhitespace(from: scanner.offset)
    guard scanner.next == UInt8(ascii: ">") else { throw fault("“>” is expected here") }
    scanner.offset += 1
    closeElement()
  }

  /// Makes the fault for the closing tag of another element than the innermost one.
  private func mismatch(_ found: Range<Int>, _ expected: Range<Int>, at start: Int) -> DocumentFault {
    let bytes = scanner.bytes
    guard found.upperBound < bytes.count else { return bytes.textFault(.truncated, at: bytes.count) }
    let names = [expected, found].map { DocumentText.excerpt(of: bytes.text($0.prefix(400))) }
    return bytes.textFault(.malformed("</\(names[0])> is expected here, not </\(names[1])>"), at: start)
  }
}
