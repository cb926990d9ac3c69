#if Collect
import ArgumentParser
import FormStateCollector

extension CollectorSchema.Engine: ExpressibleByArgument {}

/// `formstate-collect init`
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Make the tables, views and roles in an empty database.",
    discussion: """
      The roles are formstate_collector, which takes batches, formstate_forget, which deletes responses for good, and \
      formstate_reader, which sees the views alone. The command prints the rights that it granted.

        createdb answers
        formstate-collect init --database answers
      """)

  @Option(
    help: """
      postgresql, or citus, which distributes the tables by response. Untried: that the statements of all commands and views \
      have the structure that Citus runs is tested, Citus itself is not.
      """)
  var engine = CollectorSchema.Engine.postgresql
  @OptionGroup var database: DatabaseArguments

  func run() throws {
    let schema = CollectorSchema(connection: try PostgresConnection(database.database))
    guard try !schema.exists() else {
      throw CollectorFailure("the database has the tables of FormState already")
    }
    for grant in try schema.make(for: engine) { try Output.print(grant) }
  }
}
#endif
