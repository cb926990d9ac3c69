import Foundation

/// A type that is read from a property as a whole, not by its own decoding.
protocol PropertyReadable {
  /// Reads the type.
  ///
  /// - Throws: `DecodingError`.
  init(property: PropertyDecoder) throws
}

extension Bool: PropertyReadable {
  init(property: PropertyDecoder) throws {
    guard case .boolean(let flag) = property.value else { throw property.mismatch(Self.self) }
    self = flag
  }
}

extension String: PropertyReadable {
  init(property: PropertyDecoder) throws {
    guard case .string(let text) = property.value else { throw property.mismatch(Self.self) }
    self = text
  }
}

extension PropertyReadable where Self: FixedWidthInteger {
  /// Reads a whole number, also one with a zero fraction.
  init(property: PropertyDecoder) throws {
    let number: Self? =
      switch property.value {
      case .string: property.decimal?.exactWhole.flatMap(Self.init(exactly:))
      case .integer(let whole): Self(exactly: whole)
      case .real(let number): Self(exactly: number)
      default: nil
      }
    guard let number else { throw property.mismatch(Self.self) }
    self = number
  }
}

extension Int: PropertyReadable {}
extension Int8: PropertyReadable {}
extension Int16: PropertyReadable {}
extension Int32: PropertyReadable {}
extension Int64: PropertyReadable {}
extension UInt: PropertyReadable {}
extension UInt8: PropertyReadable {}
extension UInt16: PropertyReadable {}
extension UInt32: PropertyReadable {}
extension UInt64: PropertyReadable {}

extension PropertyReadable where Self: BinaryFloatingPoint {
  init(property: PropertyDecoder) throws {
    if let decimal = property.decimal {
      self = Self(decimal.number)
      return
    }
    switch property.value {
    case .integer(let whole): self = Self(whole)
    case .real(let number): self = Self(number)
    default: throw property.mismatch(Self.self)
    }
  }
}

extension Double: PropertyReadable {}
extension Float: PropertyReadable {}

extension Decimal: PropertyReadable {
  init(property: PropertyDecoder) throws {
    if let digits = property.decimal {
      guard let decimal = Decimal(digits) else { throw property.unfit() }
      self = decimal
      return
    }
    switch property.value {
    case .integer(let whole): self = Decimal(whole)
    case .real(let number):
      // By its shortest text, since the nearest Double of 3.133 has many more digits.
      guard let decimal = Decimal(string: number.description, locale: Locale(identifier: "en_US_POSIX")) else {
        throw property.unfit()
      }
      self = decimal
    default: throw property.mismatch(Self.self)
    }
  }
}

extension Date: PropertyReadable {
  /// Reads a date, or a moment in ISO 8601, the notation in JSON; for an answer also a day, as its first moment.
  init(property: PropertyDecoder) throws {
    if let beginning = property.beginningOfDay {
      self = beginning
      return
    }
    switch property.value {
    case .date(let moment):
      self = moment
    case .string(let text):
      let styles = [Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true)]
      guard let moment = styles.lazy.compactMap({ try? $0.parse(text) }).first else {
        throw property.mismatch(Self.self)
      }
      self = moment
    default:
      throw property.mismatch(Self.self)
    }
  }
}

extension Data: PropertyReadable {
  /// Reads data, or Base64, the notation in JSON.
  init(property: PropertyDecoder) throws {
    switch property.value {
    case .data(let bytes): self = bytes
    case .string(let text):
      guard let bytes = Data(base64Encoded: text) else { throw property.mismatch(Self.self) }
      self = bytes
    default: throw property.mismatch(Self.self)
    }
  }
}

extension URL: PropertyReadable {
  init(property: PropertyDecoder) throws {
    guard case .string(let text) = property.value else { throw property.mismatch(Self.self) }
    guard let url = URL(string: text) else { throw property.unfit() }
    self = url
  }
}

extension PropertyValue: PropertyReadable {
  init(property: PropertyDecoder) { self = property.value }
}
