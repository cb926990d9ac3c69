import FormState
import Foundation

/// Builds the value of a binary property list that has passed its scan.
///
/// Recursion is bounded by the scan's limit on depth, and what shared objects expand to by its limit on nodes.
struct BinaryPropertyListReader {
  private let bytes: DocumentBytes
  private let layout: BinaryPropertyListLayout

  /// Reads a scanned document.
  ///
  /// - Throws: ``DocumentFault`` when the document would not have passed the scan.
  /// - Complexity: O(n) in what the document expands to.
  static func read(_ bytes: DocumentBytes, limits: DocumentLimits) throws(DocumentFault) -> PropertyValue {
    let layout = try BinaryPropertyListLayout(bytes, limits: limits)
    return try BinaryPropertyListReader(bytes: bytes, layout: layout).value(layout.topObject)
  }

  private func value(_ number: Int) throws(DocumentFault) -> PropertyValue {
    let object = try BinaryPropertyListObject(number, in: bytes, layout: layout)
    switch object.kind {
    case .boolean: return .boolean(bytes[object.offset] & 0xF == 9)
    case .integer: return .integer(integer(of: object))
    case .real: return .real(object.floatingPoint(in: bytes))
    case .date: return .date(Date(timeIntervalSinceReferenceDate: object.floatingPoint(in: bytes)))
    case .data: return .data(Data(bytes[object.content]))
    case .asciiString, .utf16String: return .string(text(of: object))
    case .array:
      var values: [PropertyValue] = []
      values.reserveCapacity(object.referenceCount)
      for index in 0..<object.referenceCount { values.append(try value(reference(index, of: object))) }
      return .array(values)
    case .dictionary:
      let count = object.referenceCount / 2
      var values: [String: PropertyValue] = [:]
      values.reserveCapacity(count)
      for index in 0..<count {
        let key = try BinaryPropertyListObject(reference(index, of: object), in: bytes, layout: layout)
        values[text(of: key)] = try value(reference(count + index, of: object))
      }
      return .dictionary(values)
    }
  }

  private func reference(_ index: Int, of object: BinaryPropertyListObject) throws(DocumentFault) -> Int {
    try layout.reference(at: object.content.lowerBound + index * layout.referenceWidth)
  }

  /// Integers of 8 bytes are signed, shorter ones are not.
  private func integer(of object: BinaryPropertyListObject) -> Int64 {
    Int64(bitPattern: bytes.bigEndian(at: object.content.lowerBound, width: object.content.count))
  }

  private func text(of object: BinaryPropertyListObject) -> String {
    object.kind == .utf16String
      ? String(decoding: object.utf8(in: bytes) ?? [], as: UTF8.self)
      : String(decoding: bytes[object.content], as: UTF8.self)
  }
}
