/// The results of a form's rules in an untouched response, and the rules in evaluation order.
///
/// A class, since each row and each fault of a form asks for it, and to pass on a value of so many members takes longer
/// than the answer.
package final class FreshResponse: Sendable {
  /// The rules in evaluation order. Those of a form that is read in pages are read on first use.
  package var rules: FormRules { pages?.rules ?? held }
  private let held: FormRules
  /// The pages of a form in a store, from which its rules are read.
  private let pages: CellPages?
  /// Whether there are rules. O(1).
  package var hasRules: Bool { pages?.hasRules ?? !held.rules.isEmpty }
  /// The error of a rule that fails in a fresh response, in which case no rule has a result; `nil` if none fails.
  let failure: ActionError?
  /// Identifies a rule in a form.
  private struct RuleName: Hashable {
    let place: RulePlace
    let kind: FormRule.Kind
    let number: Int
  }

  /// The results of rules, as if they had been touched.
  package let state: ResponseState
  /// The places of cells, if they were found with the results; the results name cells by their keys.
  private let places: FreshPlaces?
  /// The rules without results until the response is opened, since they need the time zone.
  private let rulesAskingZone: Set<RuleName>

  /// Calculates the results.
  ///
  /// - Complexity: O(n) for n cells of a form with rules, and the rules.
  convenience init(of form: FormDefinition) {
    guard form.hasRules else {
      self.init(rules: FormRules())
      return
    }
    let plain = FreshResponse(rules: form.rulesInOrder)
    let index = FormIndex(form, plain)
    do {
      var recalculation = Recalculation(
        reader: FormReader(index), in: nil)
      // The first entry of a response adds its first instances.
      try recalculation.runAll(index.ruleSnapshots.filter { $0.kind != .count })
      var state = ResponseState()
      // Calculated counts run as well, but a fresh response has no instances.
      for change in recalculation.changes where change.change.subject.instance == 0 { state.apply(change.change) }
      self.init(rules: plain.rules, state: state, rulesAskingZone: recalculation.rulesWithoutZone)
    } catch {
      // A reader in memory throws no errors of its own.
      self.init(rules: plain.rules, failure: error as? ActionError)
    }
  }

  /// Creates the results from an earlier calculation that had the options of the form's lists.
  ///
  /// - Parameters:
  ///   - form: the form.
  ///   - state: the results.
  ///   - places: the places of cells whose results matter to more than themselves.
  package convenience init(rulesOf form: FormDefinition, state: ResponseState, places: FreshPlaces) {
    self.init(
      rules: form.cellPages == nil ? form.rulesInOrder : FormRules(), state: state, places: places,
      pages: form.cellPages)
  }

  /// The same for a form whose cells are read in pages, which provide the rules.
  package func read(in pages: CellPages) -> FreshResponse {
    FreshResponse(self, in: pages)
  }

  /// Calculates the results in another language: titles by rules are recalculated, and everything else is kept.
  ///
  /// - Parameters:
  ///   - original: the results in a fresh response in the language of the form.
  ///   - form: the form in the other language.
  ///   - stored: the cells whose titles are kept.
  convenience init(_ original: FreshResponse, in form: FormDefinition, keeping stored: Set<String>) {
    guard form.hasRules else {
      self.init(original, in: original.pages)
      return
    }
    let rules = RuleResolution(form).rules
    var state = original.state
    for (subject, cell) in state.cells where !stored.contains(subject.key) {
      state.apply(StateChange(.title, of: subject, before: cell[.title], after: nil))
    }
    let index = FormIndex(form, FreshResponse(rules: rules, state: state, failure: original.failure))
    var recalculation = Recalculation(
      reader: FormReader(index), in: .current, titlesBesides: stored)
    // A reader in memory throws no errors of its own, and a failing title is none.
    try? recalculation.runAll(index.ruleSnapshots)
    for change in recalculation.changes.map(\.change) {
      state.apply(StateChange(.title, of: change.subject, before: nil, after: change.after))
    }
    // A language changes titles alone, so the places are the same.
    self.init(rules: rules, state: state, failure: original.failure, places: original.places)
  }

  private init(
    rules: FormRules, state: ResponseState = ResponseState(), failure: ActionError? = nil,
    rulesAskingZone: [RuleSnapshot] = [], places: FreshPlaces? = nil, pages: CellPages? = nil
  ) {
    held = rules
    self.places = places
    self.pages = pages
    self.state = state
    self.failure = failure
    self.rulesAskingZone = Set(
      rulesAskingZone.map { RuleName(place: $0.place, kind: $0.kind, number: $0.number) })
  }

  private init(_ other: FreshResponse, in pages: CellPages?) {
    (held, places, self.pages) = (other.held, other.places, pages)
    (state, failure, rulesAskingZone) = (other.state, other.failure, other.rulesAskingZone)
  }

  /// Whether a rule waits for the response to be opened: it uses the clock, random values or, when the form begins, the
  /// time zone. O(1).
  package func isVolatile(_ rule: FormRules.Rule) -> Bool {
    rule.rule.expression?.isVolatile(in: rule.rule.kind) ?? false
      || rulesAskingZone.contains(RuleName(place: rule.place, kind: rule.rule.kind, number: rule.number))
  }

  /// The results without rules.
  package static let withoutRules = FreshResponse(rules: FormRules())

  /// The results of rules for a cell. O(1).
  ///
  /// - Parameter instance: the instance of the cell, or that it is; a fresh response has none, so there are no results.
  package func state(ofCell key: String, in instance: Int = 0) -> CellState {
    state.cells[StateSubject(key, instance: instance)] ?? CellState()
  }

  /// Whether rules have any results for a cell. O(1).
  func saysAnything(ofCell key: String) -> Bool { state.cells[StateSubject(key)] != nil }

  /// The keys of the cells that have a fault if they are relevant, in no particular order. O(n) for n cells with
  /// results of rules.
  var keysWithFaults: some Sequence<String> {
    state.cells.lazy.filter { $0.value.startsWithFault }.map(\.key.key)
  }

  /// The cells that have a fault if they are relevant, in no particular order. O(n) for n cells with results of rules.
  func cellsWithFaults(of form: FormDefinition) -> [FreshPlaces.Cell] {
    places?.withFaults
      ?? keysWithFaults.compactMap { key in form.place(ofCell: key).map { FreshPlaces.Cell(key: key, place: $0) } }
  }

  /// The cells that rules make irrelevant, in no particular order. O(n) for n cells with results of rules.
  func irrelevantCells(of form: FormDefinition) -> [CellPlace] {
    places?.irrelevant
      ?? state.cells.compactMap { $0.value.isRelevant == false ? form.place(ofCell: $0.key.key) : nil }
  }

  /// Whether a section is relevant. O(1).
  package func isRelevant(section key: String) -> Bool { state.sectionRelevance[StateSubject(key)] ?? true }
}

/// The places of cells whose results in a fresh response matter to more than themselves.
package struct FreshPlaces: Sendable {
  /// A cell by its key and its place.
  struct Cell: Sendable {
    let key: String
    let place: CellPlace
  }

  /// The cells that rules make irrelevant.
  private(set) var irrelevant: [CellPlace] = []
  /// The cells that have a fault if they are relevant.
  private(set) var withFaults: [Cell] = []

  package init() {}

  /// Notes a cell with its results. O(1).
  package mutating func note(_ starts: CellState, ofCell key: String, at place: CellPlace) {
    if starts.isRelevant == false { irrelevant.append(place) }
    if starts.startsWithFault { withFaults.append(Cell(key: key, place: place)) }
  }
}

extension CellState {
  /// Whether results of rules in a fresh response give the cell a fault if it is relevant.
  fileprivate var startsWithFault: Bool { self[.requirement]?.flag == true || self[.faults] != nil }
}

/// The consequences of a definition, calculated on first use and shared by copies of the definition.
final class FreshResponseCache: Hashable, Sendable {
  private let response = Locked<FreshResponse?>(nil)
  private let resolved = Locked<FormRules?>(nil)
  private let places = Locked<[String: CellPlace]?>(nil)
  private let storedPages = Locked<CellPages?>(nil)
  private let derivedStructure = Locked<FormStructure?>(nil)
  private let rows = Locked<UntouchedRows?>(nil)

  /// The pages from which the cells of the definition are read.
  var pages: CellPages? { storedPages.withLock { $0 } }

  /// Keeps the pages from which the cells are read.
  func keep(_ pages: CellPages) { storedPages.withLock { $0 = pages } }

  /// The rules in evaluation order, if they are already resolved.
  var rules: FormRules? { resolved.withLock { $0 } }

  /// Keeps the rules in evaluation order.
  func keep(_ rules: FormRules) { resolved.withLock { $0 = rules } }

  /// The place of a cell; searches the cells the first time.
  func place(ofCell key: String, of form: FormDefinition) -> CellPlace? {
    places.withLock { places in
      if let places { return places[key] }
      let found = form.placesByKey
      places = found
      return found[key]
    }
  }

  /// The structure of the cells; derived the first time.
  func structure(of form: FormDefinition) -> FormStructure {
    derivedStructure.withLock { known in
      if let known { return known }
      let found = FormStructure(of: form.sections.map(\.cells))
      known = found
      return found
    }
  }

  /// The rows in an untouched response; laid out the first time, and again for other heights.
  func untouchedRows(of form: FormDefinition, estimates: HeightEstimates, pageSize: Int) -> UntouchedRows {
    if let known = rows.withLock({ $0 }), known.areRows(of: form, estimates: estimates, pageSize: pageSize) {
      return known
    }
    // Without the lock, since the results of rules are needed, which may be calculated for that.
    let new = UntouchedRows(of: form, estimates: estimates, pageSize: pageSize)
    rows.withLock { $0 = new }
    return new
  }

  /// The results of rules in a fresh response; calculated the first time.
  func response(of form: FormDefinition) -> FreshResponse {
    if let known = response.withLock({ $0 }) { return known }
    // Calculated without the lock, since that needs definitions too; a concurrent calculation is discarded.
    let fresh = FreshResponse(of: form)
    response.withLock { $0 = fresh }
    return fresh
  }

  /// Sets the results of an earlier calculation.
  func take(_ fresh: FreshResponse) { response.withLock { $0 = fresh } }

  /// Discards everything.
  func clear() {
    response.withLock { $0 = nil }
    resolved.withLock { $0 = nil }
    places.withLock { $0 = nil }
    storedPages.withLock { $0 = nil }
    derivedStructure.withLock { $0 = nil }
    rows.withLock { $0 = nil }
  }

  /// It contains nothing that does not follow from the sections.
  static func == (left: FreshResponseCache, right: FreshResponseCache) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
