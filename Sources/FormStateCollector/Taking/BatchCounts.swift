import FormState

/// How much of a batch was taken.
struct BatchCounts: Hashable, Sendable {
  /// How often each answer was given.
  var answers: [PushAnswer.Kind: Int] = [:]
  /// The entries of the parts that were answered.
  var entries = 0
  /// The ones among them that were stored.
  var stored = 0

  /// How many parts were answered.
  var parts: Int { answers.values.reduce(0, +) }

  /// Counts the answers to a group of parts.
  mutating func add(_ given: [PushAnswer], entries: Int, stored: Int) {
    for answer in given { answers[answer.kind, default: 0] += 1 }
    self.entries += entries
    self.stored += stored
  }
}
