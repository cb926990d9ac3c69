import FormState

/// Why a workbook could not be converted.
enum WorkbookFault: Error {
  /// A file with the name of a workbook has other contents.
  case isNone
  case notInstalled
  case noFolder(in: String)
  case cannotRun(String)
  case overdue(Duration)
  /// The program has printed more bytes, or written larger files, than a form can need.
  case overfull(words: Int, files: Int)
  case abandoned
  case killed(signal: Int32)
  /// The program ended without a report.
  case failed(status: Int32, lastWords: String)
  case noXForm
  /// The program found faults in the workbook.
  case refused([Diagnostic])

  /// The problem, and the remedy.
  var diagnostics: [Diagnostic] {
    if case .refused(let diagnostics) = self { return diagnostics }
    return [Diagnostic(problem: problem, action: action)]
  }

  private var problem: String {
    switch self {
    case .isNone: "the name is that of an Excel workbook, but the content is not"
    case .notInstalled: "this is an Excel workbook, and xls2xform, which reads it, is not on the PATH"
    case .noFolder(let place): "no files can be created in “\(place)”, where xls2xform would read the workbook"
    case .cannotRun(let program): "“\(program)”, which reads the workbook, cannot be run"
    case .overdue(let limit): "xls2xform takes more than \(limit.components.seconds) s for the workbook"
    case .overfull(let words, let files):
      "xls2xform prints more than \(words >> 20) MB, or writes more than \(files >> 20) MB, for the workbook"
    case .abandoned: "xls2xform was stopped before it finished"
    case .killed(let signal): "xls2xform was ended by signal \(signal) before it finished"
    case .failed(let status, let words):
      "xls2xform ended with status \(status) and without a report" + (words.isEmpty ? "" : " (\(words))")
    case .noXForm: "xls2xform reports success, but there is no readable XForm"
    case .refused: ""
    }
  }

  private var action: String {
    switch self {
    case .isNone: "save the form again as .xlsx, or rename the file"
    case .notInstalled: "install it with “pip install pyxform”"
    case .noFolder: "free space there, or name another folder with TMPDIR"
    case .cannotRun, .failed, .noXForm: "reinstall it with “pip install --force-reinstall pyxform”"
    case .overdue, .overfull, .killed: "run “xls2xform form.xlsx form.xml” by itself, and import form.xml"
    case .abandoned: "try again"
    case .refused: ""
    }
  }
}
