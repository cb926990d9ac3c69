import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// The export formats of a response.
enum ScreenExport: String, CaseIterable, Sendable {
  /// The answers as a table, a line per question.
  case csv
  /// XML for ODK's servers.
  case submission

  var contentType: String {
    switch self {
    case .csv: "text/csv; charset=utf-8"
    case .submission: "text/xml; charset=utf-8"
    }
  }

  /// The file extension.
  var ending: String { self == .csv ? "csv" : "xml" }
}

extension ScreenModel {
  /// The response as a file.
  ///
  /// - Throws: `ExportError` for a form that a submission cannot have; `StoreError`.
  /// - Complexity: O(n) for n cells.
  func file(as export: ScreenExport) throws -> (data: Data, name: String) {
    noteUse()
    let contents = try store.contents(of: key)
    let data =
      switch export {
      case .csv: try AnswerTable.write(linesOf: [contents])
      case .submission: try SubmissionDocument.write(contents)
      }
    return (data, "\(key.form)-\(key.response).\(export.ending)")
  }
}
