import Foundation

/// The credentials that distinguish authorized pages from other programs on the machine.
///
/// The secret ends with the program, so one left in a terminal is useless. The key outlives it: with it an open page
/// and a restarted program prove to each other, without revealing it, that they are the ones from before.
package struct ScreenCredentials: Sendable {
  /// Part of the printed address, and then a cookie.
  package let secret: String
  /// The key by which a page recognizes the program; it never leaves the page.
  package let key: String
  /// Names this run of the program.
  let run: String
  /// Required of changes in addition to the cookie.
  let token: String

  /// Generates credentials.
  ///
  /// - Parameter key: the key of earlier runs; a new one by default.
  package init(key: String = ScreenCredentials.newText()) {
    self.init(secret: Self.newText(), key: key, run: Self.newText(), token: Self.newText())
  }

  init(secret: String, key: String, run: String, token: String) {
    self.secret = secret
    self.key = key
    self.run = run
    self.token = token
  }

  /// The number of characters of an unguessable text.
  package static let textLength = 43

  /// An unguessable text: 32 random bytes in the alphabet of base64url.
  package static func newText() -> String {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    return Data(bytes).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// The program's proof that it has the key; bound to the host, so no program can relay another one's proof.
  func serverProof(host: String, nonce: String) -> String { proof(by: "server", host, nonce) }

  /// The page's proof.
  func pageProof(host: String, nonce: String) -> String { proof(by: "page", host, nonce) }

  private func proof(by side: String, _ host: String, _ nonce: String) -> String {
    KeyedDigest.hex(of: [side, host, nonce, run].joined(separator: "\n"), key: key)
  }

  /// Compares in constant time.
  static func isEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
