import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// A model whose session runs random actions and is compared now and then.
///
/// A seed is run again with `FORMSTATE_TEST_SEED=42`.
@Suite("A model over random scripts", .timeLimit(.minutes(15)))
@MainActor
struct RandomModelTests {
  @Test(
    "After random actions, a model's rows, paths and faults equal freshly read ones",
    arguments: TestSeeds.seeds(2, full: 80), [HiddenRows.removed, .zeroHeight])
  func rowsAgree(seed: UInt64, hiddenRows: HiddenRows) async throws {
    var script = try ModelScript(seed: seed, hiddenRows: hiddenRows)
    for step in 0..<40 {
      let place = Comment(rawValue: "seed \(seed), step \(step); replay with FORMSTATE_TEST_SEED=\(seed)")
      let isLookedAt = try await script.doSomething()
      guard isLookedAt else { continue }
      try script.expectAgreement(place)
    }
  }
}

@MainActor
private struct ModelScript {
  private let form: FormDefinition
  private let store: FormStore
  private let key = ResponseKey(form: "f")
  private let model: FormModel
  private var chance: RandomForm
  private var instances: RandomInstances
  private var generator: SeededGenerator
  private let hasRepeats: Bool

  init(seed: UInt64, hiddenRows: HiddenRows) throws {
    chance = RandomForm(seed: seed)
    instances = RandomInstances(seed: seed)
    generator = SeededGenerator(seed: seed &+ 1)
    hasRepeats = seed.isMultiple(of: 2)
    var plain = hasRepeats ? instances.form().form : chance.formWithRules(sections: 4, cellsPerSection: 25)
    plain.key = "f"
    var translation = RandomTranslation(seed: seed)
    form = translation.translated(plain)
    store = try FormStore.inMemory()
    try store.save(form)
    model = FormModel(try store.session(for: key, hiddenRows: hiddenRows, coalescing: .zero))
  }

  private mutating func action() -> FormAction {
    if hasRepeats { return instances.action(in: model.session.state, of: form) }
    return chance.action(on: form, visibleRows: model.session.visibleRowsPerSection)
  }

  /// Queues some actions and waits for them; returns whether to compare afterwards.
  mutating func doSomething() async throws -> Bool {
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      switch Int.random(in: 0..<14, using: &generator) {
      case 0: model.undo()
      case 1: model.redo()
      case 2: model.show(in: [nil, "fr", "Deutsch (de)"].randomElement(using: &generator) ?? nil)
      case 3: model.perform(.expandAll)
      case 4: model.perform(.collapseAll)
      case 5: _ = try? store.apply(action(), to: key)
      case 6:
        let actions = (0..<3).map { _ in action() }.filter(\.kind.continuesSteps)
        model.group("Three") { group in for action in actions { try? group.apply(action) } }
      case 7:
        // A view reads while actions wait.
        model.perform(action())
        _ = model.sections
        _ = model.faults
      default: model.perform(action())
      }
    }
    await model.settle()
    return Int.random(in: 0..<3, using: &generator) > 0
  }

  func expectAgreement(_ place: Comment) throws {
    let session = model.session
    let shown = session.shown
    let faults = shown.form.faults(in: session.state)
    #expect(model.faults == (shown.speech.map { speech in faults.map { $0.said(in: speech) } } ?? faults), place)
    let sections = model.sections
    let read = [ModelSection](of: shown)
    try #require(
      sections.map { [$0.id, $0.title, "\($0.isFolded)"] } == read.map { [$0.id, $0.title, "\($0.isFolded)"] }, place)
    try #require(sections.map { $0.rows.map(drawn) } == read.map { $0.rows.map(drawn) }, place)
    for row in sections.flatMap(\.rows) {
      let read = try #require(session.row(at: row.path), place)
      #expect(read.id == row.id && read.path == row.path && read.index == row.index, place)
      #expect(model.value(of: row.reference) == row.value, place)
    }
  }

  /// A row as it is drawn: without height, its expansion does not show.
  private func drawn(_ row: VisibleRow) -> VisibleRow {
    var row = row
    if row.isInline, row.height == .points(0) { row.isExpanded = false }
    return row
  }
}
