#if os(macOS) || os(Linux)
import FormState
import Foundation

/// Makes XForms from workbooks with pyxform's program `xls2xform`, if it is installed.
struct WorkbookConverter: Sendable {
  /// The result for a workbook.
  struct Converted {
    let xform: Data
    /// The lists beside the XForm, by the names of their files.
    let lists: [String: Data]
    let warnings: [Diagnostic]
  }

  /// The folders to search for the program, separated by colons.
  var searchPath = ProgramRun.userSearchPath
  /// Its time limit.
  var limit = Duration.seconds(120)
  /// The most bytes that it may print.
  var mostWords = 16 << 20
  /// The most bytes of the files that it may write.
  var mostFiles = DefinitionImporter.largestDocument

  /// Converts a workbook in a temporary folder, which is removed even if a signal ends the process.
  ///
  /// - Parameter fileName: the name of the workbook.
  func convert(_ content: Data, fileName: String) throws(WorkbookFault) -> Converted {
    guard let program = ProgramRun.program(named: "xls2xform", searchPath: searchPath) else { throw .notInstalled }
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
    var isOverfull: Bool { folder.holdsMore(thanWords: mostWords, files: mostFiles) }
    let outcome: ProgramRun.Outcome
    do {
      outcome = try run { ending.isAskedFor || Task.isCancelled || isOverfull }
    } catch {
      throw .cannotRun(program.path)
    }
    if isOverfull { throw .overfull(words: mostWords, files: mostFiles) }
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
}
#endif
