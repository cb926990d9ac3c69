import FormState
import Foundation

/// Writes a CellDescriptor.plist.
enum PropertyListWriter {
  /// Writes the sections.
  ///
  /// - Parameter isFlat: whether the cells of the only section stand at the root.
  /// - Throws: ``ExportError`` for what the format cannot hold; what Foundation throws.
  /// - Complexity: O(n).
  static func write(
    _ sections: [[CellDescriptorEntries]], isFlat: Bool, as format: CellDescriptorPlist.PlistFormat
  ) throws -> Data {
    let objects = try sections.enumerated().map { index, section in
      try section.enumerated().map { row, cell in
        do throws(Unwritable) {
          return try object(for: cell, isXML: format == .xml)
        } catch {
          throw ExportError(description: "section \(index), row \(row): \(error.reason)")
        }
      }
    }
    let root: [Any] = isFlat ? objects.first ?? [] : objects
    if format == .xml { return try XMLPropertyListWriter.write(root) }
    return try PropertyListSerialization.data(fromPropertyList: root, format: .binary, options: 0)
  }

  /// Why a value cannot be written.
  private struct Unwritable: Error {
    let reason: String
  }

  private static func object(for cell: CellDescriptorEntries, isXML: Bool) throws(Unwritable) -> [String: Any] {
    var entries: [String: Any] = [:]
    for (name, value) in cell.all {
      try check(name, isXML: isXML)
      entries[name] = try object(for: value, isXML: isXML, depth: 3)
    }
    return entries
  }

  /// The value as Foundation takes it; `nil` for null, which property lists do not have.
  private static func object(for value: PropertyValue, isXML: Bool, depth: Int) throws(Unwritable) -> Any? {
    guard depth < DocumentLimits.standard.maximumDepth else {
      throw Unwritable(reason: "a property is nested too deep to be read again; flatten it")
    }
    switch value {
    case .null: return nil
    case .boolean(let flag): return flag
    case .integer(let number): return number
    case .real(let number) where !number.isFinite:
      throw Unwritable(reason: "a property is a number that is not finite; property lists hold none")
    case .real(let number): return number
    case .string(let text):
      try check(text, isXML: isXML)
      return text
    case .date(let date): return date
    case .data(let data): return data
    case .array(let values):
      var objects: [Any] = []
      for value in values {
        if let object = try object(for: value, isXML: isXML, depth: depth + 1) { objects.append(object) }
      }
      return objects
    case .dictionary(let values):
      var objects: [String: Any] = [:]
      for (key, value) in values {
        try check(key, isXML: isXML)
        objects[key] = try object(for: value, isXML: isXML, depth: depth + 1)
      }
      return objects
    }
  }

  private static func check(_ text: String, isXML: Bool) throws(Unwritable) {
    let isPlain = { (bytes: UnsafeBufferPointer<UInt8>) in bytes.allSatisfy { $0 >= 0x20 && $0 < 0x80 } }
    guard isXML, text.utf8.withContiguousStorageIfAvailable(isPlain) != true,
      !text.unicodeScalars.allSatisfy(ForbiddenCharacter.isAllowed)
    else { return }
    throw Unwritable(reason: "a text holds a control character, which XML cannot; export as binary or form JSON")
  }
}
