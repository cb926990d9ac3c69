import FormState
import FormStateStore
import Foundation

/// Instances of a repeat beside the resulting rows, written through SQLite's C interface, and beside a plain array.
struct RepeatBenchmark {
  let folder: URL
  private let runs = 20

  func run() throws {
    for lines in [1_000, 5_000, 10_000] { _ = try act(lines: Measurement.size(lines), isSummed: true) }
    try grow()
    try showMillionRows()
  }

  /// A step of an order that is measured.
  private enum Step: CaseIterable {
    case price
    case add
    case remove

    var name: String {
      switch self {
      case .price: "a price"
      case .add: "add before the first"
      case .remove: "remove the first"
      }
    }

    func action(_ number: Int, first: Int) -> FormAction {
      let line = CellReference.instance("line", number: first)
      return switch self {
      case .price: .set(.instance("price", number: first), .integer(Int64(number + 2)))
      case .add: .add("line", before: line)
      case .remove: .remove(line)
      }
    }
  }

  /// Repeats every step at the head of an order, and writes the same rows through the C interface; returns the seconds
  /// of each step.
  private func act(lines: Int, isSummed: Bool) throws -> [Step: Double] {
    let form = RepeatForm.order(lines: lines, isSummed: isSummed)
    let key = ResponseKey(form: form.key)
    let (path, rawPath) = (self.path("\(form.key)-ours"), self.path("\(form.key)-raw"))
    let store = try filledIn(form, lines: lines, at: path)
    _ = try filledIn(form, lines: lines, at: rawPath)
    let session = try store.session(for: key, coalescing: .zero)
    let (written, raw) = (try RawDatabase(path: path), try RawDatabase(path: rawPath))
    try raw.dropGuards()
    var best: [Step: Double] = [:]
    var rawBest: [Step: Double] = [:]
    for number in 1...runs {
      for step in Step.allCases {
        let first = session.instances(of: "line").first?.number ?? 1
        let seconds = try Measurement.seconds(runs: 1) { try session.apply(step.action(number, first: first)) }
        best[step] = min(best[step] ?? .infinity, seconds)
        let entry = try RawEntry(RawEntry.last(in: written), of: written)
        let rawSeconds = try Measurement.seconds(runs: 1) { try entry.write(in: raw) }
        rawBest[step] = min(rawBest[step] ?? .infinity, rawSeconds)
      }
    }
    for step in Step.allCases {
      Measurement.report(
        "\(lines) instances\(isSummed ? " with a sum outside" : ""): \(step.name), on disk when it returns",
        seconds: best[step] ?? .nan, operations: 1,
        baseline: ("the same rows in a transaction through the C interface", rawBest[step] ?? .nan, 1))
    }
    reportArray(lines: lines, best[.remove] ?? .nan)
    return best
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent("\(name).sqlite").path }

  /// A separate store with a form, and a response with so many lines.
  private func filledIn(_ form: FormDefinition, lines: Int, at path: String) throws -> FormStore {
    let store = try FormStore(path: path)
    try store.save(form)
    let key = ResponseKey(form: form.key)
    // The first entry adds the first instances.
    try store.apply(.set("price:1", .integer(2)), to: key)
    let more = lines - min(lines, RepeatForm.mostAtFirst)
    if more > 0 { try store.replay(Array(repeating: .add("line"), count: more), to: key) }
    return store
  }

  /// The work of a host with an array in memory: nothing is on disk, nothing can be undone.
  private func reportArray(lines: Int, _ seconds: Double) {
    var prices = Array(repeating: Array(repeating: 1, count: RepeatForm.rowsPerInstance), count: lines)
    let array = Measurement.seconds(runs: runs) {
      prices.insert(Array(repeating: 1, count: RepeatForm.rowsPerInstance), at: 0)
      prices.removeFirst()
      return prices.reduce(0) { $0 + $1[0] }
    }
    Measurement.report(
      "\(lines) instances: remove the first", seconds: seconds, operations: 1,
      baseline: ("insert, remove and sum in a plain array in memory", array, 1))
  }

  private func grow() throws {
    let few = try act(lines: Measurement.size(1_000), isSummed: false)
    let many = try act(lines: Measurement.size(100_000), isSummed: false)
    for step in Step.allCases {
      Measurement.report(
        "\(step.name) in 100,000 instances", seconds: many[step] ?? .nan, operations: 1,
        baseline: ("in 1,000", few[step] ?? .nan, 1))
    }
  }

  private func showMillionRows() throws {
    let lines = Measurement.size(1_000_000) / RepeatForm.rowsPerInstance
    let form = RepeatForm.order(lines: lines, isSummed: false)
    let key = ResponseKey(form: form.key)
    let path = self.path("rows")
    let store = try filledIn(form, lines: lines, at: path)
    let raw = try RawDatabase(path: path)
    let scan = try Measurement.seconds(runs: 3) {
      try raw.names("SELECT instance || rank FROM formstate_instance").count
    }
    let open = try Measurement.seconds(runs: 3) { try store.session(for: key) }
    let session = try store.session(for: key, coalescing: .zero)
    let rows = session.numberOfRows(in: 1)
    Measurement.report(
      "open a session over \(rows) rows in \(lines) instances", seconds: open, operations: 1,
      baseline: ("reading its instances through the C interface", scan, 1))
    let array = (0..<rows).map { $0 }
    let read = Measurement.seconds(runs: 3) { (0..<1_000).reduce(0) { $0 &+ array[rows - 1 - $1] } }
    let scroll = Measurement.seconds(runs: 3) {
      (0..<1_000).reduce(0) { sum, row in
        sum &+ (session.row(at: RowPath(section: 1, row: rows - 1 - row))?.title.utf8.count ?? 0)
      }
    }
    Measurement.report(
      "a row at the end of it, with what it shows", seconds: scroll, operations: 1_000,
      baseline: ("an element of a plain array", read, 1_000))
    let middle = CellReference.instance("line", number: lines / 2)
    let add = try Measurement.seconds(runs: 5) { try session.apply(.add("line", before: middle)) }
    var copy = Array(repeating: Array(repeating: 1, count: RepeatForm.rowsPerInstance), count: lines)
    let insert = Measurement.seconds(runs: 5) {
      copy.insert(Array(repeating: 1, count: RepeatForm.rowsPerInstance), at: lines / 2)
    }
    Measurement.report(
      "add in the middle of it, on disk when it returns", seconds: add, operations: 1,
      baseline: ("insert in the middle of a plain array in memory", insert, 1))
  }
}
