#if CommandLine
import ArgumentParser
import Foundation

/// Whether somebody means what cannot be taken back.
struct ConfirmationArguments: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
  var yes = false
  @Flag(help: "Report what would be removed without changing anything.")
  var dryRun = false

  func validate() throws {
    if yes && dryRun { throw ValidationError("--dry-run changes nothing; omit --yes.") }
  }

  /// Asks whether it is meant.
  ///
  /// - Parameters:
  ///   - verb: what is to be done, `delete` or `remove`.
  ///   - subject: what it is done to, with how much that is.
  ///   - isOne: whether that is one thing.
  /// - Throws: ``CommandFailure`` where nobody can be asked, or somebody says no.
  func confirm(_ verb: String, _ subject: String, isOne: Bool) throws {
    let stem = verb.hasSuffix("e") ? String(verb.dropLast()) : verb
    guard isatty(STDIN_FILENO) == 1, StandardStreams.errorIsTerminal else {
      throw CommandFailure(
        "\(stem)ing \(subject) cannot be undone; use --yes to \(verb) \(isOne ? "it" : "them")")
    }
    StandardStreams.ask("\(verb.capitalized) \(subject) permanently? [y/N] ")
    let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased()
    guard answer == "y" || answer == "yes" else { throw CommandFailure("nothing was \(stem)ed") }
  }
}
#endif
