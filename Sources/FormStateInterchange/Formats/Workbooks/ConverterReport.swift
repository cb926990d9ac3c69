import FormState
import Foundation

/// The final report of `xls2xform --json`.
struct ConverterReport: Decodable {
  private let code: Int
  private let message: String?
  private let warnings: [String]?

  /// Finds the report in the program's output: the last line that is one; `nil` for none.
  init?(in output: Data) {
    let lines = output.split(separator: UInt8(ascii: "\n")).reversed()
    let found = lines.lazy.filter { $0.first == UInt8(ascii: "{") }.compactMap {
      try? JSONDecoder().decode(ConverterReport.self, from: Data($0))
    }
    guard let report = found.first else { return nil }
    self = report
  }

  /// Whether there is an XForm.
  var isDone: Bool { code == 100 || code == 101 }

  /// The program's warnings, in order.
  var warningDiagnostics: [Diagnostic] { (warnings ?? []).flatMap(ConverterMessage.diagnostics) }

  /// The faults of the workbook.
  var refusals: [Diagnostic] {
    let message = message ?? ""
    if message.hasPrefix("Argument 'definition' was not recognized") {
      return [
        Diagnostic(
          problem: "xls2xform cannot read the workbook: it is damaged, locked with a password, or not a workbook",
          action: "save it again as .xlsx, without a password")
      ]
    }
    let diagnostics = ConverterMessage.diagnostics(of: message)
    guard diagnostics.isEmpty else { return diagnostics }
    return [
      Diagnostic(
        problem: "xls2xform refuses the workbook without a reason",
        action: "find the faulty row by removing rows")
    ]
  }

  /// The last line that the program printed, such as the error that ended it; empty for none.
  static func lastWords(of output: Data) -> String {
    let lines = String(decoding: output.suffix(1 << 12), as: UTF8.self).split(whereSeparator: \.isNewline)
    return ConverterMessage.harmless(lines.last { !$0.allSatisfy(\.isWhitespace) } ?? "")
  }
}
