/// Reads a whole XML document into a tree in one pass, without recursion.
///
/// It is as strict as XML, and stricter about document types, which it refuses. Comments and processing instructions
/// are skipped, and CDATA is text.
struct XMLTreeReader {
  /// An element that is open.
  struct Level {
    /// The number of the element.
    let element: Int
    /// The range of its name in its opening tag.
    let name: Range<Int>
    /// How many pieces of content were waiting for their element when it opened.
    let firstPiece: Int
    /// How many declarations of namespaces were in force around it.
    let scopeDepth: Int
  }

  /// The limits.
  let limits: DocumentLimits

  /// Tokenizes the document.
  var scanner: XMLScanner

  /// The prefixes that are declared here.
  var scope = XMLNamespaceScope()

  /// The elements that are open, outermost first.
  var open: [Level] = []

  /// The elements so far, in the order of their opening tags.
  private(set) var elements: [XMLTree.Record] = []

  /// The complete content of the elements that are open, in the order of the document.
  private var pieces: [XMLTree.Piece] = []

  /// The text since the last tag.
  private var text = ""

  /// The line and column of the last opening tag.
  private var position: DocumentPosition

  /// The tags without attributes so far, as far as they are shared.
  var plainTags: [PlainTag: XMLTree.Tag] = [:]

  /// How many elements, attributes and texts were counted.
  private var nodes = 0

  /// Prepares a reader.
  private init(_ bytes: DocumentBytes, limits: DocumentLimits) {
    self.limits = limits
    scanner = XMLScanner(bytes, isStrict: true)
    position = DocumentPosition(in: bytes)
  }

  /// Reads an XML document.
  ///
  /// - Parameters:
  ///   - bytes: the whole document.
  ///   - limits: the document's limits.
  /// - Returns: the elements, in the order of their opening tags; the first is the root.
  /// - Throws: ``DocumentFault`` with the problem, line and column.
  /// - Complexity: O(*n*) in the size of the document.
  static func read(_ bytes: DocumentBytes, limits: DocumentLimits) throws(DocumentFault) -> [XMLTree.Record] {
    try limits.admit(bytes)
    try bytes.refuseWideText()
    var reader = XMLTreeReader(bytes, limits: limits)
    try reader.run()
    return reader.elements
  }

  /// Walks the document from its first byte to its last.
  private mutating func run() throws(DocumentFault) {
    try scanner.readBeginning()
    try passMiscellany()
    guard scanner.next == UInt8(ascii: "<") else { throw fault("an element is expected here") }
    try readOpeningTag()
    while !open.isEmpty { try readPiece() }
    try passMiscellany()
    guard scanner.offset >= scanner.bytes.count else {
      throw scanner.bytes.textFault(.trailingContent, at: scanner.offset)
    }
  }

  /// Skips comments, processing instructions and white space around the root.
  private mutating func passMiscellany() throws(DocumentFault) {
    while true {
      scanner.offset = scanner.bytes.endOfWhitespace(from: scanner.offset)
      guard scanner.next == UInt8(ascii: "<") else { return }
      switch scanner.nextButOne {
      case UInt8(ascii: "!"): try passDeclaration()
      case UInt8(ascii: "?"): try scanner.passInstruction(maximumNameBytes: limits.maximumNameBytes)
      default: return
      }
    }
  }

  /// Skips a comment, and refuses anything else that begins with `<!`.
  private mutating func passDeclaration() throws(DocumentFault) {
    if scanner.bytes.matches("<!--", at: scanner.offset) { return try scanner.passComment() }
    let isDocumentType =
      scanner.bytes.matches("<!DOCTYPE", at: scanner.offset) || scanner.bytes.matches("<!doctype", at: scanner.offset)
    if isDocumentType { throw scanner.bytes.textFault(.documentType, at: scanner.offset) }
    throw fault(
      open.isEmpty ? "only a comment may begin with “<!” here" : "only a comment or CDATA may begin with “<!”")
  }

  /// Reads the next piece of the innermost element: text, a tag, or a skipped part.
  private mutating func readPiece() throws(DocumentFault) {
    guard scanner.next == UInt8(ascii: "<") else {
      text += try scanner.readText()
      return
    }
    switch scanner.nextButOne {
    case UInt8(ascii: "/"): try readClosingTag()
    case UInt8(ascii: "?"): try scanner.passInstruction(maximumNameBytes: limits.maximumNameBytes)
    case UInt8(ascii: "!") where scanner.bytes.matches("<![CDATA[", at: scanner.offset):
      text += try scanner.readText()
    case UInt8(ascii: "!"): try passDeclaration()
    default: try readOpeningTag()
    }
  }

  /// Makes the fault for an unexpected byte at the reader's position.
  func fault(_ reason: String) -> DocumentFault { scanner.bytes.unexpected(reason, at: scanner.offset) }
}

/// The elements under construction.
extension XMLTreeReader {
  /// Counts elements, attributes or texts.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - start: the position of the first of them, for a fault.
  /// - Throws: ``DocumentFault`` if there are too many.
  mutating func count(_ count: Int = 1, at start: Int) throws(DocumentFault) {
    nodes += count
    guard nodes <= limits.maximumNodes else {
      throw scanner.bytes.textFault(.tooManyElements(maximumNodes: limits.maximumNodes), at: start)
    }
  }

  /// Ends the text in front of a tag, which is one text however many comments and CDATA sections are in it.
  ///
  /// White space between tags does not count, so an indented document may have as many elements as one without.
  ///
  /// - Throws: ``DocumentFault`` if there are too many texts.
  mutating func endText() throws(DocumentFault) {
    guard !text.isEmpty else { return }
    if !text.utf8.allSatisfy(DocumentBytes.isWhitespace) { try count(at: scanner.offset) }
    pieces.append(.text(text))
    text = ""
  }

  /// Opens an element, whose content is read next.
  ///
  /// - Parameters:
  ///   - tag: its opening tag.
  ///   - start: the position of the tag.
  ///   - scopeDepth: how many declarations of namespaces were in force around it.
  mutating func openElement(_ tag: XMLTree.Tag, name: Range<Int>, at start: Int, scopeDepth: Int) {
    position.advance(to: start, in: scanner.bytes)
    let level = Level(element: elements.count, name: name, firstPiece: pieces.count, scopeDepth: scopeDepth)
    elements.append(
      XMLTree.Record(tag: tag, parent: open.last?.element, line: position.line, column: position.column))
    open.append(level)
  }

  /// Closes the innermost element and adds it to the one around it.
  ///
  /// - Complexity: O(*k*) for *k* pieces of content.
  mutating func closeElement() {
    guard let level = open.popLast() else { return }
    if pieces.count > level.firstPiece {
      elements[level.element].content = Array(pieces[level.firstPiece...])
      pieces.removeSubrange(level.firstPiece...)
    }
    pieces.append(.element(level.element))
    scope.close(to: level.scopeDepth)
  }
}
