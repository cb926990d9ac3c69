extension StringProtocol {
  /// Whether the text holds the character NUL, at which SQLite ends a text.
  package var holdsNUL: Bool { utf8.contains(0) }
}
