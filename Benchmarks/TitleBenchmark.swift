import FormState
import FormStateStore
import Foundation

/// A title that summarizes many rows, beside the same answer without a summary.
struct TitleBenchmark {
  let folder: URL

  func run() throws {
    for siblings in [100, 10_000].map(Measurement.size) {
      let seconds = try [true, false].map { try answer(siblings, isSummedUp: $0) }
      Measurement.report(
        "a keystroke among \(siblings) siblings that a title joins, on disk when it returns", seconds: seconds[0],
        operations: 1, baseline: ("the same without a title", seconds[1], 1))
    }
  }

  /// The seconds of a keystroke among siblings of which a hundred have a value.
  private func answer(_ siblings: Int, isSummedUp: Bool) throws -> Double {
    let head = FormCell(
      key: "head", kind: .group, title: "Head", isExpandable: true, additionalRows: siblings,
      summary: isSummedUp ? .join(separator: " ") : nil)
    let rows = (0..<siblings).map { FormCell(key: "row\($0)", kind: .text, title: "Row \($0)") }
    let form = FormDefinition(
      key: "titled", title: "Titled", sections: [FormSection(key: "all", cells: [head] + rows)])
    let store = try FormStore(path: folder.appendingPathComponent("titles-\(siblings)-\(isSummedUp).sqlite").path)
    try store.save(form)
    let key = ResponseKey(form: "titled")
    try store.replay((0..<Measurement.size(100)).map { .set(.key("row\($0)"), .text("answer \($0)")) }, to: key)
    let session = try store.session(for: key)
    var number = 0
    return try Measurement.seconds(runs: 20) {
      number += 1
      try session.apply(.set(.key("row25"), .text("keystroke \(number)")))
    }
  }
}
