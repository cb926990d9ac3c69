import FormState

extension StoreError {
  /// The error in the words of a language. In English it has more details, for those who run commands.
  package func text(in speech: Speech) -> String {
    guard speech.tongue != .english else { return description }
    return wording.text(in: speech)
  }

  private var wording: Wording {
    switch code {
    case .busy: Wording(.storeBusy)
    case .readOnly: Wording(.storeReadOnly)
    case .interrupted, .rolledBack, .suspended: Wording(.storeInterrupted)
    case .filesLost, .missingFile: Wording(.storeLost)
    case .diskError: Wording(.storeDiskError)
    case .commitFailed: Wording(.storeCommitFailed)
    case .outcomeUnknown: Wording(.storeOutcomeUnknown)
    case .damaged: Wording(.storeDamaged)
    case .responseExists: Wording(.storeResponseExists, .text(subject ?? ""))
    default: Wording(.storeUnusable, .text(description))
    }
  }
}
