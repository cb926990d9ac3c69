#if CommandLine
import FormStateStore

/// What the exit status of a command that did not simply succeed says to a script.
enum ExitStatus: Int32 {
  /// Nothing was changed.
  case refused = 1
  /// What was asked for is done, but what it did could not be told, or something after it failed.
  case doneUntold = 3
  /// It is not known whether what was asked for is done.
  case unknown = 4

  /// The status that an error asks for.
  init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure.status
    // What was acknowledged before, by this process too, may be lost with the files.
    case StoreError.outcomeUnknown, StoreError.filesLost: self = .unknown
    default: self = .refused
    }
  }
}
#endif
