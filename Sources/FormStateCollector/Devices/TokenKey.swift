import FormState

/// The SHA-256 of a token, by which it is recognized.
struct TokenDigest: Hashable, Sendable {
  /// The 32 bytes.
  let bytes: [UInt8]

  /// The digest of a token.
  init(of token: [UInt8]) { bytes = PortableSHA256.digest(of: token) }
}

/// The key of a collector, which makes tokens and tells them from what others make up, without a query.
///
/// A token is a word, a random part and the HMAC-SHA-256 of both under the key. The random part is as secret as the
/// key: the database has the key and the SHA-256 of each token, and neither makes one that is good.
package struct TokenKey: Sendable {
  /// The database has no key.
  package struct Missing: Error, CustomStringConvertible {
    package let description =
      "the database has no key for tokens; make one with formstate-collect device key --new"
  }

  /// The word, by which programs that look for leaked secrets know a token.
  private static let word = "formstate_"
  private static let (randomCount, proofLength) = (16, 64)
  private static let length = word.utf8.count + 2 * randomCount + proofLength

  private let digest: KeyedDigest

  /// Uses the bytes of a key.
  init(_ bytes: [UInt8]) { digest = KeyedDigest(key: bytes) }

  /// Makes a token.
  func token() -> String {
    var generator = SystemRandomNumberGenerator()
    let random = (0..<Self.randomCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    let beginning = Self.word + random.hexadecimalText
    return beginning + proof(of: Array(beginning.utf8))
  }

  /// The digest of a token that was made with the key; `nil` for any other.
  ///
  /// - Parameter header: the header `Authorization` of a request.
  func token(inHeader header: String?) -> TokenDigest? {
    let words = (header ?? "").split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    let token = Array(words[1].utf8)
    guard token.count == Self.length else { return nil }
    let beginning = Array(token.dropLast(Self.proofLength))
    let given = Array(token.suffix(Self.proofLength))
    return KeyedDigest.isEqual(given, Array(proof(of: beginning).utf8)) ? TokenDigest(of: token) : nil
  }

  private func proof(of beginning: [UInt8]) -> String { digest.digest(of: beginning).hexadecimalText }
}
