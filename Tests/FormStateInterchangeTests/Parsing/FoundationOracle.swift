import FormState
import Foundation

@testable import FormStateInterchange

/// The result of Foundation's decoders for a sound document, with which the readers are compared.
enum FoundationOracle {
  /// The outermost value as Foundation decodes it.
  ///
  /// - Throws: what the decoder throws.
  static func root(of data: Data, format: DocumentFormat) throws -> PropertyValue {
    switch format {
    case .xmlPropertyList, .binaryPropertyList:
      try PropertyValue(
        foundationObject: PropertyListSerialization.propertyList(from: data, options: [], format: nil))
    case .json:
      try PropertyValue(foundationObject: JSONSerialization.jsonObject(with: data, options: [.fragmentsAllowed]))
    }
  }
}

extension PropertyValue {
  /// An object of a type that does not occur in documents.
  struct UnknownObject: Error {}

  /// The value of an object from Foundation's property list and JSON decoders.
  ///
  /// A number keeps the type that the document gave it: a decoded `NSNumber` knows whether it was a boolean, an integer
  /// or a real, but only its Objective-C type code reveals it, since a cast to any of them succeeds. Recursion is
  /// bounded by the reader that accepted the document.
  ///
  /// - Throws: ``UnknownObject`` for any other type.
  init(foundationObject object: Any) throws {
    switch object {
    case let text as String: self = .string(text)
    case let values as [String: Any]: self = .dictionary(try values.mapValues(PropertyValue.init(foundationObject:)))
    case let values as [Any]: self = .array(try values.map(PropertyValue.init(foundationObject:)))
    case let date as Date: self = .date(date)
    case let data as Data: self = .data(data)
    case is NSNull: self = .null
    case let flag as Bool where type(of: object) == Bool.self: self = .boolean(flag)
    case let number as NSNumber: self = PropertyValue(number)
    default: throw UnknownObject()
    }
  }

  private init(_ number: NSNumber) {
    if number === NSNumber(value: true) || number === NSNumber(value: false) {
      self = .boolean(number.boolValue)
      return
    }
    switch String(cString: number.objCType) {
    case "c", "B": self = .boolean(number.boolValue)
    // Foundation on Linux decodes the minimum 64-bit integer of a JSON document as a real.
    case "d", "f": self = number.doubleValue == -0x1p63 ? .integer(.min) : .real(number.doubleValue)
    // Unsigned numbers beyond 64 signed bits would wrap around.
    case "Q" where number.uint64Value > UInt64(Int64.max): self = .real(number.doubleValue)
    default: self = .integer(number.int64Value)
    }
  }
}
