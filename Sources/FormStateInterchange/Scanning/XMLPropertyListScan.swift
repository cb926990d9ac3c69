/// A bounded scan of an XML property list that neither recurses nor builds anything.
///
/// It accepts what Apple's tools write and what people write by hand in that form, and is stricter than the
/// decoders behind it: dates that do not exist, doubtful Base64, duplicate keys, declarations inside the document
/// type and anything after `</plist>` are refused.
struct XMLPropertyListScan {
  /// The document.
  let bytes: DocumentBytes

  /// The containers that are open inside the root.
  var nesting: DocumentNesting

  /// Where the scan stands.
  var offset: Int

  /// Whether the root's one value was met.
  private var hasValue = false

  /// Prepares a scan.
  ///
  /// - Parameters:
  ///   - bytes: the whole document.
  ///   - limits: what the document may ask of the process.
  private init(_ bytes: DocumentBytes, limits: DocumentLimits) {
    self.bytes = bytes
    nesting = DocumentNesting(bytes, limits: limits)
    offset = bytes.endOfByteOrderMark
  }

  /// Checks an XML property list.
  ///
  /// - Parameters:
  ///   - bytes: the whole document.
  ///   - limits: what the document may ask of the process.
  /// - Throws: ``DocumentFault`` with what is wrong, and its line and column.
  /// - Complexity: O(*n*) in the size of the document, O(*k* log *k*) in the keys of its largest dictionary.
  static func check(_ bytes: DocumentBytes, limits: DocumentLimits = .standard) throws(DocumentFault) {
    guard bytes.count <= limits.maximumBytes else {
      throw DocumentFault(problem: .tooLarge(maximumBytes: limits.maximumBytes), place: .wholeDocument)
    }
    guard !bytes.startsAsUTF16 else {
      throw DocumentFault(problem: .unsupportedEncoding("UTF-16"), place: .wholeDocument)
    }
    var scan = XMLPropertyListScan(bytes, limits: limits)
    try scan.run()
  }

  /// Walks the document from its first byte to its last.
  private mutating func run() throws(DocumentFault) {
    try scanProlog()
    try scanRootTag()
    while try scanNextTag() {}
    try skipIgnorable()
    guard offset >= bytes.count else { throw bytes.textFault(.trailingContent, at: offset) }
  }

  /// Scans the next tag, with its text and closing tag when the element is no container.
  ///
  /// - Returns: whether the root is still open.
  private mutating func scanNextTag() throws(DocumentFault) -> Bool {
    try skipIgnorable()
    guard bytes[offset] == UInt8(ascii: "<") else {
      throw bytes.unexpected("an element is expected here", at: offset)
    }
    if bytes[offset + 1] == UInt8(ascii: "/") { return try scanClosingTag() }
    let start = offset
    let element = try scanOpeningName()
    try admit(element, at: start)
    let isSelfClosing = try scanTagEnd(mayCloseItself: true)
    try scanContent(of: element, from: start, isSelfClosing: isSelfClosing)
    return true
  }

  /// Proves that an element may stand here, and counts it.
  ///
  /// - Parameters:
  ///   - element: the element.
  ///   - start: where its tag begins.
  private mutating func admit(_ element: XMLPropertyListElement, at start: Int) throws(DocumentFault) {
    guard element != .plist else {
      throw bytes.textFault(.malformed("<plist> may be the root only"), at: start)
    }
    guard nesting.countNode() else {
      throw bytes.textFault(.tooManyNodes(maximumNodes: nesting.limits.maximumNodes), at: start)
    }
    guard let innermost = nesting.innermost else {
      let mayStandHere = element != .key && !hasValue
      hasValue = true
      if mayStandHere { return }
      throw bytes.textFault(
        .malformed("a property list holds exactly one value, and no key of its own"), at: start)
    }
    guard innermost.isDictionary else {
      if element != .key { return }
      throw bytes.textFault(.malformed("a <key> may stand in a dictionary only"), at: start)
    }
    guard innermost.awaitsValue == (element != .key) else {
      let reason =
        element == .key ? "the key before this one has no value" : "a value needs a <key> before it"
      throw bytes.textFault(.malformed(reason), at: start)
    }
    nesting.awaitValue(element == .key)
  }

  /// Scans what an element holds; a container is opened and left open.
  ///
  /// - Parameters:
  ///   - element: the element, whose opening tag was scanned.
  ///   - start: where its tag begins.
  ///   - isSelfClosing: whether the tag closes itself.
  private mutating func scanContent(
    of element: XMLPropertyListElement, from start: Int, isSelfClosing: Bool
  ) throws(DocumentFault) {
    switch element {
    case .plist: return
    case .array, .dict:
      guard nesting.open(isDictionary: element == .dict) else {
        throw bytes.textFault(.tooDeep(maximumDepth: nesting.limits.maximumDepth), at: start)
      }
      if isSelfClosing { _ = nesting.close() }
      return
    case .key: try scanKey(from: start, isSelfClosing: isSelfClosing)
    case .string: if !isSelfClosing { _ = try scanText() }
    case .true, .false: break
    case .integer, .real, .date, .data: try scanScalar(element, isSelfClosing: isSelfClosing)
    }
    if !isSelfClosing { try scanClosingTag(of: element) }
  }

  /// Scans a key's text and keeps it.
  ///
  /// - Parameters:
  ///   - start: where the key's tag begins.
  ///   - isSelfClosing: whether the tag closes itself, which makes the key empty.
  private mutating func scanKey(from start: Int, isSelfClosing: Bool) throws(DocumentFault) {
    let first = offset
    let isVerbatim = isSelfClosing ? true : try scanText()
    let content = first..<offset
    let isPlain = isVerbatim && bytes[content].allSatisfy { $0 < 0x80 }
    let problem =
      isPlain
      ? nesting.keys.append(plain: content, at: start)
      : nesting.keys.append(decoded: resolved(content), at: start)
    if let problem { throw bytes.textFault(problem, at: start) }
  }

  /// Scans the closing tag of an element that is no container.
  ///
  /// - Parameter element: the element that is open.
  private mutating func scanClosingTag(of element: XMLPropertyListElement) throws(DocumentFault) {
    let start = offset
    guard bytes[start] == UInt8(ascii: "<"), bytes[start + 1] == UInt8(ascii: "/") else {
      throw bytes.unexpected("<\(element.name)> may not hold this", at: start)
    }
    offset += 2
    guard scanName() == element else {
      throw bytes.unexpected(
        "</\(element.name)> is expected here", at: offset >= bytes.count ? offset : start)
    }
    _ = try scanTagEnd(mayCloseItself: false)
  }

  /// Scans the closing tag of a container or of the root.
  ///
  /// - Returns: whether the root is still open.
  private mutating func scanClosingTag() throws(DocumentFault) -> Bool {
    let start = offset
    let awaitsValue = nesting.innermost?.awaitsValue ?? false
    let expected: XMLPropertyListElement =
      switch nesting.innermost?.isDictionary {
      case true: .dict
      case false: .array
      default: .plist
      }
    try scanClosingTag(of: expected)
    if awaitsValue {
      throw bytes.textFault(.malformed("the last key of a dictionary has no value"), at: start)
    }
    guard expected != .plist else {
      guard hasValue else { throw bytes.textFault(.malformed("the property list holds no value"), at: start) }
      return false
    }
    if let repeated = nesting.close() {
      throw bytes.textFault(.duplicateKey(repeated.key), at: repeated.offset)
    }
    return true
  }
}

/// The elements an XML property list is made of.
///
/// The raw value is the element's name as a big-endian word, so that a tag is recognised by one comparison
/// instead of one for each letter.
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

  /// The element's name as it stands in a tag.
  var name: String {
    let letters = (0..<8).reversed().map { UInt8(truncatingIfNeeded: rawValue >> UInt64($0 * 8)) }
    return String(decoding: letters.drop { $0 == 0 }, as: UTF8.self)
  }
}
