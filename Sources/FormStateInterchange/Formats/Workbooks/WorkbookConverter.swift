#if os(macOS) || os(Linux)
import FormState
import Foundation

/// Makes XForms of workbooks with the program `xls2xform` of pyxform, where it is installed.
struct WorkbookConverter: Sendable {
  /// What became of a workbook.
  struct Converted {
    let xform: Data
    /// The lists that stand beside the XForm, by the names of their files.
    let lists: [String: Data]
    let warnings: [Diagnostic]
  }

  /// The folders in which the program is looked for, with a colon between two of them.
  var searchPath = ProcessInfo.processInfo.environment["PATH"] ?? ""
  /// How long it may take.
  var limit = Duration.seconds(120)

  /// Converts a workbook in a folder that is gone afterwards, also when the process is told to end meanwhile.
  ///
  /// - Parameter fileName: what the workbook is called.
  func convert(_ content: Data, fileName: String) throws(WorkbookFault) -> Converted {
    guard let program = program else { throw .notInstalled }
    let ending = DelayedEnding()
    defer { ending.finish() }
    let folder = try ConversionFolder()
    defer { folder.remove() }
    try folder.take(content, fileName: fileName)
    let said = try run(program, on: fileName, in: folder, until: ending)
    guard let xform = folder.content(of: folder.xform) else { throw .noXForm }
    return Converted(xform: xform, lists: folder.lists, warnings: said.warningDiagnostics)
  }

  private func run(
    _ program: URL, on fileName: String, in folder: ConversionFolder, until ending: DelayedEnding
  ) throws(WorkbookFault) -> ConverterReport {
    let run = ProgramRun(
      program: program, output: folder.output, limit: limit,
      arguments: ["--json", "--skip_validate", folder.workbook(fileName).path, folder.xform.path])
    let outcome: ProgramRun.Outcome
    do {
      outcome = try run { ending.isAskedFor || Task.isCancelled }
    } catch {
      throw .cannotRun(program.path)
    }
    let output = folder.content(of: folder.output) ?? Data()
    switch outcome {
    case .overdue: throw .overdue(limit)
    case .abandoned: throw .abandoned
    case .signal(let number): throw .killed(signal: number)
    case .exit(let status):
      guard let report = ConverterReport(in: output), status == 0 || !report.isDone else {
        throw .failed(status: status, lastWords: ConverterReport.lastWords(of: output))
      }
      guard report.isDone else { throw .refused(report.refusals) }
      return report
    }
  }

  /// Where the program is; `nil` where it is in none of the folders.
  private var program: URL? {
    searchPath.split(separator: ":").lazy
      .map { URL(fileURLWithPath: String($0)).appendingPathComponent("xls2xform") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) && InputFile.canBeReadAgain($0.path) }
  }
}
#endif
