import FormStateStore

/// A file that FormState writes and a copy of it that gets the same rows through the C interface, with statements
/// prepared once and without guards.
final class JournalPair {
  private let written: RawDatabase
  private let raw: RawDatabase

  init(ours: String, byHand: String) throws {
    written = try RawDatabase(path: ours)
    raw = try RawDatabase(path: byHand)
    try raw.dropGuards()
  }

  /// Acts through FormState, then writes the resulting entries through the C interface.
  ///
  /// - Parameters:
  ///   - operations: the number of actions, each on another cell, so the state after all of them is that after each.
  ///   - act: one of them; which run it is part of, and its number.
  /// - Returns: the cost of one, in the fastest run.
  func measure(
    runs: Int, operations: Int, _ act: (Int, Int) throws -> Void
  ) throws -> (ours: Took, byHand: Took) {
    var (ours, byHand) = (Took(), Took())
    for run in 0..<Measurement.runs(runs) {
      let start = try RawEntry.last(in: written)
      try ours.run { for number in 0..<operations { try act(run, number) } }
      let last = try RawEntry.last(in: written)
      let entries = try (start + 1...last).map { try RawEntry($0, of: written) }
      try byHand.run { for entry in entries { try entry.write(in: raw) } }
    }
    return (ours.divided(by: operations), byHand.divided(by: operations))
  }
}
