#if CommandLine
import ArgumentParser
import FormStateInterchange
import Foundation

/// `formstate serve`
struct ServeCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Show a live response in the browser, to fill it in.",
    discussion: """
      Prints the address of a page that only this machine can reach, and opens it if there is a browser. The address contains \
      a secret: only the browser that opens it gets access. The page shows changes by others live and can go back \
      through the revisions. Interrupt the command to end it.

        formstate serve answers.sqlite
        formstate serve answers.sqlite --read-only --port 8080

      If the file holds several responses and --response is missing, the page lists them with their status and begins new \
      ones.

      With --read-only nothing is written: the page can be read, searched and moved through the revisions.

      Files attached on the page are stored in --attachments, by default beside the database, and are never \
      deleted; pictures and sounds of labels come from --attach.

      To serve others, put a reverse proxy before it, with --public-url; if it authenticates users, \
      --trust-header gives them access, and the journal names them:

        formstate serve answers.sqlite \\
          --socket /run/formstate/clinic.sock \\
          --public-url https://forms.example.org/clinic/ \\
          --trust-header X-Remote-User
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var response: ResponseArguments
  @Flag(help: "Write nothing; the page shows the response read-only.")
  var readOnly = false
  @OptionGroup var author: AuthorArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var attached: AttachmentArguments
  @Option(
    help: ArgumentHelp(
      "The folder with the files that the form names, for its pictures and sounds.", valueName: "folder"),
    completion: .directory)
  var attach: String?
  @OptionGroup var page: PageArguments

  func run() throws {
    if let attach, !AttachmentArguments.isFolder(attach) {
      throw CommandFailure("“\(attach)” is not a folder; name the one with the pictures and sounds of the form")
    }
    if let folder = attached.attachments { try AttachmentArguments.checkUse(of: folder) }
    let subject = try store.withStore(.read) { store in
      try response.subjectToServe(in: store, path: self.store.database, isReadOnly: readOnly)
    }
    try ScreenProgram.run(
      [
        ("database", .string(store.database)), ("form", OrderedJSON(subject.form)),
        ("response", OrderedJSON(subject.response)), ("lists", .boolean(subject.response == nil)),
        ("isReadOnly", .boolean(readOnly)), ("language", OrderedJSON(language.language)),
        ("author", OrderedJSON(author.actingAuthor)), ("busyTimeout", .number(store.busyTimeout)),
        ("attachments", .string(attached.folder(besides: store.database))), ("attach", OrderedJSON(attach)),
      ] + page.members())
  }
}

/// `formstate preview`
struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Show a form in the browser while it is being written.",
    discussion: """
      Imports the file as import does and shows it on a page that only this machine can reach. Whenever the file is \
      saved, the page shows the new form; disclosure and answers are kept as by formstate upgrade. Faults \
      in the file are shown on the page with their place.

        formstate preview profile.plist
        formstate preview household.xlsx
        formstate preview person.json \\
          --layout profile-layout.json

      Answers are kept in an SQLite file in the user's cache folder, one per previewed file, and are \
      there again the next time; --fresh begins without answers. Name an SQLite file to keep them there:

        formstate preview profile.plist trial.sqlite
      """)

  @Argument(
    help: ArgumentHelp("The file with the form.", valueName: "file"),
    completion: .file(extensions: ["plist", "json", "xml", "xlsx", "xls", "xlsm"]))
  var file: String
  @Argument(
    help: ArgumentHelp("The SQLite file for the answers.", valueName: "db"), completion: .file(),
    transform: DefaultDatabase.path)
  var database: String?
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The key of the form; by default the file's own, or the file name.", valueName: "key"))
  var form: String?
  @OptionGroup var definition: DefinitionArguments
  @Flag(help: "Begin without answers.")
  var fresh = false
  @OptionGroup var author: AuthorArguments
  @OptionGroup var attached: AttachmentArguments
  @OptionGroup var page: PageArguments

  func validate() throws {
    if fresh && database != nil {
      throw ValidationError("--fresh applies only to the cached file; delete “\(database ?? "")” instead.")
    }
    if file == "-" { throw ValidationError("A preview follows a file; standard input, -, is not one.") }
  }

  func run() throws {
    guard InputFile.canBeReadAgain(file) else {
      throw CommandFailure("“\(file)” cannot be read repeatedly; name a regular file with the form")
    }
    let database = try self.database ?? PreviewDatabase.path(for: file, isFresh: fresh)
    if let folder = attached.attachments { try AttachmentArguments.checkUse(of: folder) }
    let source = definition.file(at: file, formKey: form)
    try ScreenProgram.run(
      [
        ("database", .string(database)), ("file", .string(source.path)), ("form", OrderedJSON(source.formKey)),
        ("sectionTitles", source.sectionTitles.map { .array($0.map(OrderedJSON.string)) } ?? .null),
        ("titleKey", OrderedJSON(source.titleKey)), ("layout", OrderedJSON(source.layout)),
        ("attach", OrderedJSON(source.attachments)), ("author", OrderedJSON(author.actingAuthor)),
        ("attachments", .string(attached.folder(besides: database))),
      ] + page.members())
  }
}
#endif
