#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// `formstate export`
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export a form, its answers or its journal, or the whole file.",
    discussion: """
      Each format says what it leaves out, and has its own options.

        formstate export csv answers.sqlite --output answers.csv
        formstate help export csv
      """,
    subcommands: [
      ExportTableCommand.self, ExportDocumentCommand.self, ExportPropertyListCommand.self,
      ExportSubmissionCommand.self, ExportXFormCommand.self, ExportActionsCommand.self, ExportDumpCommand.self,
    ])
}

/// A command that exports one format.
protocol ExportingCommand: StoreCommand {
  var response: ResponseArguments { get }
  var file: ExportFile { get }

  /// Whether the format contains all responses of a form if none is named.
  static var meansAll: Bool { get }

  /// Writes the export.
  func write(_ source: ExportSource, to sink: @escaping (Data) throws -> Void) throws
}

/// What is exported.
struct ExportSource {
  let store: FormStore
  let key: ResponseKey
  /// The named response; `nil` if none is named.
  let named: String?
}

/// The file of an export.
struct ExportFile: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; standard output by default or with -.", valueName: "file"),
    completion: .file())
  var output: String?

  /// The path of the file; `nil` for standard output.
  var path: String? { output == "-" ? nil : output }

  /// Writes the file, whole or not at all, and says so; or standard output.
  func write(besides database: String, _ contents: (_ sink: @escaping (Data) throws -> Void) throws -> Void) throws {
    guard let path else { return try contents { try StandardStreams.write($0) } }
    try OutputFile.write(to: path, besides: DatabasePaths(database), contents)
    StandardStreams.note("Wrote “\(path)”.")
  }
}

extension ExportingCommand {
  static var meansAll: Bool { true }

  func run() throws { try writeToFile() }

  /// Writes the export to its file, or to standard output.
  func writeToFile() throws {
    try file.write(besides: store.database) { sink in try reading { try write($0, to: sink) } }
  }

  /// Opens the store and finds what to export.
  func reading(_ work: (ExportSource) throws -> Void) throws {
    try store.withStore(.read) { store in
      let key = try response.keyForReading(in: store, path: self.store.database, meansAll: Self.meansAll)
      let named = try response.namesResponse(key, in: store) ? key.response : nil
      try ProgressLine.during("Exporting") { try work(ExportSource(store: store, key: key, named: named)) }
    }
  }
}

/// `formstate export csv`
struct ExportTableCommand: ExportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "csv",
    abstract: "Export the answers: a line per response, a column per question.",
    discussion: """
      With --long it is a line per response and question; with --set-aside the contents of cells that the responses' \
      versions of the form lack, a line each.

        formstate export csv answers.sqlite --output answers.csv
        formstate export csv answers.sqlite --titles --readable
        formstate export csv answers.sqlite --long --raw
        formstate export csv answers.sqlite --set-aside
        formstate export csv trip.sqlite --tables trip

      Repeats have no column: --tables writes a table of the responses into a folder, and one of each repeat with a line \
      per instance, its number, its position and the surrounding instance.

      A text that a spreadsheet would run as a formula (one that begins with = + - @, full-width ones too, a tab or a line \
      end, except for numbers and phone numbers) gets a leading apostrophe; --raw leaves it unchanged.

      Drafts and set-aside contents are not among the answers; the command says how many there are. The answers to sensitive \
      questions are “•••”, except with --reveal. A form that asks for encryption is exported in clear.

      --output writes the whole file or nothing. Users who may not read the database may not read the file either.
      """)

  @OptionGroup var store: StoreArguments
  @Flag(help: "Name the columns by question titles instead of keys.")
  var titles = false
  @Flag(help: "Write readable answers: option titles, long dates.")
  var readable = false
  @Flag(help: "Write a line per response and question.")
  var long = false
  @Flag(help: "Write set-aside contents.")
  var setAside = false
  @Option(
    help: ArgumentHelp(
      "The folder to write several tables into: one of the responses, and one of each repeat.", valueName: "folder"),
    completion: .directory)
  var tables: String?
  @Flag(help: "Do not add apostrophes to texts that look like formulas.")
  var raw = false
  @OptionGroup var file: ExportFile
  @OptionGroup var revealing: RevealArguments
  @OptionGroup var past: RevisionOption
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments

  func validate() throws {
    try past.requireNamed(response)
    if tables != nil {
      if long || setAside { throw ValidationError("--tables has its own shape; omit --long and --set-aside.") }
      if file.output != nil { throw ValidationError("--tables names the folder; omit --output.") }
    }
    if long && (titles || readable) {
      throw ValidationError("--long has separate columns for titles and readable texts; omit the other option.")
    }
    if setAside && (titles || readable || long || language.language != nil || past.revision != nil) {
      throw ValidationError(
        "--set-aside has a fixed shape; omit --titles, --readable, --long, --language and --revision.")
    }
  }

  func run() throws {
    guard let tables else { return try writeToFile() }
    try reading { source in
      try EncryptionNote.write(ofForm: source.key.form, in: source.store)
      try export(source).writeTables(into: tables, besides: DatabasePaths(store.database))
    }
  }

  func write(_ source: ExportSource, to sink: @escaping (Data) throws -> Void) throws {
    try EncryptionNote.write(ofForm: source.key.form, in: source.store)
    if setAside { return try writeSetAside(source, to: sink) }
    try export(source).writeTable(isLong: long, to: sink)
  }

  private func export(_ source: ExportSource) throws -> AnswerExport {
    AnswerExport(
      source, reading: past.contents, language: language,
      concealed: try revealing.concealed(ofForm: source.key.form, in: source.store),
      style: AnswerTable.Style(hasTitles: titles, isReadable: readable, escapesFormulas: !raw))
  }

  /// Writes the set-aside contents of each response as soon as it is read, to hold only one in memory.
  private func writeSetAside(_ source: ExportSource, to sink: (Data) throws -> Void) throws {
    let export = try export(source)
    var table = SetAsideTable(style: export.style)
    for response in try source.named.map({ [$0] }) ?? source.store.responseKeys(ofForm: source.key.form) {
      let key = ResponseKey(form: source.key.form, response: response)
      table.append(export.concealed.concealing(try source.store.setAside(of: key)), of: key)
      if table.byteCount >= 1 << 16 { try sink(table.takeBytes()) }
    }
    try sink(table.takeBytes())
  }
}

/// `formstate export json`
struct ExportDocumentCommand: ExportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "json",
    abstract: "Export the definition with the journals of its responses, without loss.",
    discussion: """
      formstate import reads it. Drafts belong to a device and are not in it; the command says how many there are.

        formstate export json answers.sqlite --output form.json
        formstate export json answers.sqlite --response attic

      A form with sensitive questions requires --reveal.
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var file: ExportFile
  @OptionGroup var revealing: RevealArguments
  @OptionGroup var response: ResponseArguments

  /// Writes the form with the one named response, otherwise with all of them, and every version in their journals.
  func write(_ source: ExportSource, to sink: @escaping (Data) throws -> Void) throws {
    try revealing.permitWhole(source)
    var writer = FormPartsWriter(.document, to: sink)
    try source.store.forEachPart(ofForm: source.key.form, responses: source.named.map { [$0] }) { try writer.write($0) }
    try writer.finish()
    AnswersLeftOut.note(drafts: try source.store.draftCount(ofForm: source.key.form, response: source.named))
  }
}

/// `formstate export actions`
struct ExportActionsCommand: ExportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "actions",
    abstract: "Export the journal of a response as a script for replay.",
    discussion: """
        formstate export actions answers.sqlite \\
          --output actions.jsonl

      Drafts are in no journal; the command says how many there are. A form with sensitive questions requires --reveal.
      """)

  static let meansAll = false

  @OptionGroup var store: StoreArguments
  @OptionGroup var file: ExportFile
  @OptionGroup var revealing: RevealArguments
  @OptionGroup var response: ResponseArguments

  func write(_ source: ExportSource, to sink: @escaping (Data) throws -> Void) throws {
    try revealing.permitWhole(source)
    try sink(try ActionScript.write(try source.store.journal(of: source.key)))
    AnswersLeftOut.note(drafts: try source.store.draftCount(ofForm: source.key.form, response: source.key.response))
  }
}

/// `formstate export plist`
struct ExportPropertyListCommand: ExportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "plist",
    abstract: "Export a response as a CellDescriptor.plist with its current state.",
    discussion: """
      It says what a property list cannot express.

        formstate export plist answers.sqlite \\
          --output filled-in.plist

      A form with sensitive questions requires --reveal.
      """)

  static let meansAll = false

  @OptionGroup var store: StoreArguments
  @Flag(help: "Write a binary property list.")
  var binary = false
  @OptionGroup var file: ExportFile
  @OptionGroup var revealing: RevealArguments
  @OptionGroup var past: RevisionOption
  @OptionGroup var response: ResponseArguments

  func write(_ source: ExportSource, to sink: @escaping (Data) throws -> Void) throws {
    if binary, file.path == nil, StandardStreams.outputIsTerminal {
      throw CommandFailure("a terminal cannot show a binary plist; name a file with --output")
    }
    try revealing.permitWhole(source)
    let contents = try past.contents(of: source.key, in: source.store)
    for diagnostic in CellDescriptorPlist.leftOut(of: contents) {
      StandardStreams.note(TerminalText.plain(diagnostic.description))
    }
    try sink(try CellDescriptorPlist.write(contents, as: binary ? .binary : .xml))
  }
}

extension RevealArguments {
  /// Permits a format that has whole responses, and notes that it is not encrypted.
  func permitWhole(_ source: ExportSource) throws {
    try permit("this format", ofForm: source.key.form, in: source.store)
    try EncryptionNote.write(ofForm: source.key.form, in: source.store)
  }
}
#endif
