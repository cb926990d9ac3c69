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
      The tables and views can be read with the stock sqlite3 shell; the comments say what each column means.

        formstate schema | less

      With --format it is the JSON Schema (2020-12) of one of the documents that FormState reads and writes, with the \
      meaning of every field and an example of it. An editor that knows JSON Schema then helps with writing one.

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
