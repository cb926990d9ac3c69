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
      name is that of the form, in the schema formstate_forms. Nothing else is dropped: if there is another view with \
      the name, it gets another one, which is printed.

        formstate-collect views inspection --database answers
        psql answers -c 'SELECT * FROM formstate_forms.inspection'
      """)

  @Argument(help: "The key of the form.")
  var form: String
  @OptionGroup var database: DatabaseArguments

  func run() throws {
    let views = TypedViews(connection: try database.connect())
    let names = try views.make(ofForm: form)
    for name in names { try Output.print("\(TypedViews.schema).\(name)") }
    guard names.isEmpty else { return }
    let forms = try views.forms().map { "“\($0)”" }.joined(separator: ", ")
    throw CollectorFailure("there is no form “\(form)”; the database has \(forms.isEmpty ? "none" : forms)")
  }
}
#endif
