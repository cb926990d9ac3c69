import FormState

/// The SHA-256 of a token, by which it is recognized.
struct TokenDigest: Hashable, Sendable {
  /// The 32 bytes.
  let bytes: [UInt8]

  /// The digest of a token.
  init(of token: String) { bytes = Array(PortableSHA256.digest(of: Array(token.utf8))) }

  /// The token of a request; `nil` without one.
  ///
  /// - Parameter header: the header `Authorization`.
  init?(inHeader header: String?) {
    let words = (header ?? "").split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    self.init(of: String(words[1]))
  }
}
