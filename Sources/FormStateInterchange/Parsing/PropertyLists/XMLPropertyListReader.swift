import FormState

/// Reads an XML property list in one pass, without recursion.
///
/// It accepts the output of Apple's tools and hand-written files of that form, and is strict about the rest: invalid
/// dates, malformed Base64, duplicate keys, declarations inside the document type and anything after `</plist>` are
/// refused. Line ends in texts become line feeds, as XML requires.
struct XMLPropertyListReader {
  /// Tokenizes the document.
  var scanner: XMLScanner

  /// The values so far, and the containers that are open inside the root.
  private(set) var tree: DocumentTree

  /// Whether the root's one value was met.
  private var hasValue = false

  /// The document.
  @inline(__always)
  var bytes: DocumentBytes { scanner.bytes }

  /// The reader's position.
  @inline(__always)
  var offset: Int {
    get { scanner.offset }
    set { scanner.offset = newValue }
  }

  /// Prepares a reader.
  ///
  /// - Parameters:
  ///   - bytes: the whole document.
  ///   - limits: the document's limits.
  ///   - rows: receives the rows of a table; `nil` to keep them in the tree.
  ///   - places: finds places; `nil` if none are needed.
  private init(
    _ bytes: DocumentBytes, limits: DocumentLimits, rows: (any DocumentRows)?, places: DocumentPlaces?
  ) {
    scanner = XMLScanner(bytes, isStrict: false)
    tree = DocumentTree(limits: limits, rows: rows, places: places)
  }

  /// Reads an XML property list.
  ///
  /// - Parameters:
  ///   - bytes: the whole document.
  ///   - limits: the document's limits.
  ///   - rows: receives the rows of a table; `nil` to keep them in the tree.
  ///   - places: finds places; `nil` if none are needed.
  /// - Throws: ``DocumentFault`` with the problem, line and column.
  /// - Complexity: O(*n*) in the size of the document.
  static func read(
    _ bytes: DocumentBytes, limits: DocumentLimits = .standard, rows: (any DocumentRows)? = nil,
    places: DocumentPlaces? = nil
  ) throws(DocumentFault) -> PropertyValue {
    try limits.admit(bytes)
    var reader = XMLPropertyListReader(bytes, limits: limits, rows: rows, places: places)
    try reader.run()
    guard let root = reader.tree.root else { throw bytes.textFault(.truncated, at: bytes.count) }
    return root
  }

  /// Walks the document from its first byte to its last.
  private mutating func run() throws(DocumentFault) {
    try readProlog()
    try readRootTag()
    while try readNextTag() {}
    try scanner.passIgnorable()
    guard offset >= bytes.count else { throw bytes.textFault(.trailingContent, at: offset) }
  }

  /// Reads the next tag, with its text and closing tag unless the element is a container.
  ///
  /// - Returns: whether the root is still open.
  private mutating func readNextTag() throws(DocumentFault) -> Bool {
    try scanner.passIgnorable()
    guard bytes[offset] == UInt8(ascii: "<") else {
      throw bytes.unexpected("an element is expected here", at: offset)
    }
    if bytes[offset + 1] == UInt8(ascii: "/") { return try readClosingTag() }
    let start = offset
    let element = try readOpeningName()
    try admit(element, at: start)
    let isSelfClosing = try readTagEnd(mayCloseItself: true)
    try readContent(of: element, from: start, isSelfClosing: isSelfClosing)
    return true
  }

  /// Checks that an element is allowed here, and counts it.
  ///
  /// - Parameters:
  ///   - element: the element.
  ///   - start: the position of its tag.
  private mutating func admit(_ element: XMLPropertyListElement, at start: Int) throws(DocumentFault) {
    guard element != .plist else {
      throw bytes.textFault(.malformed("only the root may be <plist>"), at: start)
    }
    guard tree.countNode() else {
      throw bytes.textFault(.tooManyNodes(maximumNodes: tree.limits.maximumNodes), at: start)
    }
    guard let innermost = tree.innermost else {
      let mayStandHere = element != .key && !hasValue
      hasValue = true
      if mayStandHere { return }
      throw bytes.textFault(
        .malformed("a property list holds exactly one value, without a key"), at: start)
    }
    guard innermost.isDictionary else {
      if element != .key { return }
      throw bytes.textFault(.malformed("a <key> is allowed only in a dictionary"), at: start)
    }
    guard innermost.awaitsValue == (element != .key) else {
      let reason =
        element == .key ? "the key before this one has no value" : "a value needs a <key> before it"
      throw bytes.textFault(.malformed(reason), at: start)
    }
    tree.awaitValue(element == .key)
  }

  /// Reads the content of an element; a container is opened and left open.
  ///
  /// - Parameters:
  ///   - element: the element, whose opening tag was read.
  ///   - start: the position of its tag.
  ///   - isSelfClosing: whether the tag closes itself.
  private mutating func readContent(
    of element: XMLPropertyListElement, from start: Int, isSelfClosing: Bool
  ) throws(DocumentFault) {
    switch element {
    case .plist: return
    case .array, .dict:
      guard tree.open(isDictionary: element == .dict, at: start) else {
        throw bytes.textFault(.tooDeep(maximumDepth: tree.limits.maximumDepth), at: start)
      }
      if isSelfClosing { _ = tree.close() }
      return
    case .key:
      let key = isSelfClosing ? "" : try readText()
      if let problem = tree.add(key: key, at: start) { throw bytes.textFault(problem, at: start) }
    case .string: tree.add(.string(isSelfClosing ? "" : try readText()), at: start)
    case .true: tree.add(.boolean(true), at: start)
    case .false: tree.add(.boolean(false), at: start)
    case .integer, .real, .date, .data: tree.add(try readScalar(element, isSelfClosing: isSelfClosing), at: start)
    }
    if !isSelfClosing { try readClosingTag(of: element) }
  }

  /// Reads the text inside `<string>` and `<key>`, up to the following tag.
  @inline(__always)
  private mutating func readText() throws(DocumentFault) -> String {
    let text = try scanner.readText()
    guard bytes[offset + 1] != UInt8(ascii: "!") else {
      throw bytes.unexpected("a string may hold only text and CDATA", at: offset)
    }
    return text
  }

  /// Reads the closing tag of an element other than a container.
  ///
  /// - Parameter element: the element that is open.
  private mutating func readClosingTag(of element: XMLPropertyListElement) throws(DocumentFault) {
    let start = offset
    guard bytes[start] == UInt8(ascii: "<"), bytes[start + 1] == UInt8(ascii: "/") else {
      throw bytes.unexpected("<\(element.name)> may not hold this", at: start)
    }
    offset += 2
    guard readName() == element else {
      throw bytes.unexpected(
        "</\(element.name)> is expected here", at: offset >= bytes.count ? offset : start)
    }
    _ = try readTagEnd(mayCloseItself: false)
  }

  /// Reads the closing tag of a container or of the root.
  ///
  /// - Returns: whether the root is still open.
  private mutating func readClosingTag() throws(DocumentFault) -> Bool {
    let start = offset
    let awaitsValue = tree.innermost?.awaitsValue ?? false
    let expected: XMLPropertyListElement =
      switch tree.innermost?.isDictionary {
      case true: .dict
      case false: .array
      default: .plist
      }
    try readClosingTag(of: expected)
    if awaitsValue {
      throw bytes.textFault(.malformed("the last key of a dictionary has no value"), at: start)
    }
    guard expected != .plist else {
      guard hasValue else { throw bytes.textFault(.malformed("the property list holds no value"), at: start) }
      return false
    }
    if let repeated = tree.close() {
      throw bytes.textFault(.duplicateKey(repeated.key), at: repeated.offset)
    }
    return true
  }
}

/// The elements an XML property list is made of.
///
/// The raw value is the element's name as a big-endian word, so one comparison recognises a tag instead of one for
/// each letter.
enum XMLPropertyListElement: UInt64 {
  /// The root.
  case plist = 0x70_6C_69_73_74
  /// A list of values.
  case array = 0x61_72_72_61_79
  /// Keys, each followed by its value.
  case dict = 0x64_69_63_74
  /// A key of a dictionary.
  case key = 0x6B_65_79
  /// Text.
  case string = 0x73_74_72_69_6E_67
  /// A whole number.
  case integer = 0x69_6E_74_65_67_65_72
  /// A number with a fraction.
  case real = 0x72_65_61_6C
  /// Yes.
  case `true` = 0x74_72_75_65
  /// No.
  case `false` = 0x66_61_6C_73_65
  /// A moment.
  case date = 0x64_61_74_65
  /// Bytes, written as Base64.
  case data = 0x64_61_74_61

  /// The element's name in a tag.
  var name: String {
    let letters = (0..<8).reversed().map { UInt8(truncatingIfNeeded: rawValue >> UInt64($0 * 8)) }
    return String(decoding: letters.drop { $0 == 0 }, as: UTF8.self)
  }
}
