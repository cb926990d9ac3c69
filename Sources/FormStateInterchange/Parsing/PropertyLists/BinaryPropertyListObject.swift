import FormState
import Foundation

/// One object of a binary property list: its kind, and the range of its content.
struct BinaryPropertyListObject {
  /// The kinds a form can use.
  enum Kind {
    /// True or false.
    case boolean
    /// A whole number.
    case integer
    /// A number with a fraction.
    case real
    /// A moment.
    case date
    /// Bytes.
    case data
    /// Text of ASCII characters.
    case asciiString
    /// Text of UTF-16 code units.
    case utf16String
    /// References to values.
    case array
    /// References to keys, then as many to values.
    case dictionary
  }

  /// The object's number in the offset table.
  let number: Int

  /// The position of the object.
  let offset: Int

  /// The kind of the object.
  let kind: Kind

  /// The range of its content, wholly inside of the document's objects.
  let content: Range<Int>

  /// How many references it holds; 0 unless it is a container.
  let referenceCount: Int

  /// Whether the object is an array or a dictionary.
  var isContainer: Bool { kind == .array || kind == .dictionary }

  /// The object's size in bytes.
  var length: Int { content.upperBound - offset }

  /// The place of the object, for a fault.
  var place: DocumentPlace { .object(number, byte: offset) }

  /// Reads the head of an object.
  ///
  /// - Parameters:
  ///   - number: the object's number, less than the layout's count.
  ///   - bytes: the whole document.
  ///   - layout: the document's layout.
  /// - Throws: ``DocumentFault`` when the object is of a type no form uses, or reaches beyond the objects.
  init(_ number: Int, in bytes: DocumentBytes, layout: BinaryPropertyListLayout) throws(DocumentFault) {
    self.number = number
    offset = try layout.offset(of: number)
    let marker = bytes[offset]
    do throws(DocumentProblem) {
      kind = try Self.kind(of: marker)
      let head = try Self.head(of: kind, marker: marker, at: offset, in: bytes)
      let unit = Self.unit(of: kind, layout: layout)
      // Compare by division: the product of a hostile count would overflow.
      let room = layout.tableOffset - head.end
      guard room >= 0, head.count <= UInt64(room / unit) else {
        throw .malformed("the object reaches beyond the document's objects")
      }
      let length = Int(head.count) * unit
      content = head.end..<head.end + length
      let isContainer = kind == .array || kind == .dictionary
      referenceCount = isContainer ? length / layout.referenceWidth : 0
    } catch {
      throw DocumentFault(problem: error, place: .object(number, byte: offset))
    }
  }

  /// The kind that a marker announces.
  ///
  /// - Parameter marker: the object's first byte.
  private static func kind(of marker: UInt8) throws(DocumentProblem) -> Kind {
    switch (marker >> 4, marker & 0xF) {
    case (0x0, 0x8), (0x0, 0x9): return .boolean
    case (0x0, 0x0): throw .unsupportedType("null")
    case (0x1, 0...3): return .integer
    case (0x1, 4): throw .unsupportedType("an integer of 16 bytes")
    case (0x2, 2), (0x2, 3): return .real
    case (0x3, 3): return .date
    case (0x4, _): return .data
    case (0x5, _): return .asciiString
    case (0x6, _): return .utf16String
    case (0x8, _): throw .unsupportedType("a UID")
    case (0xA, _): return .array
    case (0xB, _): throw .unsupportedType("an ordered set")
    case (0xC, _): throw .unsupportedType("a set")
    case (0xD, _): return .dictionary
    default: throw .unsupportedType("an object of type 0x\(String(marker, radix: 16))")
    }
  }

  /// How many bytes one element of an object's content has.
  private static func unit(of kind: Kind, layout: BinaryPropertyListLayout) -> Int {
    switch kind {
    case .utf16String: 2
    case .array: layout.referenceWidth
    case .dictionary: layout.referenceWidth * 2
    default: 1
    }
  }

  /// Reads the number of an object's elements, and the end of its marker and count.
  private static func head(
    of kind: Kind, marker: UInt8, at offset: Int, in bytes: DocumentBytes
  ) throws(DocumentProblem) -> (count: UInt64, end: Int) {
    let low = marker & 0xF
    switch kind {
    case .boolean: return (0, offset + 1)
    case .integer, .real, .date: return (1 << UInt64(low), offset + 1)
    default: break
    }
    guard low == 0xF else { return (UInt64(low), offset + 1) }
    let countMarker = bytes[offset + 1]
    guard (0x10...0x13).contains(countMarker) else {
      throw .malformed("the object's count is not an integer of up to 8 bytes")
    }
    let width = 1 << Int(countMarker & 0xF)
    let count = bytes.bigEndian(at: offset + 2, width: width)
    guard Int64(bitPattern: count) >= 0 else { throw .malformed("the object's count is negative") }
    return (count, offset + 2 + width)
  }

  /// The value of an object other than a container.
  ///
  /// - Parameter bytes: the whole document.
  /// - Throws: ``DocumentFault`` for invalid text, reals and dates.
  /// - Complexity: O(*n*) in the length of the object.
  func value(in bytes: DocumentBytes) throws(DocumentFault) -> PropertyValue {
    switch kind {
    case .boolean: return .boolean(bytes[offset] == 0x09)
    case .integer:
      // Up to four bytes are unsigned, eight are signed.
      return .integer(Int64(bitPattern: bytes.bigEndian(at: content.lowerBound, width: content.count)))
    case .real:
      let number = floatingPoint(in: bytes)
      guard number.isFinite else { throw fault(.invalidNumber("a real is not a finite number")) }
      return .real(number)
    case .date:
      let seconds = floatingPoint(in: bytes)
      guard DocumentLimits.dates.contains(seconds) else { throw fault(.invalidDate) }
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case .data: return .data(Data(bytes[content]))
    case .asciiString:
      for byte in bytes[content] {
        guard byte < 0x80 else { throw fault(.malformed("the text is not ASCII")) }
        guard !DocumentText.isForbidden(byte) else { throw fault(.forbiddenCharacter(UInt32(byte))) }
      }
      return .string(bytes.text(content))
    case .utf16String: return .string(try utf16Text(in: bytes))
    case .array: return .array([])
    case .dictionary: return .dictionary([:])
    }
  }

  /// The number that a real or a date holds.
  private func floatingPoint(in bytes: DocumentBytes) -> Double {
    let bits = bytes.bigEndian(at: content.lowerBound, width: content.count)
    return content.count == 4
      ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
  }

  /// The text of UTF-16 code units.
  private func utf16Text(in bytes: DocumentBytes) throws(DocumentFault) -> String {
    let units = stride(from: content.lowerBound, to: content.upperBound, by: 2).lazy.map { step in
      UInt16(bytes[step]) << 8 | UInt16(bytes[step + 1])
    }
    var decoder = UTF16()
    var iterator = units.makeIterator()
    var text = String.UnicodeScalarView()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar):
        guard ForbiddenCharacter.isAllowed(scalar) else { throw fault(.forbiddenCharacter(scalar.value)) }
        text.append(scalar)
      case .emptyInput: return String(text)
      case .error: throw fault(.malformed("half of a surrogate pair is unpaired"))
      }
    }
  }

  /// Makes a fault about this object.
  private func fault(_ problem: DocumentProblem) -> DocumentFault {
    DocumentFault(problem: problem, place: place)
  }
}
