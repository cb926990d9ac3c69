import FormState

/// A response, read at one point in time.
public struct ResponseContents: Hashable, Sendable {
  /// Which response.
  public let key: ResponseKey
  /// The version of the form that it fills in.
  public let version: Int
  /// The definition that it fills in.
  public let form: FormDefinition
  /// The revision; 0 before the first action.
  public let revision: Int
  /// What the person has touched.
  public let state: ResponseState
  /// The digest of the definition, see `StateDigest`.
  let definitionDigest: String
  /// The digest of definition and state, see `StateDigest`.
  public let digest: String

  init(key: ResponseKey, location: ResponseLocation, form: FormDefinition, revision: Int, state: ResponseState) {
    self.key = key
    version = location.version.number
    self.form = form
    self.revision = revision
    self.state = state
    definitionDigest = location.version.digest
    digest = StateDigest.ofState(state, definition: location.version.digest)
  }
}
