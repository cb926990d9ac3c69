import TestSupport
import Testing

@testable import FormState
@testable import FormStateStore

/// Long random scripts on random nested forms: all actions, undo, redo, groups, time travel and compaction; all scopes
/// of accordions, cells that grow in place, hidden rows removed and kept; two sessions and writers without one.
@Suite("Random scripts")
struct RandomScriptTests {
  @Test(
    "A naive model decides and shows the same after every action, and every batch update is legal",
    arguments: TestSeeds.seeds(1, full: 340))
  func everythingAgrees(seed: UInt64) async throws {
    var (screens, followed) = try run(seed: seed)
    let history = screens.history
    let form = screens.form
    let faults = try screens.store.check()
    #expect(faults == [], "replay with FORMSTATE_TEST_SEED=\(seed)")
    let contents = try screens.store.contents(of: screens.key)
    #expect(contents.digest == screens.removing.digest)
    #expect(
      VisibilityIndex(form: form, state: contents.state).visibleRowsPerSection
        == screens.removing.visibleRowsPerSection)
    // The sequences end with their sessions.
    screens = try Screens(form: form)
    for (changes, hiddenRows) in [(followed.removing, HiddenRows.removed), (followed.keeping, .zeroHeight)] {
      try await expectUnbroken(changes, hiddenRows, history: history, form: form, seed: seed)
    }
    followed = Screens.Followed(removing: screens.removing.changes, keeping: screens.keeping.changes)
  }

  @Test(
    "A naive model agrees with a form that is read a few cells at a time",
    arguments: TestSeeds.seeds(1, full: 100))
  func readInPages(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    try LeafPaging.$size.withValue([2, 8, 32][Int(seed % 3)]) {
      let (screens, _) = try run(seed: seed, path: folder.path("f.sqlite"))
      #expect(screens.removing.form.cellPages != nil)
      let late = try FormStore(path: folder.path("f.sqlite")).session(for: screens.key)
      #expect(late.visibleRowsPerSection == screens.removing.visibleRowsPerSection)
      #expect(late.totalHeight == screens.removing.totalHeight && late.faults == screens.removing.faults)
      #expect(try screens.store.statusOfTouchedCells(of: screens.key) == touched(screens.store, screens.key))
      #expect(try screens.store.check() == [], "replay with FORMSTATE_TEST_SEED=\(seed)")
    }
  }

  /// The status of the touched or unsaved cells, found among all cells.
  private func touched(_ store: FormStore, _ key: ResponseKey) throws -> [CellStatus] {
    try store.status(of: key).cells.filter { $0.isTouched || $0.isUnsaved }
  }

  /// Runs a random script.
  ///
  /// - Parameter path: the path of the file; `nil` for a store in memory.
  private func run(seed: UInt64, path: String? = nil) throws -> (Screens, Screens.Followed) {
    var random = RandomForm(seed: seed)
    var generator = SeededGenerator(seed: seed &+ 1)
    // Small forms take more steps in the same time, and meet their edges more often.
    let (sections, cells) = [(4, 30), (2, 10), (1, 5), (3, 3)][Int(seed >> 2 & 3)]
    // Most forms have rules.
    let form =
      !seed.isMultiple(of: 4)
      ? random.formWithRules(sections: sections, cellsPerSection: cells)
      : random.form(sections: sections, cellsPerSection: cells)
    let screens = try Screens(form: form, path: path)
    let followed = Screens.Followed(removing: screens.removing.changes, keeping: screens.keeping.changes)
    for step in 0..<(TestSeeds.isFull ? 300 : 100) {
      let place = Comment(rawValue: "seed \(seed), step \(step); replay with FORMSTATE_TEST_SEED=\(seed)")
      let before = (screens.removing.state, screens.keeping.state)
      do {
        let changes = try screens.doSomething(random: &random, generator: &generator, place)
        try screens.expectLegal(changes, from: before, place)
      } catch let error as ActionError {
        #expect(!error.description.isEmpty, place)
        #expect(screens.removing.state == before.0, place)
      }
      try screens.expectAgreement(place)
    }
    ModelTally.note(TestSeeds.isFull ? 300 : 100)
    return (screens, followed)
  }

  /// Expects each change of a session to begin where the previous one ended, and to be legal by itself.
  private func expectUnbroken(
    _ changes: AsyncStream<SessionChange>, _ hiddenRows: HiddenRows, history: NaiveHistory, form: FormDefinition,
    seed: UInt64
  ) async throws {
    let place = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    var revision = 0
    for await change in changes {
      #expect(change.previousRevision == revision, place)
      revision = change.revision
      guard let before = history.states[change.previousRevision], let after = history.states[revision] else { continue }
      let faults = BatchChecker.faults(
        in: change.batch, from: NaiveModel.rows(of: form, state: before, hiddenRows: hiddenRows),
        to: NaiveModel.rows(of: form, state: after, hiddenRows: hiddenRows))
      // A draft that went with an answer is in neither state.
      #expect(faults.filter { !$0.hasSuffix("is reloaded but shows the same") } == [], place)
    }
    #expect(revision == history.revision, place)
  }
}
