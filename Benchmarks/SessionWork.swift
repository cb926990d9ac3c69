import FormState
import FormStateStore
import Foundation

/// Work of a session that is repeated and nothing else, for a tool that counts the instructions of this process.
enum SessionWork: String, CaseIterable {
  case tap
  case set
  /// An answer and its undo.
  case undo
  /// The rows of a tap through SQLite's C interface.
  case raw

  private static let groups = 100

  /// Repeats the work in a new file, each time at the next group of a form of a thousand cells.
  func run(times: Int, in folder: URL) throws {
    let path = folder.appendingPathComponent("session.sqlite").path
    let store = try FormStore(path: path)
    try store.save(LargeForm.make(cells: Self.groups * LargeForm.cellsPerGroup))
    guard self != .raw else { return try runRaw(times, path) }
    let session = try store.session(for: ResponseKey(form: "large"))
    for number in 0..<times {
      let group = number % Self.groups
      switch self {
      case .tap: try session.apply(.tap(.key("group\(group)")))
      case .set, .undo: try session.apply(.set(.key("text\(group).0"), .text("Answer \(number)")))
      case .raw: break
      }
      if self == .undo { try session.undo() }
    }
  }

  private func runRaw(_ times: Int, _ path: String) throws {
    let raw = try RawDatabase(path: path)
    try raw.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    _ = try raw.dropGuards()
    let tap = try RawTap(raw)
    defer { tap.finish() }
    for number in 0..<times {
      try tap.run(
        on: "group\(number % Self.groups)", opens: number / Self.groups % 2 == 0, sequence: number + 1)
    }
  }
}
