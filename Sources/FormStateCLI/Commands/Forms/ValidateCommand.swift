#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// `formstate validate`
struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Say whether files could be imported or replayed, without an SQLite file.",
    discussion: """
      Each file is a form (a CellDescriptor.plist, a form as JSON, an XForm or an XLSForm), a layout, a dump, or a script of \
      actions as JSON Lines; which, its content tells. All of them are read, as import, restore and replay read them, \
      and nothing is written. Exits with 1 when one of them has a fault.

        formstate validate profile.json profile-actions.jsonl
        formstate validate --strict profile.plist
        formstate validate --layout layout.json person.json
        formstate validate --attach lists survey.xml
        formstate validate household.xlsx
        formstate validate - < profile.json
      """)

  @Argument(
    help: ArgumentHelp("The files; - reads standard input.", valueName: "file"),
    completion: .file(extensions: ["plist", "json", "xml", "xlsx", "xls", "xlsm", "jsonl"]))
  var files: [String]
  @Flag(help: "Refuse a plist that would have to be mended, and an XForm of which something has no place.")
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
      let members = [("ok", OrderedJSON.boolean(isValid)), ("files", .array(reports.map(\.json)))]
      try StandardStreams.print(OrderedJSON.object(members).text)
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

  /// What is to be said of each file; of a layout that is faulty, before anything else, since all hangs on it.
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
        let name = InputFile.name(of: file)
        let data = try InputFile.contents(of: file)
        let found = CheckedDocument.purpose(of: data, named: name, hasLayout: layout != nil)
        purpose = found
        let source = definition.file(at: file, formKey: nil, isStrict: strict)
        let document = try CheckedDocument.read(data, for: found, of: source, by: layout)
        // Whether journals lead from state to state, only a store can tell.
        switch document {
        case .form(let form) where !form.responses.isEmpty: try FormStore.inMemory().take([form.formImport])
        case .dump(let forms): try FormStore.inMemory().restore(forms)
        default: break
        }
        return ValidationReport(file: file, document: document)
      }
    } catch {
      return ValidationReport(file: file, purpose: purpose, error: error)
    }
  }
}
#endif
