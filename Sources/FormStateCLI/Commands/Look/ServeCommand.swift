#if CommandLine
import ArgumentParser
import FormStateInterchange
import Foundation

/// `formstate serve`
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Show a response in the browser, or a form while you write it.",
    discussion: """
      Prints the address of a page that only this machine can reach, and opens it if there is a browser. The address contains \
      a secret: only the browser that opens it gets access. The page shows changes by others live and can go back \
      through the revisions. Interrupt the command to end it.

        formstate serve answers.sqlite
        formstate serve answers.sqlite --read-only --port 8080

      If the file holds several responses and --response is missing, the page lists them with their status and begins new \
      ones. With --read-only nothing is written: the page can be read, searched and moved through the revisions.

      Any file that is not an SQLite file is a form that is being written. It is imported as by import, and whenever it is \
      saved, the page shows the new form; disclosure and answers are kept as by formstate upgrade. Faults in the file \
      are shown on the page with their place.

        formstate serve visit.json
        formstate serve household.xlsx
        formstate serve person.json \\
          --layout profile-layout.json

      The answers to such a form are kept in an SQLite file in the user's cache folder, one per form file, and are there \
      again the next time. --fresh begins without answers, and --answers keeps them in another SQLite file:

        formstate serve visit.json --answers trial.sqlite

      Files attached on the page are stored in --attachments, by default beside the database, and are never \
      deleted; pictures and sounds of labels come from --attach.

      To serve others, put a reverse proxy before it, with --public-url; if it authenticates users, \
      --trust-header gives them access, and the journal names them:

        formstate serve answers.sqlite \\
          --socket /run/formstate/clinic.sock \\
          --public-url https://forms.example.org/clinic/ \\
          --trust-header X-Remote-User
      """)

  @Argument(
    help: ArgumentHelp(
      "The SQLite file with responses, or a file with a form; FORMSTATE_DB by default.", valueName: "file"),
    completion: .file(), transform: DefaultDatabase.path)
  var file: String?
  @Option(name: .customLong("busy-timeout"), help: StoreArguments.busyTimeoutHelp)
  var givenBusyTimeout: Double?
  @OptionGroup var response: ResponseArguments
  @Flag(help: "Write nothing; the page shows the response read-only.")
  var readOnly = false
  @OptionGroup var author: AuthorArguments
  @OptionGroup var language: LanguageArguments
  @Option(
    help: ArgumentHelp("Of a form: the SQLite file that keeps the answers.", valueName: "db"), completion: .file(),
    transform: DefaultDatabase.path)
  var answers: String?
  @Flag(help: "Of a form: begin without answers.")
  var fresh = false
  @OptionGroup var attached: AttachmentArguments
  @OptionGroup var definition: DefinitionArguments
  @OptionGroup var page: PageArguments

  /// The named file, or the default one.
  private func source() throws -> String {
    guard let file = try file ?? DefaultDatabase.file.map(DefaultDatabase.path) else {
      throw ValidationError("Missing expected argument '<file>'")
    }
    return file
  }

  func validate() throws {
    let file = try source()
    if file == "-" { throw ValidationError("The page follows a file; standard input, -, is not one.") }
    if let answers, fresh {
      throw ValidationError("--fresh empties the cache folder's file alone; delete “\(answers)” instead.")
    }
    _ = try StoreArguments(file: file, busyTimeout: givenBusyTimeout)
  }

  func run() throws {
    if let folder = definition.attach, !AttachmentArguments.isFolder(folder) {
      throw CommandFailure("“\(folder)” is not a folder; name the one with the files that the form names")
    }
    if let folder = attached.attachments { try AttachmentArguments.checkUse(of: folder) }
    let file = try source()
    let order = try DumpFile(path: file).isDatabase() ? order(toServe: file) : order(toFollow: file)
    let common = [("author", OrderedJSON(author.actingAuthor)), ("attach", OrderedJSON(definition.attach))]
    try ScreenProgram.run(order + common + page.members())
  }

  /// What to show of an SQLite file.
  private func order(toServe file: String) throws -> [(name: String, value: OrderedJSON)] {
    guard answers == nil, !fresh, !definition.isOfDocument else {
      throw WrongUsage("“\(file)” is an SQLite file; --answers, --fresh and the options of imports are for a form")
    }
    let arguments = try StoreArguments(file: file, busyTimeout: givenBusyTimeout)
    let subject = try arguments.withStore(.read) { store in
      try response.subjectToServe(in: store, path: file, isReadOnly: readOnly)
    }
    return [
      ("database", .string(file)), ("form", OrderedJSON(subject.form)), ("response", OrderedJSON(subject.response)),
      ("lists", .boolean(subject.response == nil)), ("isReadOnly", .boolean(readOnly)),
      ("language", OrderedJSON(language.language)), ("busyTimeout", .number(arguments.busyTimeout)),
      ("attachments", .string(attached.folder(besides: file))),
    ]
  }

  /// What to show of a file with a form.
  private func order(toFollow file: String) throws -> [(name: String, value: OrderedJSON)] {
    guard response.response == nil, !readOnly, language.language == nil else {
      throw WrongUsage(
        "“\(file)” is not an SQLite file, so it is taken as a form; --response, --read-only and --language are for responses"
      )
    }
    guard InputFile.canBeReadAgain(file) else {
      throw CommandFailure("“\(file)” cannot be read repeatedly; name a regular file")
    }
    let database = try answers ?? PreviewDatabase.path(for: file, isFresh: fresh)
    let source = definition.file(at: file, formKey: response.form)
    return [
      ("database", .string(database)), ("file", .string(source.path)), ("form", OrderedJSON(source.formKey)),
      ("sectionTitles", source.sectionTitles.map { .array($0.map(OrderedJSON.string)) } ?? .null),
      ("titleKey", OrderedJSON(source.titleKey)), ("layout", OrderedJSON(source.layout)),
      ("attachments", .string(attached.folder(besides: database))),
    ]
  }
}
#endif
