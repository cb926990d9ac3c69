#if CommandLine
import ArgumentParser
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
    case .unknownForm, .unknownVersion, .unknownResponse, .responseExists, .unusableKey, .unusableName,
      .unfitJournal, .unfitMapping, .unknownRevision, .groupEnded, .withinTransaction, .copyFailed, .leftover:
      false
    default:
      true
    }
  }
}

extension CommandFailure {
  /// Runs what comes after a change that is done, such as telling about it, so that its failure does not look as if
  /// nothing had been changed.
  ///
  /// - Parameter change: what is done, as a clause.
  static func afterDone<Result>(_ change: String, _ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as ExitCode {
      throw error
    } catch {
      // When the files were lost meanwhile, not even what is done is certain to last.
      let status = ExitStatus(error) == .unknown ? ExitStatus.unknown : .doneUntold
      throw CommandFailure("\(change), but \(error)", status: status)
    }
  }
}

/// What the exit status of a command that did not simply succeed says to a script.
enum ExitStatus: Int32 {
  /// What was typed is no command.
  case usage = 64
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
    case is WrongUsage: self = .usage
    // What was acknowledged before, by this process too, may be lost with the files.
    case StoreError.Code.outcomeUnknown, StoreError.Code.filesLost: self = .unknown
    default: self = .refused
    }
  }
}
#endif
