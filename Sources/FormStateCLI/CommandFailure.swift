#if CommandLine
import FormStateStore

/// A command failed for a reason of the command line's own.
struct CommandFailure: Error, CustomStringConvertible {
  /// What is wrong and what to do, without a full stop.
  let description: String
  /// What the failure leaves behind; nothing unless said otherwise.
  let status: ExitStatus

  init(_ description: String, status: ExitStatus = .refused) {
    self.description = description
    self.status = status
  }
}

extension CommandFailure {
  /// Runs work on a store and makes sure that an error about the file names the file.
  static func naming<Result>(_ path: String, _ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as StoreError where error.isAboutFile && !error.description.contains(path) {
      throw CommandFailure("“\(path)”: \(error)", status: ExitStatus(error))
    }
  }
}

extension StoreError {
  /// Whether the error is about the file as such, rather than about something that was asked of it.
  fileprivate var isAboutFile: Bool {
    switch self {
    case .unknownForm, .unknownVersion, .unknownResponse, .otherVersion, .responseExists, .unusableKey,
      .unfitJournal, .cannotUpgrade, .unknownRevision, .groupEnded, .withinTransaction:
      false
    default:
      true
    }
  }
}
#endif
