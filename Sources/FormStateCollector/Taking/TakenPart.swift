#if Collect
import FormState
import FormStateInterchange

/// A part with entries that are new: what to write.
struct TakenPart {
  let part: PushedPart
  /// The new entries, each as it arrived and as it reads, with the line in which it did.
  let entries: [(pushed: PushedEntry, entry: JournalEntry, line: Int)]
  /// What the device said with the last one; `nil` if no line ends with it.
  let receipt: Receipt?
  /// Stored entries of which a sensitive answer was cleared, as they are now.
  var emptied: [(pushed: PushedEntry, entry: JournalEntry)] = []
  /// What becomes of the lines of the stream.
  let effect: Effect

  /// What becomes of the lines of a stream.
  enum Effect {
    /// One goes on in the same version.
    case extends(ExtendedLine, of: StreamName)
    /// All are made from the entries: it is new, or its journals part, meet or cross a version.
    case rebuilds(RebuiltStream, former: [StoredLine])
  }

  /// The answer to the device: lines that are joined are no fork.
  func answer(_ decided: PushAnswer.Outcome) -> PushAnswer.Outcome {
    guard case .forked(_, let revision, let chain) = decided, case .rebuilds(let stream, _) = effect, !stream.hasWaiting
    else { return decided }
    return .took(revision: revision, chain: chain)
  }
}

/// A line that goes on.
struct ExtendedLine {
  /// The line before.
  let former: StoredLine
  /// The new entries at its end, one or more.
  let tail: [JournalEntry]
  /// What changes in its state.
  let changes: StateChanges
  /// What is said of it now.
  let receipt: Receipt
  /// Where it ends now.
  let tip: ChainPosition

  /// The authors of the new entries, each once.
  var authors: [String] { RebuiltLine.authors(of: tail) }
}
#endif
