extension BatchPlan {
  /// An instance that comes, goes or has another place after some changes.
  struct MovedInstance: Sendable {
    let number: Int
    /// Its repeat, in no instance.
    let cell: CellPlace
    /// How many cells its repeat's template has.
    let extent: Int
    let comes: Bool
    /// Whether it is there on both sides.
    let stays: Bool

    /// The instances that some net changes are about.
    static func all(in net: [PlacedChange]) -> [MovedInstance] {
      net.compactMap { placed in
        guard placed.change.field == .instance, let position = placed.position else { return nil }
        return MovedInstance(
          number: placed.change.subject.instance, cell: CellPlace(section: placed.section, position: position),
          extent: placed.extent, comes: placed.change.before == nil,
          stays: placed.change.before != nil && placed.change.after != nil)
      }
    }

    /// Where those of some instances stand that there are on this side.
    static func rows(of instances: [MovedInstance], in index: VisibilityIndex) -> [Int: InstanceRows] {
      var found: [Int: InstanceRows] = [:]
      for instance in instances {
        guard let own = index.instanceRows(instance.number), own.cell.within(0) == instance.cell else { continue }
        found[instance.number] = own
      }
      return found
    }
  }

  /// The instances that really move: that are on another side of others than before, whatever became of their ranks.
  struct InstanceMoves {
    private var moves: [(from: RowRange?, to: RowRange?)] = []

    /// Finds out which instances move, as few as possible. O(k log k) for k instances.
    ///
    /// - Parameters:
    ///   - before: where those stand that changes are about, before these.
    ///   - after: where they stand after them.
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
      // None of these passes one that no change is about, but they may pass each other.
      for (_, instances) in stays {
        let instances = instances.sorted { $0.before.index < $1.before.index }
        let inOrder = Set(LongestAscent.offsets(in: instances.map(\.after.index)))
        for (offset, instance) in instances.enumerated() where !inOrder.contains(offset) {
          moves.append((instance.before.range, instance.after.range))
        }
      }
    }

    /// How many instances that no change is about stand before each of those that one is about.
    private static func othersAhead(in rows: [Int: InstanceRows]) -> [Int: Int] {
      var counts: [Int: Int] = [:]
      for (_, instances) in Dictionary(grouping: rows, by: \.value.cell) {
        for (offset, instance) in instances.sorted(by: { $0.value.index < $1.value.index }).enumerated() {
          counts[instance.key] = instance.value.index - offset
        }
      }
      return counts
    }

    /// Whether none moves.
    var isEmpty: Bool { moves.isEmpty }

    /// Where the rows are that move, before.
    var from: [RowRange] { moves.compactMap(\.from) }

    /// Where the rows are that have moved, after.
    var to: [RowRange] { moves.compactMap(\.to) }

    /// The moves that a table could make of rows that come and go: of those that are otherwise as they were.
    ///
    /// - Complexity: O(k log k) for k ranges.
    /// - Parameters:
    ///   - before: rows that something else happens to, as they stand before.
    ///   - after: rows that something else has happened to, as they stand after.
    func rows(unlessChangedBefore before: [RowRange], orAfter after: [RowRange]) -> [RowMove] {
      let (before, after) = (RangeCounter(before + from), RangeCounter(after + to))
      return moves.compactMap { move in
        guard let from = move.from, let to = move.to, from.section == to.section,
          from.rows.clampedCount == to.rows.clampedCount,
          // Its own rows alone.
          before.count(touching: from) == 1, after.count(touching: to) == 1
        else { return nil }
        return RowMove(from: from, to: to)
      }.sorted { $0.from < $1.from }
    }
  }

  /// Counts how many of some ranges have rows of another one.
  private struct RangeCounter {
    private let starts: [RowPath]
    private let ends: [RowPath]

    init(_ ranges: [RowRange]) {
      starts = ranges.map { RowPath(section: $0.section, row: $0.rows.lowerBound) }.sorted()
      ends = ranges.map { RowPath(section: $0.section, row: $0.rows.upperBound) }.sorted()
    }

    func count(touching range: RowRange) -> Int {
      // Whatever begins before the end has rows of it, but for what ends before the beginning.
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
