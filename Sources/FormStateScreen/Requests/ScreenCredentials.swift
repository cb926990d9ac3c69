import FormState
import Foundation

/// The credentials that distinguish pages with access from other programs on the machine.
///
/// The secret and the token end with the program, so one left in a terminal is useless. The key outlives it and never
/// leaves it: browsers get a key of their own that is derived from it, and prove with that after a restart that they
/// had access before.
package struct ScreenCredentials: Sendable {
  /// Part of the printed address, after the `#`, which browsers send to nobody.
  package let secret: String
  /// From it follow the keys of browsers and of what they store.
  let key: String
  /// Names this run of the program.
  let run: String
  /// Required of every request, in a header that only the page can send.
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

  // MARK: - Keys of browsers

  /// The key of the browsers with access at an address.
  ///
  /// It counts at that address alone, so a program at another port can relay nothing. At the end of a tunnel it ends
  /// with this run: the one who takes that port later is a user of a machine that this program does not know.
  func browserKey(for visit: ScreenVisit) -> String {
    derived("browser", visit.origin, visit.author ?? "", from: visit.isOwn ? key : secret)
  }

  /// The key for what a page stores in its browser. Only a page with access gets it, so a program that takes the port
  /// later cannot read what the browser kept for that address.
  func sealingKey(for visit: ScreenVisit) -> String { derived("seal", visit.author ?? "", from: key) }

  private func derived(_ words: String..., from key: String) -> String {
    KeyedDigest.hex(of: words.joined(separator: "\n"), key: key)
  }

  // MARK: - Proofs

  /// The program's proof that it knows the key of a browser.
  func serverProof(for visit: ScreenVisit, nonce: String) -> String { proof(by: "server", visit, nonce) }

  /// The page's proof.
  func pageProof(for visit: ScreenVisit, nonce: String) -> String { proof(by: "page", visit, nonce) }

  private func proof(by side: String, _ visit: ScreenVisit, _ nonce: String) -> String {
    derived(side, nonce, run, from: browserKey(for: visit))
  }

  /// The page's permission to read one address by a link or an element, which send no header.
  func ticket(for request: ScreenRequest) -> String {
    let parameters = request.query.filter { $0.name != RequestGate.ticketParameter }.map { "\($0.name)=\($0.value)" }
    return KeyedDigest.hex(of: (["ticket", request.path] + parameters).joined(separator: "\n"), key: token)
  }

  /// Compares in constant time.
  static func isEqual(_ left: String, _ right: String) -> Bool {
    KeyedDigest.isEqual(Array(left.utf8), Array(right.utf8))
  }
}
