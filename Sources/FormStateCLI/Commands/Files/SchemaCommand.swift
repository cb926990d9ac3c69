#if CommandLine
import ArgumentParser
import FormStateSchemas
import FormStateStore
import Foundation

/// `formstate schema`
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the SQL schema of FormState's files, or the JSON Schema of a document.",
    discussion: """
      The stock sqlite3 shell can read the tables and views; comments explain every column.

        formstate schema | less

      With --format it prints the JSON Schema (2020-12) of one of FormState's documents, with the \
      meaning of every field and an example. Editors with JSON Schema support then help to write one.

        formstate schema --format form > form.schema.json
      """)

  @Option(
    help: ArgumentHelp(
      "The document: \(FormatSchema.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "format"))
  var format: FormatSchema?

  func run() throws {
    try StandardStreams.write(Data((format?.text ?? SchemaText.current).utf8))
  }
}

extension FormatSchema: ExpressibleByArgument {}
#endif
