/// What the rules of a form make of a response that is untouched, and the rules in the order in which they run.
package struct FreshResponse: Sendable {
  /// The rules, in the order in which they run. Those of a form that is read in pages are read when this is asked
  /// first.
  package var rules: FormRules { pages?.rules ?? held }
  private let held: FormRules
  /// Where the rules of a large form are read from.
  private var pages: CellPages?
  /// Whether there are rules. O(1).
  package var hasRules: Bool { pages?.hasRules ?? !held.rules.isEmpty }
  /// The refusal of a rule that fails in a fresh response, where nothing follows from any rule then; `nil` if none
  /// does.
  package let failure: ActionError?
  /// Tells a rule from the others of a form.
  private struct RuleName: Hashable {
    let place: RulePlace
    let kind: FormRule.Kind
    let number: Int
  }

  private let cells: [String: DerivedState]
  private let irrelevantSections: Set<String>
  /// The rules of which nothing is known before somebody opens the response somewhere, since they ask for the time
  /// zone.
  private let rulesAskingZone: Set<RuleName>

  /// Works it out.
  ///
  /// - Complexity: O(n) for n cells of a form with rules, and the rules.
  init(of form: FormDefinition) {
    guard form.hasRules else {
      self = .withoutRules
      return
    }
    let plain = FreshResponse(rules: form.rulesInOrder, changes: [], failure: nil)
    let index = FormIndex(form, plain)
    do {
      var recalculation = Recalculation(
        reader: FormReader(index, stacks: UndoStacks(journal: [], base: 0)), in: nil)
      // The first entry of a response adds its first instances.
      try recalculation.runAll(index.ruleSnapshots.filter { $0.kind != .count })
      self.init(
        rules: plain.rules, changes: recalculation.changes.map(\.change), failure: nil,
        rulesAskingZone: recalculation.rulesWithoutZone)
    } catch {
      // A reader in memory throws nothing of its own.
      self.init(rules: plain.rules, changes: [], failure: error as? ActionError)
    }
  }

  /// Takes what was calculated before, by anyone who had the options of the form's lists.
  ///
  /// - Parameters:
  ///   - form: the form.
  ///   - cells: what rules make of cells, by their keys.
  ///   - irrelevantSections: the keys of the sections that nobody is asked.
  package init(rulesOf form: FormDefinition, cells: [String: DerivedState], irrelevantSections: Set<String>) {
    pages = form.cellPages
    held = pages == nil ? form.rulesInOrder : FormRules()
    failure = nil
    self.cells = cells.filter { !$0.value.isEmpty }
    self.irrelevantSections = irrelevantSections
    rulesAskingZone = []
  }

  /// The same of a form whose cells are read in pages, which give the rules.
  package func read(in pages: CellPages) -> FreshResponse {
    var fresh = self
    fresh.pages = pages
    return fresh
  }

  /// What there is in another language: the titles that rules give are recalculated, and all else stays.
  ///
  /// - Parameters:
  ///   - original: what rules make of a fresh response in the language of the form.
  ///   - form: the form in the other language.
  ///   - stored: the cells whose titles stay.
  init(_ original: FreshResponse, in form: FormDefinition, keeping stored: Set<String>) {
    guard form.hasRules else {
      self = original
      return
    }
    let rules = RuleResolution(form).rules
    var cells = original.cells
    for key in cells.keys where !stored.contains(key) { cells[key]?[.title] = nil }
    let plain = FreshResponse(
      rules: rules, failure: original.failure, cells: cells, irrelevantSections: original.irrelevantSections)
    let index = FormIndex(form, plain)
    var recalculation = Recalculation(
      reader: FormReader(index, stacks: UndoStacks(journal: [], base: 0)), in: .current, titlesBesides: stored)
    // A reader in memory throws nothing of its own, and a title that fails is none.
    try? recalculation.runAll(index.ruleSnapshots)
    for change in recalculation.changes.map(\.change) {
      cells[change.subject.key, default: DerivedState()][.title] = change.after
    }
    self.init(
      rules: rules, failure: original.failure, cells: cells.filter { !$0.value.isEmpty },
      irrelevantSections: original.irrelevantSections)
  }

  private init(
    rules: FormRules, failure: ActionError?, cells: [String: DerivedState], irrelevantSections: Set<String>
  ) {
    held = rules
    self.failure = failure
    self.cells = cells
    self.irrelevantSections = irrelevantSections
    rulesAskingZone = []
  }

  private init(
    rules: FormRules, changes: [StateChange], failure: ActionError?, rulesAskingZone: [RuleSnapshot] = []
  ) {
    held = rules
    self.failure = failure
    var cells: [String: DerivedState] = [:]
    for change in changes where change.field.scope == .cell {
      cells[change.subject.key, default: DerivedState()][change.field] = change.after
    }
    self.cells = cells.filter { !$0.value.isEmpty }
    irrelevantSections = Set(changes.lazy.filter { $0.field == .sectionRelevance }.map(\.subject.key))
    self.rulesAskingZone = Set(
      rulesAskingZone.map { RuleName(place: $0.place, kind: $0.kind, number: $0.number) })
  }

  /// Whether a rule waits for the response to be opened: it asks the clock, chance or, as the form begins, the time
  /// zone. O(1).
  package func isVolatile(_ rule: FormRules.Rule) -> Bool {
    rule.rule.expression?.isVolatile(in: rule.rule.kind) ?? false
      || rulesAskingZone.contains(RuleName(place: rule.place, kind: rule.rule.kind, number: rule.number))
  }

  /// What there is where there are no rules.
  package static let withoutRules = FreshResponse(rules: FormRules(), changes: [], failure: nil)

  /// What rules make of a cell. O(1).
  ///
  /// - Parameter instance: the instance that it is in, or that it is; a fresh response has none, so nothing follows
  ///   there.
  package func state(ofCell key: String, in instance: Int = 0) -> DerivedState {
    cells.isEmpty || instance != 0 ? DerivedState() : cells[key] ?? DerivedState()
  }

  /// Whether rules make anything of a cell. O(1).
  func saysAnything(ofCell key: String) -> Bool { !cells.isEmpty && cells[key] != nil }

  /// The keys of the cells that have a fault if they are asked, in no order. O(n) for n cells of which rules say
  /// something.
  var keysWithFaults: some Sequence<String> {
    cells.lazy.filter { $0.value[.requirement]?.flag == true || $0.value[.faults] != nil }.map(\.key)
  }

  /// Whether a section is relevant. O(1).
  package func isRelevant(section key: String) -> Bool {
    irrelevantSections.isEmpty || !irrelevantSections.contains(key)
  }
}

/// What follows from a definition, calculated when it is first asked for; copies of the definition share it.
final class FreshResponseCache: Hashable, Sendable {
  private let response = Locked<FreshResponse?>(nil)
  private let resolved = Locked<FormRules?>(nil)
  private let places = Locked<[String: CellPlace]?>(nil)
  private let storedPages = Locked<CellPages?>(nil)

  /// The pages from which the cells of the definition are read.
  var pages: CellPages? { storedPages.withLock { $0 } }

  /// Keeps the pages from which the cells are read.
  func keep(_ pages: CellPages) { storedPages.withLock { $0 = pages } }

  /// The rules in their order, where somebody has resolved them.
  var rules: FormRules? { resolved.withLock { $0 } }

  /// Keeps the rules in their order.
  func keep(_ rules: FormRules) { resolved.withLock { $0 = rules } }

  /// Where the cell with a key stands; looks through the cells the first time.
  func place(ofCell key: String, of form: FormDefinition) -> CellPlace? {
    places.withLock { places in
      if let places { return places[key] }
      let found = form.placesByKey
      places = found
      return found[key]
    }
  }

  /// What follows; works it out the first time.
  func response(of form: FormDefinition) -> FreshResponse {
    if let known = response.withLock({ $0 }) { return known }
    // Calculated without the lock, since that asks for definitions too; anyone who comes second does so for nothing.
    let fresh = FreshResponse(of: form)
    response.withLock { $0 = fresh }
    return fresh
  }

  /// Takes what was calculated before.
  func take(_ fresh: FreshResponse) { response.withLock { $0 = fresh } }

  /// Forgets it.
  func clear() {
    response.withLock { $0 = nil }
    resolved.withLock { $0 = nil }
    places.withLock { $0 = nil }
    storedPages.withLock { $0 = nil }
  }

  /// It says nothing of a definition that its sections do not say.
  static func == (left: FreshResponseCache, right: FreshResponseCache) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
