import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// A response on two screens, one that removes hidden rows and one that keeps them without height, beside a naive history.
final class Screens {
  let form: FormDefinition
  let store: FormStore
  let key: ResponseKey
  let removing: FormSession
  let keeping: FormSession
  var history = NaiveHistory()

  /// What happened to both screens.
  struct Changes {
    let removing: ScreenChange
    /// `nil` where the screen has moved more than once, so that its last change is not all.
    let keeping: ScreenChange?
  }

  /// What the screens tell those who follow them.
  struct Followed {
    let removing: AsyncStream<SessionChange>
    let keeping: AsyncStream<SessionChange>
  }

  init(form: FormDefinition) throws {
    self.form = form
    store = try FormStore.inMemory()
    try store.save(form)
    key = ResponseKey(form: form.key)
    // Random actions follow each other at once and would otherwise all be one step.
    removing = try store.session(for: key, coalescing: .zero)
    keeping = try store.session(for: key, hiddenRows: .zeroHeight, coalescing: .zero)
  }
}

// MARK: - Acting

extension Screens {
  /// Does something random; both screens have seen it afterwards.
  func doSomething(
    random: inout RandomForm, generator: inout SeededGenerator, _ place: Comment
  ) throws -> Changes {
    let actor = Int.random(in: 0..<3, using: &generator)
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<12: return try revert(.undo, actor: actor, generator: &generator, place)
    case 12..<20: return try revert(.redo, actor: actor, generator: &generator, place)
    case 20..<26: return try group(actor: actor, random: &random, generator: &generator)
    case 26..<31: return try actUnseen(random: &random, generator: &generator, place)
    case 31..<35: try expectTimeTravel(generator: &generator, place)
    case 35: try compact(generator: &generator)
    default: break
    }
    return try apply(random.action(on: form, visibleRows: removing.visibleRowsPerSection), actor: actor)
  }

  /// Applies an action to one of the sessions, or to the store without one; the others catch up.
  private func apply(_ action: FormAction, actor: Int) throws -> Changes {
    let changes = try bringAbout(actor: actor) {
      switch actor {
      case 0: try removing.apply(action)
      case 1: try inStages { try removing.apply(action, showing: $0) }
      default: try store.apply(action, to: key)
      }
    }
    note(isUndoable: action.kind.isUndoable)
    return changes
  }

  /// Lets one of the writers act, and the others catch up.
  private func bringAbout(actor: Int, _ work: () throws -> ScreenChange) throws -> Changes {
    let change = try work()
    if actor > 1 { #expect(try removing.refresh() == change) }
    return Changes(removing: change, keeping: try keeping.refresh())
  }

  private func note(isUndoable: Bool) {
    if removing.revision > history.revision { history.act([removing.state], isUndoable: isUndoable) }
  }

  private func revert(
    _ direction: UndoDirection, actor: Int, generator: inout SeededGenerator, _ place: Comment
  ) throws -> Changes {
    let count = Int.random(in: 1...3, using: &generator)
    let scope: UndoScope = actor > 1 && Bool.random(using: &generator) ? .values : .everything
    let completed = history.state.isCompleted
    var expected = history
    var done = 0
    while done < count, expected.revert(direction, scope: scope) { done += 1 }
    let changes: Changes
    do {
      changes = try bringAbout(actor: actor) {
        switch (actor, direction) {
        case (0, .undo): return try removing.undo(count: count)
        case (0, .redo): return try removing.redo(count: count)
        case (1, .undo): return try inStages { try removing.undo(count: count, showing: $0) }
        case (1, .redo): return try inStages { try removing.redo(count: count, showing: $0) }
        case (_, .undo): return try store.undo(key, count: count, scope: scope).change
        case (_, .redo): return try store.redo(key, count: count, scope: scope).change
        }
      }
    } catch let error as ActionError {
      #expect(done == 0 || completed, place)
      throw error
    }
    history = expected
    #expect(changes.removing.revision == history.revision, place)
    return changes
  }

  private func group(
    actor: Int, random: inout RandomForm, generator: inout SeededGenerator
  ) throws -> Changes {
    let actions = (0..<3).map { _ in random.action(on: form, visibleRows: removing.visibleRowsPerSection) }
    func work(_ group: ActionGroup) {
      for action in actions where action.kind.isUndoable {
        // A refused action of a group may be passed over.
        try? group.apply(action)
      }
    }
    let changes = try bringAbout(actor: actor) {
      actor > 1 ? try store.group("Group", in: key, work) : try removing.group("Group", work)
    }
    history.act(try (history.revision..<removing.revision).map { try store.state(of: key, at: $0 + 1) })
    return changes
  }

  /// A writer whom the session has not seen yet acts, and then the session, perhaps by a row path that is out of date.
  private func actUnseen(
    random: inout RandomForm, generator: inout SeededGenerator, _ place: Comment
  ) throws -> Changes {
    let seen = NaiveModel.rows(of: form, state: removing.state)
    let unseen = random.action(on: form, visibleRows: removing.visibleRowsPerSection)
    _ = try? keeping.apply(unseen)
    if keeping.revision > history.revision {
      history.act([keeping.state], isUndoable: unseen.kind.isUndoable)
    }
    let rows = NaiveModel.rows(of: form, state: keeping.state)
    let paths = seen.indices.flatMap { section in seen[section].indices.map { RowPath(section: section, row: $0) } }
    guard let path = paths.randomElement(using: &generator) else {
      return Changes(removing: try removing.refresh(), keeping: nil)
    }
    let seenRow = seen[path.section][path.row]
    let isSame = rows[path.section].indices.contains(path.row) && rows[path.section][path.row] == seenRow
    do {
      let change = try removing.apply(.tap(.rowPath(path)))
      #expect(isSame, place)
      try keeping.refresh()
      note(isUndoable: true)
      return Changes(removing: change, keeping: nil)
    } catch let error as StaleRowsError {
      #expect(!isSame, place)
      #expect(error.rows.map(\.key) == rows[path.section].map(\.key), place)
      return Changes(removing: try removing.refresh(), keeping: nil)
    } catch is ActionError {
      #expect(isSame, place)
      return Changes(removing: try removing.refresh(), keeping: nil)
    }
  }

  /// Looks at two random revisions and the way between them.
  private func expectTimeTravel(generator: inout SeededGenerator, _ place: Comment) throws {
    guard let first = history.states.randomElement(using: &generator),
      let last = history.states.randomElement(using: &generator)
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
  }

  private func compact(generator: inout SeededGenerator) throws {
    let compacted = try store.compact(key, keeping: Int.random(in: 0...60, using: &generator))
    if compacted.removed > 0 { history.compact(to: history.revision - compacted.kept) }
    for session in [removing, keeping] { #expect(try session.refresh().batch.isEmpty) }
  }

  /// In the stage of reloads the rows stand as before and show what is new; after it they stand as they stand.
  private func inStages(_ work: ((BatchUpdate) -> Void) throws -> ScreenChange) rethrows -> ScreenChange {
    let before = rows(of: removing).map { $0.map(\.key) }
    var stages: [BatchUpdate] = []
    let change = try work { stage in
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

// MARK: - Comparing

extension Screens {
  func expectLegal(
    _ changes: Changes, from states: (removing: ResponseState, keeping: ResponseState), _ place: Comment
  ) throws {
    let both: [(ScreenChange?, ResponseState, HiddenRows)] = [
      (changes.removing, states.removing, HiddenRows.removed), (changes.keeping, states.keeping, .zeroHeight),
    ]
    for (change, state, hiddenRows) in both {
      guard let change else { continue }
      #expect(change.revision == removing.revision, place)
      let before = NaiveModel.rows(of: form, state: state, hiddenRows: hiddenRows)
      let after = NaiveModel.rows(of: form, state: removing.state, hiddenRows: hiddenRows)
      #expect(BatchChecker.faults(in: change.batch, from: before, to: after) == [], place)
    }
  }

  func expectAgreement(_ place: Comment) throws {
    let state = try store.read { db in
      try JournalReader(db: db, location: try ResponseLocation.find(key, in: db)).state()
    }
    #expect(state == removing.state, place)
    #expect(state == keeping.state, place)
    #expect(state == history.state, place)
    #expect(removing.canUndo == history.canRevert(.undo, scope: .everything), place)
    #expect(keeping.canRedo == history.canRevert(.redo, scope: .everything), place)
    // Which values could be undone is asked now and then: the naive history takes its time over it.
    if history.revision % 8 == 0 {
      let values = try store.undoNames(of: key, scope: .values)
      #expect((values.undo != nil) == history.canRevert(.undo, scope: .values), place)
      #expect((values.redo != nil) == history.canRevert(.redo, scope: .values), place)
    }
    let naive = NaiveModel.visibleRows(of: form, state: state)
    #expect(removing.visibleRowsPerSection == naive, place)
    #expect(keeping.visibleRowsPerSection == naive, place)
    try expectRows(state, place)
  }

  private func expectRows(_ state: ResponseState, _ place: Comment) throws {
    let shown = rows(of: removing)
    let kept = rows(of: keeping)
    #expect(shown.map { $0.map(NaiveModel.Row.init) } == NaiveModel.rows(of: form, state: state), place)
    #expect(
      kept.map { $0.map(NaiveModel.Row.init) } == NaiveModel.rows(of: form, state: state, hiddenRows: .zeroHeight),
      place)
    #expect(kept.map { $0.filter { $0.height != .points(0) }.map(\.key) } == shown.map { $0.map(\.key) }, place)
    #expect(kept.map(\.count) == form.sections.map(\.cells.count), place)
    #expect(shown.joined().allSatisfy { removing.rowPath(of: $0.key) == $0.path }, place)
    if removing.revision > 0 { try expectView(shows: shown.flatMap { $0 }, place) }
  }

  private func rows(of session: FormSession) -> [[VisibleRow]] {
    (0..<session.numberOfSections).map { section in
      (0..<session.numberOfRows(in: section)).compactMap { session.row(at: RowPath(section: section, row: $0)) }
    }
  }

  private func expectView(shows rows: [VisibleRow], _ place: Comment) throws {
    let view = try store.read { db in
      try Row.fetchAll(
        db.cachedStatement(
          sql: "SELECT section, row, key, title, value, level, draft FROM visible_row ORDER BY section, row"))
    }
    #expect(view.map { RowPath(section: $0[0], row: $0[1]) } == rows.map(\.path), place)
    #expect(view.map { $0[2] as String } == rows.map(\.key), place)
    #expect(view.map { $0[3] as String } == rows.map(\.title), place)
    #expect(view.map { $0[4] as DatabaseValue } == rows.map { $0.value?.stored ?? .null }, place)
    #expect(view.map { $0[5] as Int } == rows.map(\.level), place)
    #expect(view.map { $0[6] as String? } == rows.map(\.draft), place)
  }
}
