#if Collect
import ArgumentParser
import FormStateCollector
import FormStateInterchange
import Foundation

/// The program `formstate-collect`: gathers the journals of many devices in PostgreSQL.
@main
struct FormStateCollect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formstate-collect",
    abstract: "Gathers the journals of many devices in PostgreSQL.",
    version: "1.0.0",
    subcommands: [
      InitCommand.self, TakeCommand.self, ListenCommand.self, DeviceCommand.self, CheckCommand.self,
      RebuildCommand.self, ConflictsCommand.self, ChooseCommand.self, MergeCommand.self, ForgetCommand.self,
      ViewsCommand.self,
    ])

  static func main() async {
    // A reader that has read enough then causes a write error instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      exit(withError: CollectorFailure.worded(error))
    }
  }
}

/// A failure, with its exit status.
struct CollectorFailure: Error, CustomStringConvertible {
  let description: String

  /// - Parameter description: the problem and the remedy; what a device sent may be part of them.
  init(_ description: String) { self.description = HarmlessText.lines(description) }

  /// The error with the words for a person.
  static func worded(_ error: any Error) -> any Error {
    switch error {
    case let error as PostgresError: CollectorFailure("\(error)")
    case let error as JSONLinesError: CollectorFailure("\(error)")
    case let error as TokenKey.Missing: CollectorFailure("\(error)")
    case let error as InputFileError: CollectorFailure("\(error)")
    case let error as CollectorSchema.MissingExtension: CollectorFailure("\(error)")
    default: error
    }
  }
}

/// The database of a command.
struct DatabaseArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The database: a URL, settings of libpq, or a name. What it omits comes from PGHOST, PGDATABASE and the like.",
      valueName: "address"))
  var database = ""

  /// Connects to a database that has the schema.
  ///
  /// - Throws: ``CollectorFailure``, `PostgresError`.
  func connect() throws -> PostgresConnection {
    let connection = try PostgresConnection(database)
    guard try CollectorSchema(connection: connection).exists() else {
      throw CollectorFailure("the database has no tables of FormState; make them with formstate-collect init")
    }
    return connection
  }
}

/// Standard output, whose errors are not ignored.
enum Output {
  /// Writes a line.
  ///
  /// - Throws: ``CollectorFailure``, as on a full disk.
  static func print(_ line: String) throws {
    do {
      try Descriptor.write(Data("\(line)\n".utf8), to: STDOUT_FILENO)
    } catch {
      throw CollectorFailure("standard output cannot be written (\(error))")
    }
  }

  /// Writes a remark to standard error, whatever a device sent of it.
  static func note(_ sentence: String) {
    FileHandle.standardError.write(Data("\(HarmlessText.line(sentence))\n".utf8))
  }
}
#endif
