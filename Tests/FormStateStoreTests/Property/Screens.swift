import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// A response on two screens, one that removes hidden rows and one that keeps them without height, with a naive model
/// that decides the effect of each action and a naive history of its decisions.
final class Screens {
  let form: FormDefinition
  let model: NaiveForm
  let store: FormStore
  let key: ResponseKey
  let removing: FormSession
  let keeping: FormSession
  var history: NaiveHistory

  /// The changes of both screens.
  struct Changes {
    let removing: ScreenChange
    /// `nil` if the screen has moved more than once, so that its last change is incomplete.
    let keeping: ScreenChange?
  }

  /// The changes for followers of the screens.
  struct Followed {
    let removing: AsyncStream<SessionChange>
    let keeping: AsyncStream<SessionChange>
  }

  /// Opens the screens.
  ///
  /// - Parameters:
  ///   - form: the form.
  ///   - path: the path of a new file; `nil` for a store in memory.
  init(form: FormDefinition, path: String? = nil) throws {
    self.form = form
    let model = NaiveForm(form)
    self.model = model
    history = NaiveHistory(
      derived: { model.derived($0) },
      current: { model.withoutOutdatedReports($0, since: $1, besides: $2) })
    store = try path.map { try FormStore(path: $0) } ?? FormStore.inMemory()
    try store.save(form)
    key = ResponseKey(form: form.key)
    // Otherwise random actions, which follow each other at once, would all be one step.
    removing = try store.session(for: key, coalescing: .zero)
    keeping = try store.session(for: key, hiddenRows: .zeroHeight, coalescing: .zero)
  }
}

// MARK: - Acting

extension Screens {
  /// Runs a random event, which both screens show afterwards.
  func doSomething(
    random: inout RandomForm, generator: inout SeededGenerator, _ place: Comment
  ) throws -> Changes {
    let actor = Int.random(in: 0..<3, using: &generator)
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<12: return try revert(.undo, actor: actor, generator: &generator, place)
    case 12..<20: return try revert(.redo, actor: actor, generator: &generator, place)
    case 20..<26: return try group(actor: actor, random: &random, generator: &generator, place)
    case 26..<31: return try actUnseen(random: &random, generator: &generator, place)
    case 31..<35: try expectTimeTravel(generator: &generator, place)
    case 35: try compact(generator: &generator)
    default: break
    }
    return try apply(random.action(on: form, visibleRows: removing.visibleRowsPerSection), actor: actor, place)
  }

  /// Applies an action to one of the sessions, or to the store without one; the others catch up.
  private func apply(_ action: FormAction, actor: Int, _ place: Comment) throws -> Changes {
    let expected = decided(action, seenIn: history.state, on: history.state)
    do {
      let changes = try bringAbout(actor: actor) {
        switch actor {
        case 0: try removing.apply(action)
        case 1: try inStages { try removing.apply(action, showing: $0) }
        default: try store.screenChange(applying: action, to: key)
        }
      }
      try note(expected, of: action, wasRefused: nil, place)
      return changes
    } catch let error as ActionError {
      try note(expected, of: action, wasRefused: error, place)
      throw error
    }
  }

  /// Runs the work of one writer; the others catch up.
  private func bringAbout(actor: Int, _ work: () throws -> ScreenChange) throws -> Changes {
    let change = try work()
    if actor > 1 { #expect(try removing.refresh() == change) }
    return Changes(removing: change, keeping: try keeping.refresh())
  }

  /// The model's result of an action.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - seen: the state of the rows by which it may name its cell.
  ///   - state: the state before the action.
  ///   - hiddenRows: whether hidden rows are kept.
  private func decided(
    _ action: FormAction, seenIn seen: ResponseState, on state: ResponseState, hiddenRows: HiddenRows = .removed
  ) -> Result<ResponseState, ActionError> {
    Result { () throws(ActionError) in
      try model.state(after: try model.named(action, seenIn: seen, hiddenRows: hiddenRows), from: state)
    }
  }

  /// Records the model's result of an action, and expects the same refusal.
  private func note(
    _ expected: Result<ResponseState, ActionError>, of action: FormAction, wasRefused refusal: ActionError?,
    _ place: Comment
  ) throws {
    try expectSameRefusal(refusal, as: expected, of: action, place)
    guard let after = try? expected.get(), after != history.state else { return }
    if ModelTally.forgets, history.revision % 20 == 19 { return }
    history.act([after], isUndoable: action.kind.isUndoable)
  }

  private func expectSameRefusal(
    _ refusal: ActionError?, as expected: Result<ResponseState, ActionError>, of action: FormAction, _ place: Comment
  ) throws {
    var wanted: ActionError?
    if case .failure(let error) = expected { wanted = error }
    let isSame =
      if let refusal, let wanted { NaiveForm.areAlike(refusal, wanted) } else { refusal == nil && wanted == nil }
    let refused = refusal.map { "\($0)" } ?? "done"
    let wantedText = wanted.map { "\($0)" } ?? "done"
    try #require(isSame, "\(action) is “\(refused)” and should be “\(wantedText)”; \(place)")
  }

  private func revert(
    _ direction: UndoDirection, actor: Int, generator: inout SeededGenerator, _ place: Comment
  ) throws -> Changes {
    let count = Int.random(in: 1...3, using: &generator)
    let scope: UndoScope = actor > 1 && Bool.random(using: &generator) ? .values : .everything
    var expected = history
    var done = 0
    var isRefused = false
    while done < count, !isRefused {
      let before = expected.state
      guard expected.revert(direction, scope: scope) else { break }
      isRefused = model.isRefused(from: before, to: expected.state)
      done += 1
    }
    let changes: Changes
    do {
      changes = try bringAbout(actor: actor) {
        switch (actor, direction) {
        case (0, .undo): return try removing.undo(count: count)
        case (0, .redo): return try removing.redo(count: count)
        case (1, .undo): return try inStages { try removing.undo(count: count, showing: $0) }
        case (1, .redo): return try inStages { try removing.redo(count: count, showing: $0) }
        case (_, .undo): return try store.screenChange(reverting: .undo, of: key, count: count, scope: scope).change
        case (_, .redo): return try store.screenChange(reverting: .redo, of: key, count: count, scope: scope).change
        }
      }
    } catch let error as ActionError {
      switch error.code {
      case .completed: try #require(isRefused, place)
      case .nothingToUndo: try #require(done == 0 && direction == .undo, place)
      case .nothingToRedo: try #require(done == 0 && direction == .redo, place)
      default: Issue.record(error, place)
      }
      throw error
    }
    try #require(done > 0 && !isRefused, place)
    history = expected
    #expect(changes.removing.revision == history.revision, place)
    return changes
  }

  private func group(
    actor: Int, random: inout RandomForm, generator: inout SeededGenerator, _ place: Comment
  ) throws -> Changes {
    let actions = (0..<3).map { _ in random.action(on: form, visibleRows: removing.visibleRowsPerSection) }
    let seen = history.state
    var states: [ResponseState] = []
    func work(_ group: ActionGroup) throws {
      var state = seen
      for action in actions {
        // A session's group names the rows that the session shows, a store's group the current ones.
        let expected =
          action.kind.isUndoable
          ? decided(action, seenIn: actor > 1 ? state : seen, on: state) : .failure(.notInGroup(action.kind))
        var refusal: ActionError?
        // A group may ignore a refused action.
        do { try group.apply(action) } catch let error as ActionError { refusal = error }
        try expectSameRefusal(refusal, as: expected, of: action, place)
        guard let after = try? expected.get(), after != state else { continue }
        states.append(after)
        state = after
      }
    }
    let changes: Changes
    if actor > 1 {
      let revision = try store.group("Group", in: key, work)
      changes = Changes(removing: try removing.refresh(), keeping: try keeping.refresh())
      #expect(changes.removing.revision == revision)
    } else {
      changes = try bringAbout(actor: actor) { try removing.group("Group", work) }
    }
    let former = history.revision
    history.act(states)
    for revision in former..<history.revision {
      #expect(try store.state(of: key, at: revision) == history.states[revision], place)
    }
    return changes
  }

  /// Another writer acts, and then the session before a refresh, perhaps with an outdated row path.
  private func actUnseen(
    random: inout RandomForm, generator: inout SeededGenerator, _ place: Comment
  ) throws -> Changes {
    let seen = NaiveModel.rows(of: form, state: history.state)
    try actOnKeepingScreen(random.action(on: form, visibleRows: removing.visibleRowsPerSection), place)
    let rows = NaiveModel.rows(of: form, state: history.state)
    let paths = seen.indices.flatMap { section in seen[section].indices.map { RowPath(section: section, row: $0) } }
    guard let path = paths.randomElement(using: &generator) else {
      return Changes(removing: try removing.refresh(), keeping: nil)
    }
    let seenRow = seen[path.section][path.row]
    // The row may have moved.
    let isSame = rows[path.section].contains(seenRow)
    let tap = FormAction.tap(.key(seenRow.key))
    let expected = decided(tap, seenIn: history.state, on: history.state)
    do {
      let change = try removing.apply(.tap(.rowPath(path)))
      #expect(isSame, place)
      try keeping.refresh()
      try note(expected, of: tap, wasRefused: nil, place)
      return Changes(removing: change, keeping: nil)
    } catch let error as StaleRowsError {
      #expect(!isSame, place)
      #expect(error.rows.map(\.key) == rows[path.section].map(\.key), place)
      return Changes(removing: try removing.refresh(), keeping: nil)
    } catch let error as ActionError {
      #expect(isSame, place)
      try note(expected, of: tap, wasRefused: error, place)
      return Changes(removing: try removing.refresh(), keeping: nil)
    }
  }

  private func actOnKeepingScreen(_ action: FormAction, _ place: Comment) throws {
    let expected = decided(action, seenIn: history.state, on: history.state, hiddenRows: .zeroHeight)
    var refusal: ActionError?
    do { try keeping.apply(action) } catch let error as ActionError { refusal = error }
    try note(expected, of: action, wasRefused: refusal, place)
  }

  /// Compares two random revisions and the batch update between them.
  private func expectTimeTravel(generator: inout SeededGenerator, _ place: Comment) throws {
    guard let first = history.states.randomEntry(using: &generator),
      let last = history.states.randomEntry(using: &generator)
    else { return }
    #expect(try store.state(of: key, at: first.key) == first.value, place)
    for (session, hiddenRows) in [(removing, HiddenRows.removed), (keeping, .zeroHeight)] {
      let change = try session.diff(from: first.key, to: last.key)
      let faults = BatchChecker.faults(
        in: change.batch, from: NaiveModel.rows(of: form, state: first.value, hiddenRows: hiddenRows),
        to: NaiveModel.rows(of: form, state: last.value, hiddenRows: hiddenRows))
      #expect(faults == [], place)
    }
    #expect(
      try store.diff(of: key, from: first.key, to: last.key) == removing.diff(from: first.key, to: last.key), place)
    // For distant revisions, the store compares two states instead of following the journal.
    let (followed, compared) = try store.read { db in
      let revisions = RevisionReader(db: db, location: try ResponseLocation.find(key, in: db))
      return try (
        revisions.changes(from: first.key, to: last.key), revisions.changesOfState(from: first.key, to: last.key)
      )
    }
    var (one, other) = (
      VisibilityIndex(form: form, state: first.value), VisibilityIndex(form: form, state: first.value)
    )
    // The journal's changes refer to the contents of the last state.
    let seen = followed.seen(from: first.value, in: form)
    #expect(one.apply(seen, options: form.options) == other.apply(compared, options: form.options), place)
  }

  private func compact(generator: inout SeededGenerator) throws {
    let compacted = try store.compact(key, keeping: Int.random(in: 0...60, using: &generator))
    if compacted.removed > 0 { history.compact(to: history.revision - compacted.kept) }
    for session in [removing, keeping] { #expect(try session.refresh().batch.isEmpty) }
  }

  /// During the reload stage, the rows have their old paths and new contents; afterwards, their new paths.
  private func inStages(_ work: (@escaping (BatchUpdate) -> Void) throws -> ScreenChange) rethrows -> ScreenChange {
    let before = rows(of: removing).map { $0.map(\.key) }
    var stages: [BatchUpdate] = []
    let change = try work { [self] stage in
      stages.append(stage)
      guard !stage.reloadedRows.isEmpty else { return }
      #expect(rows(of: removing).map { $0.map(\.key) } == before)
      let after = NaiveModel.rows(of: form, state: removing.state).joined()
      let contents = Dictionary(uniqueKeysWithValues: after.map { ($0.key, $0.content) })
      for path in stage.reloadedRows {
        let row = removing.row(at: path)
        #expect(row.map { NaiveModel.Row($0).content } == row.flatMap { contents[$0.key] })
      }
    }
    #expect(stages == change.batch.stages)
    return change
  }
}
