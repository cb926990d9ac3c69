import FormState

extension ResponseContents {
  /// Whether everything that a journal determines is the same; drafts are beside it.
  public func isAlike(_ other: ResponseContents) -> Bool {
    key == other.key && stream == other.stream && version == other.version && form == other.form
      && revision == other.revision && state.withoutDrafts == other.state.withoutDrafts && digest == other.digest
  }
}
