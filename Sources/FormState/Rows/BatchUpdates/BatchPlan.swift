/// Converts state changes to a batch update, given the visible rows before and after.
///
/// Only the net effect counts: opening and closing a cell changes nothing. Among nested toggles the outermost decides:
/// if a cell's ancestors do not change, either all of its visible descendants appear or all of them disappear, as one
/// range. An added instance is one inserted range, a removed one is one deleted range, and a moved one is both. The
/// cost therefore depends on the number of changes, never on the number of rows that appear or disappear.
///
/// ```swift
/// var plan = BatchPlan(changes: changes) { form.options(of: $0) }
/// plan.recordRowsBefore(index)
/// // … apply the changes …
/// let batch = plan.batchUpdate(after: index)
/// ```
package struct BatchPlan: Sendable {
  /// The outermost toggles.
  private let toggles: [Toggle]
  /// The instances that are added, removed or moved.
  private let instances: [MovedInstance]
  /// The sections whose headers appear or disappear, in order.
  private let changedHeaders: [Int]
  /// The cells whose content changes, in the order of the form.
  private let changedCells: [CellPlace]
  /// The cells that grow or shrink in place, in the order of the form.
  private let grownCells: [CellPlace]
  private var pathsBefore: [CellPlace: RowPath] = [:]
  private var instancesBefore: [Int: InstanceRows] = [:]
  /// Those of them whose rows have a height before.
  private var grownBefore: [CellPlace] = []
  private var deletedRows: [RowRange] = []
  private var resizedRows: [RowRange] = []

  /// Determines the net effect of state changes. O(k log k) for k changes.
  ///
  /// - Parameters: the changes, in order.
  ///   - changes: finds the options that they choose or unchoose, which have their own rows.
  ///   - options: finds the options that are chosen by them, or are no longer, which show that in rows of their own.
  init(changes: [PlacedChange], options: ([NewChoice]) -> [CellPlace]) {
    let changes = changes.shown
    let combined = PlacedChange.combined(changes)
    instances = MovedInstance.all(in: combined.filter { !$0.change.isEmpty })
    let toggles = Toggle.net(of: changes, instances)
    self.toggles = Toggle.outermost(of: toggles)
    let contents = Self.newContents(in: combined)
    var changed = Set(contents.map(\.place)).union(options(contents.compactMap(\.newChoice)))
    var grown: [CellPlace] = []
    changedHeaders =
      toggles
      .filter { $0.subject.kind == .relevance && $0.subject.position == nil }
      .map(\.subject.section)
    for toggle in toggles where toggle.subject.kind == .disclosure {
      guard let place = toggle.place else { continue }
      // A cell that grows in place keeps its content; the triangle of any other cell turns.
      if toggle.isInline { grown.append(place) } else { changed.insert(place) }
    }
    changedCells = changed.sorted()
    grownCells = grown
  }

  /// Records positions before the changes.
  mutating func recordRowsBefore(_ index: VisibilityIndex) {
    for place in changedCells + grownCells {
      if let path = index.rowPath(of: place) { pathsBefore[place] = path }
    }
    deletedRows = toggles.lazy.filter { !$0.opens }.compactMap { $0.rows(in: index) }
    instancesBefore = MovedInstance.rows(of: instances, in: index)
  }

  /// The batch update, after the changes.
  func batchUpdate(after index: VisibilityIndex) -> BatchUpdate {
    let inserted = toggles.filter(\.opens).compactMap { $0.rows(in: index) }
    let moves = InstanceMoves(from: instancesBefore, to: MovedInstance.rows(of: instances, in: index))
    var batch = batch(moves, inserted: inserted)
    for place in changedCells {
      guard let path = pathsBefore[place], !RowRange.contain(batch.deletedRows, path),
        index.rowPath(of: place) != nil
      else { continue }
      batch.reloadedRows.append(path)
    }
    for place in grownCells where pathsBefore[place] != nil {
      guard let path = index.rowPath(of: place), !RowRange.contain(batch.insertedRows, path) else { continue }
      batch.resizedRows.append(RowRange(path))
    }
    // Instances of a repeat may be in any order, regardless of their numbers.
    batch.reloadedRows.sort()
    batch.resizedRows = RowRange.merged(batch.resizedRows.sorted())
    return batch
  }

  /// The rows that are inserted and deleted.
  private func batch(_ moves: InstanceMoves, inserted: [RowRange], resized: [RowRange] = []) -> BatchUpdate {
    var batch = BatchUpdate()
    batch.changedHeaders = changedHeaders
    batch.deletedRows = RowRange.merged((deletedRows + moves.from).sorted())
    batch.insertedRows = RowRange.merged((inserted + moves.to).sorted())
    if !moves.isEmpty {
      batch.movedRows = moves.rows(
        unlessChangedBefore: deletedRows + pathsBefore.values.map(RowRange.init), orAfter: inserted + resized)
    }
    return batch
  }
}

// MARK: - Rows that are kept without height

extension BatchPlan {
  /// Records the rows before the changes, for a table that keeps hidden rows.
  mutating func recordKeptRowsBefore(_ index: VisibilityIndex) {
    for place in changedCells {
      if let path = index.keptRowPath(of: place) { pathsBefore[place] = path }
    }
    for toggle in toggles where !toggle.opens && toggle.subject.kind == .instance {
      if let range = toggle.rows(in: index) { deletedRows.append(range) }
    }
    instancesBefore = MovedInstance.rows(of: instances, in: index)
  }

  /// Records which rows that may lose their height have one before the changes, after instances were added, moved or
  /// removed.
  mutating func recordHeightsBefore(_ index: VisibilityIndex) {
    grownBefore = grownCells.filter(index.isVisible)
    for toggle in toggles where !toggle.opens { resizedRows += toggle.visibleRuns(in: index) }
  }

  /// The batch update of a table that keeps hidden rows, after the changes: rows are inserted and deleted only with
  /// instances.
  func batchUpdateOfHeights(after index: VisibilityIndex) -> BatchUpdate {
    var inserted: [RowRange] = []
    var resized = resizedRows
    for place in grownBefore {
      if let path = index.rowPath(of: place) { resized.append(RowRange(path)) }
    }
    for toggle in toggles where toggle.opens {
      resized += toggle.visibleRuns(in: index)
      if toggle.subject.kind == .instance, let range = toggle.rows(in: index) { inserted.append(range) }
    }
    resized = RowRange.merged(resized.sorted())
    let moves = InstanceMoves(from: instancesBefore, to: MovedInstance.rows(of: instances, in: index))
    var batch = batch(moves, inserted: inserted, resized: resized)
    batch.resizedRows = RowRange.subtracting(batch.insertedRows, from: resized)
    // A table keeps its drawing of a row without height too.
    for place in changedCells {
      guard let path = pathsBefore[place], !RowRange.contain(batch.deletedRows, path),
        index.keptRowPath(of: place) != nil
      else { continue }
      batch.reloadedRows.append(path)
    }
    batch.reloadedRows.sort()
    return batch
  }
}
