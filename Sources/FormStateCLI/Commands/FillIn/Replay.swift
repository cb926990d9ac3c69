#if CommandLine
import FormState
import FormStateStore
import Foundation

/// Applies a script of actions to a response.
struct Replay {
  let file: ActionFile
  let store: FormStore
  let key: ResponseKey
  /// The path of the database, for messages.
  let database: String

  /// Applies each action in a separate transaction, as it is read.
  ///
  /// - Returns: how many actions were applied, and the revision after the last one.
  /// - Throws: ``CommandFailure`` that names the refused line and the number of actions applied before it.
  func applyOneByOne() throws -> (applied: Int, revision: Int) {
    var applied = 0
    var revision: Int?
    // The line from which to continue: after the last applied action.
    var next = file.firstLine
    var progress = ProgressLine.Counter("Applying")
    defer { progress.finish() }
    let interruption = Interruption()
    defer { interruption.end() }
    do {
      let check = { (line: Int) in
        if interruption.wasAskedFor { throw CommandFailure("interrupted before line \(line)") }
      }
      try file.forEachAction(waiting: check) { action, line in
        try check(line)
        do {
          revision = try CommandFailure.naming(database) { try store.apply(action, to: key) }
        } catch let error as ActionError {
          throw CommandFailure("\(file.name):\(line): \(error)")
        }
        applied += 1
        next = line + 1
        progress.reach(applied)
      }
    } catch {
      progress.finish()
      let status = ExitStatus(error)
      let ending = status == .unknown ? "" : " To continue from there: --from-line \(next)."
      throw CommandFailure("\(error)\n\(Self.words(applied, status))\(ending)", status: status)
    }
    return (applied, try revision ?? store.revision(of: key))
  }

  /// Applies all actions in one transaction.
  ///
  /// - Parameter isDryRun: whether to decide every action without writing anything.
  /// - Returns: how many actions were applied, and the revision after the last one.
  /// - Throws: ``CommandFailure`` that names the refused line; nothing was applied then.
  func applyTogether(isDryRun: Bool) throws -> (applied: Int, revision: Int) {
    var actions: [ScriptedAction] = []
    var lines: [Int] = []
    try file.forEachAction { action, line in
      actions.append(action)
      lines.append(line)
    }
    guard !actions.isEmpty else { return (0, try store.revision(of: key)) }
    do {
      let revision = try ProgressLine.during("Applying \(Count.of(actions.count, "action"))") {
        try store.replay(actions, to: key, isDryRun: isDryRun)
      }
      return (actions.count, revision)
    } catch let error as ReplayError {
      let line = lines.indices.contains(error.index) ? lines[error.index] : 0
      throw CommandFailure("\(file.name):\(line): \(error.reason)\nNothing was applied.")
    }
  }

  private static func words(_ applied: Int, _ status: ExitStatus) -> String {
    let words =
      switch applied {
      case 0: "Nothing was applied"
      case 1: "The action before it was applied"
      default: "The \(applied) actions before it were applied"
      }
    guard status == .unknown else { return "\(words)." }
    return applied == 0
      ? "\(words) before it." : "\(words); check which of them the file contains."
  }
}

/// Notes Control-C, so the command can report its progress before it ends.
final class Interruption {
  private let source: any DispatchSourceSignal
  private let asked = Locked(false)

  /// From now on an interrupt is noted instead of ending the process; a second one ends it.
  init() {
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    signal(SIGINT, SIG_IGN)
    source.setEventHandler { [asked] in
      asked.withLock { $0 = true }
      signal(SIGINT, SIG_DFL)
    }
    source.resume()
  }

  /// Whether there was an interrupt.
  var wasAskedFor: Bool { asked.withLock { $0 } }

  /// From now on an interrupt ends the process again.
  func end() {
    source.cancel()
    signal(SIGINT, SIG_DFL)
  }
}
#endif
