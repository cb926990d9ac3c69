#if Collect
import ArgumentParser
import FormStateCollector

/// `formstate-collect views`
struct ViewsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "views",
    abstract: "Make a view of a form with a column for each question.",
    discussion: """
      Makes the view again from all versions of the form that the database has, and one for each of its repeats. Its \
      name is that of the form.

        formstate-collect views inspection --database answers
        psql answers -c 'SELECT * FROM "inspection"'
      """)

  @Argument(help: "The key of the form.")
  var form: String
  @OptionGroup var database: DatabaseArguments

  func run() throws {
    let views = TypedViews(connection: try database.connect())
    let names = try views.make(ofForm: form)
    guard names.isEmpty else { return try names.forEach(Output.print) }
    let forms = try views.forms().map { "“\($0)”" }.joined(separator: ", ")
    throw CollectorFailure("there is no form “\(form)”; the database has \(forms.isEmpty ? "none" : forms)")
  }
}
#endif
