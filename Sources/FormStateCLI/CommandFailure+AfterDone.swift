#if CommandLine
import ArgumentParser

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
#endif
