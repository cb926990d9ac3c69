import Crypto
import Foundation

/// Collects what a digest covers, each item with its length before it.
///
/// Every item is written as a netstring (<https://cr.yp.to/proto/netstrings.txt>): its length in bytes in decimal
/// digits, a colon, its bytes in UTF-8, a comma. Two different lists of items can therefore never give the same bytes.
struct DigestInput {
  private var hash = SHA256()

  /// Adds a text.
  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      hash.update(data: Array("\(bytes.count):".utf8))
      hash.update(bufferPointer: UnsafeRawBufferPointer(bytes))
      hash.update(data: Array(",".utf8))
    }
  }

  /// Adds a number, as its decimal digits.
  mutating func add(_ number: Int) {
    add(String(number))
  }

  /// Adds a flag: `1` or `0`.
  mutating func add(_ flag: Bool) {
    add(flag ? "1" : "0")
  }

  /// Adds a value: the letter of its kind and a colon, then its plain text; `-` for none.
  mutating func add(_ value: Value?) {
    guard let value else { return add("-") }
    let kind =
      switch value {
      case .text: "t"
      case .integer: "i"
      case .real: "r"
      case .boolean: "b"
      case .date: "d"
      }
    add("\(kind):\(value.plainText)")
  }

  /// The SHA-256 of what was added, as 64 lower-case hexadecimal digits.
  func hexadecimalText() -> String {
    let digits = Array("0123456789abcdef".utf8)
    let bytes = hash.finalize().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
