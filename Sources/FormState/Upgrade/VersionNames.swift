/// How JSON names the versions of a form.
package enum VersionNames: Hashable, Sendable {
  /// By the numbers that a store gives them.
  case numbers
  /// By the digests of their definitions, which are the same in every store: the digests by number.
  case digests([Int: String])

  /// The digest of a version; `nil` if versions have numbers, or there is no such version.
  func digest(of number: Int) -> String? {
    guard case .digests(let digests) = self else { return nil }
    return digests[number]
  }
}
