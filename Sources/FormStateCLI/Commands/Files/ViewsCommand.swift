#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// `formstate views`
struct ViewsCommand: ReportingCommand, StoreCommand {
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
  @OptionGroup var form: FormArguments
  @Flag(help: "Remove the views.")
  var drop = false
  @OptionGroup var output: OutputArguments

  func run() throws {
    if drop {
      let (form, (name, wasThere)) = try store.withStore(.write) { store in
        let form = try self.form.key(in: store, path: self.store.database)
        return (form, try store.dropAnswerViews(ofForm: form))
      }
      let words = wasThere ? "Dropped the view “\(name.shortened)”." : "There is no view “\(name.shortened)”."
      let report = DroppedView(form: form, name: name, wasThere: wasThere)
      return try StandardStreams.print(output.json ? report.text : TerminalText.plain(words))
    }
    let (form, views) = try store.withStore(.write) { store in
      let form = try self.form.key(in: store, path: self.store.database)
      return (form, try store.makeAnswerViews(ofForm: form))
    }
    try StandardStreams.print(
      output.json ? MadeViews(views, ofForm: form).text : views.map(Self.text).joined(separator: "\n"))
  }

  private static func text(of view: FormStore.AnswerView) -> String {
    let made = view.isReplaced ? "Replaced" : "Made"
    let columns = Count.of(view.columns.count, "column")
    return TerminalText.plain("\(made) the view “\(view.name.shortened)”: \(columns).")
  }
}

/// The views of a form's answers that were made.
struct MadeViews: Shape {
  static let meaning = "Views that were made."

  let form: String
  let view: FormStore.AnswerView
  let repeats: [ViewOfRepeat]

  init?(_ views: [FormStore.AnswerView], ofForm form: String) {
    guard let first = views.first else { return nil }
    (self.form, view) = (form, first)
    repeats = views.compactMap { view in view.repeatKey.map { ViewOfRepeat(key: $0, view: view) } }
  }

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("form", \.form, Meaning.form)
    m.include(\.view)
    m("repeats", \.repeats, "The views of the instances of repeats.")
  }

  /// The view of the instances of a repeat.
  struct ViewOfRepeat: Shape {
    static let meaning = "The view of the instances of a repeat."

    let key: String
    let view: FormStore.AnswerView

    static func list<M: PrintedMembers<Self>>(_ m: inout M) {
      m("repeat", \.key, "The key of the repeat.")
      m.include(\.view)
    }
  }
}

extension FormStore.AnswerView: Shape {
  package static let meaning = "A view."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("view", \.name, "The name of the view.")
    m("replaced", \.isReplaced, "Whether there was one of this name.")
    m("columns", \.columns, "Its columns.")
  }
}

/// A view that was dropped.
struct DroppedView: Shape {
  static let meaning = "A dropped view."

  let form: String
  let name: String
  let wasThere: Bool

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("form", \.form, Meaning.form)
    m("view", \.name, "The name of the view.")
    m("dropped", \.wasThere, "Whether it was there.")
  }
}
#endif
