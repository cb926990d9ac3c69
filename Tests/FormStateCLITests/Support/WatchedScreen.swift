import Foundation
import Testing

/// What `watch --until` printed: the first rows, updates, and the last rows.
struct WatchedScreen {
  /// The rows as they are at a revision.
  struct Rows: Decodable, Equatable {
    let revision: Int
    let digest: String
    /// The positions of the visible cells, section by section.
    let visibleRows: [[Int]]
  }

  /// The change of the rows from one revision to a later one.
  struct Update: Decodable {
    let previousRevision: Int
    let revision: Int
    let batch: ShownChange.Batch
  }

  let first: Rows
  let updates: [Update]
  let last: Rows

  /// Reads the printed lines.
  init(following output: String) throws {
    let lines = output.split(separator: "\n").map { Data($0.utf8) }
    let decoder = JSONDecoder()
    first = try decoder.decode(Rows.self, from: try #require(lines.first))
    last = try decoder.decode(Rows.self, from: try #require(lines.dropFirst().last))
    updates = try lines.dropFirst().dropLast().map { try decoder.decode(Update.self, from: $0) }
  }

  /// The faults that a table view would find if it started with the first rows and applied every update.
  func faults() -> [String] {
    var faults: [String] = []
    var revision = first.revision
    var counts = first.visibleRows.map(\.count)
    for update in updates where faults.isEmpty {
      if update.previousRevision != revision || update.revision <= revision {
        faults.append("revision \(revision) is followed by \(update.previousRevision) to \(update.revision)")
      }
      faults += Self.faults(of: update.batch, counts: &counts).map { "at revision \(update.revision): \($0)" }
      revision = update.revision
    }
    if counts != last.visibleRows.map(\.count) { faults.append("the updates lead to \(counts) rows") }
    return faults
  }

  private static func faults(of batch: ShownChange.Batch, counts: inout [Int]) -> [String] {
    var faults: [String] = []
    if !batch.deletedSections.isEmpty || !batch.insertedSections.isEmpty { faults.append("sections come or go") }
    for path in batch.deletedRows.paths + batch.reloadedRows.paths where !contains(path, counts) {
      faults.append("there was no row \(path)")
    }
    for paths in [batch.deletedRows.paths + batch.reloadedRows.paths, batch.insertedRows.paths]
    where Set(paths).count != paths.count {
      faults.append("a row is named twice")
    }
    for section in counts.indices {
      counts[section] -= batch.deletedRows.filter { $0.path.first == section }.count
      counts[section] += batch.insertedRows.filter { $0.path.first == section }.count
    }
    for path in batch.insertedRows.paths where !contains(path, counts) { faults.append("there is no row \(path)") }
    return faults
  }

  private static func contains(_ path: [Int], _ counts: [Int]) -> Bool {
    guard let section = path.first, let row = path.last, path.count == 2 else { return false }
    return counts.indices.contains(section) && (0..<counts[section]).contains(row)
  }
}
