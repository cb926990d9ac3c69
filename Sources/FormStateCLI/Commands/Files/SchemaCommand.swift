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

      With the name of a document it prints its JSON Schema (2020-12), with the meaning of every field and an example. \
      Editors with JSON Schema support then help to write one.

        formstate schema form > form.schema.json

      With the name of a command it is the JSON Schema of what that prints with --json, or with --ndjson on each line. Later \
      versions may add fields, so programs skip those that they do not know.

        formstate schema set
        formstate schema response new
      """)

  @Argument(
    help: ArgumentHelp(
      "A document (\(FormatSchema.names.joined(separator: ", "))), or a command that prints JSON; the SQL schema by default.",
      valueName: "name"),
    completion: .list(FormatSchema.names + CommandOutputs.names))
  var words: [String] = []

  private var name: String { words.joined(separator: " ") }

  func validate() throws {
    if !words.isEmpty, FormatSchema(rawValue: name) == nil { _ = try CommandOutputs.schema(of: name) }
  }

  func run() throws {
    try StandardStreams.write(Data(try text().utf8))
  }

  private func text() throws -> String {
    if words.isEmpty { return SchemaText.current }
    return try FormatSchema(rawValue: name).map { try SchemaDocument($0).selfContained }
      ?? CommandOutputs.schema(of: name).text
  }
}

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
    let known = FormatSchema.names + names
    let suggestion = known.nearest(to: name).map { "; \($0.asSuggestion)" } ?? "."
    throw ValidationError(
      "“\(command.shortened)” has no JSON Schema\(suggestion) These have: \(known.joined(separator: ", ")).")
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
