import FormState

/// Follows a journal from its beginning and notes whatever in it does not follow: revisions, state, and the stacks of what
/// can be undone and redone.
struct JournalCheck {
  /// What the journal leads to.
  private(set) var state = ResponseState()
  /// Whatever does not follow, as a sentence each.
  private(set) var faults: [String] = []
  /// The revision that each entry's action put out of use, by that entry's revision.
  private var abandonedBy: [Int: Int] = [:]
  private var entries: [JournalEntry] = []
  /// The last revisions of the steps that can be undone, the next one last.
  private var undoStack: [Int] = []
  /// The revisions of the undos that can be redone, the next one last.
  private var redoStack: [Int] = []
  private var positions: [JournalPosition] = []
  /// The revision up to which compaction has removed what could be taken back; 0 for none.
  private let base: Int

  /// Follows a journal.
  ///
  /// - Parameters:
  ///   - entries: the entries, oldest first.
  ///   - compactedTo: the revision of the checkpoint that it is to begin with; `nil` for none.
  /// - Complexity: O(k) for k entries and changes, besides the steps that undo and redo pass over.
  init(_ entries: [JournalEntry], compactedTo: Int?) {
    self.entries = entries
    base = compactedTo ?? 0
    let first = compactedTo ?? 1
    if compactedTo != nil, entries.first?.action != .checkpoint {
      faults.append("the checkpoint is missing from the journal")
    }
    for (entry, revision) in zip(entries, first...) where faults.isEmpty {
      follow(entry, at: revision, mayBeCheckpoint: revision == compactedTo)
    }
    guard faults.isEmpty else { return }
    for entry in entries where entry.abandonedBy != abandonedBy[entry.revision] {
      faults.append("revision \(entry.revision) is marked as abandoned by another revision than the journal says")
    }
  }

  /// Where the journal stands after each entry, as it should say itself.
  var expectedPositions: [JournalPosition] { positions }

  private mutating func follow(_ entry: JournalEntry, at revision: Int, mayBeCheckpoint: Bool) {
    if entry.revision != revision { faults.append("revision \(revision) is missing from the journal") }
    if entry.action == .checkpoint && !mayBeCheckpoint {
      faults.append("revision \(revision) is a checkpoint in the midst of the journal")
    }
    let taken = takenPlace(of: entry)
    for change in entry.changes where !state.apply(change) {
      let subject = "the \(change.field.rawValue) of “\(change.subject)”"
      faults.append("at revision \(revision), \(subject) was not what the journal says it was before")
    }
    guard faults.isEmpty else { return }
    moveStacks(entry, taken: taken)
    positions.append(JournalPosition(revision: revision, undoTop: undoStack.last, redoTop: redoStack.last))
  }

  private mutating func moveStacks(_ entry: JournalEntry, taken: Int?) {
    switch entry.action.kind {
    case .undo:
      if !take(entry, at: taken, from: \.undoStack) { return }
      redoStack.append(entry.revision)
    case .redo:
      if !take(entry, at: taken, from: \.redoStack) { return }
      undoStack.append(entry.revision)
    case let kind where kind.isUndoable:
      for undo in redoStack { abandonStep(of: undo, by: entry.revision) }
      redoStack = []
      if entry.step == entry.revision {
        undoStack.append(entry.revision)
      } else if undoStack.last == entry.revision - 1, step(of: entry.revision - 1) == entry.step {
        undoStack[undoStack.count - 1] = entry.revision
      } else {
        faults.append("revision \(entry.revision) does not continue the undo step that begins with \(entry.step)")
      }
    default: break
    }
  }

  /// Where the step that an undo or a redo names lies on its stack, before the entry has done anything.
  ///
  /// A step that was taken back part by part lies there more than once; the first part that does anything is the one.
  private func takenPlace(of entry: JournalEntry) -> Int? {
    guard let scope = entry.action.scope else { return nil }
    let stack = entry.action.kind == .undo ? undoStack : redoStack
    return stack.lastIndex { target(of: $0) == entry.target && doesAnything($0, scope: scope) }
  }

  /// Whether taking an entry of a stack back within a scope does anything to the state as it is.
  private func doesAnything(_ revision: Int, scope: UndoScope) -> Bool {
    guard let start = step(of: revision) else { return false }
    let changes = (start...revision).flatMap { entry(at: $0)?.changes ?? [] }
    let placed = changes.map { PlacedChange(change: $0, section: 0, position: nil, extent: 0, startsOpen: true) }
    return !Reversal.changes(reverting: placed, in: state, scope: scope).isEmpty
  }

  /// Takes the step that an undo or a redo names off its stack, if it lies on top; one further down is passed over to.
  private mutating func take(
    _ entry: JournalEntry, at place: Int?, from stack: WritableKeyPath<JournalCheck, [Int]>
  ) -> Bool {
    guard let place else {
      if let target = entry.target, target <= base { return true }
      faults.append("revision \(entry.revision) takes a step back that was not there to be taken back")
      return false
    }
    if place == self[keyPath: stack].count - 1 { self[keyPath: stack].removeLast() }
    return true
  }

  private mutating func abandonStep(of undo: Int, by revision: Int) {
    // The checkpoint stands for whatever went; it is never out of use.
    guard let target = target(of: undo), target > base, let start = step(of: target) else { return }
    for abandoned in start...target where abandonedBy[abandoned] == nil { abandonedBy[abandoned] = revision }
  }

  private func entry(at revision: Int) -> JournalEntry? {
    entries.first.flatMap { entries.element(at: revision - $0.revision) }
  }

  private func step(of revision: Int) -> Int? { entry(at: revision).map { min($0.step, revision) } }

  private func target(of revision: Int) -> Int? { entry(at: revision).map { $0.target ?? revision } }
}
