import FormState

/// The definition that a session shows, from which its actions read cells and rules once that is worth laying it out.
///
/// A version of a form never changes, so a response in the version with the same digest has these very cells and rules.
final class KnownDefinition: Sendable {
  /// The digest of the definition.
  let digest: String
  /// The definition, with its long lists outlined.
  let form: FormDefinition
  private let cellCount: Int
  private let layout: Locked<Layout>

  /// The definition, laid out, of a form with repeats; `nil` for a form without.
  var repeating: FormIndex? {
    guard hasRepeats else { return nil }
    return layout.withLock { layout in
      let index = layout.index ?? FormIndex(form)
      layout.index = index
      return index
    }
  }

  private let hasRepeats: Bool

  private struct Layout {
    var index: FormIndex?
    /// How many cells could have been laid out in the time that went into reading cells and rules one by one.
    var missed = 0
  }

  /// Keeps a definition in mind; nothing is laid out yet.
  init(_ form: FormDefinition, digest: String) {
    self.form = form
    self.digest = digest
    cellCount = form.cellCount
    hasRepeats = form.hasRepeats
    layout = Locked(Layout())
  }

  /// The definition, laid out; `nil` as long as reading the few rows that an action needs costs less.
  var index: FormIndex? { layout.withLock(\.index) }

  /// How many cells are laid out in the time that it takes to read a rule and what it needs one by one.
  private static let cellsForARule = 64
  /// The same for a cell.
  private static let cellsForACell = 32
  /// Whether the definition is laid out within a few milliseconds, and takes a few megabytes.
  var isSmall: Bool { cellCount <= FormOutline.limits.mostCellsReadWhole }

  /// Notes that rules are to be read one by one, and lays the definition out when they are many. O(n) for n cells,
  /// once.
  func noteReading(ofRules count: Int) { note(min(count, cellCount) * Self.cellsForARule) }

  /// Notes that cells were read from the file, and lays the definition out when they are many. O(n) for n cells, once.
  func noteReading(ofCells count: Int) {
    guard isSmall else { return }
    note(count * Self.cellsForACell)
  }

  private func note(_ missed: Int) {
    layout.withLock { layout in
      guard layout.index == nil else { return }
      layout.missed += missed
      if layout.missed > cellCount { layout.index = FormIndex(form) }
    }
  }
}
