import FormState

/// Reads a JSON document (RFC 8259) in one pass, without recursion.
///
/// It is strict: duplicate keys, numbers beyond a `Double`, lone surrogates, characters that no property list can hold
/// and anything after the outermost value are refused. A UTF-8 byte order mark is accepted and skipped, as
/// RFC 8259 allows a reader to do.
struct JSONReader {
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

  /// The document, or the part of it that the window holds.
  private(set) var bytes: DocumentBytes

  /// Where the bytes come from, of a document that is read a piece at a time.
  private let window: DocumentWindow?

  /// How many bytes of the document the window has passed.
  private var passed = 0

  /// The beginning of the current piece.
  private var pieceStart = 0

  /// The values so far, and the containers that are open.
  private var tree: DocumentTree

  /// The reader's position.
  var offset: Int

  /// The current text, as far as it differs from the document's bytes.
  var resolved: [UInt8] = []

  /// Prepares a reader.
  ///
  /// - Parameters:
  ///   - bytes: the whole document.
  ///   - limits: the document's limits.
  ///   - places: finds places; `nil` if none are needed.
  private init(_ bytes: DocumentBytes, limits: DocumentLimits, places: DocumentPlaces?) {
    self.bytes = bytes
    window = nil
    tree = DocumentTree(limits: limits, places: places)
    offset = bytes.endOfByteOrderMark
  }

  /// Prepares a reader of a document that arrives in pieces, see ``JSONPieces``.
  ///
  /// - Parameters:
  ///   - window: the document, from its beginning.
  ///   - limits: the limits of one value.
  init(_ window: DocumentWindow, limits: DocumentLimits) {
    self.window = window
    bytes = window.bytes
    tree = DocumentTree(limits: limits)
    offset = bytes.endOfByteOrderMark
  }

  /// Reads a JSON document; its outermost value may be of any type.
  ///
  /// A whole number is an integer if it fits 64 bits, and otherwise a real.
  ///
  /// - Parameters:
  ///   - bytes: the whole document.
  ///   - limits: the document's limits.
  ///   - places: finds places; `nil` if none are needed.
  /// - Throws: ``DocumentFault`` with the problem, line and column.
  /// - Complexity: O(*n*) in the size of the document.
  static func read(
    _ bytes: DocumentBytes, limits: DocumentLimits = .standard, places: DocumentPlaces? = nil
  ) throws(DocumentFault) -> PropertyValue {
    try limits.admit(bytes)
    guard bytes.endOfWhitespace(from: bytes.endOfByteOrderMark) < bytes.count else {
      throw DocumentFault(problem: .empty, place: .wholeDocument)
    }
    var reader = JSONReader(bytes, limits: limits, places: places)
    let root = try reader.readWholeValue()
    try reader.requireEnd()
    return root
  }

  /// Reads a value with all that it holds.
  ///
  /// - Parameter isPart: whether it is a part of the document.
  mutating func readWholeValue(isPart: Bool = false) throws(DocumentFault) -> PropertyValue {
    pieceStart = offset
    tree.removeRoot(isPart: isPart)
    var expectation = Expectation.value
    while expectation != .end { expectation = try read(expectation) }
    guard let root = tree.root else { throw bytes.textFault(.truncated, at: bytes.count) }
    return root
  }

  /// Makes sure that nothing follows.
  mutating func requireEnd() throws(DocumentFault) {
    try passWhitespace()
    guard offset >= bytes.count else { throw bytes.textFault(.trailingContent, at: offset) }
  }

  /// Reads the expected token; a text or a number that the window cuts off is read whole.
  private mutating func read(_ expectation: Expectation) throws(DocumentFault) -> Expectation {
    try passWhitespace()
    let distance = offset - pieceStart
    while true {
      do throws(DocumentFault) {
        return try readToken(expectation)
      } catch {
        guard isCutOff else { throw error }
        offset = pieceStart + distance
        try moveWindow()
      }
    }
  }

  private mutating func readToken(_ expectation: Expectation) throws(DocumentFault) -> Expectation {
    switch expectation {
    case .value: return try readValue()
    case .elementOrEnd: return bytes[offset] == UInt8(ascii: "]") ? try closeContainer() : try readValue()
    case .keyOrEnd: return bytes[offset] == UInt8(ascii: "}") ? try closeContainer() : try readKey()
    case .key: return try readKey()
    case .separatorOrEnd: return try readSeparatorOrEnd()
    case .end: return .end
    }
  }

  /// Reads a scalar, or opens a container.
  private mutating func readValue() throws(DocumentFault) -> Expectation {
    let start = offset
    let value: PropertyValue
    switch bytes[offset] {
    case UInt8(ascii: "\""): value = .string(try readString())
    case UInt8(ascii: "{"): return try openContainer(isDictionary: true)
    case UInt8(ascii: "["): return try openContainer(isDictionary: false)
    case UInt8(ascii: "t"): value = try readLiteral("true", as: .boolean(true))
    case UInt8(ascii: "f"): value = try readLiteral("false", as: .boolean(false))
    case UInt8(ascii: "n"): value = try readLiteral("null", as: .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): value = try readNumber()
    default: throw bytes.unexpected("a value is expected here", at: offset)
    }
    try countNode(at: start)
    tree.add(value, at: passed + start)
    return afterValue
  }

  /// The tokens allowed after a complete value.
  private var afterValue: Expectation {
    tree.innermost == nil ? .end : .separatorOrEnd
  }

  /// Reads one of the three words of JSON.
  ///
  /// - Parameters:
  ///   - literal: the word its first letter announces.
  ///   - value: its value.
  private mutating func readLiteral(
    _ literal: StaticString, as value: PropertyValue
  ) throws(DocumentFault) -> PropertyValue {
    guard bytes.matches(literal, at: offset) else {
      let isCutShort = offset + literal.utf8CodeUnitCount > bytes.count
      throw bytes.unexpected("a value is expected here", at: isCutShort ? bytes.count : offset)
    }
    offset += literal.utf8CodeUnitCount
    return value
  }

  /// Opens an object or an array.
  ///
  /// - Parameter isDictionary: whether it is an object.
  private mutating func openContainer(isDictionary: Bool) throws(DocumentFault) -> Expectation {
    try countNode(at: offset)
    guard tree.open(isDictionary: isDictionary, at: passed + offset) else {
      throw bytes.textFault(.tooDeep(maximumDepth: tree.limits.maximumDepth), at: offset)
    }
    offset += 1
    return isDictionary ? .keyOrEnd : .elementOrEnd
  }

  /// Closes the innermost container at its closing bracket.
  private mutating func closeContainer() throws(DocumentFault) -> Expectation {
    if let repeated = tree.close() {
      throw bytes.textFault(.duplicateKey(repeated.key), at: repeated.offset - passed)
    }
    offset += 1
    return afterValue
  }

  /// Reads a key and its colon.
  private mutating func readKey() throws(DocumentFault) -> Expectation {
    let start = offset
    let key = try readKeyText()
    try countNode(at: start)
    if let problem = tree.add(key: key, at: passed + start) { throw bytes.textFault(problem, at: start) }
    return .value
  }

  private mutating func readKeyText() throws(DocumentFault) -> String {
    guard bytes[offset] == UInt8(ascii: "\"") else {
      throw bytes.unexpected("a key in double quotes is expected here", at: offset)
    }
    let key = try readString()
    offset = bytes.endOfWhitespace(from: offset)
    guard bytes[offset] == UInt8(ascii: ":") else {
      throw bytes.unexpected("a colon is expected after a key", at: offset)
    }
    offset += 1
    return key
  }

  /// Reads a comma, or closes the innermost container.
  private mutating func readSeparatorOrEnd() throws(DocumentFault) -> Expectation {
    let isDictionary = tree.innermost?.isDictionary ?? false
    switch bytes[offset] {
    case UInt8(ascii: ","):
      offset += 1
      if !isDictionary { tree.dropSurplusElement() }
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
  /// - Parameter start: its position.
  @inline(__always)
  private mutating func countNode(at start: Int) throws(DocumentFault) {
    guard tree.countNode() else {
      throw bytes.textFault(.tooManyNodes(maximumNodes: tree.limits.maximumNodes), at: start)
    }
  }
}

/// The support for windows: earlier bytes are released while the reader advances.
extension JSONReader {
  /// The maximum lookahead within a text or a word.
  private static let lookahead = 16

  /// Whether the reader is at the end of a window and the document continues.
  private var isCutOff: Bool {
    guard bytes.count - offset <= Self.lookahead, let window else { return false }
    return !window.isAtEnd
  }

  /// Skips white space, and makes sure that the next bytes are there.
  @inline(__always)
  private mutating func passWhitespace() throws(DocumentFault) {
    offset = bytes.endOfWhitespace(from: offset)
    while bytes.count - offset < DocumentWindow.margin, let window, !window.isAtEnd {
      try moveWindow()
      offset = bytes.endOfWhitespace(from: offset)
    }
  }

  /// Reads more, and releases the bytes before the piece.
  private mutating func moveWindow() throws(DocumentFault) {
    guard let window else { return }
    guard bytes.count - pieceStart <= tree.limits.maximumBytes else {
      throw DocumentFault(problem: .tooLarge(maximumBytes: tree.limits.maximumBytes), place: .wholeDocument)
    }
    // The last byte stays, since a line end may have two.
    let distance = max(0, min(pieceStart, bytes.count - 1))
    window.move(by: distance)
    passed += distance
    offset -= distance
    pieceStart -= distance
    bytes = window.bytes
  }

  /// The next byte other than white space; zero at the end.
  mutating func nextByte() throws(DocumentFault) -> UInt8 {
    pieceStart = offset
    try passWhitespace()
    return bytes[offset]
  }

  /// Reads a key of an object around the next pieces, and its colon.
  ///
  /// - Parameter isNew: whether the object did not have it before.
  mutating func readKey(where isNew: (String) -> Bool) throws(DocumentFault) -> String {
    _ = try nextByte()
    pieceStart = offset
    while true {
      do throws(DocumentFault) {
        let key = try readKeyText()
        if let problem = tree.limits.problem(withKey: key) { throw bytes.textFault(problem, at: pieceStart) }
        guard isNew(key) else {
          throw bytes.textFault(.duplicateKey(DocumentText.excerpt(of: key)), at: pieceStart)
        }
        return key
      } catch {
        guard isCutOff else { throw error }
        offset = pieceStart
        try moveWindow()
      }
    }
  }
}

/// The numbers of JSON.
extension JSONReader {
  /// Reads a number, which must be finite as a `Double`.
  mutating func readNumber() throws(DocumentFault) -> PropertyValue {
    let start = offset
    if bytes[offset] == UInt8(ascii: "-") { offset += 1 }
    if bytes[offset] == UInt8(ascii: "0") {
      offset += 1
      guard !DocumentBytes.isDigit(bytes[offset]) else {
        throw bytes.textFault(.invalidNumber("a number has a leading zero"), at: start)
      }
    } else {
      try passDigits()
    }
    var isWhole = true
    if bytes[offset] == UInt8(ascii: ".") {
      isWhole = false
      offset += 1
      try passDigits()
    }
    if bytes[offset] | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      try passExponent()
    }
    // A token at the end of the window may continue after it.
    if isCutOff { throw bytes.unexpected("a number is incomplete here", at: offset) }
    if isWhole, let integer = bytes.integer(start..<offset) { return .integer(integer) }
    guard let number = bytes.decimal(start..<offset) else {
      throw bytes.textFault(.invalidNumber("a number is too large to be represented"), at: start)
    }
    return .real(number)
  }

  /// Skips an exponent from its letter on.
  private mutating func passExponent() throws(DocumentFault) {
    offset += 1
    if bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") { offset += 1 }
    try passDigits()
  }

  /// Skips one or more digits.
  @inline(__always)
  private mutating func passDigits() throws(DocumentFault) {
    let start = offset
    while DocumentBytes.isDigit(bytes[offset]) { offset += 1 }
    guard offset > start else {
      let reason = DocumentProblem.invalidNumber("a number lacks a digit here")
      throw bytes.textFault(offset >= bytes.count ? .truncated : reason, at: offset)
    }
  }
}
