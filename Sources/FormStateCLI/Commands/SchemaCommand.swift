#if CommandLine
import ArgumentParser
import FormStateStore
import Foundation

/// `formstate schema`
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the SQL schema that FormState's files have.",
    discussion: """
      The tables and views can be read with the stock sqlite3 shell; the comments say what each column means.

        formstate schema | less
      """)

  func run() throws {
    try StandardStreams.write(Data(try SchemaText.current().utf8))
  }
}
#endif
