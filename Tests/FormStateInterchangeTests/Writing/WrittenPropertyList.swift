import FormState
import Foundation

@testable import FormStateInterchange

/// A property list of one value, written by the library.
enum WrittenPropertyList {
  /// The document in a format.
  static func data(of value: PropertyValue, as format: CellDescriptorPlist.PlistFormat) throws -> Data {
    switch format {
    case .xml: try data(of: value, to: XMLPropertyListWriter())
    case .binary: try data(of: value, to: BinaryPropertyListWriter())
    }
  }

  private static func data(of value: PropertyValue, to output: some PropertyListOutput) throws -> Data {
    var writer = PropertyListWriter(to: output)
    try writer.append(value, depth: 0)
    return writer.document()
  }
}

/// The first difference between two values, scalar by scalar and bit by bit; `nil` if they are equal.
func exactDifference(_ left: PropertyValue, _ right: PropertyValue) -> String? {
  switch (left, right) {
  case (.array(let lefts), .array(let rights)) where lefts.count == rights.count:
    return zip(lefts, rights).lazy.compactMap { exactDifference($0, $1) }.first
  case (.dictionary(let lefts), .dictionary(let rights)) where lefts.count == rights.count:
    return lefts.lazy.compactMap { name, value in
      guard let place = rights.index(forKey: name), rights[place].key.utf8.elementsEqual(name.utf8) else {
        return "no “\(name)”"
      }
      return exactDifference(value, rights[place].value)
    }.first
  case (.string(let left), .string(let right)) where left.utf8.elementsEqual(right.utf8): return nil
  case (.string(let left), .string(let right)): return "\(Array(left.utf8)) and \(Array(right.utf8))"
  case (.real(let left), .real(let right)) where left.bitPattern == right.bitPattern: return nil
  case (.real(let left), .real(let right)): return "\(left) and \(right)"
  default: return left == right ? nil : "\(left) and \(right)"
  }
}
