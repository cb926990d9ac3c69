import FormState

/// Applies a batch update to the rows before it, the way a table view does, and compares with the rows after it.
public enum BatchChecker {
  /// What is wrong with a batch update; empty when it is legal and complete.
  ///
  /// - Parameters:
  ///   - batch: the batch update.
  ///   - before: the rows of each section before it.
  ///   - after: the rows of each section after it.
  public static func faults<Row: Hashable>(in batch: BatchUpdate, from before: [[Row]], to after: [[Row]])
    -> [String]
  {
    var faults = orderFaults(in: batch)
    guard before.count == after.count else { return faults + ["the number of sections changed"] }
    for section in before.indices {
      faults += sectionFaults(in: batch, section: section, from: before[section], to: after[section])
    }
    return faults
  }

  private static func orderFaults(in batch: BatchUpdate) -> [String] {
    var faults: [String] = []
    for (name, ranges) in [("deleted", batch.deletedRows), ("inserted", batch.insertedRows)] {
      if ranges.contains(where: \.rows.isEmpty) { faults.append("an empty range is \(name)") }
      for (range, next) in zip(ranges, ranges.dropFirst())
      where (range.section, range.rows.upperBound) > (next.section, next.rows.lowerBound) {
        faults.append("the \(name) ranges are not ascending and disjoint")
      }
    }
    if batch.reloadedRows != Array(Set(batch.reloadedRows)).sorted() {
      faults.append("the reloaded rows are not ascending and distinct")
    }
    return faults
  }

  private static func sectionFaults<Row: Hashable>(
    in batch: BatchUpdate, section: Int, from before: [Row], to after: [Row]
  ) -> [String] {
    let deleted = Set(batch.deletedRows.filter { $0.section == section }.flatMap(\.rows))
    let inserted = Set(batch.insertedRows.filter { $0.section == section }.flatMap(\.rows))
    let reloaded = Set(batch.reloadedRows.filter { $0.section == section }.map(\.row))
    var faults: [String] = []
    if !deleted.isSubset(of: Set(before.indices)) { faults.append("a row is deleted that there was not") }
    if !inserted.isSubset(of: Set(after.indices)) { faults.append("a row is inserted that there is not") }
    if !reloaded.isSubset(of: Set(before.indices)) { faults.append("a row is reloaded that there was not") }
    if !deleted.isDisjoint(with: reloaded) { faults.append("a row is both deleted and reloaded") }
    guard after.count == before.count + inserted.count - deleted.count else {
      return faults + [
        "section \(section): \(before.count) rows + \(inserted.count) − \(deleted.count) are not \(after.count)"
      ]
    }
    let kept = before.indices.filter { !deleted.contains($0) }
    let places = after.indices.filter { !inserted.contains($0) }
    for (old, new) in zip(kept, places) {
      // A table view keeps what it drew for a row that is not reloaded.
      if !reloaded.contains(old) && before[old] != after[new] {
        faults.append("section \(section): row \(old) shows something else but is not reloaded")
      }
      if reloaded.contains(old) && before[old] == after[new] {
        faults.append("section \(section): row \(old) is reloaded but shows the same")
      }
    }
    return faults
  }
}
