/// Turns state changes into a batch update, given who shows before them and who shows after them.
///
/// Only the net effect counts: a cell that was opened and closed again changes nothing. Of the subjects whose opening
/// changes, the outermost decide alone: where a cell's ancestors stay as they are, either all of its visible
/// descendants come or all of them go, as one range. So the cost follows the number of changes, never the number of
/// rows that come or go.
///
/// ```swift
/// var plan = BatchPlan(changes: changes) { form.options(of: $0) }
/// try plan.recordRowsBefore(rows)
/// // … apply the changes …
/// let batch = try plan.batchUpdate(after: rows)
/// ```
package struct BatchPlan: Sendable {
  /// A cell or a section that opens or closes, or that becomes relevant or irrelevant.
  private struct Turn: Sendable {
    let section: Int
    /// `nil` when the section itself turns.
    let position: Int?
    let extent: Int
    let isInline: Bool
    /// Whether it is about relevance, which takes the cell itself along, and the header of a section.
    let isRelevance: Bool
    let opens: Bool

    /// The cells that come or go.
    var positions: Range<Int> {
      let start = position.map { isRelevance ? $0 : $0 + 1 } ?? 0
      return start..<(start + max(0, extent) + (isRelevance && position != nil ? 1 : 0))
    }
  }

  private let turns: [Turn]
  /// The sections whose headers come or go, in order.
  private let changedHeaders: [Int]
  /// The cells that show something else, in the order of the form.
  private let changedCells: [CellPlace]
  /// The cells that grow or shrink in place, in the order of the form.
  private let grownCells: [CellPlace]
  private var pathsBefore: [CellPlace: RowPath] = [:]
  private var deletedRows: [RowRange] = []
  private var resizedRows: [RowRange] = []

  /// Works out the net effect of state changes. O(k log k) for k changes.
  ///
  /// - Parameters:
  ///   - changes: the changes, in the order in which they happen.
  ///   - options: finds the options that are chosen by them, or are no longer, which show that in rows of their own.
  /// - Throws: what `options` throws.
  package init<Failure>(
    changes: [PlacedChange], options: ([NewChoice]) throws(Failure) -> [CellPlace]
  ) throws(Failure) {
    let turns = Self.netTurns(of: changes)
    self.turns = Self.outermost(of: turns)
    let contents = Self.newContents(in: changes)
    var changed = Set(contents.map(\.place)).union(try options(contents.compactMap(\.newChoice)))
    var grown: [CellPlace] = []
    changedHeaders = turns.filter { $0.isRelevance && $0.position == nil }.map(\.section)
    for turn in turns where !turn.isRelevance {
      guard let position = turn.position else { continue }
      let place = CellPlace(section: turn.section, position: position)
      // A cell that grows in place shows the same; every other one turns its triangle.
      if turn.isInline { grown.append(place) } else { changed.insert(place) }
    }
    changedCells = changed.sorted()
    grownCells = grown
  }

  /// Notes where things stand before the changes.
  ///
  /// - Throws: what `rows` throws.
  package mutating func recordRowsBefore<Rows: VisibleRows>(_ rows: Rows) throws(Rows.Failure) {
    for place in changedCells + grownCells {
      if let path = try rows.rowPath(of: place) { pathsBefore[place] = path }
    }
    for turn in turns where !turn.opens {
      if let range = try Self.rowRange(of: turn, in: rows) { deletedRows.append(range) }
    }
  }

  /// The batch update, once the changes have been made.
  ///
  /// - Parameter rows: the rows after the changes.
  /// - Throws: what `rows` throws.
  package func batchUpdate<Rows: VisibleRows>(after rows: Rows) throws(Rows.Failure) -> BatchUpdate {
    var batch = BatchUpdate()
    batch.changedHeaders = changedHeaders
    batch.deletedRows = deletedRows
    for turn in turns where turn.opens {
      if let range = try Self.rowRange(of: turn, in: rows) { batch.insertedRows.append(range) }
    }
    for place in changedCells {
      guard let path = pathsBefore[place], try rows.rowPath(of: place) != nil else { continue }
      batch.reloadedRows.append(path)
    }
    for place in grownCells where pathsBefore[place] != nil {
      if let path = try rows.rowPath(of: place) { batch.resizedRows.append(RowRange(path)) }
    }
    batch.resizedRows = RowRange.merged(batch.resizedRows)
    return batch
  }

  /// The rows that come or go with a turn, as they stand on the side on which they show.
  private static func rowRange<Rows: VisibleRows>(
    of turn: Turn, in rows: Rows
  ) throws(Rows.Failure) -> RowRange? {
    var first = 0
    if let position = turn.position {
      guard let path = try rows.rowPath(of: CellPlace(section: turn.section, position: position)) else { return nil }
      first = turn.isRelevance ? path.row : path.row.clampedSum(1)
    }
    let count = try rows.visibleRowCount(inSection: turn.section, positions: turn.positions)
    return count > 0 ? RowRange(section: turn.section, first: first, count: count) : nil
  }

  /// The subject of a turn: a cell, or a section, which sorts before its cells; relevance before what it takes along.
  private struct Subject: Hashable, Comparable {
    let section: Int
    let position: Int?
    let isRelevance: Bool

    static func < (left: Subject, right: Subject) -> Bool {
      (left.section, left.position ?? -1, left.isRelevance ? 0 : 1)
        < (right.section, right.position ?? -1, right.isRelevance ? 0 : 1)
    }
  }

  private static func netTurns(of changes: [PlacedChange]) -> [Turn] {
    var openBefore: [Subject: Bool] = [:]
    var last: [Subject: PlacedChange] = [:]
    for change in changes {
      guard let wasOpen = change.isOpenBefore else { continue }
      let subject = Subject(
        section: change.section, position: change.position, isRelevance: change.change.field.isRelevance)
      if openBefore[subject] == nil { openBefore[subject] = wasOpen }
      last[subject] = change
    }
    return last.sorted { $0.key < $1.key }.compactMap { subject, change in
      guard let opens = change.isOpenAfter, opens != openBefore[subject] else { return nil }
      return Turn(
        section: subject.section, position: subject.position, extent: change.extent, isInline: change.isInline,
        isRelevance: subject.isRelevance, opens: opens)
    }
  }

  /// The turns that do not lie within another one. The turns come in the order of the form.
  private static func outermost(of turns: [Turn]) -> [Turn] {
    var result: [Turn] = []
    for turn in turns {
      // Of a section that turns twice either turn says the same: rows come or go only where both are open on one side.
      if let last = result.last, last.section == turn.section,
        last.position == nil || turn.position.map(last.positions.contains) == true
      {
        continue
      }
      result.append(turn)
    }
    return result
  }

  /// A field of a cell that shows something else after some changes than before them.
  private struct NewContent {
    let place: CellPlace
    let field: StateChange.Field
    let before: CellValue?
    let after: CellValue?

    /// What may have chosen another option; `nil` for what has not.
    var newChoice: NewChoice? {
      guard field == .value else { return nil }
      let values = Set(before?.chosenValues ?? []).symmetricDifference(after?.chosenValues ?? []).sorted()
      return values.isEmpty ? nil : NewChoice(question: place, values: values)
    }
  }

  private static func newContents(in changes: [PlacedChange]) -> [NewContent] {
    var held: [CellPlace: NewValue] = [:]
    var contents: [NewContent] = []
    for placed in PlacedChange.net(changes) {
      guard let sides = placed.contents, let position = placed.position else { continue }
      let place = CellPlace(section: placed.section, position: position)
      switch placed.change.field {
      case .value: held[place, default: NewValue()].entry = placed
      case .calculated: held[place, default: NewValue()].calculated = placed
      case let field where sides.before != sides.after:
        contents.append(NewContent(place: place, field: field, before: sides.before, after: sides.after))
      default: break
      }
    }
    return contents
      + held.compactMap { place, value in
        let (before, after) = (value.shown(after: false), value.shown(after: true))
        return before == after ? nil : NewContent(place: place, field: .value, before: before, after: after)
      }
  }

  /// What a cell holds, of which a person's entry shows before what is calculated.
  private struct NewValue {
    var entry: PlacedChange?
    var calculated: PlacedChange?

    func shown(after: Bool) -> CellValue? {
      let left = after ? entry?.change.after : entry?.change.before
      if let left { return left.value }
      guard let calculated, let sides = calculated.contents else { return entry?.shownAtFirst }
      // An entry that stays is the same on both sides, whatever it is.
      if entry == nil, calculated.isOverridden { return nil }
      return after ? sides.after : sides.before
    }
  }
}

// MARK: - Options

extension BatchPlan {
  /// A cell that holds another text than before, which may be the value of one of its options.
  package struct NewChoice {
    package let question: CellPlace
    /// The values of the options that were chosen before or are after.
    package let values: [String]
  }
}

extension FormDefinition {
  /// The options of questions that hold something else than before. O(k + o) for k questions with o cells directly under them.
  package func options(of choices: [BatchPlan.NewChoice]) -> [CellPlace] {
    choices.flatMap { choice -> [CellPlace] in
      guard let section = sections.element(at: choice.question.section) else { return [] }
      return section.positionsDirectly(under: choice.question.position).compactMap { position in
        guard let value = section.cells.element(at: position)?.optionValue, choice.values.contains(value) else {
          return nil
        }
        return CellPlace(section: choice.question.section, position: position)
      }
    }
  }
}

// MARK: - Rows that are kept without height

extension BatchPlan {
  /// Notes which rows have a height before the changes, of those that may lose it.
  mutating func recordHeightsBefore(_ index: VisibilityIndex) {
    for place in grownCells where index.isVisible(place) {
      pathsBefore[place] = RowPath(section: place.section, row: place.position)
    }
    for turn in turns where !turn.opens { resizedRows += Self.rowRanges(of: turn, in: index) }
  }

  /// The batch update of a table that keeps hidden rows, once the changes have been made: no row comes or goes.
  func batchUpdateOfHeights(after index: VisibilityIndex) -> BatchUpdate {
    var resized = resizedRows
    for turn in turns where turn.opens { resized += Self.rowRanges(of: turn, in: index) }
    for place in grownCells where index.isVisible(place) {
      if let path = pathsBefore[place] { resized.append(RowRange(path)) }
    }
    var batch = BatchUpdate()
    batch.changedHeaders = changedHeaders
    batch.resizedRows = RowRange.merged(resized.sorted())
    // A table keeps what it drew for a row without height too.
    batch.reloadedRows = changedCells.map { RowPath(section: $0.section, row: $0.position) }
    return batch
  }

  private static func rowRanges(of turn: Turn, in index: VisibilityIndex) -> [RowRange] {
    index.visibleRuns(inSection: turn.section, positions: turn.positions).map { run in
      RowRange(section: turn.section, rows: run)
    }
  }
}
