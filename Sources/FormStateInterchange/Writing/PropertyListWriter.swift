import FormState
import Foundation

/// Writes the values of a property list to an output, so both formats have the same contents and limits.
struct PropertyListWriter<Output: PropertyListOutput> {
  private var output: Output

  /// Begins a document.
  ///
  /// - Parameter output: the format, empty.
  init(to output: Output) {
    self.output = output
  }

  /// Writes a CellDescriptor.plist.
  ///
  /// - Parameters:
  ///   - cells: the cells, requested one after another.
  ///   - output: the format, empty.
  /// - Throws: ``ExportError`` for a value that the format cannot hold.
  /// - Complexity: O(n log n) for n entries, because of the order of keys.
  static func write(_ cells: DescribedCells, to output: Output) throws(ExportError) -> Data {
    var writer = PropertyListWriter(to: output)
    writer.output.openArray()
    for section in cells.sectionIndices {
      if !cells.isFlat { writer.output.openArray() }
      try cells.forEach(inSection: section) { row, cell throws(ExportError) in
        do throws(UnwritableValue) {
          try writer.append(cell)
        } catch {
          throw ExportError(description: "section \(section), row \(row): \(error.reason)")
        }
      }
      if !cells.isFlat { try writer.closeArray(of: "section \(section)") }
    }
    try writer.closeArray(of: "the sections")
    return writer.output.document()
  }

  private mutating func closeArray(of place: String) throws(ExportError) {
    do throws(UnwritableValue) {
      try output.closeArray()
    } catch {
      throw ExportError(description: "\(place): \(error.reason)")
    }
  }

  private mutating func append(_ cell: CellDescriptorEntries) throws(UnwritableValue) {
    output.openDictionary()
    for (name, value) in cell.members {
      try output.key(name)
      try append(value, depth: 3)
    }
    try output.closeDictionary()
  }

  /// Writes a value; null, which property lists do not have, is left out, in a dictionary with its key.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - depth: its nesting depth, which bounds the recursion.
  /// - Throws: ``UnwritableValue`` for a value that property lists, or this format, cannot hold.
  /// - Complexity: O(n log n) for n values.
  mutating func append(_ value: PropertyValue, depth: Int) throws(UnwritableValue) {
    guard depth < DocumentLimits.standard.maximumDepth else {
      throw UnwritableValue(reason: "a property is nested too deep to be read again; flatten it")
    }
    switch value {
    case .null: break
    case .boolean, .integer, .string, .data: try output.scalar(value)
    case .real(let number):
      guard number.isFinite else {
        throw UnwritableValue(reason: "a property is a number that is not finite; property lists have none")
      }
      try output.scalar(value)
    case .date(let moment):
      guard DocumentLimits.dates.contains(moment.timeIntervalSinceReferenceDate) else {
        throw UnwritableValue(
          reason: "a property is a date outside the years 1 to 9999, which property lists cannot hold; write a text")
      }
      try output.scalar(value)
    case .array(let values):
      output.openArray()
      for value in values { try append(value, depth: depth + 1) }
      try output.closeArray()
    case .dictionary(let values):
      output.openDictionary()
      for (key, value) in values.sorted(by: { $0.key < $1.key }) where value != .null {
        try output.key(key)
        try append(value, depth: depth + 1)
      }
      try output.closeDictionary()
    }
  }

  /// The whole document, once its outermost value was written.
  mutating func document() -> Data { output.document() }
}
