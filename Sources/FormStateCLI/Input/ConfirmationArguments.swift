#if CommandLine
import ArgumentParser
import Foundation

/// Whether somebody means what cannot be taken back.
struct ConfirmationArguments: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Do it without asking.")
  var yes = false
  @Flag(help: "Say what would go, and change nothing.")
  var dryRun = false

  func validate() throws {
    if yes && dryRun { throw ValidationError("--dry-run changes nothing; leave --yes out.") }
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
        "\(stem)ing \(subject) cannot be taken back; say --yes to \(verb) \(isOne ? "it" : "them")")
    }
    StandardStreams.ask("\(verb.capitalized) \(subject) for good? [y/N] ")
    let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased()
    guard answer == "y" || answer == "yes" else { throw CommandFailure("nothing was \(stem)ed") }
  }
}
#endif
