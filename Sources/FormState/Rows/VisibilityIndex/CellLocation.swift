/// The location of one level of a form among all rows.
struct LevelLocation {
  /// The level.
  let level: VisibilityLevel
  /// The number of its instance; 0 outside of repeats.
  var instance = 0
  /// The sums of the rows before the level, from the top of the form.
  var before = RowSums()
  /// Whether nothing around the level hides it.
  var isReached = true

  /// The location of what was found in the level.
  func location<Distance: RowDistance>(of found: VisibilityLevel.Found<Distance>) -> CellLocation {
    CellLocation(found, behind: before, isReached: isReached)
  }

  /// The location of an instance's level; `nil` if there is none. O(log n).
  func location(behind step: InstanceStep, _ templates: RepeatTemplates) -> LevelLocation? {
    guard let slot = level.slot(ofRepeat: step.cell), let fresh = templates[step.cell]?.fresh,
      let found = level.instances[step.cell]?.find(step.key)
    else { return nil }
    return location(of: found, in: location(of: slot), fresh: fresh)
  }

  /// The location of the level of an instance that was found in a slot.
  func location<Distance: RowDistance>(
    of found: CountedCursor<RepeatInstance, Distance>.Found, in slot: CellLocation, fresh: VisibilityLevel
  ) -> LevelLocation {
    LevelLocation(
      level: found.item.level(fresh: fresh), instance: found.item.key.number,
      before: slot.before.followed(by: found.before, isVisible: slot.isVisible),
      isReached: slot.isVisible && found.isVisible)
  }
}

/// The location of a cell, or of the slot of a repeat, among all rows.
struct CellLocation {
  /// The cell.
  let item: LevelItem
  /// The sums of the rows before it, from the top of the form.
  let before: RowSums
  /// Whether it is visible.
  let isVisible: Bool

  /// The location of what was found in a level.
  init<Distance: RowDistance>(
    _ found: VisibilityLevel.Found<Distance>, behind before: RowSums = RowSums(), isReached: Bool = true
  ) {
    item = found.item
    self.before = before.followed(by: found.before, isVisible: isReached)
    isVisible = isReached && found.isVisible
  }
}
