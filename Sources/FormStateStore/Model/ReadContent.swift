/// What views have read since their last notification.
struct ReadContent<Content: Equatable> {
  private let first: Content
  /// Whether some view has read something else, before it was notified.
  private var isMixed = false

  init(_ content: Content) { first = content }

  mutating func note(_ content: Content) { if content != first { isMixed = true } }

  /// Whether some view has read something else than the current content.
  func differs(from content: Content) -> Bool { isMixed || content != first }
}
