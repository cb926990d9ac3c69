extension String {
  /// How many characters of a key a message repeats.
  private static let mostRepeated = 80

  /// The text as messages repeat it: cut off where it is so long that nobody could read the message.
  package var shortened: String {
    // Scalars, since a single character may be megabytes of accents.
    let scalars = unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: Self.mostRepeated, limitedBy: scalars.endIndex),
      end != scalars.endIndex
    else { return self }
    return String(scalars[..<end]) + "…"
  }

  /// The question whether this key was meant.
  package var asSuggestion: String { "did you mean “\(shortened)”?" }
}

extension Optional where Wrapped == String {
  /// The end of a message about a key that there is not: the question whether this one was meant; empty for none.
  package var asSuggestion: String { map { "; \($0.asSuggestion)" } ?? "" }
}
