/// A step that undo or redo reverts.
package struct UndoStep: Hashable, Sendable {
  /// The revision of its first entry.
  let start: Int
  /// The revision of its last entry.
  let entry: Int
  /// The last revision of the original step, which for an undo or a redo is the one first made.
  package let target: Int
  /// The changes that revert it; its own changes if it led to another version.
  let changes: [StateChange]
  /// The version in force before it, if it led to another one; `nil` if it did not.
  let formerVersion: Int?
}

/// What can be undone and redone.
///
/// The steps that can be undone, and the undos that can be redone, form two stacks. Neither is stored as a list: each
/// entry records the top of both stacks after it, and below a step is what was on top before it. All stacks of every
/// revision are therefore available, nothing is ever rewritten, and finding the next step reads an entry or two.
extension Journal {
  /// The next step with any effect in a scope; `nil` if there is none.
  ///
  /// A step that led to another version is reverted whole, in any scope: the steps below it belong to another form.
  ///
  /// - Parameters:
  ///   - state: returns the current state, at least of the fields of some changes.
  ///   - most: how many changes of a step to read: a few nearly always suffice to determine whether it has an effect.
  /// - Complexity: O(k) for k changes of the step, and of skipped ones.
  package func step(
    _ direction: UndoDirection, scope: UndoScope, in state: ([StateChange]) throws -> ResponseState, most: Int = .max
  ) throws -> UndoStep? {
    let position = try position()
    var next = direction == .undo ? position.undoTop : position.redoTop
    while let entry = next {
      let (start, target) = try step(endingAt: entry)
      let former = try formerVersion(before: entry, startingAt: start)
      let changes =
        try former == nil
        ? reverting(start...max(start, entry), scope: scope, in: state, most: most) : changes(of: entry, most: most)
      if former != nil || !changes.isEmpty {
        return UndoStep(start: start, entry: entry, target: target, changes: changes, formerVersion: former)
      }
      next = try under(entry, startingAt: start, direction)
    }
    return nil
  }

  private func reverting(
    _ revisions: ClosedRange<Int>, scope: UndoScope, in state: ([StateChange]) throws -> ResponseState, most: Int
  ) throws -> [StateChange] {
    var own: [StateChange] = []
    for revision in revisions where own.count < most {
      own += try self.changes(of: revision, most: most - own.count)
    }
    let covers = scope.covering(own)
    // If its values were reverted before the rest, the rest must not bring back former titles and results of rules.
    let taken = Set(try changes(reverting: revisions.upperBound).map(\.identity))
    let covered = own.filter {
      covers($0) && !taken.contains($0.identity) && (taken.isEmpty || !$0.followsFromOthers)
    }
    let reverting = Reversal.changes(reverting: covered, in: try state(covered), scope: scope)
    // The changes read so far may be just those without an effect.
    guard reverting.isEmpty, own.count >= most else { return reverting }
    return try self.reverting(revisions, scope: scope, in: state, most: most < 4096 ? most * 64 : .max)
  }

  /// The version in force before a step, if it led to another one; `nil` if it did not.
  private func formerVersion(before entry: Int, startingAt start: Int) throws -> Int? {
    guard let version = try self.version(at: entry), let former = try self.version(at: start - 1) else { return nil }
    return former == version ? nil : former
  }

  /// Whether the next entry may be part of the step that ends with an entry.
  package func isContinuable(_ revision: Int) throws -> Bool {
    try formerVersion(before: revision, startingAt: try step(endingAt: revision).start) == nil
  }

  /// The position after the next entry.
  ///
  /// - Parameters:
  ///   - action: its action.
  ///   - reverts: of undo and redo, the entry that is removed from its stack.
  ///   - position: the position before it.
  package func position(
    after action: FormAction, reverting reverts: Int?, from position: JournalPosition
  ) throws -> JournalPosition {
    var next = position
    next.revision += 1
    switch (action.kind, reverts) {
    case (.undo, let entry?):
      next.undoTop = try top(after: entry, from: position.undoTop, .undo, scope: action.scope ?? .everything)
      next.redoTop = next.revision
    case (.redo, let entry?):
      next.redoTop = try top(after: entry, from: position.redoTop, .redo, scope: action.scope ?? .everything)
      next.undoTop = next.revision
    case (let kind, _) where kind.isUndoable:
      next.undoTop = next.revision
      next.redoTop = nil
    // What was done before the lines were joined, perhaps by others, is no step of this one.
    case (.merge, _): (next.undoTop, next.redoTop) = (nil, nil)
    default: break
    }
    return next
  }

  /// The top of a stack after an entry of it was reverted.
  ///
  /// With everything, the entry is removed, and so are skipped ones above it, since they had no effect any more. With
  /// only values, skipped ones stay, and so does the entry if it had other effects.
  private func top(after entry: Int, from top: Int?, _ direction: UndoDirection, scope: UndoScope) throws -> Int? {
    // Everything below a compacted entry was compacted too.
    guard entry > base else { return scope == .everything ? nil : top }
    let start = try step(endingAt: entry).start
    if scope == .values, try formerVersion(before: entry, startingAt: start) == nil,
      try entry != top || opensOrFolds(start...max(start, entry))
    {
      return top
    }
    return try under(entry, startingAt: start, direction)
  }

  private func opensOrFolds(_ revisions: ClosedRange<Int>) throws -> Bool {
    var opens = false
    try forEachEntry(in: revisions) { entry in
      opens = entry.changes.contains { $0.field.role == .opening }
      return !opens
    }
    return opens
  }

  /// The entry below another one on its stack.
  private func under(_ entry: Int, startingAt start: Int, _ direction: UndoDirection) throws -> Int? {
    let below = try position(at: start - 1)
    return direction == .undo ? below.undoTop : below.redoTop
  }

  /// Whether an entry is on a stack.
  ///
  /// - Complexity: O(d) for d entries above it.
  package func holds(_ wanted: Int, _ direction: UndoDirection) throws -> Bool {
    let position = try position()
    var next = direction == .undo ? position.undoTop : position.redoTop
    // Entries further down are older.
    while let entry = next, entry >= wanted {
      if entry == wanted { return true }
      next = try under(entry, startingAt: try step(endingAt: entry).start, direction)
    }
    return false
  }

  /// The revisions of the steps that can be redone, the next one first: an undoable action puts them out of use.
  ///
  /// - Complexity: O(d) for d steps.
  package func redoableSteps(from redoTop: Int?) throws -> [ClosedRange<Int>] {
    var steps: [ClosedRange<Int>] = []
    var next = redoTop
    while let undo = next {
      let (start, target) = try step(endingAt: undo)
      if target > base { steps.append(min(try step(endingAt: target).start, target)...target) }
      next = try under(undo, startingAt: start, .redo)
    }
    return steps
  }
}

/// Entries of a journal that are reverted anywhere in it.
extension Journal {
  /// The changes of entries, their revisions, and the fields changed later with the last revision of each.
  ///
  /// - Throws: ``ActionError/Code/unknownRevision``, ``ActionError/Code/beforeUpgrade``.
  /// - Complexity: O(k) for k changes from there.
  func changes(
    of selection: JournalSpan.Selection
  ) throws -> (changes: [StateChange], revisions: Range<Int>, later: [StateChange.Identity: Int]) {
    let last = try position().revision
    guard let span = try revisions(of: selection, last: last) else { return ([], (last + 1)..<(last + 1), [:]) }
    var changes: [StateChange] = []
    var later: [StateChange.Identity: Int] = [:]
    var version = try self.version(at: span.lowerBound - 1)
    var upgrade: Int?
    try forEachEntry(after: span.lowerBound - 1) { entry in
      if let next = entry.version, next != version {
        if version != nil { upgrade = entry.revision }
        version = next
      }
      if span.contains(entry.revision) {
        changes += entry.changes
      } else {
        for change in entry.changes { later[change.identity] = entry.revision }
      }
      return true
    }
    if let upgrade { throw ActionError.beforeUpgrade(revision: selection.revision, upgrade: upgrade) }
    return (changes, Range(span), later)
  }

  /// The revisions of the selected entries; `nil` for none.
  private func revisions(of selection: JournalSpan.Selection, last: Int) throws -> ClosedRange<Int>? {
    func require(_ number: Int, from first: Int) throws {
      guard number >= first, number <= last else {
        throw ActionError.unknownRevision(number, first: first, last: last)
      }
    }
    switch selection {
    case .entry(let number):
      try require(number, from: base + 1)
      return number...number
    case .step(let number):
      try require(number, from: base + 1)
      let start = try entry(at: number).step
      var end = number
      try forEachEntry(after: number) { entry in
        if entry.step == start { end = entry.revision }
        return entry.step == start
      }
      return start...max(start, end)
    case .after(let number):
      try require(number, from: base)
      return number < last ? (number + 1)...last : nil
    }
  }

  /// The first change of a field by the entries after one; `nil` if none of them changed it.
  func firstChange(of identity: StateChange.Identity, after revision: Int) throws -> StateChange? {
    var first: StateChange?
    try forEachEntry(after: revision) { entry in
      first = entry.changes.first { $0.identity == identity }
      return first == nil
    }
    return first
  }

  /// The fields that entries after one changed.
  func fields(changedAfter revision: Int) throws -> Set<StateChange.Identity> {
    var fields: Set<StateChange.Identity> = []
    try forEachEntry(after: revision) { entry in
      fields.formUnion(entry.changes.lazy.map(\.identity))
      return true
    }
    return fields
  }
}
