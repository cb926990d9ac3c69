import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// Random scripts on random forms in several languages, by sessions in different languages.
///
/// A seed is run again with `FORMSTATE_TEST_SEED=42`.
@Suite("Random scripts in several languages")
struct LanguageScriptTests {
  @Test(
    "In any language, a session always shows the same as a fresh one, and every batch update is legal",
    arguments: TestSeeds.seeds(2, full: 200))
  func everythingAgrees(seed: UInt64) throws {
    let script = try LanguageScript(seed: seed)
    for step in 0..<(TestSeeds.isFull ? 200 : 40) {
      let place = Comment(rawValue: "seed \(seed), step \(step); replay with FORMSTATE_TEST_SEED=\(seed)")
      try script.doSomething(place)
    }
    ModelTally.note(TestSeeds.isFull ? 200 : 40)
    let place = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    #expect(try script.store.check() == [], place)
  }
}

/// A response on screens in several languages.
private final class LanguageScript {
  let store: FormStore
  private let form: FormDefinition
  private let key = ResponseKey(form: "f")
  /// Sessions in the form's own language and in others.
  private let sessions: [FormSession]
  private var chance: RandomForm
  private var instances: RandomInstances
  private let hasRepeats: Bool
  private var generator: SeededGenerator

  init(seed: UInt64) throws {
    chance = RandomForm(seed: seed)
    instances = RandomInstances(seed: seed)
    generator = SeededGenerator(seed: seed &+ 1)
    hasRepeats = seed.isMultiple(of: 2)
    var plain =
      hasRepeats ? instances.form().form : chance.formWithRules(sections: 3, cellsPerSection: 20)
    plain.key = "f"
    var translation = RandomTranslation(seed: seed)
    form = translation.translated(plain)
    store = try FormStore.inMemory()
    try store.save(form)
    sessions = try [nil, "fr", "Deutsch (de)", "fr"].enumerated().map { [store, key] number, language in
      try store.session(
        for: key, hiddenRows: number == 3 ? .zeroHeight : .removed, coalescing: .zero, language: language)
    }
  }

  /// The rows and the state that a session shows.
  private struct Shown {
    let rows: [[VisibleRow]]
    let state: ResponseState
  }

  private func shown(by session: FormSession) -> Shown {
    Shown(
      rows: (0..<session.numberOfSections).map { section in
        (0..<session.numberOfRows(in: section)).compactMap { session.row(at: RowPath(section: section, row: $0)) }
      }, state: session.state)
  }

  func doSomething(_ place: Comment) throws {
    let before = sessions.map(shown(by:))
    if Int.random(in: 0..<8, using: &generator) == 0 { return try changeLanguage(place) }
    let actor = sessions.randomElement(using: &generator) ?? sessions[0]
    var batches: [BatchUpdate?] = sessions.map { _ in nil }
    for (number, session) in sessions.enumerated() where session === actor {
      do { batches[number] = try act(session).batch } catch is ActionError { batches[number] = BatchUpdate() }
    }
    for (number, session) in sessions.enumerated() {
      let change = try session.refresh()
      let batch = batches[number] ?? change.batch
      expectLegal(batch, from: before[number], to: shown(by: session), place)
      try expectSame(session, place)
    }
  }

  private func act(_ session: FormSession) throws -> ScreenChange {
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: return try session.undo()
    case 1: return try session.redo()
    case 2:
      let actions = (0..<3).map { _ in action(session) }.filter(\.kind.continuesSteps)
      return try session.group("Group") { group in
        for action in actions { do { try group.apply(action) } catch is ActionError { continue } }
      }
    default: return try session.apply(action(session))
    }
  }

  /// Switches a session to another language, and expects exactly the rows that differ to be reloaded.
  private func changeLanguage(_ place: Comment) throws {
    guard let session = sessions.randomElement(using: &generator) else { return }
    let language = [nil, "fr", "en", "Deutsch (de)"].randomElement(using: &generator) ?? nil
    let before = shown(by: session)
    let titles = headers(of: session)
    let change = try session.show(in: language)
    let changed = zip(before.rows.joined(), shown(by: session).rows.joined()).filter { $0 != $1 }.map(\.1.path)
    var expected = BatchUpdate()
    expected.reloadedRows = changed
    expected.reloadedHeaders = zip(titles, headers(of: session)).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
    #expect(change.batch == expected, place)
    #expect(change.previousRevision == change.revision, place)
    try expectSame(session, place)
  }

  /// The titles of the sections whose headers show.
  private func headers(of session: FormSession) -> [String?] {
    (0..<session.numberOfSections).map { session.hidesHeader(ofSection: $0) ? nil : session.title(ofSection: $0) }
  }

  private func action(_ session: FormSession) -> FormAction {
    if hasRepeats, Int.random(in: 0..<3, using: &generator) > 0 {
      return instances.action(in: session.state, of: form)
    }
    return chance.action(on: form, visibleRows: session.visibleRowsPerSection)
  }

  private func expectLegal(_ batch: BatchUpdate, from before: Shown, to after: Shown, _ place: Comment) {
    let (old, new) = (before.rows.map { $0.map(NaiveModel.Row.init) }, after.rows.map { $0.map(NaiveModel.Row.init) })
    let moving = BatchChecker.moving((old + new).joined().map(\.key), from: before.state, to: after.state)
    #expect(BatchChecker.faults(in: batch, from: old, to: new, moving: moving) == [], place)
  }

  private func expectSame(_ session: FormSession, _ place: Comment) throws {
    let fresh = try store.session(
      for: key, hiddenRows: session.hiddenRows, language: session.language)
    #expect(shown(by: session).rows == shown(by: fresh).rows, place)
    #expect(session.faults == fresh.faults, place)
    #expect(session.state == sessions[0].state, place)
    #expect(session.digest == sessions[0].digest, place)
    for section in 0..<session.numberOfSections {
      #expect(session.title(ofSection: section) == fresh.title(ofSection: section), place)
    }
  }
}
