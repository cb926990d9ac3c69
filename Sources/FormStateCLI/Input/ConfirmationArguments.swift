#if CommandLine
import ArgumentParser
import Foundation

/// Whether a command only says what it would do.
struct DryRunOption: ParsableArguments {
  @Flag(name: Self.names, help: "Report what would be done, and change nothing.")
  var isOn = false

  static let names: NameSpecification = [.customShort("n"), .customLong("dry-run")]
}

/// The confirmation of a permanent change.
struct ConfirmationArguments: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
  var yes = false
  @Flag(name: DryRunOption.names, help: "Report what would be removed, and change nothing.")
  var dryRun = false

  func validate() throws {
    if yes && dryRun { throw ValidationError("--dry-run changes nothing; omit --yes.") }
  }

  /// Asks for confirmation.
  ///
  /// - Parameters:
  ///   - verb: the operation, `delete` or `remove`.
  ///   - subject: its object, with its extent.
  ///   - isOne: whether that is one thing.
  /// - Throws: ``CommandFailure`` if there is no terminal to ask on, or the answer is no.
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
