#if Collect
import FormState

/// What answers say as a person reads them, in the form's own language and in others.
struct ReadableContents {
  let definitions: CollectedDefinitions

  /// The texts of a value or calculated value; none for other fields, and where the content says the same.
  func texts(
    of content: StateChanges.Content, _ field: StateChanges.Field, in form: String
  ) throws -> (readable: String?, translations: String?) {
    (nil, nil)
  }
}
#endif
