/// The random name of a response, 16 bytes, made when it begins and the same in all copies of it.
///
/// Keys are given by people and recur on every device; this tells whether two files hold copies of one response.
public struct StreamName: Hashable, Sendable, CustomStringConvertible {
  /// The 16 bytes.
  public let bytes: [UInt8]

  /// Names a stream; `nil` when there are not 16 bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Reads 32 hexadecimal digits; `nil` for any other text.
  public init?(_ text: String) {
    let digits = text.utf8.map { UInt8(String(UnicodeScalar($0)), radix: 16) }
    guard digits.count == 32, !digits.contains(nil) else { return nil }
    let values = digits.compactMap { $0 }
    self.init(bytes: stride(from: 0, to: 32, by: 2).map { values[$0] << 4 | values[$0 + 1] })
  }

  /// A new name, that no other stream has.
  public static func random() -> StreamName {
    StreamName(taking: (0..<16).map { _ in UInt8.random(in: .min ... .max) })
  }

  private init(taking bytes: [UInt8]) { self.bytes = bytes }

  /// The name as 32 lower-case hexadecimal digits.
  public var description: String {
    bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}
