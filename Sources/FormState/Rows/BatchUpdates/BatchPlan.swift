/// Turns state changes into a batch update, given who shows before them and who shows after them.
///
/// Only the net effect counts: a cell that was opened and closed again changes nothing. Of the subjects whose opening
/// changes, the outermost decide alone: where a cell's ancestors stay unchanged, either all of its visible
/// descendants come or all of them go, as one range. An instance that is added comes as one range, one that is removed
/// goes as one, and one that is moved does both. So the cost follows the number of changes, never the number of rows
/// that come or go.
///
/// ```swift
/// var plan = BatchPlan(changes: changes) { form.options(of: $0) }
/// plan.recordRowsBefore(index)
/// // … apply the changes …
/// let batch = plan.batchUpdate(after: index)
/// ```
package struct BatchPlan: Sendable {
  /// The outermost of what comes or goes.
  private let toggles: [Toggle]
  /// The instances that are added, removed or have another place.
  private let instances: [MovedInstance]
  /// The sections whose headers come or go, in order.
  private let changedHeaders: [Int]
  /// The cells that show something else, in the order of the form.
  private let changedCells: [CellPlace]
  /// The cells that grow or shrink in place, in the order of the form.
  private let grownCells: [CellPlace]
  private var pathsBefore: [CellPlace: RowPath] = [:]
  private var instancesBefore: [Int: InstanceRows] = [:]
  /// Of the cells that grow or shrink, those whose rows have a height before.
  private var grownBefore: [CellPlace] = []
  private var deletedRows: [RowRange] = []
  private var resizedRows: [RowRange] = []

  /// Determines the net effect of state changes. O(k log k) for k changes.
  ///
  /// - Parameters:
  ///   - changes: the changes, in the order in which they happen.
  ///   - options: finds the options that are chosen by them, or are no longer, which show that in rows of their own.
  init(changes: [PlacedChange], options: ([NewChoice]) -> [CellPlace]) {
    let changes = changes.shown
    let net = PlacedChange.net(changes)
    instances = MovedInstance.all(in: net)
    let toggles = Toggle.net(of: changes, instances)
    self.toggles = Toggle.outermost(of: toggles)
    let contents = Self.newContents(in: net)
    var changed = Set(contents.map(\.place)).union(options(contents.compactMap(\.newChoice)))
    var grown: [CellPlace] = []
    changedHeaders = toggles.filter { $0.subject.kind == .relevance && $0.subject.position == nil }.map(\.subject.section)
    for toggle in toggles where toggle.subject.kind == .disclosure {
      guard let place = toggle.place else { continue }
      // A cell that grows in place shows the same; every other one turns its triangle.
      if toggle.isInline { grown.append(place) } else { changed.insert(place) }
    }
    changedCells = changed.sorted()
    grownCells = grown
  }

  /// Notes where things stand before the changes.
  mutating func recordRowsBefore(_ index: VisibilityIndex) {
    for place in changedCells + grownCells {
      if let path = index.rowPath(of: place) { pathsBefore[place] = path }
    }
    deletedRows = toggles.lazy.filter { !$0.opens }.compactMap { $0.rows(in: index) }
    instancesBefore = MovedInstance.rows(of: instances, in: index)
  }

  /// The batch update, once the changes have been made.
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
    // Instances of one repeat may have any order, whatever their numbers.
    batch.reloadedRows.sort()
    batch.resizedRows = RowRange.merged(batch.resizedRows.sorted())
    return batch
  }

  /// The rows that come and go.
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
  /// Notes which rows a table that keeps hidden rows has before the changes.
  mutating func recordKeptRowsBefore(_ index: VisibilityIndex) {
    for place in changedCells {
      if let path = index.keptRowPath(of: place) { pathsBefore[place] = path }
    }
    for toggle in toggles where !toggle.opens && toggle.subject.kind == .instance {
      if let range = toggle.rows(in: index) { deletedRows.append(range) }
    }
    instancesBefore = MovedInstance.rows(of: instances, in: index)
  }

  /// Notes which rows have a height before the changes, of those that may lose it, once all instances have come, moved
  /// or gone.
  mutating func recordHeightsBefore(_ index: VisibilityIndex) {
    grownBefore = grownCells.filter(index.isVisible)
    for toggle in toggles where !toggle.opens { resizedRows += toggle.visibleRuns(in: index) }
  }

  /// The batch update of a table that keeps hidden rows, once the changes have been made: no row comes or goes but with
  /// an instance.
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
    // A table keeps what it drew for a row without height too.
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
