/// A name of an element or attribute in an XML document.
struct XMLWrittenName {
  /// Its range.
  let range: Range<Int>

  /// The part before its colon; `nil` without a colon.
  let prefix: String?

  /// The part after its colon, or all of it.
  let local: String

  /// The whole name.
  var text: String { XMLName.written(prefix: prefix, local: local) }
}

/// The names in an XML document.
extension XMLScanner {
  /// Reads the name of an element or attribute.
  ///
  /// - Parameter maximumBytes: the most bytes it may have.
  /// - Returns: the name, or `nil` if there is none here.
  /// - Throws: ``DocumentFault`` for a name that is too long, or that XML and its namespaces do not allow.
  /// - Complexity: O(*n*) in the length of the name.
  mutating func readName(maximumBytes: Int) throws(DocumentFault) -> XMLWrittenName? {
    let start = offset
    var colon: Int?
    var isFirst = true
    while Self.isNameByte(bytes[offset]) {
      if bytes[offset] == UInt8(ascii: ":") {
        guard colon == nil, !isFirst else { throw unfitName(at: start) }
        colon = offset
        offset += 1
        isFirst = true
      } else {
        guard try passNameCharacter(isFirst: isFirst) else { throw unfitName(at: start) }
        isFirst = false
      }
      guard offset - start <= maximumBytes else {
        throw bytes.textFault(.nameTooLong(maximumBytes: maximumBytes), at: start)
      }
    }
    guard offset > start else { return nil }
    guard !isFirst else { throw unfitName(at: start) }
    guard let colon else {
      return XMLWrittenName(range: start..<offset, prefix: nil, local: bytes.text(start..<offset))
    }
    return XMLWrittenName(
      range: start..<offset, prefix: bytes.text(start..<colon), local: bytes.text(colon + 1..<offset))
  }

  /// Skips one character of a name.
  ///
  /// - Parameter isFirst: whether it is the first character of the name, or of the part after its colon.
  /// - Returns: whether XML allows it there.
  @inline(__always)
  private mutating func passNameCharacter(isFirst: Bool) throws(DocumentFault) -> Bool {
    let byte = bytes[offset]
    guard byte >= 0x80 else {
      offset += 1
      return !isFirst || byte == UInt8(ascii: "_") || byte | 0x20 >= UInt8(ascii: "a")
    }
    let start = offset
    try passCharacter()
    return bytes.text(start..<offset).unicodeScalars.allSatisfy { Self.mayName($0, isFirst: isFirst) }
  }

  /// Whether XML allows a character beyond ASCII in a name.
  ///
  /// - Parameters:
  ///   - scalar: the character.
  ///   - isFirst: whether the name begins with it.
  private static func mayName(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    switch scalar.value {
    case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F: true
    case 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF: true
    case 0xB7, 0x300...0x36F, 0x203F...0x2040: !isFirst
    default: false
    }
  }

  /// Makes the fault for a name that is none.
  ///
  /// - Parameter start: its position.
  private func unfitName(at start: Int) -> DocumentFault {
    var end = start
    while end < start + 400, Self.isNameByte(bytes[end]) { end += 1 }
    let name = DocumentText.excerpt(of: bytes.text(start..<end))
    let rule = "it must begin with a letter or “_”, and may have one colon, with such a name on either side"
    return bytes.textFault(
      end >= bytes.count ? .truncated : .malformed("“\(name)” is not a valid name: \(rule)"),
      at: end >= bytes.count ? end : start)
  }
}
