/// The layout of a binary property list from its trailer, verified to be inside of the document.
///
/// The file is a header of 8 bytes, the objects, a table of their offsets, and a trailer of 32 bytes.
struct BinaryPropertyListLayout {
  /// The length of the header.
  static let headerLength = 8

  /// The length of the trailer.
  static let trailerLength = 32

  /// How many objects the table lists.
  let objectCount: Int

  /// The number of the outermost object.
  let topObject: Int

  /// How many bytes a reference to an object has, from 1 to 8.
  let referenceWidth: Int

  /// The end of the objects, where the table begins.
  let tableOffset: Int

  /// The document.
  private let bytes: DocumentBytes

  /// How many bytes an offset has in the table, from 1 to 8.
  private let offsetWidth: Int

  /// Reads and proves the header and the trailer.
  ///
  /// - Parameters:
  ///   - bytes: the whole document.
  ///   - limits: the document's limits.
  /// - Throws: ``DocumentFault`` when the parts do not fit the document.
  /// - Complexity: O(*n*) in the number of objects.
  init(_ bytes: DocumentBytes, limits: DocumentLimits) throws(DocumentFault) {
    self.bytes = bytes
    guard bytes.count >= Self.headerLength + Self.trailerLength + 2 else {
      throw DocumentFault(problem: .truncated, place: .byte(bytes.count))
    }
    guard bytes.matches("bplist00", at: 0) else {
      throw DocumentFault(
        problem: .malformed("only version 00 of binary property lists is read"), place: .byte(6))
    }
    let trailer = bytes.count - Self.trailerLength
    offsetWidth = Int(bytes[trailer + 6])
    referenceWidth = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetWidth), (1...8).contains(referenceWidth) else {
      throw Self.fault("the trailer's widths must be between 1 and 8 bytes", at: trailer + 6)
    }
    // Every count is compared as unsigned with the document's capacity before it becomes an `Int`.
    let declaredTable = bytes.bigEndian(at: trailer + 24, width: 8)
    guard declaredTable > UInt64(Self.headerLength), declaredTable < UInt64(trailer) else {
      throw Self.fault("the offset table is outside of the document", at: trailer + 24)
    }
    tableOffset = Int(declaredTable)
    let declaredCount = bytes.bigEndian(at: trailer + 8, width: 8)
    guard declaredCount == UInt64((trailer - tableOffset) / offsetWidth),
      (trailer - tableOffset) % offsetWidth == 0
    else {
      throw Self.fault("the offset table does not reach from the objects to the trailer", at: trailer + 8)
    }
    objectCount = Int(declaredCount)
    guard objectCount <= limits.maximumNodes else {
      throw DocumentFault(
        problem: .tooManyNodes(maximumNodes: limits.maximumNodes), place: .byte(trailer + 8))
    }
    guard objectCount <= tableOffset - Self.headerLength else {
      throw Self.fault("the offset table lists more objects than there are bytes for", at: trailer + 8)
    }
    let declaredTop = bytes.bigEndian(at: trailer + 16, width: 8)
    guard declaredTop < declaredCount else {
      throw Self.fault("the outermost object is not in the offset table", at: trailer + 16)
    }
    topObject = Int(declaredTop)
    for number in 0..<objectCount { _ = try offset(of: number) }
  }

  /// The offset of an object.
  ///
  /// - Parameter number: the object's number, less than ``objectCount``.
  /// - Throws: ``DocumentFault`` if the object is not between the header and the table.
  func offset(of number: Int) throws(DocumentFault) -> Int {
    let entry = tableOffset + number * offsetWidth
    let offset = bytes.bigEndian(at: entry, width: offsetWidth)
    guard offset >= UInt64(Self.headerLength), offset < UInt64(tableOffset) else {
      throw Self.fault("object \(number) is outside of the document's objects", at: entry)
    }
    return Int(offset)
  }

  /// The number of the object that a reference names.
  ///
  /// - Parameter offset: the position of the reference.
  /// - Throws: ``DocumentFault`` if there is no such object.
  func reference(at offset: Int) throws(DocumentFault) -> Int {
    let number = bytes.bigEndian(at: offset, width: referenceWidth)
    guard number < UInt64(objectCount) else {
      throw Self.fault("a reference names an object that is not in the offset table", at: offset)
    }
    return Int(number)
  }

  /// Makes a fault about a byte.
  private static func fault(_ reason: String, at offset: Int) -> DocumentFault {
    DocumentFault(problem: .malformed(reason), place: .byte(offset))
  }
}
