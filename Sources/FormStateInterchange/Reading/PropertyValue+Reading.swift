import FormState
import Foundation

extension PropertyValue {
  /// What the value is, for messages about structure: `the text “2”`, `the number 1`, `an array`.
  ///
  /// Not for what a person has entered, which messages never repeat; see ``typeName``.
  var described: String {
    switch self {
    case .integer(let number): "the number \(number)"
    case .real(let number): "the number \(number)"
    case .string(let text): text.isEmpty ? "empty" : "the text “\(text.prefix(40))”"
    case .boolean(let flag): flag ? "true" : "false"
    case .null, .date, .data, .array, .dictionary: typeName
    }
  }

  /// The text, when the value is one.
  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number, when the value is one.
  var number: Double? {
    switch self {
    case .integer(let whole): Double(whole)
    case .real(let number): number
    default: nil
    }
  }
}

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
    // Foundation on Linux decodes the least 64-bit integer of a JSON document as a real.
    case "d", "f": self = number.doubleValue == -0x1p63 ? .integer(.min) : .real(number.doubleValue)
    // Unsigned numbers beyond 64 signed bits would wrap around.
    case "Q" where number.uint64Value > UInt64(Int64.max): self = .real(number.doubleValue)
    default: self = .integer(number.int64Value)
    }
  }
}

extension CalendarDate {
  private static let secondsPerDay = 86_400.0
  // Years are counted from March, so that a leap day ends its year; 400 of them are an era of 146,097 days.
  private static let daysPerEra = 146_097
  private static let daysFromYearZeroToReference = 730_791.0

  /// The day of a moment in UTC; `nil` outside of the years 1 to 9999.
  ///
  /// Reckoned in the Gregorian calendar throughout, as ISO 8601 does; Foundation's calendar turns Julian before 1582.
  init?(utcDayOf moment: Date) {
    let elapsed = (moment.timeIntervalSinceReferenceDate / Self.secondsPerDay).rounded(.down)
    let days = elapsed + Self.daysFromYearZeroToReference
    guard days >= 0, days < 4_000_000 else { return nil }
    let (era, dayOfEra) = Int(days).quotientAndRemainder(dividingBy: Self.daysPerEra)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    self.init(
      year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }
}
