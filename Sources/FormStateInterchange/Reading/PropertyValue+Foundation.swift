import FormState
import Foundation

extension PropertyValue {
  /// An object of a type that no document has.
  struct UnknownObject: Error {}

  /// The value of what Foundation's property list and JSON decoders return.
  ///
  /// A number keeps the type that the document gave it: a decoded `NSNumber` knows whether it was a boolean, an integer
  /// or a real, but only its Objective-C type code tells, since a cast to any of them succeeds. Recursion is bounded by
  /// the scan that the document has passed.
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
    case "d", "f": self = .real(number.doubleValue)
    default:
      // Unsigned numbers beyond 64 signed bits would wrap around.
      self = number.doubleValue >= 0x1p63 ? .real(number.doubleValue) : .integer(number.int64Value)
    }
  }
}
