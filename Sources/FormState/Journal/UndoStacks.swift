/// What can be undone and redone at each entry of a journal, derived from its beginning: two explicit stacks.
///
/// A store never keeps them whole, see its `HistoryReader`; these verify its columns.
package final class UndoStacks {
  /// A step that can be reverted, or an undo of one.
  package struct Step: Hashable, Sendable {
    /// The revision of its first entry.
    package let start: Int
    /// The revision of its last entry.
    package internal(set) var entry: Int
    /// The last revision of the original step.
    package internal(set) var target: Int
    /// Whether it changed anything that an undo of values affects: entries, or reports about them.
    var answers: Bool
    /// Whether it opened, closed or folded anything.
    var opens: Bool
    /// The version in force before it, if it led to another one; `nil` if it did not.
    var formerVersion: Int?
  }

  private let journal: [JournalEntry]
  private let base: Int
  /// The number of the version in force; `nil` until an entry names one.
  package private(set) var version: Int?
  /// The revision of the last entry.
  private var revision = 0
  private var undoable: [Step] = []
  private var redoable: [Step] = []
  /// The already reverted fields of an entry on a stack.
  private var takenBack: [Int: Set<StateChange.Identity>] = [:]
  /// The revision whose action made each entry unreachable, by that entry's revision.
  package private(set) var abandonedBy: [Int: Int] = [:]

  /// Begins before the first entry.
  ///
  /// - Parameters:
  ///   - journal: the entries, oldest first, with consecutive revisions.
  ///   - base: the revision up to which compaction removed the undo history; 0 for none.
  package init(journal: [JournalEntry], base: Int) {
    self.journal = journal
    self.base = base
  }

  /// The revision on top of the undo stack; `nil` if it is empty.
  package var undoTop: Int? { undoable.last?.entry }

  /// The revision on top of the redo stack; `nil` if it is empty.
  package var redoTop: Int? { redoable.last?.entry }

  /// The changes that revert the next step with any effect in a scope; `nil` if there is none.
  ///
  /// A step that led to another version is reverted whole, in any scope: the steps below it belong to another form.
  ///
  /// - Returns: the step with the changes that revert it, or with its own changes if it led to another version.
  /// - Complexity: O(k) for k changes of the step, and of skipped steps with answers.
  func reversal(
    _ direction: UndoDirection, scope: UndoScope, in state: ResponseState
  ) -> (step: Step, changes: [StateChange])? {
    let stack = direction == .undo ? undoable : redoable
    for step in stack.reversed() where scope == .everything || step.answers || step.formerVersion != nil {
      if step.formerVersion != nil { return (step, entry(at: step.entry)?.changes ?? []) }
      let changes = reverting(step, scope: scope, in: state)
      if !changes.isEmpty { return (step, changes) }
    }
    return nil
  }

  private func reverting(_ step: Step, scope: UndoScope, in state: ResponseState) -> [StateChange] {
    let taken = takenBack[step.entry] ?? []
    var seen = taken
    var changes: [StateChange] = []
    let revisions = step.start...max(step.start, step.entry)
    let covers = scope.covering(revisions.lazy.flatMap { self.entry(at: $0)?.changes ?? [] })
    for revision in revisions {
      for change in entry(at: revision)?.changes ?? []
      where covers(change) && (taken.isEmpty || !change.followsFromOthers)
        && seen.insert(change.identity).inserted
      {
        changes.append(change.reverting(in: state))
      }
    }
    return Reversal.settled(changes) { $0 }
  }

  /// The upgrade that a step makes or reverts; `nil` for any other step.
  func move(of step: Step) -> UpgradeRecord? { entry(at: step.target)?.action.move }

  /// The changes by the entries after one, in order.
  func changes(after entry: Int) -> some Sequence<StateChange> {
    let first = journal.first?.revision ?? 0
    let later = entry >= first ? journal.dropFirst(entry - first + 1).prefix(max(0, revision - entry)) : []
    return later.lazy.flatMap(\.changes)
  }

  /// The changes of entries, their revisions, and the fields changed later with the last revision of each.
  ///
  /// - Throws: ``ActionError/Code/unknownRevision``, ``ActionError/Code/beforeUpgrade``.
  /// - Complexity: O(k) for k changes from there.
  func changes(
    of selection: JournalSpan.Selection
  ) throws -> (changes: [StateChange], revisions: Range<Int>, later: [StateChange.Identity: Int]) {
    let span: ClosedRange<Int>
    switch selection {
    case .entry(let number):
      try require(number, isEntry: true)
      span = number...number
    case .step(let number):
      try require(number, isEntry: true)
      let start = entry(at: number)?.step ?? number
      var end = number
      while end < revision, entry(at: end + 1)?.step == start { end += 1 }
      span = start...end
    case .after(let number):
      try require(number, isEntry: false)
      guard number < revision else { return ([], (revision + 1)..<(revision + 1), [:]) }
      span = (number + 1)...revision
    }
    var inForce = version
    for number in (span.lowerBound...revision).reversed() {
      let before = number > 1 ? entry(at: number - 1)?.version ?? inForce : inForce
      guard before == inForce else {
        throw ActionError.beforeUpgrade(revision: selection.revision, upgrade: number)
      }
      inForce = before
    }
    let changes = span.flatMap { entry(at: $0)?.changes ?? [] }
    var later: [StateChange.Identity: Int] = [:]
    for number in span.upperBound..<max(revision, span.upperBound) {
      for change in entry(at: number + 1)?.changes ?? [] { later[change.identity] = number + 1 }
    }
    return (changes, Range(span), later)
  }

  /// Checks that a revision exists, and its entry if necessary.
  private func require(_ number: Int, isEntry: Bool) throws {
    let first = base + (isEntry ? 1 : 0)
    guard (first...max(first, revision)).contains(number), number <= revision else {
      throw ActionError.unknownRevision(number, first: first, last: revision)
    }
  }

  private func entry(at revision: Int) -> JournalEntry? {
    journal.first.flatMap { journal.element(at: revision - $0.revision) }
  }
}

// MARK: - Advancing

extension UndoStacks {
  /// Advances past an entry.
  ///
  /// - Returns: the inconsistency as a sentence; `nil` if there is none.
  package func follow(_ entry: JournalEntry) -> String? {
    if let reverts = entry.reverts { takenBack[reverts, default: []].formUnion(entry.changes.map(\.identity)) }
    revision = entry.revision
    let former = version
    if let next = entry.version, version == nil || entry.action.kind.canCrossVersions { version = next }
    let kind = entry.action.kind
    guard entry.step == entry.revision || kind.continuesSteps else {
      return "revision \(entry.revision) is part of another undo step, which “\(kind.rawValue)” never is"
    }
    switch kind {
    case .undo:
      guard take(entry, from: &undoable) else { return Self.notThere(entry) }
      redoable.append(step(of: entry, after: former))
    case .redo:
      guard take(entry, from: &redoable) else { return Self.notThere(entry) }
      undoable.append(step(of: entry, after: former))
    case _ where kind.isUndoable:
      for undo in redoable { abandon(undo, by: entry.revision) }
      redoable = []
      return push(entry, after: former)
    default: break
    }
    return nil
  }

  private static func notThere(_ entry: JournalEntry) -> String {
    "revision \(entry.revision) reverts a step that could not be reverted"
  }

  private func step(of entry: JournalEntry, after former: Int?) -> Step {
    Step(
      start: entry.revision, entry: entry.revision, target: entry.target ?? entry.revision,
      answers: entry.changes.contains { UndoScope.values.covers($0.field) || $0.subject.setAsideFrom != nil },
      opens: entry.changes.contains { $0.field.role == .opening }, formerVersion: former == version ? nil : former)
  }

  private func push(_ entry: JournalEntry, after former: Int?) -> String? {
    let own = step(of: entry, after: former)
    if entry.step == entry.revision {
      undoable.append(own)
      return nil
    }
    guard var top = undoable.popLast(), top.entry == entry.revision - 1, top.start == entry.step,
      top.formerVersion == nil
    else {
      return "revision \(entry.revision) does not continue the undo step that begins with \(entry.step)"
    }
    top.entry = entry.revision
    top.target = entry.revision
    top.answers = top.answers || own.answers
    top.opens = top.opens || own.opens
    undoable.append(top)
    guard entry.group == self.entry(at: entry.revision - 1)?.group else {
      return "revision \(entry.revision) is part of another group than the undo step that it continues"
    }
    return nil
  }

  /// Removes the step of an undo or a redo from its stack. With a scope of values, a step with other effects stays, as
  /// do skipped steps.
  private func take(_ entry: JournalEntry, from stack: inout [Step]) -> Bool {
    guard let reverts = entry.reverts else { return false }
    guard let place = stack.place(of: reverts) else {
      guard reverts <= base else { return false }
      if entry.action.scope == .everything { stack = [] }
      return true
    }
    let isTop = place == stack.count - 1
    if entry.action.scope == .everything || stack[place].formerVersion != nil || isTop && !stack[place].opens {
      stack.removeSubrange(place...)
    }
    return true
  }

  private func abandon(_ undo: Step, by revision: Int) {
    guard undo.target > base, let target = entry(at: undo.target) else { return }
    for abandoned in min(target.step, undo.target)...undo.target where abandonedBy[abandoned] == nil {
      abandonedBy[abandoned] = revision
    }
  }
}

extension [UndoStacks.Step] {
  /// The position of an entry on a stack, in which lower ones are older. O(log n).
  fileprivate func place(of entry: Int) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle].entry < entry { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].entry == entry ? low : nil
  }
}
