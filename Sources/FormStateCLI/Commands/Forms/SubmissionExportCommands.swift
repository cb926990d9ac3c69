#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// `formstate export xform`
struct ExportXFormCommand: ExportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "xform",
    abstract: "Export the form as an ODK XForm.",
    discussion: """
      It says what XForms cannot express, and has no answers.

        formstate export xform survey.sqlite --output survey.xml
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var file: ExportFile
  @OptionGroup var response: ResponseArguments

  func write(_ source: ExportSource, to sink: @escaping (Data) throws -> Void) throws {
    let content = try source.store.contents(ofForm: source.key.form, responses: [])
    let written = try XFormFile.write(content.form, version: content.version)
    for diagnostic in written.diagnostics { StandardStreams.note(TerminalText.plain(diagnostic.description)) }
    try sink(written.data)
  }
}

/// `formstate export submission`
struct ExportSubmissionCommand: ExportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "submission",
    abstract: "Export a response as XML for ODK's servers.",
    discussion: """
      formstate answers import reads it too.

        formstate export submission survey.sqlite \\
          --response default --output ada.xml
        formstate export submission survey.sqlite \\
          --response default --output ada/ada.xml --media ada

      --media copies the files that the response names into a folder, from --attachments. If one is missing, nothing is written.

      A form that asks for encryption is exported in clear, since encryption is not supported, and only with --in-clear. A \
      form with sensitive questions requires --reveal. Drafts are no answers; the command says how many there are.
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var file: ExportFile
  @Option(
    help: ArgumentHelp("The folder to copy the files that the response names into.", valueName: "folder"),
    completion: .directory)
  var media: String?
  @OptionGroup var attached: AttachmentArguments
  @Flag(help: "Write in clear a response to a form that asks for encryption.")
  var inClear = false
  @OptionGroup var revealing: RevealArguments
  @OptionGroup var past: RevisionOption
  @OptionGroup var response: ResponseArguments

  func validate() throws {
    try past.requireNamed(response)
    if attached.attachments != nil && media == nil {
      throw ValidationError("--attachments is the source of the files; name the destination with --media.")
    }
  }

  func write(_ source: ExportSource, to sink: @escaping (Data) throws -> Void) throws {
    let store = source.store
    try revealing.permit("this format", ofForm: source.key.form, in: store)
    if inClear { try EncryptionNote.write(ofForm: source.key.form, in: store) }
    let key = try responseToSubmit(source.key, named: source.named, in: store)
    try sink(try submission(of: key, in: store))
    guard past.revision == nil else { return }
    AnswersLeftOut.note(drafts: try store.draftCount(ofForm: key.form, response: key.response))
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
}
#endif
