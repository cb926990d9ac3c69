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
    abstract: "Export a form, its answers or its journal for other programs.",
    discussion: """
      plist       the response as a CellDescriptor.plist with its current state; reports what it cannot express
      json        the whole definition with the journals of its responses, without loss
      actions     the response's journal as a script for replay
      csv         the answers, a line per response and a column per question; with --long a line per response and \
      question; with --set-aside the contents of cells that the responses' versions of the form lack, \
      a line each
      submission  a response as XML for ODK's servers, which import-answers reads
      xform       the form as ODK XForm; reports what XForms cannot express

        formstate export answers.sqlite --format csv \\
          --output answers.csv
        formstate export answers.sqlite --format csv \\
          --titles --readable
        formstate export answers.sqlite --format csv --long --raw
        formstate export answers.sqlite --format csv --set-aside
        formstate export trip.sqlite --format csv --tables trip
        formstate export answers.sqlite --format plist \\
          --output filled-in.plist
        formstate export survey.sqlite --format submission \\
          --response default --output ada.xml
        formstate export survey.sqlite --format submission \\
          --response default --output ada/ada.xml --media ada

      Repeats have no column in csv: --tables writes a table of the responses into a folder, and \
      one of each repeat with a line per instance, its number, its position and the surrounding instance.

      In csv, a text that a spreadsheet would run as a formula (one that begins with = + - @, full-width ones too, a tab or \
      a line end, except for numbers and phone numbers) gets a leading apostrophe; --raw leaves it unchanged.

      Drafts and set-aside contents are not in a csv; the command says how many there are.

      A form that asks for encryption is exported in clear, since encryption is not supported: submissions only with \
      --in-clear.

      --media copies the files that a submission names into a folder, from --attachments. If one is missing, nothing is \
      written.

      --revision exports the answers of one response at a revision.

      The answers to sensitive questions are “•••” in csv, except with --reveal. Formats that contain whole responses are \
      refused without it if the form has such questions.

      --output writes the whole file or nothing. Users who may not read the database may not read the file either.
      """)

  /// The export formats.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case plist, json, actions, csv, submission, xform
  }

  @OptionGroup var store: StoreArguments
  @Option(help: "The format: plist, json, actions, csv, submission or xform.")
  var format: Format
  @Flag(help: "Write a binary plist.")
  var binary = false
  @Flag(help: "Write set-aside contents, as csv.")
  var setAside = false
  @Flag(help: "In csv, name the columns by question titles instead of keys.")
  var titles = false
  @Flag(help: "In csv, write readable answers: option titles, long dates.")
  var readable = false
  @Flag(help: "Write csv with a line per response and question.")
  var long = false
  @Option(
    help: ArgumentHelp(
      "The folder to write several csv tables into: one of the responses, and one of each repeat.",
      valueName: "folder"),
    completion: .directory)
  var tables: String?
  @Flag(help: "In csv, do not add apostrophes to texts that look like formulas.")
  var raw = false
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; standard output by default or with -.", valueName: "file"),
    completion: .file())
  var output: String?
  @Option(
    help: ArgumentHelp("The folder to copy the files of a submission into.", valueName: "folder"),
    completion: .directory)
  var media: String?
  @OptionGroup var attached: AttachmentArguments
  @Flag(help: "Write a submission in clear, of a form that asks for encryption.")
  var inClear = false
  @OptionGroup var revealing: RevealArguments
  @OptionGroup var past: RevisionOption
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments

  func validate() throws {
    if language.language != nil && (format != .csv || setAside) {
      throw ValidationError("--language requires --format csv; every other format includes all languages.")
    }
    if past.revision != nil {
      guard [.csv, .plist, .submission].contains(format), !setAside else {
        throw ValidationError("--revision requires answers: --format csv, plist or submission.")
      }
      if format != .plist && response.response == nil {
        throw ValidationError("--revision requires a single response; name it with --response.")
      }
    }
    if setAside && format != .csv { throw ValidationError("--set-aside requires --format csv.") }
    if format != .csv,
      let flag = [("--titles", titles), ("--readable", readable), ("--long", long), ("--raw", raw)].first(where: \.1)
    {
      throw ValidationError("\(flag.0) requires --format csv.")
    }
    if tables != nil {
      guard format == .csv else { throw ValidationError("--tables requires --format csv.") }
      if long || setAside {
        throw ValidationError("--tables has its own shape; omit --long and --set-aside.")
      }
      if output != nil { throw ValidationError("--tables names the folder; omit --output.") }
    }
    if long && (titles || readable) {
      throw ValidationError("--long has separate columns for titles and readable texts; omit the other option.")
    }
    if setAside && (titles || readable || long) {
      throw ValidationError("--set-aside has a fixed shape; omit --titles, --readable and --long.")
    }
    if media != nil && format != .submission {
      throw ValidationError("--media requires --format submission.")
    }
    if inClear && format != .submission {
      throw ValidationError("--in-clear requires --format submission.")
    }
    if attached.attachments != nil && media == nil {
      throw ValidationError("--attachments is the source of the files; name the destination with --media.")
    }
    if binary && format != .plist { throw ValidationError("--binary requires --format plist.") }
  }

  func run() throws {
    let database = DatabasePaths(store.database)
    if let tables {
      return try reading { key, named, store in
        try export(of: key, named, store).writeTables(into: tables, besides: database)
      }
    }
    guard let output, output != "-" else {
      if binary && StandardStreams.outputIsTerminal {
        throw CommandFailure("a terminal cannot show a binary plist; name a file with --output")
      }
      return try reading { try write($0, named: $1, in: $2) { try StandardStreams.write($0) } }
    }
    try reading { key, named, store in
      try OutputFile.write(to: output, besides: database) { sink in
        try write(key, named: named, in: store, to: sink)
      }
    }
    StandardStreams.note("Wrote “\(output)”.")
  }

  /// Opens the store and finds what to export, with the named response.
  private func reading(_ work: (ResponseKey, String?, FormStore) throws -> Void) throws {
    try store.withStore(.read) { store in
      let meansAll = tables != nil || [.csv, .json, .submission, .xform].contains(format)
      let key = try response.keyForReading(in: store, path: self.store.database, meansAll: meansAll)
      let named = try response.namesResponse(key, in: store) ? key.response : nil
      if [.json, .actions, .plist, .submission].contains(format) {
        try revealing.permit("this format", ofForm: key.form, in: store)
      }
      if format != .xform, inClear || format != .submission { try EncryptionNote.write(ofForm: key.form, in: store) }
      try ProgressLine.during("Exporting") { try work(key, named, store) }
      guard past.revision == nil, [.json, .actions, .submission].contains(format) else { return }
      let response = format == .json ? named : named ?? key.response
      AnswersLeftOut.note(drafts: try store.draftCount(ofForm: key.form, response: response))
    }
  }

  private func export(of key: ResponseKey, _ named: String?, _ store: FormStore) throws -> AnswerExport {
    AnswerExport(
      store: store, key: key, named: named, reading: past.contents, language: language,
      concealed: try revealing.concealed(ofForm: key.form, in: store),
      style: AnswerTable.Style(hasTitles: titles, isReadable: readable, escapesFormulas: !raw))
  }

  private func write(
    _ key: ResponseKey, named: String?, in store: FormStore, to sink: @escaping (Data) throws -> Void
  ) throws {
    switch format {
    case .csv where setAside: try writeSetAside(of: key, named: named, in: store, to: sink)
    case .csv: try export(of: key, named, store).writeTable(isLong: long, to: sink)
    case .json: try writeDocument(of: key.form, named: named, in: store, to: sink)
    case .plist: try sink(try propertyList(of: key, in: store))
    case .submission: try sink(try submission(of: try responseToSubmit(key, named: named, in: store), in: store))
    case .xform: try sink(try xForm(of: key.form, in: store))
    case .actions: try sink(try ActionScript.write(try store.journal(of: key)))
    }
  }

  private func propertyList(of key: ResponseKey, in store: FormStore) throws -> Data {
    let contents = try past.contents(of: key, in: store)
    for diagnostic in CellDescriptorPlist.leftOut(of: contents) {
      StandardStreams.note(TerminalText.plain(diagnostic.description))
    }
    return try CellDescriptorPlist.write(contents, as: binary ? .binary : .xml)
  }

  /// Writes the set-aside contents of each response as soon as it is read, to hold only one in memory.
  private func writeSetAside(
    of key: ResponseKey, named: String?, in store: FormStore, to sink: (Data) throws -> Void
  ) throws {
    let export = try export(of: key, named, store)
    var table = SetAsideTable(style: export.style)
    for response in try named.map({ [$0] }) ?? store.responseKeys(ofForm: key.form) {
      let key = ResponseKey(form: key.form, response: response)
      table.append(export.concealed.concealing(try store.setAside(of: key)), of: key)
      if table.byteCount >= 1 << 16 { try sink(table.takeBytes()) }
    }
    try sink(table.takeBytes())
  }

  /// The form as XForm; what XForms cannot express is reported on standard error.
  private func xForm(of key: String, in store: FormStore) throws -> Data {
    let content = try store.contents(ofForm: key, responses: [])
    let written = try XFormFile.write(content.form, version: content.version)
    for diagnostic in written.diagnostics { StandardStreams.note(TerminalText.plain(diagnostic.description)) }
    return written.data
  }

  /// A response as a submission; one that has not begun is exported as it would begin.
  private func submission(of key: ResponseKey, in store: FormStore) throws -> Data {
    if past.revision == nil, try store.contents(of: key).stream == nil {
      StandardStreams.note(
        "Note: “\(key.response)” has not begun; this is how it would begin, under a different name each time.")
    }
    let beginning = past.revision == nil ? try store.beginning(of: key) : nil
    let submission = try SubmissionDocument.writeNamingFiles(
      try past.contents(of: key, in: beginning ?? store), inClear: inClear)
    try copy(submission.files)
    return submission.data
  }

  private func copy(_ files: [String]) throws {
    guard let media else {
      let stayed =
        files.count == 1 ? "1 attached file was not copied" : "\(files.count) attached files were not copied"
      let them = files.count == 1 ? "it" : "them"
      if !files.isEmpty { StandardStreams.note("Note: \(stayed); --media copies \(them) into a folder.") }
      return
    }
    let source = attached.folder(besides: store.database)
    try AttachmentExport(source: source, target: media, database: DatabasePaths(store.database)).copy(files)
  }

  /// The response to export: the named one, or the only one.
  private func responseToSubmit(_ key: ResponseKey, named: String?, in store: FormStore) throws -> ResponseKey {
    guard named == nil else { return key }
    let keys = try store.responseKeys(ofForm: key.form)
    if let only = keys.first, keys.count == 1 { return ResponseKey(form: key.form, response: only) }
    guard keys.count > 1 else { return key }
    throw CommandFailure(
      "a submission contains one response, and “\(key.form.shortened)” has \(keys.count); select one with --response: "
        + ResponseArguments.listed(keys))
  }

  /// Writes the form with the one named response, otherwise with all of them, and every version in their journals.
  private func writeDocument(
    of form: String, named: String?, in store: FormStore, to sink: @escaping (Data) throws -> Void
  ) throws {
    var writer = FormPartsWriter(.document, to: sink)
    try store.forEachPart(ofForm: form, responses: named.map { [$0] }) { try writer.write($0) }
    try writer.finish()
  }
}
#endif
