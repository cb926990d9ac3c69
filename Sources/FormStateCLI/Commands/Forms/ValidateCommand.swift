#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// `formstate validate`
struct ValidateCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check whether files could be imported or replayed.",
    discussion: """
      Each file is a form (a CellDescriptor.plist, a form as JSON, an XForm or an XLSForm), a layout, a dump, or a script of \
      actions as JSON Lines, as determined by its contents. All of them are read as by import, restore and replay, \
      and nothing is written. Exits with 1 if one of them has a fault.

        formstate validate profile.json profile-actions.jsonl
        formstate validate --strict profile.plist
        formstate validate --layout layout.json person.json
        formstate validate --attach lists survey.xml
        formstate validate household.xlsx
        formstate validate - < profile.json
      """)

  static let outputSchema = OutputSchema.validate

  @Argument(
    help: ArgumentHelp("The files; - reads standard input.", valueName: "file"),
    completion: .file(extensions: ["plist", "json", "xml", "xlsx", "xls", "xlsm", "jsonl"]))
  var files: [String]
  @Flag(help: "Refuse a plist that needs repairs, and an XForm with unsupported parts.")
  var strict = false
  @OptionGroup var definition: DefinitionArguments
  @OptionGroup var output: OutputArguments

  func validate() throws {
    if ([definition.layout].compactMap(\.self) + files).filter({ $0 == "-" }).count > 1 {
      throw ValidationError("Standard input can be read once only; name - once.")
    }
  }

  func run() throws {
    let reports = reports()
    let isValid = reports.allSatisfy(\.isValid)
    if output.json {
      try StandardStreams.print(ValidatedFiles(files: reports).text)
    } else {
      for report in reports {
        if let refusal = report.refusal {
          StandardStreams.note("Error: \(refusal)")
        } else {
          try StandardStreams.print(report.lines.joined(separator: "\n"))
        }
      }
    }
    if !isValid { throw ExitCode.failure }
  }

  /// The report for each file; a faulty layout is reported first, since the other files depend on it.
  private func reports() -> [ValidationReport] {
    guard let layout = definition.layout else { return files.map { report(of: $0, layout: nil) } }
    do {
      let layout = try FormLayout.read(
        try InputFile.contents(of: layout), sourceName: InputFile.name(of: layout))
      return files.map { report(of: $0, layout: layout) }
    } catch {
      return [ValidationReport(file: layout, purpose: .layout, error: error)]
    }
  }

  private func report(of file: String, layout: FormLayout?) -> ValidationReport {
    var purpose: CheckedDocument.Purpose?
    do {
      return try ProgressLine.during("Reading \(file)") {
        let dump = DumpFile(path: file)
        if layout == nil, try dump.beginsAsDump() {
          purpose = .dump
          return try report(of: dump)
        }
        let name = InputFile.name(of: file)
        let data = try InputFile.contents(of: file)
        let found = CheckedDocument.purpose(of: data, named: name, hasLayout: layout != nil)
        purpose = found
        let source = definition.file(at: file, formKey: nil, isStrict: strict)
        let document = try CheckedDocument.read(data, for: found, of: source, by: layout)
        // Only a store can check that journals lead from state to state.
        switch document {
        case .form(let form) where !form.responses.isEmpty: try FormStore.inMemory().importForms([form.formContents])
        case .dump(let forms):
          return try report(ofDump: file, in: FormStore.inMemory()) { take in
            for form in forms { try take(.form(form)) }
          }
        default: break
        }
        return ValidationReport(file: file, document: document)
      }
    } catch {
      return ValidationReport(file: file, purpose: purpose, error: error)
    }
  }

  /// Restores a dump into a temporary file, one response at a time.
  private func report(of dump: DumpFile) throws -> ValidationReport {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("formstate-\(UUID().uuidString)")
    try PrivateFolder.make(folder.path)
    defer { try? FileManager.default.removeItem(at: folder) }
    let settings = FormStore.Settings(waitsForDisk: false, readsBesideWriter: false)
    let store = try FormStore(path: folder.appendingPathComponent("dump.sqlite").path, settings: settings)
    defer { try? store.close() }
    return try dump.takingDump { try report(ofDump: dump.path, in: store, $0) }
  }

  private func report(
    ofDump file: String, in store: FormStore, _ parts: (_ take: (FormContents.Part) throws -> Void) throws -> Void
  ) throws -> ValidationReport {
    var (forms, responses) = (0, 0)
    try store.restore { take in
      try withoutActuallyEscaping(take) { take in
        try parts { part in
          switch part {
          case .form(let form):
            forms += 1
            responses += form.responses.count
          case .response: responses += 1
          }
          try take(part)
        }
      }
    }
    return ValidationReport(ofDump: file, forms: forms, responses: responses)
  }
}
#endif
