extension BatchPlan {
  /// An instance that is added, removed or moved.
  struct MovedInstance: Sendable {
    let number: Int
    /// Its repeat, in no instance.
    let cell: CellPlace
    /// The number of cells in its repeat's template.
    let extent: Int
    let comes: Bool
    /// Whether it exists on both sides.
    let stays: Bool

    /// The instances affected by net changes.
    static func all(in net: [PlacedChange]) -> [MovedInstance] {
      net.compactMap { placed in
        guard placed.change.field == .instance, let position = placed.position else { return nil }
        return MovedInstance(
          number: placed.change.subject.instance, cell: CellPlace(section: placed.section, position: position),
          extent: placed.extent, comes: placed.change.before == nil,
          stays: placed.change.before != nil && placed.change.after != nil)
      }
    }

    /// The positions of the instances that exist on this side.
    static func rows(of instances: [MovedInstance], in index: VisibilityIndex) -> [Int: InstanceRows] {
      var found: [Int: InstanceRows] = [:]
      for instance in instances {
        guard let own = index.instanceRows(instance.number), own.cell.within(0) == instance.cell else { continue }
        found[instance.number] = own
      }
      return found
    }
  }

  /// The instances that really move: their order among others changes, whatever their ranks.
  struct InstanceMoves {
    private var moves: [(from: RowRange?, to: RowRange?)] = []

    /// Finds the smallest set of instances that move. O(k log k) for k instances.
    ///
    /// - Parameters:
    ///   - before: the positions of affected instances before the changes.
    ///   - after: their positions after the changes.
    init(from before: [Int: InstanceRows], to after: [Int: InstanceRows]) {
      guard !before.isEmpty, !after.isEmpty else { return }
      let (othersBefore, othersAfter) = (Self.othersAhead(in: before), Self.othersAhead(in: after))
      var stays: [CellPlace: [(before: InstanceRows, after: InstanceRows)]] = [:]
      for (number, old) in before {
        guard let new = after[number] else { continue }
        if old.cell == new.cell && othersBefore[number] == othersAfter[number] {
          stays[old.cell, default: []].append((old, new))
        } else {
          moves.append((old.range, new.range))
        }
      }
      // None of these passes an unaffected instance, but they may pass each other.
      for (_, instances) in stays {
        let instances = instances.sorted { $0.before.index < $1.before.index }
        let inOrder = Set(LongestAscent.offsets(in: instances.map(\.after.index)))
        for (offset, instance) in instances.enumerated() where !inOrder.contains(offset) {
          moves.append((instance.before.range, instance.after.range))
        }
      }
    }

    /// The number of unaffected instances before each affected one.
    private static func othersAhead(in rows: [Int: InstanceRows]) -> [Int: Int] {
      var counts: [Int: Int] = [:]
      for (_, instances) in Dictionary(grouping: rows, by: \.value.cell) {
        for (offset, instance) in instances.sorted(by: { $0.value.index < $1.value.index }).enumerated() {
          counts[instance.key] = instance.value.index - offset
        }
      }
      return counts
    }

    /// Whether no instance moves.
    var isEmpty: Bool { moves.isEmpty }

    /// The rows that move, before the changes.
    var from: [RowRange] { moves.compactMap(\.from) }

    /// The rows that moved, after the changes.
    var to: [RowRange] { moves.compactMap(\.to) }

    /// The moves of rows that are not changed in any other way.
    ///
    /// - Complexity: O(k log k) for k ranges.
    /// - Parameters:
    ///   - before: rows affected otherwise, by their positions before.
    ///   - after: rows affected otherwise, by their positions after.
    func rows(unlessChangedBefore before: [RowRange], orAfter after: [RowRange]) -> [RowMove] {
      let (before, after) = (RangeCounter(before + from), RangeCounter(after + to))
      return moves.compactMap { move in
        guard let from = move.from, let to = move.to, from.section == to.section,
          from.rows.clampedCount == to.rows.clampedCount,
          // Only its own rows.
          before.count(touching: from) == 1, after.count(touching: to) == 1
        else { return nil }
        return RowMove(from: from, to: to)
      }.sorted { $0.from < $1.from }
    }
  }

  /// Counts how many of some ranges overlap another one.
  private struct RangeCounter {
    private let starts: [RowPath]
    private let ends: [RowPath]

    init(_ ranges: [RowRange]) {
      starts = ranges.map { RowPath(section: $0.section, row: $0.rows.lowerBound) }.sorted()
      ends = ranges.map { RowPath(section: $0.section, row: $0.rows.upperBound) }.sorted()
    }

    func count(touching range: RowRange) -> Int {
      // Ranges that begin before its end overlap it, except those that end before its beginning.
      let begun = Self.count(starts, upTo: RowPath(section: range.section, row: range.rows.upperBound), orAt: false)
      return begun - Self.count(ends, upTo: RowPath(section: range.section, row: range.rows.lowerBound), orAt: true)
    }

    private static func count(_ paths: [RowPath], upTo path: RowPath, orAt isIncluded: Bool) -> Int {
      var low = 0
      var high = paths.count
      while low < high {
        let middle = (low + high) / 2
        if paths[middle] < path || (isIncluded && paths[middle] == path) { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }
}
