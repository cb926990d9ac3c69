/// A fixed number of bytes, written as lower-case hexadecimal digits.
package protocol FixedBytes: Hashable, Sendable, CustomStringConvertible {
  /// The number of bytes.
  static var count: Int { get }

  /// The bytes.
  var bytes: [UInt8] { get }

  /// Takes over bytes of the right number.
  init(counted bytes: [UInt8])
}

extension FixedBytes {
  /// Takes over bytes; `nil` for another number of them.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.count else { return nil }
    self.init(counted: bytes)
  }

  /// Reads two hexadecimal digits for each byte; `nil` for any other text.
  package init?(_ text: String) {
    guard let bytes = [UInt8](hexadecimal: text) else { return nil }
    self.init(bytes: bytes)
  }

  /// Two lower-case hexadecimal digits for each byte.
  package var description: String { bytes.hexadecimalText }
}
