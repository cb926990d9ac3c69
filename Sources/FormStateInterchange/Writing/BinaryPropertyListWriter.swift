import FormState
import Foundation

/// Writes a CellDescriptor.plist in binary.
enum BinaryPropertyListWriter {
  /// Writes the sections.
  ///
  /// - Throws: ``ExportError`` for properties nested too deep; what Foundation throws.
  /// - Complexity: O(n).
  static func write(_ sections: [[CellDescription]]) throws -> Data {
    let root = try sections.map { section in
      try section.map { cell in
        var entries: [String: Any] = [:]
        for (key, value) in cell.standard { entries[key.rawValue] = try object(value, depth: 3) }
        for (key, value) in cell.properties { entries[key] = try object(value, depth: 3) }
        return entries
      }
    }
    return try PropertyListSerialization.data(fromPropertyList: root, format: .binary, options: 0)
  }

  /// The value as Foundation takes it; `nil` for null, which property lists do not have.
  private static func object(_ value: PropertyValue, depth: Int) throws -> Any? {
    guard depth < DocumentLimits.standard.maximumDepth else {
      throw ExportError(description: "a property is nested too deep to be read again; flatten it")
    }
    switch value {
    case .null: return nil
    case .boolean(let flag): return flag
    case .integer(let number): return number
    case .real(let number): return number
    case .string(let string): return string
    case .date(let date): return date
    case .data(let data): return data
    case .array(let values): return try values.compactMap { try object($0, depth: depth + 1) }
    case .dictionary(let values): return try values.compactMapValues { try object($0, depth: depth + 1) }
    }
  }
}
