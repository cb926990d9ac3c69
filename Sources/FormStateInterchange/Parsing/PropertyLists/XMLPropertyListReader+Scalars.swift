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
    // The colon before the seconds rules out a time without them.
    guard text.count == 20, bytes[start + 10] == UInt8(ascii: "T"), bytes[start + 16] == UInt8(ascii: ":"),
      bytes[start + 19] == UInt8(ascii: "Z"), let day = CalendarDate(isoText: bytes.text(start..<start + 10)),
      let time = ClockTime(isoText: bytes.text(start + 11..<start + 19)), time.offset == nil
    else { throw .invalidDate }
    let seconds = day.daysSinceReference * 86_400 + time.hour * 3600 + time.minute * 60 + time.second
    return Date(timeIntervalSinceReferenceDate: Double(seconds))
  }

  /// The bytes of a Base64 text: its alphabet and white space, padded to groups of four.
  ///
  /// Foundation decodes it, but ignores what follows the first padding, so the grammar is proved before.
  ///
  /// - Parameter text: the text's bytes.
  private func data(_ text: Range<Int>) throws(DocumentProblem) -> Data {
    let symbols = bytes[text].filter { !DocumentBytes.isWhitespace($0) }
    let padding = symbols.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard symbols.count % 4 == 0, symbols.dropLast(padding).allSatisfy(Self.isBase64),
      let data = Data(base64Encoded: Data(symbols))
    else { throw .invalidBase64 }
    return data
  }

  /// Whether a byte is a symbol of Base64, other than padding.
  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"): true
    default: false
    }
  }
}
