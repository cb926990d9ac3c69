#if CommandLine
import ArgumentParser
import FormStateStore

/// A command failed for a reason of the command line itself.
struct CommandFailure: Error, CustomStringConvertible {
  /// The problem and the remedy, without a full stop.
  let description: String
  /// The outcome of the failure; by default nothing was changed.
  let status: ExitStatus

  init(_ description: String, status: ExitStatus = .refused) {
    self.description = description
    self.status = status
  }
}

extension CommandFailure {
  /// Runs work on a store and makes errors about the file name the file.
  static func naming<Result>(_ path: String, _ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as StoreError where error.isAboutFile && !error.description.contains(path) {
      throw CommandFailure("“\(path)”: \(error)", status: ExitStatus(error))
    }
  }
}

extension StoreError {
  /// Whether the error is about the file itself, rather than about a request.
  fileprivate var isAboutFile: Bool {
    switch code {
    case .unknownForm, .unknownVersion, .unknownResponse, .responseExists, .unusableKey, .unusableName,
      .unfitJournal, .unfitMapping, .unknownRevision, .groupEnded, .withinTransaction, .copyFailed, .leftover:
      false
    default:
      true
    }
  }
}

extension CommandFailure {
  /// Runs work that follows a completed change, such as reporting it, so a failure does not look as if nothing had
  /// changed.
  ///
  /// - Parameter change: what is done, as a clause.
  static func afterDone<Result>(_ change: String, _ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as ExitCode {
      throw error
    } catch {
      // If the files were lost meanwhile, even a completed change may not last.
      let status = ExitStatus(error) == .unknown ? ExitStatus.unknown : .doneUntold
      throw CommandFailure("\(change), but \(error)", status: status)
    }
  }
}

/// What a command's exit status tells a script, for commands that did not simply succeed.
enum ExitStatus: Int32 {
  /// The arguments are not a command.
  case usage = 64
  /// Nothing was changed.
  case refused = 1
  /// The request is done, but was not reported, or something after it failed.
  case doneUntold = 3
  /// It is unknown whether the request is done.
  case unknown = 4

  /// The status for an error.
  init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure.status
    case is WrongUsage: self = .usage
    // Acknowledged changes, even of this process, may be lost with the files.
    case let error as StoreError where [.outcomeUnknown, .filesLost].contains(error.code): self = .unknown
    default: self = .refused
    }
  }
}
#endif
