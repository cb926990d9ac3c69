import FormState
import FormStateStore
import Foundation

/// Rules beside the resulting rows, written through SQLite's C interface without any calculation.
struct RuleBenchmark {
  let folder: URL
  private let runs = 6

  func run() throws {
    for length in [1_000, 5_000] { try answer(headOf: Measurement.size(length)) }
    try answerUnread()
    try show(RuleForm.group(rows: Measurement.size(5_000)), name: "an answer that shows or hides a group of 5,000 rows")
    try show(
      RuleForm.rows(Measurement.size(5_000)),
      name: "an answer that shows or hides 5,000 rows, each by a rule of its own")
    try save()
  }

  /// A separate store with a form, and the path of its file.
  private func store(_ name: String, _ form: FormDefinition) throws -> (store: FormStore, path: String) {
    let path = folder.appendingPathComponent("rules-\(name).sqlite").path
    let store = try FormStore(path: path)
    try store.save(form)
    return (store, path)
  }

  private func answer(headOf length: Int) throws {
    let form = RuleForm.chain(length: length)
    let baseline = try apply("at the head of \(length) calculations in a chain", form) { .text("\($0)") }
    let (store, _) = try store("open\(length)", form)
    let open = try Measurement.seconds(runs: 3) { try store.session(for: ResponseKey(form: form.key)) }
    Measurement.report(
      "open a session with \(length) calculations in a chain", seconds: open, operations: 1,
      baseline: ("the rows of an answer to them", baseline, 1))
  }

  private func show(_ form: FormDefinition, name: String) throws {
    _ = try apply(name, form) { .text($0 % 2 == 0 ? "no" : "yes") }
  }

  /// Answers the first question repeatedly, and writes the same rows through the C interface; returns the seconds of
  /// the latter.
  private func apply(_ name: String, _ form: FormDefinition, answer: (Int) -> CellValue) throws -> Double {
    let (store, path) = try store(form.key, form)
    let (other, rawPath) = try self.store(form.key + "-raw", form)
    let key = ResponseKey(form: form.key)
    let session = try store.session(for: key, coalescing: .zero)
    // The first entry begins the response in both files.
    for store in [store, other] { try store.apply(.set(.key("c0"), .text("0")), to: key) }
    try session.refresh()
    let (written, raw) = (try RawDatabase(path: path), try RawDatabase(path: rawPath))
    try raw.dropGuards()
    var (best, rawBest, changes) = (Double.infinity, Double.infinity, 0)
    for number in 1...runs {
      let value = answer(number)
      best = min(best, try Measurement.seconds(runs: 1) { try session.apply(.set(.key("c0"), value)) })
      let entry = try RawEntry(RawEntry.last(in: written), of: written)
      rawBest = min(rawBest, try Measurement.seconds(runs: 1) { try entry.write(in: raw) })
      changes = max(changes, entry.count)
    }
    Measurement.report(
      "\(name) (\(changes) changes), on disk when it returns", seconds: best, operations: 1,
      baseline: ("the same rows in a transaction through the C interface", rawBest, 1))
    return rawBest
  }

  private func answerUnread() throws {
    let operations = Measurement.size(200)
    let seconds = try [true, false].map { isRuled in
      let form = RuleForm.chain(length: Measurement.size(5_000), isRuled: isRuled)
      let (store, _) = try store("unread-\(isRuled)", form)
      let session = try store.session(for: ResponseKey(form: form.key), coalescing: .zero)
      return try Measurement.seconds(runs: 3) {
        for number in 0..<operations { try session.apply(.set(.key("unread"), .text("\(number)"))) }
      }
    }
    Measurement.report(
      "an answer that nothing reads, among 5,000 rules", seconds: seconds[0], operations: operations,
      baseline: ("the same in a form without rules", seconds[1], operations))
  }

  private func save() throws {
    let form = RuleForm.questions(Measurement.size(5_000))
    var plain = form
    plain.key = "plain"
    for position in plain.sections[0].cells.indices { plain.sections[0].cells[position].rules = [] }
    let path = folder.appendingPathComponent("rules-save.sqlite").path
    let store = try FormStore(path: path)
    let unruled = try Measurement.seconds(runs: 1) { try store.save(plain) }
    let ruled = try Measurement.seconds(runs: 1) { try store.save(form) }
    Measurement.report(
      "save a form of 15,000 cells and 15,000 rules", seconds: ruled, operations: 1,
      baseline: ("the form without its rules", unruled, 1))
    let key = ResponseKey(form: form.key)
    let open = try Measurement.seconds(runs: 3) { try store.session(for: key) }
    let openPlain = try Measurement.seconds(runs: 3) { try store.session(for: ResponseKey(form: plain.key)) }
    Measurement.report(
      "open a session of it", seconds: open, operations: 1, baseline: ("of the form without rules", openPlain, 1))
    let session = try store.session(for: key, coalescing: .zero)
    let operations = Measurement.size(100)
    let answer = try Measurement.seconds(runs: 3) {
      for number in 0..<operations {
        try session.apply(.set(.key("question\(number + 1)"), .text("\(number % 12)")))
      }
    }
    let other = try store.session(for: ResponseKey(form: plain.key), coalescing: .zero)
    let plainAnswer = try Measurement.seconds(runs: 3) {
      for number in 0..<operations {
        try other.apply(.set(.key("question\(number + 1)"), .text("\(number % 12)")))
      }
    }
    Measurement.report(
      "an answer in it", seconds: answer, operations: operations,
      baseline: ("the same without rules", plainAnswer, operations))
  }
}
