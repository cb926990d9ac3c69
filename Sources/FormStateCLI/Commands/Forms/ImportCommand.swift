#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// `formstate import`
struct ImportCommand: AuthoredCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import form definitions.",
    discussion: """
      Each file is a form: a CellDescriptor.plist (XML or binary), a form as JSON, an ODK XForm or an XLSForm, as \
      determined by its contents. The SQLite file is created if it is missing. Either all files are imported or none. \
      Irregularities in a file are reported with their section, row and key.

        formstate import answers.sqlite profile.plist \\
          --section-titles Personal,Preferences,Work

      Irregularities in a plist are repaired as far as possible, and exported as they were written; \
      --strict refuses such a file instead. --title-key reads the titles of the cells from a key other \
      than primaryTitle:

        formstate import answers.sqlite places.plist \\
          --title-key label

      Unsupported parts of an XForm are reported with their line, and kept; --strict refuses such a form instead.

        formstate import survey.sqlite household.xml

      An XLSForm, which is an Excel workbook, is read with xls2xform (pip install pyxform). Its faults are reported \
      with sheet and row.

        formstate import survey.sqlite household.xlsx

      With --layout a file may be any JSON: the layout, itself a JSON file, defines the sections and their \
      cells.

        formstate import answers.sqlite person.json \\
          --layout profile-layout.json --form person

      A known form gets another version, unless it has had this one before. Responses keep \
      their version until formstate upgrade, or are upgraded at once with --upgrade: then either the form is imported \
      and all responses are upgraded, or nothing is changed.
      """)

  static let outputSchema = OutputSchema.import
  static let takesOtherFiles = true

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @Argument(
    help: ArgumentHelp("Files with one form each.", valueName: "file"),
    completion: .file(extensions: ["plist", "json", "xml", "xlsx", "xls", "xlsm"]))
  var files: [String]
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The key of the form, for a single file; by default the file's own, or the file name.", valueName: "key"))
  var form: String?
  @OptionGroup var definition: DefinitionArguments
  @Flag(help: "Refuse a plist that needs repairs, and an XForm with unsupported parts.")
  var strict = false
  @Flag(help: "Upgrade all responses of the forms, as formstate upgrade --all does.")
  var upgrade = false
  @OptionGroup var map: MapArguments
  @OptionGroup var output: OutputArguments

  func validate() throws {
    if map.map != nil && !upgrade { throw ValidationError("--map requires --upgrade.") }
    if files.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input, -, holds one form; name it once.")
    }
    if form != nil && files.count > 1 { throw ValidationError("--form names one form; import one file with it.") }
  }

  func run() throws {
    let mapping = try map.mapping()
    let (forms, taken) = try taking(upgradingWith: upgrade ? mapping : nil)
    let reports = zip(zip(files, forms), taken).map { pair, taken in
      ImportReport(
        file: InputFile.name(of: pair.0), contents: pair.1, saved: taken.saved,
        upgrades: upgrade
          ? taken.upgrades.map { UpgradeReport(key: $0.key, plan: $0.plan, isDryRun: false) } : nil)
    }
    try CommandFailure.afterDone("\(Count.of(files.count, "file")) \(files.count == 1 ? "was" : "were") imported") {
      try StandardStreams.print(
        output.json
          ? ImportedForms(forms: reports).text
          : reports.flatMap(\.lines).joined(separator: "\n"))
    }
  }

  /// Imports all files: the responses of each as they are read, or from memory if the order of its members requires
  /// it.
  private func taking(
    upgradingWith mapping: UpgradeMapping?
  ) throws -> (forms: [FormFileContents], taken: [FormStore.TakenForm]) {
    do {
      return try take(upgradingWith: mapping) { try $0.contents(by: $1) }
    } catch let error as ImportError where error.isAboutOrder && files.allSatisfy(InputFile.canBeReadAgain) {
      return try take(upgradingWith: mapping) { FormFileContents(whole: try $0.read(by: $1)) }
    }
  }

  private func take(
    upgradingWith mapping: UpgradeMapping?, reading: (FormFile, FormLayout?) throws -> FormFileContents
  ) throws -> (forms: [FormFileContents], taken: [FormStore.TakenForm]) {
    let layout = try definition.layout.map(FormFile.layout(at:))
    let forms = try files.map { file in
      try ProgressLine.during("Reading \(file)") {
        try reading(definition.file(at: file, formKey: form, isStrict: strict), layout)
      }
    }
    try Self.checkKeys(of: forms.map(\.form), files: files)
    let taken = try ProgressLine.during("Importing") {
      try take(parts: { take in for form in forms { try form.forEachPart(take) } }, upgradingWith: mapping)
    }
    return (forms, taken)
  }

  private static func checkKeys(of forms: [ImportedForm], files: [String]) throws {
    var fileByKey: [String: String] = [:]
    for (form, file) in zip(forms, files) {
      if let other = fileByKey.updateValue(file, forKey: form.form.key) {
        throw CommandFailure(
          "“\(other)” and “\(file)” both define the form “\(form.form.key.shortened)”; import them one after the other, "
            + "the newer one last")
      }
    }
  }
}

/// Reports an import.
struct ImportReport {
  /// How many diagnostics are listed before the rest is only counted.
  private static let listedDiagnostics = 20

  let file: String
  let contents: FormFileContents
  let saved: FormStore.SavedForm
  /// The result for the responses; `nil` if they keep their version.
  var upgrades: [UpgradeReport]?

  private var form: ImportedForm { contents.form }

  /// The report in words: a line, and one more for each diagnostic, up to a readable number.
  var lines: [String] {
    let key = "“\(TerminalText.plain(saved.key))”"
    let size = "\(Count.of(form.form.sections.count, "section")), \(Count.of(form.form.cellCount, "cell"))"
    let responses = contents.responseCount == 0 ? "" : ", \(Count.of(contents.responseCount, "response"))"
    let head =
      saved.isNew
      ? "\(file): imported \(key), version \(saved.version): \(size)\(responses)"
      : "\(file): \(key) is version \(saved.version) already\(responses)"
    let listed = form.diagnostics.prefix(Self.listedDiagnostics).map { "  \(TerminalText.plain($0.description))" }
    let left = form.diagnostics.count - listed.count
    return [head] + listed + (left > 0 ? ["  … and \(left) more"] : [])
      + (upgrades.map { UpgradeTotals(of: $0).lines } ?? [])
  }
}

extension ImportReport: Shape {
  static let meaning = "A form that was imported."

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("file", \.file, "What messages call the file.")
    m("form", \.saved.key, Meaning.form)
    m("version", \.saved.version, "The number of the version of the form.")
    m("new", \.saved.isNew, "Whether the form or this version of it was not there before.")
    m("sectionCount", \.form.form.sections.count, "How many sections it has.")
    m("cellCount", \.form.form.cellCount, "How many cells it has.")
    m("responseCount", \.contents.responseCount, "How many responses the file brought.")
    m("diagnostics", \.form.diagnostics, "Irregularities that could be read all the same.")
    m.ifAny("upgrade", \.upgrade, "The upgrade of the responses; only with --upgrade.")
  }

  private var upgrade: UpgradedResponses? { upgrades.map { UpgradedResponses($0, ofForm: saved.key) } }
}

/// The forms that an import brought.
struct ImportedForms: Shape {
  static let meaning = "The forms that an import brought."

  let forms: [ImportReport]

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("forms", \.forms, "The forms, in the order of the files.")
  }
}
#endif
