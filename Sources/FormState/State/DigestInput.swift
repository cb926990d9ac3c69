#if canImport(CryptoKit)
import CryptoKit
import Foundation
#endif

/// Collects the contents of a digest, each item with its length before it.
///
/// Every item is a netstring (<https://cr.yp.to/proto/netstrings.txt>): its length in bytes in decimal digits, a colon,
/// its bytes in UTF-8, a comma. Two different lists of items therefore never have the same bytes.
struct DigestInput {
  #if canImport(CryptoKit)
  private var hash = SHA256()
  #else
  private var hash = PortableSHA256()
  #endif
  /// Bytes that are not hashed yet: hashing a few bytes at a time costs more than the hash itself.
  private var pending = [UInt8](repeating: 0, count: pendingLimit)
  /// The number of used bytes in ``pending``.
  private var pendingCount = 0
  private static let pendingLimit = 1 << 14
  /// The maximum number of digits of a length, plus the colon and the comma.
  private static let mostFraming = 22

  /// Adds a text.
  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add($0) }
  }

  /// Adds a number, as its decimal digits.
  mutating func add(_ number: Int) {
    // Nearly all numbers of a form have one digit.
    if (0..<10).contains(number) { return add(UInt8(ascii: "0") + UInt8(number)) }
    add(String(number))
  }

  /// Adds a flag: `1` or `0`.
  mutating func add(_ flag: Bool) {
    add(UInt8(ascii: flag ? "1" : "0"))
  }

  /// Adds items that are netstrings already.
  mutating func add(netstrings items: StaticString) {
    items.withUTF8Buffer { items in
      makeRoom(for: items.count)
      append(items)
    }
  }

  /// Adds one character of ASCII.
  private mutating func add(_ character: UInt8) {
    makeRoom(for: 4)
    let start = pendingCount
    pending.withUnsafeMutableBufferPointer { pending in
      pending[start] = UInt8(ascii: "1")
      pending[start + 1] = UInt8(ascii: ":")
      pending[start + 2] = character
      pending[start + 3] = UInt8(ascii: ",")
    }
    pendingCount += 4
  }

  /// Adds an item with its length before it.
  private mutating func add(_ item: UnsafeBufferPointer<UInt8>) {
    makeRoom(for: item.count + Self.mostFraming)
    guard item.count < 100 else { return addLong(item) }
    // Nearly all texts are short, and there are several for each of a million cells.
    let start = pendingCount
    pendingCount += item.count + (item.count < 10 ? 3 : 4)
    pending.withUnsafeMutableBufferPointer { pending in
      var end = start
      if item.count >= 10 {
        pending[end] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: item.count / 10)
        end += 1
      }
      pending[end] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: item.count % 10)
      pending[end + 1] = UInt8(ascii: ":")
      end += 2
      _ = UnsafeMutableBufferPointer(rebasing: pending[end...]).update(fromContentsOf: item)
      pending[end + item.count] = UInt8(ascii: ",")
    }
  }

  private mutating func addLong(_ item: UnsafeBufferPointer<UInt8>) {
    appendDigits(of: item.count)
    append(UInt8(ascii: ":"))
    append(item)
    append(UInt8(ascii: ","))
  }

  /// Hashes the pending bytes if a number of further bytes does not fit.
  private mutating func makeRoom(for count: Int) {
    if pendingCount + count > Self.pendingLimit { hashPending() }
  }

  private mutating func hashPending() {
    let count = pendingCount
    pending.withUnsafeBytes { hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
    pendingCount = 0
  }

  private mutating func append(_ byte: UInt8) {
    pending[pendingCount] = byte
    pendingCount += 1
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count + Self.mostFraming <= Self.pendingLimit else {
      // Longer than the whole buffer; its comma fits afterwards.
      hashPending()
      return hash.update(bufferPointer: UnsafeRawBufferPointer(bytes))
    }
    let start = pendingCount
    pending.withUnsafeMutableBufferPointer { pending in
      _ = UnsafeMutableBufferPointer(rebasing: pending[start...]).update(fromContentsOf: bytes)
    }
    pendingCount += bytes.count
  }

  private mutating func appendDigits(of number: Int) {
    if number >= 10 { appendDigits(of: number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// Adds the content of a field: its value, or the result of a rule with its type.
  mutating func add(_ content: FieldContent) { add(Self.text(of: content)) }

  /// Content as it is added: the letter of its type, a colon, its plain text; `-` for none.
  static func text(of content: FieldContent) -> String {
    let (letter, text) = StateDigest.parts(of: content)
    return text.map { "\(letter):\($0)" } ?? letter
  }

  /// Adds a value: the letter of its kind and a colon, then its plain text; `-` for none.
  mutating func add(_ value: CellValue?) {
    guard let value else { return add(UInt8(ascii: "-")) }
    add(FieldContent.value(value))
  }

  /// The SHA-256 of the input, as 64 lower-case hexadecimal digits.
  consuming func hexadecimalText() -> String {
    hashPending()
    return hash.finalize().hexadecimalText
  }
}

extension StateDigest {
  /// Content as digests have it, in its parts: the letter of its type, and its text; `-` and no text for none.
  package static func parts(of content: FieldContent) -> (letter: String, content: String?) {
    switch content {
    case .value(let value): parts(of: value)
    case .result(let result): (result.type == .condition ? "b" : "r", result.text)
    case .cleared: ("-", nil)
    }
  }

  /// A value as digests have it, in its parts: the letter of its kind, and its plain text; `-` and no text for none.
  package static func parts(of value: CellValue?) -> (letter: String, content: String?) {
    guard let value else { return ("-", nil) }
    let letter =
      switch value {
      case .text: "t"
      case .integer: "i"
      case .real: "r"
      case .boolean: "b"
      case .date: "d"
      case .decimal: "n"
      case .time: "c"
      case .dateTime: "m"
      case .choices: "o"
      }
    return (letter, value.plainText)
  }
}
