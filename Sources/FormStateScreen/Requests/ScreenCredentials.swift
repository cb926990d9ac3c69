import Foundation

/// What tells the people a page was shown to from everybody else on the machine.
///
/// The secret ends with the program, so one that a terminal still shows is of no use to anybody. The key outlives it:
/// with it an open page and a program that was started again prove to each other, without saying it, that they are the
/// ones from before.
package struct ScreenCredentials: Sendable {
  /// Stands in the address that is printed, and then in a cookie.
  package let secret: String
  /// What a page knows the program by; it never leaves the page.
  package let key: String
  /// Names this run of the program.
  let run: String
  /// What changes bring besides the cookie.
  let token: String

  /// Makes up what lets a page in.
  ///
  /// - Parameter key: what pages knew the program by before; a new one when left out.
  package init(key: String = ScreenCredentials.newText()) {
    self.init(secret: Self.newText(), key: key, run: Self.newText(), token: Self.newText())
  }

  init(secret: String, key: String, run: String, token: String) {
    self.secret = secret
    self.key = key
    self.run = run
    self.token = token
  }

  /// How many characters there are in a text that nobody can guess.
  package static let textLength = 43

  /// A text that nobody can guess: 32 random bytes in the alphabet of base64url.
  package static func newText() -> String {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    return Data(bytes).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// What the program says to prove that it has the key; bound to the host, so that nobody can pass on what another one
  /// says.
  func serverProof(host: String, nonce: String) -> String { proof(by: "server", host, nonce) }

  /// What a page says to prove the same.
  func pageProof(host: String, nonce: String) -> String { proof(by: "page", host, nonce) }

  private func proof(by side: String, _ host: String, _ nonce: String) -> String {
    KeyedDigest.hex(of: [side, host, nonce, run].joined(separator: "\n"), key: key)
  }

  /// Compares without telling by the time it takes how much is equal.
  static func isEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
