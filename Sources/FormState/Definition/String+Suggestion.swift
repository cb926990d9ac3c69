extension String {
  /// The question whether this key was meant.
  package var asSuggestion: String { "did you mean “\(self)”?" }
}

extension Optional where Wrapped == String {
  /// The end of a message about a key that there is not: the question whether this one was meant; empty for none.
  package var asSuggestion: String { map { "; \($0.asSuggestion)" } ?? "" }
}
