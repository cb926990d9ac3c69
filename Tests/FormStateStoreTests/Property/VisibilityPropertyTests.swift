import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// Long random scripts on random nested forms: all actions, all scopes of accordions, cells that grow in place, hidden rows
/// removed and kept.
@Suite("Random scripts")
struct VisibilityPropertyTests {
  @Test(
    "View, index and naive model show the same rows after every action, and every batch update is legal both ways",
    arguments: TestSeeds.seeds(8, full: 340))
  func everythingAgrees(seed: UInt64) throws {
    var random = RandomForm(seed: seed)
    let form = random.form(sections: 4, cellsPerSection: 30)
    let screens = try Screens(form: form)
    for step in 0..<300 {
      let place = Comment(rawValue: "seed \(seed), step \(step); replay with FORMSTATE_TEST_SEED=\(seed)")
      let action = random.action(on: form, visibleRows: screens.removing.visibleRowsPerSection)
      let state = screens.removing.state
      do {
        let changes = try screens.apply(action, actor: step % 3)
        try screens.expectLegal(changes, from: state, place)
      } catch let error as ActionError {
        #expect(!error.description.isEmpty, place)
        #expect(screens.removing.state == state, place)
      }
      try screens.expectAgreement(place)
    }
    #expect(try screens.store.check() == [])
    let contents = try screens.store.contents(of: screens.key)
    #expect(contents.digest == screens.removing.digest)
    #expect(
      VisibilityIndex(form: form, state: contents.state).visibleRowsPerSection
        == screens.removing.visibleRowsPerSection)
  }
}

/// A response on two screens, one that removes hidden rows and one that keeps them without height.
private struct Screens {
  let form: Form
  let store: FormStore
  let key: ResponseKey
  let removing: FormSession
  let keeping: FormSession

  /// What an action did to both screens.
  struct Changes {
    let removing: ScreenChange
    let keeping: ScreenChange
  }

  init(form: Form) throws {
    self.form = form
    store = try FormStore.inMemory()
    try store.save(form)
    key = ResponseKey(form: form.key)
    removing = try store.session(for: key)
    keeping = try store.session(for: key, hiddenRows: .zeroHeight)
  }

  /// Applies an action to one of the sessions, or to the store without one; the others catch up.
  func apply(_ action: Action, actor: Int) throws -> Changes {
    switch actor {
    case 0:
      let change = try removing.apply(action)
      return Changes(removing: change, keeping: try keeping.refresh())
    case 1:
      let change = try applyInStages(action)
      return Changes(removing: change, keeping: try keeping.refresh())
    default:
      let change = try store.apply(action, to: key)
      #expect(try removing.refresh() == change)
      return Changes(removing: change, keeping: try keeping.refresh())
    }
  }

  /// In the stage of reloads the rows stand as before and show what is new; after it they stand as they stand.
  private func applyInStages(_ action: Action) throws -> ScreenChange {
    let before = rows(of: removing).map { $0.map(\.key) }
    var stages: [BatchUpdate] = []
    let change = try removing.apply(action) { stage in
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

  func expectLegal(_ changes: Changes, from state: ResponseState, _ place: Comment) throws {
    for (change, hiddenRows) in [(changes.removing, HiddenRows.removed), (changes.keeping, .zeroHeight)] {
      let before = NaiveModel.rows(of: form, state: state, hiddenRows: hiddenRows)
      let after = NaiveModel.rows(of: form, state: removing.state, hiddenRows: hiddenRows)
      #expect(BatchChecker.faults(in: change.batch, from: before, to: after) == [], place)
      #expect(change.revision == removing.revision, place)
    }
  }

  func expectAgreement(_ place: Comment) throws {
    let state = try store.read { db in
      try JournalReader(db: db, location: try ResponseLocation.find(key, in: db)).state()
    }
    #expect(state == removing.state, place)
    #expect(state == keeping.state, place)
    let naive = NaiveModel.visibleRows(of: form, state: state)
    #expect(removing.visibleRowsPerSection == naive, place)
    #expect(keeping.visibleRowsPerSection == naive, place)
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
        db, sql: "SELECT section, row, key, title, value, level FROM visible_row ORDER BY section, row")
    }
    #expect(view.map { RowPath(section: $0[0], row: $0[1]) } == rows.map(\.path), place)
    #expect(view.map { $0[2] as String } == rows.map(\.key), place)
    #expect(view.map { $0[3] as String } == rows.map(\.title), place)
    #expect(view.map { $0[4] as DatabaseValue } == rows.map { $0.value?.stored ?? .null }, place)
    #expect(view.map { $0[5] as Int } == rows.map(\.level), place)
  }
}
