/// The numbers, dates and data of an XML property list.
extension XMLPropertyListScan {
  /// Up to this many characters, and without an exponent, a real is finite whatever its digits are.
  private static let alwaysFinite = 300

  /// Scans the text of a number, a date or data, to the tag behind it.
  ///
  /// - Parameters:
  ///   - element: which of them it is.
  ///   - isSelfClosing: whether the tag closes itself, which leaves no text.
  mutating func scanScalar(_ element: XMLPropertyListElement, isSelfClosing: Bool) throws(DocumentFault) {
    let start = offset
    if !isSelfClosing {
      while offset < bytes.count, bytes[offset] != UInt8(ascii: "<") { offset += 1 }
      guard offset < bytes.count else { throw bytes.textFault(.truncated, at: offset) }
    }
    let text = start..<offset
    let problem: DocumentProblem? =
      switch element {
      case .integer: problem(ofInteger: text)
      case .real: problem(ofReal: text)
      case .date: isDate(text) ? nil : .invalidDate
      default: isBase64(text) ? nil : .invalidBase64
      }
    if let problem { throw bytes.textFault(problem, at: start) }
  }

  /// What is wrong with an integer; a sign and Apple's hexadecimal form (`0x1F`) are allowed.
  ///
  /// - Parameter text: the integer's bytes.
  private func problem(ofInteger text: Range<Int>) -> DocumentProblem? {
    var step = text.lowerBound
    let isNegative = bytes[step] == UInt8(ascii: "-")
    if isNegative || bytes[step] == UInt8(ascii: "+") { step += 1 }
    let isHexadecimal = bytes[step] == UInt8(ascii: "0") && bytes[step + 1] | 0x20 == UInt8(ascii: "x")
    if isHexadecimal { step += 2 }
    guard step < text.upperBound else { return .invalidNumber("an integer has no digits") }
    let radix: UInt32 = isHexadecimal ? 16 : 10
    let largest = isNegative ? Int64.min.magnitude : Int64.max.magnitude
    var magnitude: UInt64 = 0
    while step < text.upperBound {
      guard let digit = DocumentBytes.hexadecimalValue(bytes[step]), digit < radix else {
        return .invalidNumber("an integer may hold digits only")
      }
      let (product, isTooLarge) = magnitude.multipliedReportingOverflow(by: UInt64(radix))
      let (sum, isStillTooLarge) = product.addingReportingOverflow(UInt64(digit))
      guard !isTooLarge, !isStillTooLarge, sum <= largest else {
        return .invalidNumber("an integer must lie between \(Int64.min) and \(Int64.max)")
      }
      magnitude = sum
      step += 1
    }
    return nil
  }

  /// What is wrong with a real.
  ///
  /// - Parameter text: the real's bytes.
  private func problem(ofReal text: Range<Int>) -> DocumentProblem? {
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
    let hasExponent = bytes[step] | 0x20 == UInt8(ascii: "e")
    if hasExponent {
      step += 1
      if bytes[step] == UInt8(ascii: "-") || bytes[step] == UInt8(ascii: "+") { step += 1 }
      let exponent = endOfDigits(from: step)
      guard exponent > step else { return .invalidNumber("a real has an exponent without digits") }
      step = exponent
    }
    guard digits > 0, step == text.upperBound else {
      return .invalidNumber("a real must be a decimal number")
    }
    guard hasExponent || text.count > Self.alwaysFinite else { return nil }
    let value = Double(String(decoding: bytes[text], as: UTF8.self))
    return value?.isFinite == true ? nil : .invalidNumber("a real is too large to be represented")
  }

  /// Passes over decimal digits.
  ///
  /// - Parameter start: where to begin.
  private func endOfDigits(from start: Int) -> Int {
    var step = start
    while DocumentBytes.isDigit(bytes[step]) { step += 1 }
    return step
  }

  /// Whether text is a moment written as `YYYY-MM-DDTHH:MM:SSZ`.
  ///
  /// - Parameter text: the text's bytes.
  private func isDate(_ text: Range<Int>) -> Bool {
    guard text.count == 20 else { return false }
    let start = text.lowerBound
    let separators = zip([4, 7, 10, 13, 16, 19], "--T::Z".utf8)
    guard separators.allSatisfy({ bytes[start + $0] == $1 }) else { return false }
    guard let century = twoDigits(at: start), let yearOfCentury = twoDigits(at: start + 2),
      let month = twoDigits(at: start + 5), let day = twoDigits(at: start + 8),
      let hour = twoDigits(at: start + 11), let minute = twoDigits(at: start + 14),
      let second = twoDigits(at: start + 17)
    else { return false }
    let year = century * 100 + yearOfCentury
    guard year > 0, (1...12).contains(month) else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    return (1...days).contains(day) && hour < 24 && minute < 60 && second < 60
  }

  /// The number that two digits make.
  ///
  /// - Parameter start: where they stand.
  /// - Returns: 0 to 99, or `nil` when they are no digits.
  private func twoDigits(at start: Int) -> Int? {
    guard DocumentBytes.isDigit(bytes[start]), DocumentBytes.isDigit(bytes[start + 1]) else { return nil }
    return Int(bytes[start] - UInt8(ascii: "0")) * 10 + Int(bytes[start + 1] - UInt8(ascii: "0"))
  }

  /// Whether text is Base64: its alphabet and white space, padded to groups of four.
  ///
  /// - Parameter text: the text's bytes.
  private func isBase64(_ text: Range<Int>) -> Bool {
    var symbols = 0
    var padding = 0
    for step in text {
      switch bytes[step] {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
        guard padding == 0 else { return false }
        symbols += 1
      case UInt8(ascii: "="): padding += 1
      case 0x20, 0x09, 0x0A, 0x0D: break
      default: return false
      }
    }
    return padding <= 2 && (symbols + padding) % 4 == 0
  }
}
