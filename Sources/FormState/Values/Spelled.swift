/// A text that equals only the same text scalar by scalar, in whichever way characters are composed.
struct Spelled: Hashable, Sendable {
  /// The text.
  let text: String

  /// Creates a text.
  init(_ text: String) { self.text = text }

  static func == (left: Spelled, right: Spelled) -> Bool { left.text.isSpelled(like: right.text) }

  func hash(into hasher: inout Hasher) { text.hashSpelling(into: &hasher) }
}
