#if CommandLine
import FormState
import FormStateStore

/// Notices a collector that lets a push go on forever.
///
/// Entries move from a file to its collector, so each answer that has an effect is new. One that asks again for the
/// same entries or definition leads in a circle.
struct PushProgress {
  private var heard: Set<PushAnswer> = []

  /// Notes the answers to a batch.
  ///
  /// - Returns: whether one of them is new and has an effect.
  mutating func note(_ answers: [TakenAnswer]) -> Bool {
    var isProgress = false
    for answer in answers where answer.problem == nil && heard.insert(answer.answer).inserted { isProgress = true }
    return isProgress
  }
}
#endif
