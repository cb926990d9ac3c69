import FormState

/// Applies a batch update to the rows before it, in both of its renderings, and compares with the rows after it.
///
/// The drawn rows change only as the update states: a row that is not reloaded keeps its content, one that is not
/// resized its height. So an incomplete update is caught, and a needless one as well.
public enum BatchChecker {
  public typealias Row = NaiveModel.Row

  /// The faults of a batch update; empty if it is legal, complete and minimal.
  ///
  /// - Parameters:
  ///   - batch: the batch update.
  ///   - before: the rows of each section before it.
  ///   - after: the rows of each section after it.
  ///   - moving: the keys of rows that may be deleted and inserted, since their position among others changes.
  public static func faults(
    in batch: BatchUpdate, from before: [[Row]], to after: [[Row]], moving: Set<String> = []
  ) -> [String] {
    guard before.count == after.count else { return ["the number of sections changed"] }
    let faults = orderFaults(in: batch) + placeFaults(in: batch, from: before, to: after)
    guard faults.isEmpty else { return faults }
    return needlessFaults(in: batch, from: before, to: after, moving: moving)
      + stageFaults(in: batch, from: before, to: after) + stepFaults(in: batch, from: before, to: after)
      + moveFaults(in: batch, from: before, to: after) + stageFaults(in: batch.movingRows, from: before, to: after)
      + stepFaults(in: batch.movingRows, from: before, to: after)
  }

  /// The rows in instances with another position than before, by their addresses.
  public static func moving(
    _ addresses: some Sequence<String>, from before: ResponseState, to after: ResponseState
  ) -> Set<String> {
    let moved = Set(
      before.instances.filter { after.instances[$0.key] != nil && after.instances[$0.key] != $0.value }
        .map(\.key.instance))
    guard !moved.isEmpty else { return [] }
    return Set(
      addresses.filter { address in
        var number = before.number(address.split(separator: ":").last.flatMap { Int($0) } ?? 0)
        while number > 0 && !moved.contains(number) {
          number = before.instances.first { $0.key.instance == number }?.value.parent ?? 0
        }
        return number > 0
      })
  }

  private static func orderFaults(in batch: BatchUpdate) -> [String] {
    var faults: [String] = []
    let sorts = [("deleted", batch.deletedRows), ("inserted", batch.insertedRows), ("resized", batch.resizedRows)]
    for (name, ranges) in sorts {
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

  private static func placeFaults(in batch: BatchUpdate, from before: [[Row]], to after: [[Row]]) -> [String] {
    func isOutside(_ path: RowPath, _ rows: [[Row]]) -> Bool {
      !rows.indices.contains(path.section) || !rows[path.section].indices.contains(path.row)
    }
    let deleted = batch.deletedRows.flatMap { Array($0.paths) }
    let inserted = batch.insertedRows.flatMap { Array($0.paths) }
    let resized = batch.resizedRows.flatMap { Array($0.paths) }
    var faults: [String] = []
    if deleted.contains(where: { isOutside($0, before) }) { faults.append("a row is deleted that there was not") }
    if inserted.contains(where: { isOutside($0, after) }) { faults.append("an unknown row is inserted") }
    if batch.reloadedRows.contains(where: { isOutside($0, before) }) {
      faults.append("a row is reloaded that there was not")
    }
    if resized.contains(where: { isOutside($0, after) }) { faults.append("an unknown row is resized") }
    if !Set(deleted).isDisjoint(with: batch.reloadedRows) { faults.append("a row is both deleted and reloaded") }
    if !Set(inserted).isDisjoint(with: resized) { faults.append("a row is both inserted and resized") }
    for section in before.indices {
      let (gone, come) = (deleted.count { $0.section == section }, inserted.count { $0.section == section })
      if after[section].count != before[section].count + come - gone {
        faults.append(
          "section \(section): \(before[section].count) rows + \(come) − \(gone) are not \(after[section].count)")
      }
    }
    return faults
  }

  /// Rows that are mentioned although nothing happens to them.
  private static func needlessFaults(
    in batch: BatchUpdate, from before: [[Row]], to after: [[Row]], moving: Set<String>
  ) -> [String] {
    let old = Dictionary(uniqueKeysWithValues: before.joined().map { ($0.key, $0) })
    let new = Dictionary(uniqueKeysWithValues: after.joined().map { ($0.key, $0) })
    var faults: [String] = []
    for path in batch.reloadedRows {
      let row = before[path.section][path.row]
      if new[row.key]?.content == row.content { faults.append("row \(path) is reloaded but shows the same") }
    }
    for path in batch.resizedRows.flatMap({ Array($0.paths) }) {
      let row = after[path.section][path.row]
      if old[row.key]?.size == row.size { faults.append("row \(path) is resized but is as tall as before") }
    }
    for path in batch.deletedRows.flatMap({ Array($0.paths) }) {
      let key = before[path.section][path.row].key
      if new[key] != nil && !moving.contains(key) { faults.append("row \(path) is deleted but still there") }
    }
    return faults
  }

  /// Whether movable rows are among the deleted and inserted ones, and are the same on both sides.
  private static func moveFaults(in batch: BatchUpdate, from before: [[Row]], to after: [[Row]]) -> [String] {
    var faults: [String] = []
    let (gone, come) = (
      Set(batch.deletedRows.flatMap { Array($0.paths) }), Set(batch.insertedRows.flatMap { Array($0.paths) })
    )
    for move in batch.movedRows {
      if !gone.isSuperset(of: move.from.paths) || !come.isSuperset(of: move.to.paths) {
        faults.append("\(move) is not among what goes and comes")
      } else if before[move.from.section][move.from.rows] != after[move.to.section][move.to.rows] {
        faults.append("\(move) moves other rows")
      }
    }
    let moving = batch.movingRows
    let paths = [moving.deletedRows + moving.movedRows.map(\.from), moving.insertedRows + moving.movedRows.map(\.to)]
    for (ranges, all) in zip(paths, [gone, come]) {
      let paths = ranges.flatMap { Array($0.paths) }
      if Set(paths) != all || paths.count != all.count { faults.append("what moves is not left out of what goes") }
    }
    return faults + orderFaults(in: moving)
  }

  /// Applies the stages as a table view does: old row paths for deletions and reloads, final ones for the rest.
  private static func stageFaults(in batch: BatchUpdate, from before: [[Row]], to after: [[Row]]) -> [String] {
    let new = Dictionary(uniqueKeysWithValues: after.joined().map { ($0.key, $0) })
    var drawn = before
    var faults: [String] = []
    let stages = batch.stages
    for (number, stage) in stages.enumerated() {
      let moves =
        !stage.movedRows.isEmpty || !stage.deletedRows.isEmpty || !stage.insertedRows.isEmpty
        || !stage.resizedRows.isEmpty
      if !stage.reloadedRows.isEmpty && (moves || number > 0) { faults.append("reloads are not a stage of their own") }
      for path in stage.reloadedRows {
        guard let row = new[drawn[path.section][path.row].key] else {
          faults.append("row \(path) is reloaded but gone")
          continue
        }
        drawn[path.section][path.row].content = row.content
      }
      takeRows(of: stage, in: &drawn, after)
      for path in stage.resizedRows.flatMap({ Array($0.paths) }) {
        drawn[path.section][path.row].size = after[path.section][path.row].size
      }
    }
    return faults + differences(between: drawn, and: after, rendering: "in stages")
  }

  /// Applies deletions, moves and insertions: a moved row keeps its drawing.
  private static func takeRows(of stage: BatchUpdate, in drawn: inout [[Row]], _ after: [[Row]]) {
    var gone = stage.deletedRows
    var come = stage.insertedRows.map { (range: $0, rows: Array(after[$0.section][$0.rows])) }
    for move in stage.movedRows where !stage.deletedRows.contains(where: { $0.holds(move.from) }) {
      gone.append(move.from)
      come.append((move.to, Array(drawn[move.from.section][move.from.rows])))
    }
    for range in gone.sorted().reversed() { drawn[range.section].removeSubrange(range.rows) }
    for (range, rows) in come.sorted(by: { $0.range < $1.range }) {
      drawn[range.section].insert(contentsOf: rows, at: range.rows.lowerBound)
    }
  }

  /// Applies the steps as an array does: each relative to the rows after the previous one.
  private static func stepFaults(in batch: BatchUpdate, from before: [[Row]], to after: [[Row]]) -> [String] {
    var drawn = before
    for step in batch.steps {
      switch step {
      case .delete(let range):
        guard drawn[range.section].indices.contains(range.rows.upperBound - 1) else { return ["step \(step) fails"] }
        drawn[range.section].removeSubrange(range.rows)
      case .insert(let range):
        guard range.rows.lowerBound <= drawn[range.section].count else { return ["step \(step) fails"] }
        drawn[range.section].insert(contentsOf: after[range.section][range.rows], at: range.rows.lowerBound)
      case .deleteSection, .insertSection: return ["step \(step) within one version"]
      case .reload(let path):
        guard drawn[path.section].indices.contains(path.row) else { return ["step \(step) fails"] }
        drawn[path.section][path.row].content = after[path.section][path.row].content
      case .resize(let range):
        for row in range.rows { drawn[range.section][row].size = after[range.section][row].size }
      }
    }
    return differences(between: drawn, and: after, rendering: "step by step")
  }

  private static func differences(between drawn: [[Row]], and after: [[Row]], rendering: String) -> [String] {
    var faults: [String] = []
    for section in after.indices where drawn[section] != after[section] {
      faults.append("\(rendering), section \(section) has \(drawn[section].count) rows")
      for (row, rows) in zip(drawn[section], after[section]).enumerated() where rows.0 != rows.1 {
        faults.append("\(rendering), [\(section),\(row)] is drawn as \(rows.0) instead of \(rows.1)")
      }
    }
    return faults
  }
}

extension RowRange {
  fileprivate func holds(_ other: RowRange) -> Bool {
    section == other.section && rows.lowerBound <= other.rows.lowerBound && other.rows.upperBound <= rows.upperBound
  }
}
