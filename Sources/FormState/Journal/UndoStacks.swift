/// What can be undone and redone at each entry of a journal, followed from its beginning: two stacks, kept as such.
///
/// A store never keeps them whole, see its `HistoryReader`; here they are what its figures are held against.
package final class UndoStacks {
  /// A step that can be reverted, or an undo of one.
  package struct Step: Hashable, Sendable {
    /// The revision of its first entry.
    package let start: Int
    /// The revision of its last entry.
    package internal(set) var entry: Int
    /// The last revision of the step as it was first done.
    package internal(set) var target: Int
    /// Whether it changed anything that an undo of values takes along: what the person entered, or what was reported on
    /// that.
    var answers: Bool
    /// Whether it opened, closed or folded anything.
    var opens: Bool
    /// The version that was in force before it, where it led to another one; `nil` where it did not.
    var formerVersion: Int?
  }

  private let journal: [JournalEntry]
  private let base: Int
  /// The number of the version in force; `nil` as long as no entry says one.
  package private(set) var version: Int?
  /// The revision of the last entry that was followed.
  private var revision = 0
  private var undoable: [Step] = []
  private var redoable: [Step] = []
  /// What has been reverted already of an entry that lies on a stack.
  private var takenBack: [Int: Set<StateChange.Identity>] = [:]
  /// The revision that each entry's action put out of use, by that entry's revision.
  package private(set) var abandonedBy: [Int: Int] = [:]

  /// Begins before the first entry.
  ///
  /// - Parameters:
  ///   - journal: the entries, oldest first, their revisions without a gap.
  ///   - base: the revision up to which compaction has removed what could be reverted; 0 for none.
  package init(journal: [JournalEntry], base: Int) {
    self.journal = journal
    self.base = base
  }

  /// The revision that an undo would look at first; `nil` if there is none.
  package var undoTop: Int? { undoable.last?.entry }

  /// The revision that a redo would look at first; `nil` if there is none.
  package var redoTop: Int? { redoable.last?.entry }

  /// What takes the next step back that does anything within a scope; `nil` if there is none.
  ///
  /// A step that led to another version is reverted whole, whatever the scope: what lies below it is about another
  /// form.
  ///
  /// - Returns: the step with what takes it back, or with what it did where it led to another version.
  /// - Complexity: O(k) for k changes of the step, and of those with answers that are passed over.
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
    var seen = takenBack[step.entry] ?? []
    var changes: [StateChange] = []
    let revisions = step.start...max(step.start, step.entry)
    let covers = scope.covering(revisions.lazy.flatMap { self.entry(at: $0)?.changes ?? [] })
    for revision in revisions {
      for change in entry(at: revision)?.changes ?? []
      where covers(change) && seen.insert(change.identity).inserted {
        changes.append(change.reverting(in: state))
      }
    }
    return Reversal.settled(changes) { $0 }
  }

  /// The move of the upgrade that a step is, or reverts; `nil` for any other step.
  func move(of step: Step) -> VersionMove? { entry(at: step.target)?.action.move }

  /// What entries have changed after one. O(k) for k changes.
  func changes(after entry: Int) -> Set<StateChange.Identity> {
    guard let first = journal.first?.revision, entry >= first, revision > entry else { return [] }
    let later = journal.dropFirst(entry - first + 1).prefix(revision - entry)
    return Set(later.lazy.flatMap(\.changes).map(\.identity))
  }

  /// What entries did, and what later ones did with the last revision of each.
  ///
  /// - Throws: ``ActionError/Code/unknownRevision``, ``ActionError/Code/beforeUpgrade``.
  /// - Complexity: O(k) for k changes from there on.
  func changes(
    of selection: JournalSpan.Selection
  ) throws -> (changes: [StateChange], later: [StateChange.Identity: Int]) {
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
      guard number < revision else { return ([], [:]) }
      span = (number + 1)...revision
    }
    var inForce = version
    for number in (span.lowerBound...revision).reversed() {
      let before = number > 1 ? entry(at: number - 1)?.version ?? inForce : inForce
      guard before == inForce else {
        throw ActionError.beforeUpgrade(revision: span.lowerBound, upgrade: number)
      }
      inForce = before
    }
    let changes = span.flatMap { entry(at: $0)?.changes ?? [] }
    var later: [StateChange.Identity: Int] = [:]
    for number in span.upperBound..<max(revision, span.upperBound) {
      for change in entry(at: number + 1)?.changes ?? [] { later[change.identity] = number + 1 }
    }
    return (changes, later)
  }

  /// Checks that a revision is there, and its entry where it has to be.
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

// MARK: - Moving on

extension UndoStacks {
  /// Moves to the far side of an entry.
  ///
  /// - Returns: what does not follow, as a sentence; `nil` if it follows.
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
    "revision \(entry.revision) takes a step back that was not there to be taken back"
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

  /// Takes what an undo or a redo names off its stack. With values alone, it stays where it did something else as well,
  /// and so does what was passed over.
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
  /// The place of an entry on a stack, on which what lies further down is older. O(log n).
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
