import FormState
import Foundation

/// The numbers, dates and data of an XML property list.
extension XMLPropertyListReader {
  /// Reads a number, a date or data, up to the following tag.
  ///
  /// - Parameters:
  ///   - element: which of them it is.
  ///   - isSelfClosing: whether the tag closes itself, which leaves no text.
  mutating func readScalar(
    _ element: XMLPropertyListElement, isSelfClosing: Bool
  ) throws(DocumentFault) -> PropertyValue {
    let start = offset
    if !isSelfClosing {
      while offset < bytes.count, bytes[offset] != UInt8(ascii: "<") { offset += 1 }
      guard offset < bytes.count else { throw bytes.textFault(.truncated, at: offset) }
    }
    let text = start..<offset
    do throws(DocumentProblem) {
      switch element {
      case .integer: return .integer(try integer(text))
      case .real: return .real(try real(text))
      case .date: return .date(try date(text))
      default: return .data(try data(text))
      }
    } catch {
      throw bytes.textFault(error, at: start)
    }
  }

  /// The value of an integer; a sign and Apple's hexadecimal form (`0x1F`) are allowed.
  ///
  /// - Parameter text: the integer's bytes.
  private func integer(_ text: Range<Int>) throws(DocumentProblem) -> Int64 {
    var step = text.lowerBound
    if bytes[step] == UInt8(ascii: "-") || bytes[step] == UInt8(ascii: "+") { step += 1 }
    let isHexadecimal = bytes[step] == UInt8(ascii: "0") && bytes[step + 1] | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { step += 2 }
    guard step < text.upperBound else { throw .invalidNumber("an integer has no digits") }
    for place in step..<text.upperBound {
      guard DocumentBytes.isDigit(bytes[place]) || isHexadecimal && DocumentBytes.hexadecimalValue(bytes[place]) != nil
      else { throw .invalidNumber("an integer may hold digits only") }
    }
    guard let value = bytes.integer(text, radix: isHexadecimal ? 16 : 10) else {
      throw .invalidNumber("an integer must be between \(Int64.min) and \(Int64.max)")
    }
    return value
  }

  /// The value of a real.
  ///
  /// - Parameter text: the real's bytes.
  private func real(_ text: Range<Int>) throws(DocumentProblem) -> Double {
    var step = text.lowerBound
    if bytes[step] == UInt8(ascii: "-") || bytes[step] == UInt8(ascii: "+") { step += 1 }
    let whole = endOfDigits(from: step)
    var digits = whole - step
    step = whole
    if bytes[step] == UInt8(ascii: ".") {
      let fraction = endOfDigits(from: step + 1)
      digits += fraction - step - 1
      step = fraction
    }
    if bytes[step] | 0x20 == UInt8(ascii: "e") {
      step += 1
      if bytes[step] == UInt8(ascii: "-") || bytes[step] == UInt8(ascii: "+") { step += 1 }
      let exponent = endOfDigits(from: step)
      guard exponent > step else { throw .invalidNumber("a real has an exponent without digits") }
      step = exponent
    }
    guard digits > 0, step == text.upperBound else { throw .invalidNumber("a real must be a decimal number") }
    guard let value = bytes.decimal(text) else {
      throw .invalidNumber("a real is too large to be represented")
    }
    return value
  }

  /// Skips decimal digits.
  ///
  /// - Parameter start: the position to begin at.
  private func endOfDigits(from start: Int) -> Int {
    var step = start
    while DocumentBytes.isDigit(bytes[step]) { step += 1 }
    return step
  }

  /// The moment that text writes as `YYYY-MM-DDTHH:MM:SSZ`, in the Gregorian calendar throughout.
  ///
  /// - Parameter text: the text's bytes.
  private func date(_ text: Range<Int>) throws(DocumentProblem) -> Date {
    let start = text.lowerBound
    let separators = zip([4, 7, 10, 13, 16, 19], "--T::Z".utf8)
    guard text.count == 20, separators.allSatisfy({ bytes[start + $0] == $1 }),
      let century = twoDigits(at: start), let yearOfCentury = twoDigits(at: start + 2),
      let month = twoDigits(at: start + 5), let day = twoDigits(at: start + 8),
      let hour = twoDigits(at: start + 11), let minute = twoDigits(at: start + 14),
      let second = twoDigits(at: start + 17), hour < 24, minute < 60, second < 60,
      let date = CalendarDate(year: century * 100 + yearOfCentury, month: month, day: day)
    else { throw .invalidDate }
    let seconds = date.daysSinceReference * 86_400 + hour * 3600 + minute * 60 + second
    return Date(timeIntervalSinceReferenceDate: Double(seconds))
  }

  /// The number that two digits make.
  ///
  /// - Parameter start: their position.
  /// - Returns: 0 to 99, or `nil` if they are not digits.
  private func twoDigits(at start: Int) -> Int? {
    guard DocumentBytes.isDigit(bytes[start]), DocumentBytes.isDigit(bytes[start + 1]) else { return nil }
    return Int(bytes[start] - UInt8(ascii: "0")) * 10 + Int(bytes[start + 1] - UInt8(ascii: "0"))
  }

  /// The bytes of a Base64 text: its alphabet and white space, padded to groups of four.
  ///
  /// - Parameter text: the text's bytes.
  private func data(_ text: Range<Int>) throws(DocumentProblem) -> Data {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(text.count / 4 * 3)
    var symbols = 0
    var padding = 0
    var word: UInt32 = 0
    for step in text {
      let byte = bytes[step]
      if let value = Self.base64Value(byte) {
        guard padding == 0 else { throw .invalidBase64 }
        word = word << 6 | value
        symbols += 1
        guard symbols % 4 == 0 else { continue }
        decoded += [UInt8(word >> 16 & 0xFF), UInt8(word >> 8 & 0xFF), UInt8(word & 0xFF)]
        word = 0
      } else if byte == UInt8(ascii: "=") {
        padding += 1
      } else if !DocumentBytes.isWhitespace(byte) {
        throw .invalidBase64
      }
    }
    guard padding <= 2, (symbols + padding) % 4 == 0 else { throw .invalidBase64 }
    if padding == 1 { decoded += [UInt8(word >> 10 & 0xFF), UInt8(word >> 2 & 0xFF)] }
    if padding == 2 { decoded.append(UInt8(word >> 4 & 0xFF)) }
    return Data(decoded)
  }

  /// The value of a symbol of Base64; `nil` for any other byte.
  private static func base64Value(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
