/// What a look for a field came to.
enum FieldLookup {
  /// The field is there; it may be null.
  case found(DocumentElement)
  /// The field is not there; where it would stand.
  case absent(DocumentPath)
  /// On the way stands something that is no object, so that it has no fields.
  case blocked(DocumentElement)
}
