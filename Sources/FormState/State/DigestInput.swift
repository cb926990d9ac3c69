#if canImport(CryptoKit)
import CryptoKit
import Foundation
#endif

/// Collects what a digest covers, each item with its length before it.
///
/// Every item is written as a netstring (<https://cr.yp.to/proto/netstrings.txt>): its length in bytes in decimal
/// digits, a colon, its bytes in UTF-8, a comma. Two different lists of items can therefore never give the same bytes.
struct DigestInput {
  #if canImport(CryptoKit)
  private var hash = SHA256()
  #else
  private var hash = PortableSHA256()
  #endif
  /// What has not been hashed yet: hashing a few bytes at a time costs more than the hash itself.
  private var pending: [UInt8] = []
  private static let pendingLimit = 1 << 16

  /// Adds a text.
  mutating func add(_ text: String) {
    let count = text.utf8.count
    if count < 10 {
      pending.append(UInt8(ascii: "0") + UInt8(count))
    } else {
      pending.append(contentsOf: String(count).utf8)
    }
    pending.append(UInt8(ascii: ":"))
    if text.utf8.withContiguousStorageIfAvailable({ pending.append(contentsOf: $0) }) == nil {
      pending.append(contentsOf: text.utf8)
    }
    pending.append(UInt8(ascii: ","))
    guard pending.count >= Self.pendingLimit else { return }
    hash.update(data: pending)
    pending.removeAll(keepingCapacity: true)
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

  /// Adds one character of ASCII. What is pending is hashed with the next text.
  private mutating func add(_ character: UInt8) {
    pending.append(UInt8(ascii: "1"))
    pending.append(UInt8(ascii: ":"))
    pending.append(character)
    pending.append(UInt8(ascii: ","))
  }

  /// Adds a value: the letter of its kind and a colon, then its plain text; `-` for none.
  mutating func add(_ value: CellValue?) {
    guard let value else { return add(UInt8(ascii: "-")) }
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
  consuming func hexadecimalText() -> String {
    hash.update(data: pending)
    let digits = Array("0123456789abcdef".utf8)
    let bytes = hash.finalize().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
