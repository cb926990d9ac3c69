import GRDB
import TestSupport
import Testing

@testable import FormState
@testable import FormStateStore

/// Long random scripts on random forms with nested repeats and rules over their instances: all actions, undo, redo,
/// groups, time travel and compaction, on two sessions and by writers without one.
///
/// A seed is run again with `FORMSTATE_TEST_SEED=42`.
@Suite("Random scripts over instances")
struct RandomInstanceScriptTests {
  @Test(
    "Tables, sessions, views and naive models agree after every action, and every batch update is legal",
    arguments: TestSeeds.seeds(1, full: 340))
  func everythingAgrees(seed: UInt64) throws {
    try run(InstanceScript(seed: seed), seed)
  }

  @Test(
    "Tables, sessions and models agree on a form that is read a few cells at a time",
    arguments: TestSeeds.seeds(1, full: 100))
  func readInPages(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    try LeafPaging.$size.withValue([2, 4, 8][Int(seed % 3)]) {
      let script = try InstanceScript(seed: seed, path: folder.path("f.sqlite"))
      #expect(script.isReadInPages)
      try run(script, seed)
    }
  }

  private func run(_ script: InstanceScript, _ seed: UInt64) throws {
    for step in 0..<(TestSeeds.isFull ? 300 : 80) {
      let place = Comment(rawValue: "seed \(seed), step \(step); replay with FORMSTATE_TEST_SEED=\(seed)")
      do {
        try script.doSomething(place)
      } catch let error as ActionError {
        #expect(!error.description.isEmpty, place)
      }
      try script.expectAgreement(place)
    }
    ModelTally.note(TestSeeds.isFull ? 300 : 80)
    let place = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    #expect(try script.store.check() == [], place)
    try script.expectSameElsewhere(place)
  }
}

/// A response on two screens, compared with plain recursion over its state.
private final class InstanceScript {
  private let made: RandomInstances.Made
  private var form: FormDefinition { made.form }
  let store: FormStore
  private let key = ResponseKey(form: "f")
  private let removing: FormSession
  private let keeping: FormSession
  private var chance: RandomInstances
  private var generator: SeededGenerator
  /// The states before each step that can be undone or redone, without notes.
  private var undoable: [ResponseState] = []
  private var redoable: [ResponseState] = []
  /// The state after each revision since the last compaction.
  private var states: [Int: ResponseState] = [:]
  private var isCompacted = false

  /// - Parameter path: the path of the file; `nil` for a store in memory.
  init(seed: UInt64, path: String? = nil) throws {
    chance = RandomInstances(seed: seed)
    generator = SeededGenerator(seed: seed &+ 1)
    made = chance.form()
    store = try path.map { try FormStore(path: $0) } ?? FormStore.inMemory()
    try store.save(made.form)
    removing = try store.session(for: key, coalescing: .zero)
    keeping = try store.session(for: key, hiddenRows: .zeroHeight, coalescing: .zero)
    states[removing.revision] = removing.state.withoutDrafts
  }

  /// Whether the sessions read the cells of the form on demand.
  var isReadInPages: Bool { removing.form.cellPages != nil && keeping.form.cellPages != nil }

  // MARK: - Acting

  /// The batch update that a screen gets for an action.
  private typealias ScreenUpdate = (batch: BatchUpdate, hiddenRows: HiddenRows)

  func doSomething(_ place: Comment) throws {
    let (before, revision) = (removing.state, removing.revision)
    var updates: [ScreenUpdate] = []
    var refusal: ActionError?
    switch Int.random(in: 0..<20, using: &generator) {
    case 0: try travel(place)
    case 1: updates = [(try group(), .removed)]
    case 2: try compact()
    default:
      do { updates = [try act()] } catch let error as ActionError { refusal = error }
    }
    for session in [removing, keeping] {
      let change = try session.refresh()
      // The session that acted already has its change.
      if change.previousRevision == revision, change.revision > revision {
        updates.append((change.batch, session.hiddenRows))
      }
    }
    for (batch, hiddenRows) in updates {
      let faults = BatchChecker.faults(
        in: batch, from: rows(of: before, hiddenRows), to: rows(of: removing.state, hiddenRows),
        moving: moving(from: before, to: removing.state))
      #expect(faults == [], place)
    }
    states[removing.revision] = removing.state.withoutDrafts
    guard let refusal else { return }
    #expect(removing.state == before, place)
    throw refusal
  }

  /// One of three writers acts.
  private func act() throws -> ScreenUpdate {
    let before = removing.state
    let action = action()
    let update: ScreenUpdate
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: update = (try removing.apply(action).batch, .removed)
    case 1: update = (try keeping.apply(action).batch, .zeroHeight)
    default: update = (try store.screenChange(applying: action, to: key).batch, .removed)
    }
    note(action, from: before, to: try store.contents(of: key).state)
    return update
  }

  private func action() -> FormAction {
    let paths = (0..<removing.numberOfSections).flatMap { section in
      (0..<removing.numberOfRows(in: section)).map { RowPath(section: section, row: $0) }
    }
    let rows = paths.compactMap { removing.row(at: $0) }
    switch Int.random(in: 0..<8, using: &generator) {
    case 0, 1: return rows.randomElement(using: &generator).map { .tap(.key($0.address)) } ?? .expandAll
    case 2:
      return [FormAction.expandAll, .collapseAll, .markSaved, .fold(section: "s"), .unfold(section: "s")]
        .randomElement(using: &generator) ?? .expandAll
    case 3: return rows.randomElement(using: &generator).map { .draft(.key($0.address), "1½") } ?? .collapseAll
    case 4: return rows.randomElement(using: &generator).map { .reset(.key($0.address)) } ?? .collapseAll
    default:
      let action = chance.action(in: removing.state, of: form)
      // Steps are compared with whole states, so whole steps are undone.
      return action == .undo(.values) ? .undo(.everything) : action
    }
  }

  private func note(_ action: FormAction, from before: ResponseState, to after: ResponseState) {
    switch action.kind {
    case .undo:
      if let expected = undoable.popLast() { expect(after.withoutNotes == expected, "undo") }
      redoable.append(before.withoutNotes)
    case .redo:
      if let expected = redoable.popLast() { expect(after.withoutNotes == expected, "redo") }
      undoable.append(before.withoutNotes)
    case let kind where kind.isUndoable && after != before: noteStep(from: before, to: after)
    default: break
    }
  }

  /// Records a step. Undo skips a step that only marked cells as touched.
  private func noteStep(from before: ResponseState, to after: ResponseState) {
    if after.withoutNotes != before.withoutNotes { undoable.append(before.withoutNotes) }
    redoable = []
  }

  private func expect(_ isSo: Bool, _ what: String) { #expect(isSo, "\(what) leads elsewhere; see the seed above") }

  private func group() throws -> BatchUpdate {
    let before = removing.state
    let actions = (0..<3).map { _ in action() }.filter(\.kind.continuesSteps)
    let change = try removing.group("Group") { group in
      for action in actions {
        do { try group.apply(action) } catch is ActionError { continue }
      }
    }
    if removing.state != before { noteStep(from: before, to: removing.state) }
    return change.batch
  }

  private func compact() throws {
    let count = Int.random(in: 0...40, using: &generator)
    let compacted = try store.compact(key, keeping: count)
    guard compacted.removed > 0 else { return }
    isCompacted = true
    states = states.filter { $0.key >= removing.revision - compacted.kept }
    // The compaction forgets earlier steps; the remaining ones are not examined.
    undoable = []
    redoable = []
    while (try? store.undo(of: key)) != nil {}
    try removing.refresh()
    try keeping.refresh()
    try store.apply(.set("n", .integer(Int64.random(in: 0...4, using: &generator))), to: key)
    undoable = []
    redoable = []
  }

  private func travel(_ place: Comment) throws {
    guard let first = states.randomEntry(using: &generator), let last = states.randomEntry(using: &generator)
    else { return }
    #expect(try store.state(of: key, at: first.key) == first.value, place)
    for (session, hiddenRows) in [(removing, HiddenRows.removed), (keeping, .zeroHeight)] {
      let batch = try session.diff(from: first.key, to: last.key).batch
      let faults = BatchChecker.faults(
        in: batch, from: rows(of: first.value, hiddenRows), to: rows(of: last.value, hiddenRows),
        moving: moving(from: first.value, to: last.value))
      #expect(faults == [], place)
    }
  }

  // MARK: - Comparing

  /// The state in the tables, with the drafts of the device.
  private static func state(of key: ResponseKey, in db: Database) throws -> ResponseState {
    let location = try ResponseLocation.find(key, in: db)
    return try StateTables(db: db, location: location).state(withDraftsOf: "")
  }

  /// The rows of a state, from a fresh index.
  private func rows(of state: ResponseState, _ hiddenRows: HiddenRows) -> [[NaiveModel.Row]] {
    let index = VisibilityIndex(form: form, state: state, hiddenRows: hiddenRows)
    let shown = ShownForm(form: form, state: state, index: index)
    return (0..<index.numberOfSections).map { section in
      (0..<index.numberOfRows(in: section)).compactMap { row in
        shown.row(at: RowPath(section: section, row: row)).map(NaiveModel.Row.init)
      }
    }
  }

  /// The addresses of rows in instances that have moved.
  private func moving(from before: ResponseState, to after: ResponseState) -> Set<String> {
    BatchChecker.moving(rows(of: before, .zeroHeight).joined().map(\.key), from: before, to: after)
  }

  func expectAgreement(_ place: Comment) throws {
    let (state, view) = try store.read { db in
      (
        try Self.state(of: key, in: db),
        try Row.fetchAll(
          db.cachedStatement(
            sql: """
              SELECT section_position, row, cell, instance, title, value, identifier
              FROM visible_row
              ORDER BY section_position, row
              """))
      )
    }
    #expect(state == removing.state, place)
    #expect(state == keeping.state, place)
    try #require(NaiveInstances(form, state, running: made.running).faults() == [], place)
    let naive = addresses(of: state)
    for session in [removing, keeping] {
      let rows = (0..<session.numberOfSections).flatMap { section in
        (0..<session.numberOfRows(in: section)).compactMap { session.row(at: RowPath(section: section, row: $0)) }
      }
      let shown = rows.filter { $0.height != .points(0) }
      try #require(shown.map(\.address) == naive, place)
      #expect(shown.allSatisfy { session.rowPath(of: .key($0.address)) == $0.path }, place)
      let hiddenRows = session.hiddenRows
      #expect(rows.map(NaiveModel.Row.init) == Array(self.rows(of: state, hiddenRows).joined()), place)
      guard hiddenRows == .removed, session.revision > 0 else { continue }
      #expect(view.map { RowPath(section: $0[0], row: $0[1]) } == rows.map(\.path), place)
      #expect(view.map { $0[2] as String } == rows.map(\.key), place)
      #expect(view.map { $0[3] as Int } == rows.map { $0.instance >> 32 }, place)
      #expect(view.map { $0[4] as String } == rows.map(\.title), place)
      #expect(view.map { $0[5] as DatabaseValue } == rows.map { $0.value?.stored ?? .null }, place)
      #expect(view.map { $0[6] as String } == rows.map(\.identifier), place)
    }
    try expectFaults(place)
  }

  private func expectFaults(_ place: Comment) throws {
    for session in [removing, keeping] { #expect(session.faults == form.faults(in: session.state), place) }
    guard removing.revision > 0 else { return }
    let viewed = try store.read { db in
      try String.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT coalesce(iif(instance > 0, cell || ':' || instance, cell), 'response') || ' ' || fault || fault_number
            FROM fault
            ORDER BY section_position, place
            """))
    }
    #expect(viewed == removing.faults.map { "\($0.address ?? "response") \($0.kind.rawValue)\($0.number)" }, place)
  }

  /// The visible addresses, by plain recursion.
  private func addresses(of state: ResponseState) -> [String] {
    form.sections.flatMap { section -> [String] in
      guard !(state.folds[StateSubject(section.key)] ?? section.startsFolded) else { return [] }
      return addresses(Array(section.cells)[...], in: 0, state)
    }
  }

  private func addresses(_ cells: ArraySlice<FormCell>, in instance: Int, _ state: ResponseState) -> [String] {
    var (rest, found) = (cells, [String]())
    while let cell = rest.first {
      let below = rest.dropFirst().prefix(cell.additionalRows)
      rest = rest.dropFirst(1 + cell.additionalRows)
      let own = StateSubject(cell.key, instance: instance)
      guard state.isRelevant(cell, in: instance, form.fresh) else { continue }
      found.append(state.instanceNames.address(of: cell.key, in: instance))
      guard state.cells[own]?.isExpanded ?? cell.startsExpanded else { continue }
      guard cell.kind == .repeat else {
        found += addresses(below, in: instance, state)
        continue
      }
      let numbers = state.instances.filter { $0.key.key == cell.key && $0.value.parent == instance }
        .sorted { ($0.value.rank, $0.key.instance) < ($1.value.rank, $1.key.instance) }.map(\.key.instance)
      for number in numbers where state.cells[StateSubject(cell.key, instance: number)]?.isRelevant ?? true {
        found += addresses(below, in: number, state)
      }
    }
    return found
  }

  /// Imports the journal elsewhere and replays its actions, and expects the same.
  func expectSameElsewhere(_ place: Comment) throws {
    let digest = try store.contents(of: key).digest
    let content = try store.contents(ofForm: "f")
    let other = try FormStore.inMemory()
    try other.importForms([content])
    #expect(try other.contents(of: key).digest == digest, place)
    #expect(try other.check() == [], place)
    guard !isCompacted else { return }
    let replayed = try FormStore.inMemory()
    try replayed.save(form)
    try replayed.replay(try store.journal(of: key).map { ScriptedAction($0) }, to: key)
    #expect(try replayed.contents(of: key).digest == digest, place)
  }
}

extension ResponseState {
  /// The state without the fields that undo keeps.
  fileprivate var withoutNotes: ResponseState {
    var state = self
    for change in changes where [.note, .report, .device].contains(change.field.role) {
      state.apply(change.inverse)
    }
    return state
  }
}
