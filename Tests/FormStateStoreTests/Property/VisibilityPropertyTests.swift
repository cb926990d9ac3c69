import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// Long random scripts on random nested forms.
@Suite("Random scripts")
struct VisibilityPropertyTests {
  @Test(
    "View, index and naive model show the same rows after every action, and every batch update is legal",
    arguments: TestSeeds.seeds(8, full: 60))
  func everythingAgrees(seed: UInt64) throws {
    var random = RandomForm(seed: seed)
    let form = random.form(sections: 4, cellsPerSection: 30)
    let store = try FormStore.inMemory()
    try store.save(form)
    let key = ResponseKey(form: form.key)
    let session = try store.session(for: key)
    // The session acts on one half of the actions, the store without a session on the other.
    for step in 0..<300 {
      let place = Comment(rawValue: "seed \(seed), step \(step); replay with FORMSTATE_TEST_SEED=\(seed)")
      let before = NaiveModel.rows(of: form, state: session.state)
      let action = random.action(on: form, visibleRows: session.visibleRowsPerSection)
      let stateBefore = session.state
      do {
        let change = step.isMultiple(of: 2) ? try session.apply(action) : try store.apply(action, to: key)
        if !step.isMultiple(of: 2) {
          let caughtUp = try session.refresh()
          #expect(caughtUp == change, place)
        }
        let after = NaiveModel.rows(of: form, state: session.state)
        #expect(BatchChecker.faults(in: change.batch, from: before, to: after) == [], place)
        #expect(change.revision == session.revision, place)
      } catch let error as ActionError {
        #expect(!error.description.isEmpty, place)
        #expect(session.state == stateBefore, place)
      }
      try expectAgreement(store: store, session: session, form: form, place: place)
    }
    #expect(try store.check() == [])
  }

  private func expectAgreement(store: FormStore, session: FormSession, form: Form, place: Comment) throws {
    let contents = try store.contents(of: session.key)
    #expect(contents.state == session.state, place)
    #expect(contents.digest == session.digest, place)
    let naive = NaiveModel.visibleRows(of: form, state: contents.state)
    #expect(session.visibleRowsPerSection == naive, place)
    let rebuilt = VisibilityIndex(form: form, state: contents.state)
    #expect(rebuilt.visibleRowsPerSection == naive, place)
    guard session.revision > 0 else { return }
    let view = try rowsOfView(store: store)
    let rows = NaiveModel.rows(of: form, state: contents.state)
    #expect(
      view.map(\.path)
        == rows.indices.flatMap { section in
          rows[section].indices.map { RowPath(section: section, row: $0) }
        }, place)
    #expect(view.map(\.key) == rows.flatMap { $0 }.map(\.key), place)
    #expect(view.map(\.title) == rows.flatMap { $0 }.map(\.title), place)
    for row in view {
      #expect(session.rowPath(of: row.key) == row.path, place)
      #expect(session.row(at: row.path)?.key == row.key, place)
      #expect(session.row(at: row.path)?.title == row.title, place)
      #expect(session.row(at: row.path)?.value?.stored ?? .null == row.value, place)
    }
  }

  private struct ViewRow {
    let path: RowPath
    let key: String
    let title: String
    let value: DatabaseValue
  }

  private func rowsOfView(store: FormStore) throws -> [ViewRow] {
    try store.read { db in
      try Row.fetchAll(
        db, sql: "SELECT section, row, key, title, value FROM visible_row ORDER BY section, row"
      ).map {
        ViewRow(path: RowPath(section: $0[0], row: $0[1]), key: $0[2], title: $0[3], value: $0[4])
      }
    }
  }
}
