/// A response, read at one point in time.
public struct ResponseContents: Hashable, Sendable {
  /// Which response.
  public let key: ResponseKey
  /// Its random name of 16 bytes, the same in all copies of it; `nil` for one that has not begun.
  public let stream: StreamName?
  /// The version of the form that it fills in.
  public let version: Int
  /// The definition that it fills in.
  public let form: FormDefinition
  /// The revision; 0 before the first action.
  public let revision: Int
  /// What the person has touched.
  public let state: ResponseState
  /// The digest of the definition, see `StateDigest`.
  package let definitionDigest: String

  /// The digest of definition and state, see ``StateDigest``. O(k log k) for k touched fields.
  public var digest: String { StateDigest.ofState(state, definition: definitionDigest) }

  package init(
    key: ResponseKey, stream: StreamName?, version: Int, form: FormDefinition, revision: Int, state: ResponseState,
    definitionDigest: String
  ) {
    self.key = key
    self.stream = stream
    self.version = version
    self.form = form
    self.revision = revision
    self.state = state
    self.definitionDigest = definitionDigest
  }
}
