#if CommandLine
import ArgumentParser
import FormState
import FormStateStore
import Foundation

/// `formstate schema`
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the SQL schema, or one of the JSON Schemas.",
    discussion: """
      The stock sqlite3 shell can read the tables and views; comments explain every column.

        formstate schema | less

      With --format it prints the JSON Schema (2020-12) of one of FormState's documents, with the \
      meaning of every field and an example. Editors with JSON Schema support then help to write one.

        formstate schema --format form > form.schema.json

      With --output it is the JSON Schema of what a command prints with --json, or with --ndjson on each line. Later versions \
      may add fields, so programs skip those that they do not know.

        formstate schema --output set
        formstate schema --output response-new
      """)

  @Option(
    help: ArgumentHelp(
      "The document: \(FormatSchema.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "format"))
  var format: FormatSchema?
  @Option(
    help: ArgumentHelp("The command, such as status or response-new.", valueName: "command"),
    completion: .list(CommandOutputs.names))
  var output: String?

  func validate() throws {
    guard let output else { return }
    if format != nil {
      throw ValidationError("--format is about a document, --output about what a command prints; give one of them.")
    }
    _ = try CommandOutputs.schema(of: output)
  }

  func run() throws {
    let document = try format.map { try SchemaDocument($0).selfContained }
    let text = try output.map { try CommandOutputs.schema(of: $0).text } ?? document ?? SchemaText.current
    try StandardStreams.write(Data(text.utf8))
  }
}

extension FormatSchema: ExpressibleByArgument {}

/// The commands that print JSON, and what each prints.
enum CommandOutputs {
  private static let all = outputs(of: FormStateCommand.configuration.subcommands, under: [])

  /// The names of the commands, those of subcommands joined by a hyphen.
  static var names: [String] { all.map { $0.words.joined(separator: "-") } }

  /// The words of the commands that print something.
  static func words(of schema: OutputSchema) -> [String] {
    all.filter { $0.schema == schema }.map { $0.words.joined(separator: " ") }
  }

  /// What a command prints.
  ///
  /// - Parameter command: its name, the words of which may be separated by blanks or hyphens.
  /// - Throws: a usage error that lists the commands there are.
  static func schema(of command: String) throws -> OutputSchema {
    let name = command.replacingOccurrences(of: " ", with: "-")
    if let found = all.first(where: { $0.words.joined(separator: "-") == name }) { return found.schema }
    if let new = CommandWords.replacement(of: name) {
      throw ValidationError("There is no command “\(command.shortened)” any more; name \(new).")
    }
    let suggestion = names.nearest(to: name).map { "; \($0.asSuggestion)" } ?? "."
    throw ValidationError(
      "No command “\(command.shortened)” prints JSON\(suggestion) These do: \(names.joined(separator: ", ")).")
  }

  private static func outputs(
    of commands: [any ParsableCommand.Type], under words: [String], usual: (any ParsableCommand.Type)? = nil
  ) -> [(words: [String], schema: OutputSchema)] {
    commands.flatMap { command in
      // What a group does by default has the group's name.
      let words = command == usual ? words : words + CommandWords.names(of: [command])
      let own = (command as? any ReportingCommand.Type).map { [(words, $0.outputSchema)] } ?? []
      return own
        + outputs(
          of: command.configuration.subcommands, under: words, usual: command.configuration.defaultSubcommand)
    }
  }
}
#endif
