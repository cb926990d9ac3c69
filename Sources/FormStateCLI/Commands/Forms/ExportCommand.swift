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
    abstract: "Write a form, its answers or its journal in a format for other programs.",
    discussion: """
      plist       the response as a CellDescriptor.plist with its current state in it
      json        the whole definition with the journals of its responses; import loses nothing of it
      actions     the response's journal as a script for replay
      csv         the answers, a line for each response of the form and a column for each question; with --long a line for each \
      response and question; with --set-aside what is kept of cells that the responses' versions of the form do not have, \
      a line for each
      submission  a response as the XML that ODK's servers take; import-answers takes such XML in
      xform       the form as ODK XForm; what XForms cannot say is told

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

      What is filled in several times has no column in csv: --tables writes a table of the responses into a folder, and beside \
      it one of each repeat with a line for each instance, its number, its place and the instance that it stands within.

      In csv, a text that a spreadsheet would run as a formula (one that begins with = + - @, full-width ones too, a tab or \
      a line end, but for numbers and phone numbers) gets an apostrophe before it; --raw leaves it as it is.

      --revision writes the answers of one response as they were at a revision.

      --output writes the file whole or not at all; whoever may not read the database may not read it either.
      """)

  /// What can be written.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case plist, json, actions, csv, submission, xform
  }

  @OptionGroup var store: StoreArguments
  @Option(help: "The format: plist, json, actions, csv, submission or xform.")
  var format: Format
  @Flag(help: "Write the binary sort of plist.")
  var binary = false
  @Flag(help: "Write what upgrades have set aside, as csv.")
  var setAside = false
  @Flag(help: "In csv, call the columns by what the questions ask instead of by keys.")
  var titles = false
  @Flag(help: "In csv, write answers as a person reads them: option titles, long dates.")
  var readable = false
  @Flag(help: "Write csv with a line for each response and question.")
  var long = false
  @Option(
    help: ArgumentHelp(
      "The folder to write csv into as several tables: one of the responses, and one of each repeat.",
      valueName: "folder"),
    completion: .directory)
  var tables: String?
  @Flag(help: "In csv, leave texts as they are that a spreadsheet would run as formulas.")
  var raw = false
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; standard output when left out or -.", valueName: "file"),
    completion: .file())
  var output: String?
  @OptionGroup var past: RevisionOption
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments

  func validate() throws {
    if language.language != nil && (format != .csv || setAside) {
      throw ValidationError("--language goes with the answers as csv only; every other format has all languages.")
    }
    if past.revision != nil {
      guard [.csv, .plist, .submission].contains(format), !setAside else {
        throw ValidationError("--revision goes with the answers: with --format csv, plist or submission.")
      }
      if format != .plist && response.response == nil {
        throw ValidationError("--revision is one of a single response; say which with --response.")
      }
    }
    if setAside && format != .csv { throw ValidationError("--set-aside goes with --format csv only.") }
    if format != .csv,
      let flag = [("--titles", titles), ("--readable", readable), ("--long", long), ("--raw", raw)].first(where: \.1)
    {
      throw ValidationError("\(flag.0) goes with --format csv only.")
    }
    if tables != nil {
      guard format == .csv else { throw ValidationError("--tables goes with --format csv only.") }
      if long || setAside {
        throw ValidationError("--tables has a shape of its own; leave --long and --set-aside out.")
      }
      if output != nil { throw ValidationError("--tables names the folder; leave --output out.") }
    }
    if long && (titles || readable) {
      throw ValidationError("--long has titles and readable texts in columns of their own; leave the other out.")
    }
    if setAside && (titles || readable || long) {
      throw ValidationError("--set-aside has one shape; leave --titles, --readable and --long out.")
    }
    if binary && format != .plist { throw ValidationError("--binary goes with --format plist only.") }
  }

  func run() throws {
    if let tables { return try writeTables(into: tables) }
    let output = output == "-" ? nil : output
    if binary && output == nil && StandardStreams.outputIsTerminal {
      throw CommandFailure("a binary plist is nothing for a terminal; name a file with --output")
    }
    if let output { try DatabasePaths(store.database).refuse(output) }
    let data = try store.withStore(.read) { store in
      let key = try response.keyForReading(
        in: store, path: self.store.database, meansAll: [.csv, .json, .submission, .xform].contains(format))
      let named = try response.namesResponse(key, in: store) ? key.response : nil
      return try ProgressLine.during("Exporting") { try document(of: key, named: named, in: store) }
    }
    guard let output else { return try StandardStreams.write(data) }
    let database = DatabasePaths(store.database)
    try OutputFile.write(data, to: output, permissions: database.permissions)
    StandardStreams.note("Wrote “\(output)”.")
  }

  /// Writes a table of the responses and one of each repeat, every file whole or not at all.
  private func writeTables(into folder: String) throws {
    let parts = try store.withStore(.read) { store in
      let key = try response.keyForReading(in: store, path: self.store.database, meansAll: true)
      return try ProgressLine.during("Exporting") {
        let named = try response.namesResponse(key, in: store) ? key.response : nil
        let contents = try contents(of: key, named: named, in: store)
        let tables = try AnswerTable.write(
          tablesOf: contents, columnsOf: contents.isEmpty ? try store.form(key.form) : nil, style: style)
        return tables.map { (name: $0.repeatKey ?? key.form, data: $0.data) }
      }
    }
    let database = DatabasePaths(store.database)
    do {
      // No wider than the database.
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: Int(database.folderPermissions)])
    } catch {
      throw CommandFailure("the folder “\(folder)” cannot be made: \(error.localizedDescription)")
    }
    var names: Set<String> = []
    for part in parts {
      let path = folder + "/" + Self.fileName(of: part.name, taken: &names)
      try database.refuse(path)
      try OutputFile.write(part.data, to: path, permissions: database.permissions)
      StandardStreams.note("Wrote “\(path)”.")
    }
  }

  /// A key as the name of a file, told from those that were given already.
  private static func fileName(of key: String, taken: inout Set<String>) -> String {
    let name = String(
      key.map { character in
        character.isLetter || character.isNumber || "-_".contains(character) ? character : "_"
      })
    var (candidate, number) = (name, 1)
    // Not every file system tells upper from lower case.
    while !taken.insert(candidate.lowercased()).inserted {
      number += 1
      candidate = "\(name)_\(number)"
    }
    return candidate + ".csv"
  }

  /// What the response holds that is named, or where none is, what all hold.
  private func contents(of key: ResponseKey, named: String?, in store: FormStore) throws -> [ResponseContents] {
    try (named == nil ? store.contents(ofResponsesTo: key.form) : [past.contents(of: key, in: store)])
      .map(language.shown)
  }

  private func document(of key: ResponseKey, named: String?, in store: FormStore) throws -> Data {
    switch format {
    case .plist:
      let contents = try past.contents(of: key, in: store)
      let repeats = Self.told(AnswerTable.repeatKeys(of: [contents.form]))
      if !repeats.isEmpty {
        StandardStreams.note("A property list has no repeats: the instances of \(repeats) are written as plain cells.")
      }
      return try CellDescriptorPlist.write(contents, as: binary ? .binary : .xml)
    case .json:
      return try formDocument(of: key, named: named, in: store)
    case .submission:
      return try submission(of: try responseToSubmit(key, named: named, in: store), in: store)
    case .xform:
      return try xForm(of: key.form, in: store)
    case .actions:
      return try ActionScript.write(try store.journal(of: key))
    case .csv where setAside:
      let responses = try named.map { [$0] } ?? store.responseKeys(ofForm: key.form)
      return AnswerTable.write(
        setAside: try responses.map { response in
          let key = ResponseKey(form: key.form, response: response)
          return (key, try store.setAside(of: key))
        }, style: style)
    case .csv:
      let contents = try contents(of: key, named: named, in: store)
      if long { return AnswerTable.write(linesOf: contents, style: style) }
      let form = contents.isEmpty ? try store.form(key.form) : nil
      let repeats = Self.told(AnswerTable.repeatKeys(of: contents.map(\.form) + [form].compactMap { $0 }))
      if !repeats.isEmpty {
        StandardStreams.note(
          "What is filled in several times is left out: \(repeats). --tables writes a table for each.")
      }
      return try AnswerTable.write(contents, columnsOf: form, style: style)
    }
  }

  /// The form as XForm; what XForms cannot say is told on standard error.
  private func xForm(of key: String, in store: FormStore) throws -> Data {
    let content = try store.formImport(of: key, responses: [])
    let written = try XFormFile.write(content.form, version: content.version)
    for diagnostic in written.diagnostics { StandardStreams.note(TerminalText.plain(diagnostic.description)) }
    return written.data
  }

  /// A response as a submission; one that has not begun as it would begin.
  private func submission(of key: ResponseKey, in store: FormStore) throws -> Data {
    if past.revision == nil, try store.contents(of: key).stream == nil {
      StandardStreams.note(
        "Note: “\(key.response)” has not begun; this is how it would begin, under another name each time.")
    }
    let beginning = past.revision == nil ? try store.beginning(of: key) : nil
    return try SubmissionDocument.write(try past.contents(of: key, in: beginning ?? store))
  }

  /// The response that goes out: the one that is named, or the only one.
  private func responseToSubmit(_ key: ResponseKey, named: String?, in store: FormStore) throws -> ResponseKey {
    guard named == nil else { return key }
    let keys = try store.responseKeys(ofForm: key.form)
    if let only = keys.first, keys.count == 1 { return ResponseKey(form: key.form, response: only) }
    guard keys.count > 1 else { return key }
    throw CommandFailure(
      "a submission is of one response, and “\(key.form.shortened)” has \(keys.count); say which with --response: "
        + ResponseArguments.listed(keys))
  }

  private static func told(_ keys: [String]) -> String {
    keys.map { "“\(TerminalText.plain($0))”" }.joined(separator: ", ")
  }

  private var style: AnswerTable.Style {
    AnswerTable.Style(hasTitles: titles, isReadable: readable, escapesFormulas: !raw)
  }

  /// The form with the one response that is named, otherwise with all of them, and every version that they tell of.
  private func formDocument(of key: ResponseKey, named: String?, in store: FormStore) throws -> Data {
    let content = try store.formImport(of: key.form, responses: named.map { [$0] })
    return try FormDocument.write(
      content.form, version: content.version, otherVersions: content.otherVersions, responses: content.responses)
  }
}
#endif
