#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// `formstate views`
struct ViewsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "views",
    abstract: "Make a view of a form's answers for SQL: a line a response, a column a question.",
    discussion: """
      The view is called answers_of_ and the key of the form, its columns response, version, status and the keys of the \
      questions: text and dates as TEXT, switches 0 or 1, numbers as numbers, the value of the chosen option. Make it \
      again when another version of the form was taken in.

        formstate views answers.sqlite
        sqlite3 answers.sqlite 'SELECT * FROM answers_of_profile'
        formstate views answers.sqlite --drop

      It is the only thing that formstate puts into a file beside its own tables and views, whose answers are in answer, a \
      line each. The database of an app may have no wish for it; --drop takes it away again.
      """)

  @OptionGroup var store: StoreArguments
  @Option(
    help: ArgumentHelp("The form; may be left out when the file holds one form.", valueName: "key"),
    completion: Completions.forms)
  var form: String?
  @Flag(help: "Take the view away again.")
  var drop = false
  @OptionGroup var output: OutputArguments

  func run() throws {
    var meant = ResponseArguments()
    (meant.form, meant.response) = (form, nil)
    if drop {
      let (name, wasThere) = try store.withStore(.write) { store in
        try store.dropAnswerView(ofForm: try meant.key(in: store, path: self.store.database).form)
      }
      let words = wasThere ? "Dropped the view “\(name.shortened)”." : "There is no view “\(name.shortened)”."
      let json = OrderedJSON.object([("view", .string(name)), ("dropped", .boolean(wasThere))])
      return try StandardStreams.print(output.json ? json.text : TerminalText.plain(words))
    }
    let view = try store.withStore(.write) { store in
      try store.makeAnswerView(ofForm: try meant.key(in: store, path: self.store.database).form)
    }
    try StandardStreams.print(output.json ? Self.json(of: view).text : Self.text(of: view))
  }

  private static func text(of view: FormStore.AnswerView) -> String {
    let made = view.isReplaced ? "Made anew" : "Made"
    let columns = Count.of(view.columns.count, "column")
    return TerminalText.plain("\(made) the view “\(view.name.shortened)”: \(columns).")
  }

  private static func json(of view: FormStore.AnswerView) -> OrderedJSON {
    .object([
      ("view", .string(view.name)), ("replaced", .boolean(view.isReplaced)),
      ("columns", .array(view.columns.map(OrderedJSON.string))),
    ])
  }
}
#endif
