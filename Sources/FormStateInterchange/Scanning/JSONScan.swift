/// A bounded scan of a JSON document (RFC 8259) that neither recurses nor builds anything.
///
/// It is stricter than the decoders behind it: duplicate keys, numbers beyond a `Double`, lone surrogates and
/// anything after the outermost value are refused. A UTF-8 byte order mark is accepted and passed over, as
/// RFC 8259 allows a reader to do and as Foundation does.
struct JSONScan {
  /// What the grammar allows next.
  private enum Expectation {
    /// A value.
    case value
    /// The first element of an array, or its end.
    case elementOrEnd
    /// The first key of an object, or its end.
    case keyOrEnd
    /// A key.
    case key
    /// A comma, or the end of the innermost container.
    case separatorOrEnd
    /// The end of the document.
    case end
  }

  /// The document.
  let bytes: DocumentBytes

  /// The containers that are open.
  var nesting: DocumentNesting

  /// Where the scan stands.
  var offset: Int

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

  /// Checks a JSON document; its outermost value may be of any type.
  ///
  /// - Parameters:
  ///   - bytes: the whole document.
  ///   - limits: what the document may ask of the process.
  /// - Throws: ``DocumentFault`` with what is wrong, and its line and column.
  /// - Complexity: O(*n*) in the size of the document, O(*k* log *k*) in the keys of its largest object.
  static func check(_ bytes: DocumentBytes, limits: DocumentLimits = .standard) throws(DocumentFault) {
    guard bytes.count <= limits.maximumBytes else {
      throw DocumentFault(problem: .tooLarge(maximumBytes: limits.maximumBytes), place: .wholeDocument)
    }
    guard !bytes.startsAsUTF16 else {
      throw DocumentFault(problem: .unsupportedEncoding("UTF-16"), place: .wholeDocument)
    }
    guard bytes.endOfWhitespace(from: bytes.endOfByteOrderMark) < bytes.count else {
      throw DocumentFault(problem: .empty, place: .wholeDocument)
    }
    var scan = JSONScan(bytes, limits: limits)
    try scan.run()
  }

  /// Walks the document from its first byte to its last.
  private mutating func run() throws(DocumentFault) {
    var expectation = Expectation.value
    while true {
      offset = bytes.endOfWhitespace(from: offset)
      switch expectation {
      case .value: expectation = try scanValue()
      case .elementOrEnd:
        expectation = bytes[offset] == UInt8(ascii: "]") ? try closeContainer() : try scanValue()
      case .keyOrEnd:
        expectation = bytes[offset] == UInt8(ascii: "}") ? try closeContainer() : try scanKey()
      case .key: expectation = try scanKey()
      case .separatorOrEnd: expectation = try scanSeparatorOrEnd()
      case .end:
        guard offset >= bytes.count else { throw bytes.textFault(.trailingContent, at: offset) }
        return
      }
    }
  }

  /// Scans a scalar, or opens a container.
  private mutating func scanValue() throws(DocumentFault) -> Expectation {
    let start = offset
    switch bytes[offset] {
    case UInt8(ascii: "\""): _ = try scanString()
    case UInt8(ascii: "{"): return try openContainer(isDictionary: true)
    case UInt8(ascii: "["): return try openContainer(isDictionary: false)
    case UInt8(ascii: "t"): try scanLiteral("true")
    case UInt8(ascii: "f"): try scanLiteral("false")
    case UInt8(ascii: "n"): try scanLiteral("null")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try scanNumber()
    default: throw bytes.unexpected("a value is expected here", at: offset)
    }
    try countNode(at: start)
    return afterValue
  }

  /// What may follow a complete value.
  private var afterValue: Expectation {
    nesting.innermost == nil ? .end : .separatorOrEnd
  }

  /// Scans one of the three words of JSON.
  ///
  /// - Parameter literal: the word its first letter announces.
  private mutating func scanLiteral(_ literal: StaticString) throws(DocumentFault) {
    guard bytes.matches(literal, at: offset) else {
      let isCutShort = offset + literal.utf8CodeUnitCount > bytes.count
      throw bytes.unexpected("a value is expected here", at: isCutShort ? bytes.count : offset)
    }
    offset += literal.utf8CodeUnitCount
  }

  /// Opens an object or an array.
  ///
  /// - Parameter isDictionary: whether it is an object.
  private mutating func openContainer(isDictionary: Bool) throws(DocumentFault) -> Expectation {
    try countNode(at: offset)
    guard nesting.open(isDictionary: isDictionary) else {
      throw bytes.textFault(.tooDeep(maximumDepth: nesting.limits.maximumDepth), at: offset)
    }
    offset += 1
    return isDictionary ? .keyOrEnd : .elementOrEnd
  }

  /// Closes the innermost container, whose closing bracket the scan stands at.
  private mutating func closeContainer() throws(DocumentFault) -> Expectation {
    if let repeated = nesting.close() {
      throw bytes.textFault(.duplicateKey(repeated.key), at: repeated.offset)
    }
    offset += 1
    return afterValue
  }

  /// Scans a key and the colon behind it.
  private mutating func scanKey() throws(DocumentFault) -> Expectation {
    let start = offset
    guard bytes[start] == UInt8(ascii: "\"") else {
      throw bytes.unexpected("a key in double quotes is expected here", at: start)
    }
    try countNode(at: start)
    let isPlain = try scanString()
    let content = start + 1..<offset - 1
    let problem =
      isPlain
      ? nesting.keys.append(plain: content, at: start)
      : nesting.keys.append(decoded: unescaped(content), at: start)
    if let problem { throw bytes.textFault(problem, at: start) }
    offset = bytes.endOfWhitespace(from: offset)
    guard bytes[offset] == UInt8(ascii: ":") else {
      throw bytes.unexpected("a colon is expected after a key", at: offset)
    }
    offset += 1
    return .value
  }

  /// Scans a comma, or closes the innermost container.
  private mutating func scanSeparatorOrEnd() throws(DocumentFault) -> Expectation {
    let isDictionary = nesting.innermost?.isDictionary ?? false
    switch bytes[offset] {
    case UInt8(ascii: ","):
      offset += 1
      return isDictionary ? .key : .value
    case UInt8(ascii: "}") where isDictionary: return try closeContainer()
    case UInt8(ascii: "]") where !isDictionary: return try closeContainer()
    default:
      let closing = isDictionary ? "}" : "]"
      throw bytes.unexpected("a comma or “\(closing)” is expected here", at: offset)
    }
  }

  /// Counts one value or key.
  ///
  /// - Parameter start: where it begins.
  @inline(__always)
  private mutating func countNode(at start: Int) throws(DocumentFault) {
    guard nesting.countNode() else {
      throw bytes.textFault(.tooManyNodes(maximumNodes: nesting.limits.maximumNodes), at: start)
    }
  }
}

/// The numbers of JSON.
extension JSONScan {
  /// Up to this many digits, and without an exponent, a number is finite whatever its digits are.
  private static let alwaysFinite = 300

  /// Scans a number and proves that it is finite as a `Double`.
  mutating func scanNumber() throws(DocumentFault) {
    let start = offset
    if bytes[offset] == UInt8(ascii: "-") { offset += 1 }
    if bytes[offset] == UInt8(ascii: "0") {
      offset += 1
      guard !DocumentBytes.isDigit(bytes[offset]) else {
        throw bytes.textFault(.invalidNumber("a number has a leading zero"), at: start)
      }
    } else {
      try scanDigits()
    }
    if bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      try scanDigits()
    }
    let hasExponent = bytes[offset] | 0x20 == UInt8(ascii: "e")
    if hasExponent { try scanExponent() }
    guard hasExponent || offset - start > Self.alwaysFinite else { return }
    try proveFinite(start..<offset)
  }

  /// Scans an exponent, whose letter the scan stands at.
  private mutating func scanExponent() throws(DocumentFault) {
    offset += 1
    if bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") { offset += 1 }
    try scanDigits()
  }

  /// Scans one or more digits.
  @inline(__always)
  private mutating func scanDigits() throws(DocumentFault) {
    let start = offset
    while DocumentBytes.isDigit(bytes[offset]) { offset += 1 }
    guard offset > start else {
      let reason = DocumentProblem.invalidNumber("a number lacks a digit here")
      throw bytes.textFault(offset >= bytes.count ? .truncated : reason, at: offset)
    }
  }

  /// Converts a number the slow way to learn whether it is finite.
  ///
  /// - Parameter range: the number's bytes.
  private func proveFinite(_ range: Range<Int>) throws(DocumentFault) {
    let value = Double(String(decoding: bytes[range], as: UTF8.self))
    guard let value, value.isFinite else {
      throw bytes.textFault(.invalidNumber("a number is too large to be represented"), at: range.lowerBound)
    }
  }
}
