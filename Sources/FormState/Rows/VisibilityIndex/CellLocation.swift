/// The location of one level of a form among all rows.
struct LevelLocation {
  /// The level.
  var level: VisibilityLevel
  /// The totals of the rows before the level, from the top of the form.
  var before = RowSums()
  /// Whether nothing around the level hides it.
  var isReached = true

  /// The location of a cell of the level.
  func cell(at leaf: Int) -> CellLocation { CellLocation(around: self, leaf: leaf) }

  /// The location of an instance's level; `nil` if there is none. O(log n).
  func location(behind step: InstanceStep, _ templates: RepeatTemplates) -> LevelLocation? {
    guard let (_, slot) = level.layout.slot(ofRepeat: step.cell), let fresh = templates[step.cell]?.fresh,
      let found = level.instances[step.cell]?.find(step.key)
    else { return nil }
    let repeated = cell(at: slot.leaf)
    var inner = LevelLocation(level: found.entry.level(fresh: fresh), before: repeated.before)
    inner.before.all = inner.before.all.clampedSum(found.before.all)
    if repeated.isVisible {
      inner.before.shown = inner.before.shown.clampedSum(found.before.shown)
      inner.before.height += found.before.height
    }
    inner.isReached = repeated.isVisible && found.entry.isRelevant
    return inner
  }
}

/// The location of a cell, or of the slot of a repeat, among all rows.
struct CellLocation {
  /// Its level.
  let around: LevelLocation
  /// Its leaf in the level.
  let leaf: Int

  /// Whether it is visible. O(log n).
  var isVisible: Bool { around.isReached && around.level.tree.isVisible(leaf) }

  /// The totals of the rows before it, from the top of the form. O(log n).
  var before: RowSums {
    var before = around.before
    before.all = before.all.clampedSum(around.level.allRowCount(before: leaf))
    guard around.isReached else { return before }
    before.shown = before.shown.clampedSum(around.level.tree.visibleCount(before: leaf))
    before.height += around.level.tree.height(before: leaf)
    return before
  }
}
