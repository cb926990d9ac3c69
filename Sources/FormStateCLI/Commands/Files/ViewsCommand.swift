#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// `formstate views`
struct ViewsCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "views",
    abstract: "Make SQL views of answers, with a column per question.",
    discussion: """
      The view is called answers_of_ and the key of the form. Its columns are response, version, status and the keys of the \
      questions: text and dates as TEXT, switches as 0 or 1, numbers as numbers, the value of the chosen option. A \
      decimal has a second column, KEY_exact, with its digits where the number does not show them, as in 70.50. Make it \
      again after importing another version of the form.

      For each repeat there is instances_of_FORM_REPEAT, with a line per instance: response, version, the number of the \
      instance, its position among its siblings, and within, the instance that contains the repeat.

        formstate views answers.sqlite
        sqlite3 answers.sqlite 'SELECT * FROM answers_of_profile'
        formstate views answers.sqlite --drop

      formstate puts nothing else into a file beside its own tables and views, of which answer has all answers, one per \
      line. If an app's database should not contain them, --drop removes them.
      """)

  static let outputSchema = OutputSchema.views

  @OptionGroup var store: StoreArguments
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The form; optional if the file holds only one.", valueName: "key"),
    completion: Completions.forms)
  var form: String?
  @Flag(help: "Remove the views.")
  var drop = false
  @OptionGroup var output: OutputArguments

  func run() throws {
    var meant = ResponseArguments()
    (meant.form, meant.response) = (form, nil)
    if drop {
      let (form, (name, wasThere)) = try store.withStore(.write) { store in
        let form = try meant.key(in: store, path: self.store.database).form
        return (form, try store.dropAnswerViews(ofForm: form))
      }
      let words = wasThere ? "Dropped the view “\(name.shortened)”." : "There is no view “\(name.shortened)”."
      let json = OrderedJSON.object([
        ("form", .string(form)), ("view", .string(name)), ("dropped", .boolean(wasThere)),
      ])
      return try StandardStreams.print(output.json ? json.text : TerminalText.plain(words))
    }
    let (form, views) = try store.withStore(.write) { store in
      let form = try meant.key(in: store, path: self.store.database).form
      return (form, try store.makeAnswerViews(ofForm: form))
    }
    try StandardStreams.print(
      output.json ? Self.json(of: views, form).text : views.map(Self.text).joined(separator: "\n"))
  }

  private static func text(of view: FormStore.AnswerView) -> String {
    let made = view.isReplaced ? "Replaced" : "Made"
    let columns = Count.of(view.columns.count, "column")
    return TerminalText.plain("\(made) the view “\(view.name.shortened)”: \(columns).")
  }

  private static func json(of views: [FormStore.AnswerView], _ form: String) -> OrderedJSON {
    func members(_ view: FormStore.AnswerView) -> [(name: String, value: OrderedJSON)] {
      [
        ("view", .string(view.name)), ("replaced", .boolean(view.isReplaced)),
        ("columns", .array(view.columns.map(OrderedJSON.string))),
      ]
    }
    let repeats = views.compactMap { view in
      view.repeatKey.map { OrderedJSON.object([("repeat", .string($0))] + members(view)) }
    }
    return .object([("form", .string(form))] + (views.first.map(members) ?? []) + [("repeats", .array(repeats))])
  }
}
#endif
