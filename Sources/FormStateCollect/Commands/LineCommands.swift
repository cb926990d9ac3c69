#if Collect
import ArgumentParser
import FormState
import FormStateCollector

/// The random name of a response as an argument.
enum StreamArgument {
  /// The name, which may have hyphens as in PostgreSQL.
  static func name(_ stream: String) throws -> StreamName {
    guard let name = StreamName(stream.lowercased().replacing("-", with: "")) else { throw ExitCode.failure }
    return name
  }

  static func check(_ stream: String) throws {
    let digits = stream.replacing("-", with: "")
    guard digits.count == 32, digits.allSatisfy(\.isHexDigit) else {
      throw ValidationError("“\(stream)” is not the name of a response: 32 hexadecimal digits.")
    }
  }
}

/// `formstate-collect choose`
struct ChooseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "choose",
    abstract: "Choose the line of a response that counts.",
    discussion: """
      Where copies of a response went on differently, each is a line. Until one is chosen, current_answer shows the one \
      that arrived first. The others stay, and their devices go on sending them. If a key was begun twice, --over-twins \
      lets the other responses with that key count no more.

        formstate-collect choose c8a64ad05e6fecde3702b2a8c7efc788 2
      """)

  @Argument(help: "The random name of the response: column stream of the view response.")
  var stream: String
  @Argument(help: "The number of the line.")
  var line: Int
  @Flag(help: "Let other responses with the same key count no more.")
  var overTwins = false
  @OptionGroup var database: DatabaseArguments

  func validate() throws {
    try StreamArgument.check(stream)
    guard (1...Int(Int32.max)).contains(line) else { throw ValidationError("\(line) is not the number of a line.") }
  }

  func run() throws {
    guard try CollectedLines(connection: try database.connect()).choose(line, of: stream, overTwins: overTwins) else {
      throw CollectorFailure("there is no line \(line) of the response \(stream)")
    }
  }
}

/// `formstate-collect forget`
struct ForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Delete a response for good.",
    discussion: """
      Deletes all entries, answers and lines of a response, as somebody asked for whom it is about. Where each line \
      ended, the time and the reason stay, so nothing of it is taken again: devices that still have it are refused. The \
      role formstate_forget may do this, and formstate_collector may not.

        formstate-collect forget c8a64ad05e6fecde3702b2a8c7efc788 \
          --reason 'asked by the patient, 2026-11-26'
      """)

  @Argument(help: "The random name of the response: column stream of the view response.")
  var stream: String
  @Option(help: "Why, for those who ask later.")
  var reason: String
  @Flag(name: .shortAndLong, help: "Delete; without it, nothing happens.")
  var yes = false
  @OptionGroup var database: DatabaseArguments

  func validate() throws {
    try StreamArgument.check(stream)
    guard !reason.allSatisfy(\.isWhitespace) else { throw ValidationError("Give a reason with --reason.") }
    guard yes else { throw ValidationError("This cannot be undone; use --yes to delete the response.") }
  }

  func run() throws {
    let count = try CollectedLines(connection: try database.connect()).forget(stream, reason: reason)
    guard count > 0 else { throw CollectorFailure("there is no response \(stream)") }
    try Output.print("Deleted \(count) \(count == 1 ? "entry" : "entries").")
  }
}
#endif
