#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// `formstate response`
struct ResponseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "response",
    abstract: "Begin, copy, rename and delete responses.",
    discussion: """
      A form can have many responses. The first one, “default”, begins with its first \
      action; all others are begun by name, so a mistyped name never creates one.

        formstate response new answers.sqlite attic
        formstate set answers.sqlite remark 'Ladder needed' \\
          --response attic
        formstate list answers.sqlite
      """,
    subcommands: [
      NewResponseCommand.self, CopyResponseCommand.self, RenameResponseCommand.self, DeleteResponseCommand.self,
    ])
}

/// The form of a command.
struct FormArguments: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The form; optional if the file holds only one.", valueName: "key"),
    completion: Completions.forms)
  var form: String?

  /// The key of the form.
  ///
  /// - Throws: ``CommandFailure`` if the form is ambiguous.
  func key(in store: FormStore, path: String) throws -> String {
    var response = ResponseArguments()
    response.form = form
    return try response.formKey(in: store, path: path)
  }
}

/// `formstate response new`
struct NewResponseCommand: AuthoredCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Begin a response.",
    discussion: """
        formstate response new answers.sqlite attic
      """)

  static let outputSchema = OutputSchema.response

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @Argument(help: ArgumentHelp("The key of the response.", valueName: "key"))
  var key: String
  @OptionGroup var form: FormArguments
  @OptionGroup var output: ReportArguments

  func run() throws {
    try withActingStore { store in
      let key = ResponseKey(form: try form.key(in: store, path: self.store.database), response: key)
      let stream = try store.create(key)
      try ResponseReport.print("Began \(ResponseReport.name(of: key)).", key, stream, output)
    }
  }
}

/// `formstate response copy`
struct CopyResponseCommand: AuthoredCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy a response.",
    discussion: """
      The copy has a separate history, which begins with the copy: earlier steps cannot be undone in it. It is in progress even \
      if the original is completed.

        formstate response copy answers.sqlite template monday
      """)

  static let outputSchema = OutputSchema.response

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @Argument(help: ArgumentHelp("The response to copy.", valueName: "from"), completion: Completions.responses)
  var from: String
  @Argument(help: ArgumentHelp("The key of the copy.", valueName: "to"))
  var to: String
  @OptionGroup var form: FormArguments
  @OptionGroup var output: ReportArguments

  func run() throws {
    try withActingStore { store in
      let original = ResponseKey(form: try form.key(in: store, path: self.store.database), response: from)
      let copy = ResponseKey(form: original.form, response: to)
      let stream = try store.copy(original, to: to)
      try ResponseReport.print(
        "Copied \(ResponseReport.name(of: original)) to “\(TerminalText.plain(copy.response))”.", copy, stream, output)
    }
  }
}

/// `formstate response rename`
struct RenameResponseCommand: AuthoredCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename a response.",
    discussion: """
      Its answers and its history stay.

        formstate response rename answers.sqlite default attic
      """)

  static let outputSchema = OutputSchema.response

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @Argument(help: ArgumentHelp("The key of the response.", valueName: "old"), completion: Completions.responses)
  var old: String
  @Argument(help: ArgumentHelp("Its new key.", valueName: "new"))
  var new: String
  @OptionGroup var form: FormArguments
  @OptionGroup var output: ReportArguments

  func run() throws {
    try withActingStore { store in
      let key = ResponseKey(form: try form.key(in: store, path: self.store.database), response: old)
      let renamed = ResponseKey(form: key.form, response: new)
      try store.rename(key, to: new)
      try ResponseReport.print(
        "Renamed \(ResponseReport.name(of: key)) to “\(TerminalText.plain(renamed.response))”.", renamed, nil, output)
    }
  }
}

/// Reports the result for a response.
struct ResponseReport: Shape {
  static let meaning = "A response that was begun, copied or renamed."

  let key: ResponseKey
  /// The random name of a response that began; `nil` where one was renamed.
  let stream: StreamName?

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.key)
    m.ifAny("stream", \.stream, "The random name of a response that began; left out where one was renamed.")
  }

  /// The response and its form, as in a sentence.
  static func name(of key: ResponseKey) -> String {
    "the response “\(TerminalText.plain(key.response))” of “\(TerminalText.plain(key.form))”"
  }

  /// Prints a sentence, or the response as JSON, or nothing.
  static func print(
    _ sentence: String, _ key: ResponseKey, _ stream: StreamName?, _ output: ReportArguments
  ) throws {
    guard !output.quiet else { return }
    // The change is done, whether or not it can be reported.
    try CommandFailure.afterDone("the change was made") {
      try StandardStreams.print(output.json ? ResponseReport(key: key, stream: stream).text : sentence)
    }
  }
}
#endif
