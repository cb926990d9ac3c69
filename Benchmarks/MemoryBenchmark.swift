import FormState
import FormStateStore
import Foundation

/// The resident memory with an open form, each measured in a separate process that does nothing else.
struct MemoryBenchmark {
  let cellCount: Int
  let folder: URL

  /// What a process holds open.
  enum Holding: String, CaseIterable {
    case nothing
    case screen
    case everyRow
    case records

    var name: String {
      switch self {
      case .nothing: "a process that does nothing"
      case .screen: "\(Comparison.ours): a session and its first 50 rows"
      case .everyRow: "\(Comparison.ours): a session with all open, every row read"
      case .records: "a plain table: all cells as records"
      }
    }
  }

  func run() throws {
    let form = LargeForm.make(cells: cellCount)
    let store = folder.appendingPathComponent("memory.sqlite").path
    let table = folder.appendingPathComponent("memory-table.sqlite").path
    try FormStore(path: store).save(form)
    try PlainTable(path: table).save(form)
    var comparison = Comparison("memory with a form open", size: cellCount, in: .bytes)
    for holding in [Holding.screen, .everyRow, .records, .nothing] {
      comparison.add(holding.name, try bytes(of: holding, path: holding == .records ? table : store))
    }
    try comparison.report()
  }

  /// Runs this program once more to hold something.
  private func bytes(of holding: Holding, path: String) throws -> Double {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["--hold", holding.rawValue, path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    guard let bytes = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return bytes
  }

  /// Holds something in this process, and prints how many bytes are resident.
  static func hold(_ holding: Holding, path: String) throws {
    switch holding {
    case .nothing: try tellResident(with: ())
    case .records: try tellResident(with: PlainTable(path: path).allCells())
    case .screen:
      let session = try session(path)
      blackHole(rows(of: session, section: 0, most: 50))
      try tellResident(with: session)
    case .everyRow:
      let session = try session(path)
      try session.apply(.expandAll)
      for section in 0..<session.numberOfSections { blackHole(rows(of: session, section: section, most: .max)) }
      try tellResident(with: session)
    }
  }

  private static func session(_ path: String) throws -> FormSession {
    try FormStore(path: path).session(for: ResponseKey(form: "large"))
  }

  private static func rows(of session: FormSession, section: Int, most: Int) -> Int {
    (0..<min(most, session.numberOfRows(in: section))).reduce(0) { sum, row in
      sum &+ (session.row(at: RowPath(section: section, row: row))?.title.utf8.count ?? 0)
    }
  }

  private static func tellResident(with held: some Any) throws {
    Measurement.tell("\(try ResidentMemory.bytes())")
    withExtendedLifetime(held) {}
  }

  @inline(never)
  private static func blackHole(_ sum: Int) {}
}
