import FormState

/// The plan that makes one response match what a document states about it.
///
/// It processes the statements several times, since relevance, instances and calculations may follow from other
/// answers. Each pass does what is possible, and the statements that the response then still contradicts are the
/// misfits.
struct AnswerPlan {
  /// What becomes of a misfit, in words.
  enum Outcome: String {
    case omitted = "it is omitted"
    /// The response has another answer.
    case otherStays = "the current answer stays"
    /// The question is not relevant.
    case kept = "it is kept, and counts as blank"
  }

  /// A statement that the response does not match: its place, and why.
  struct Misfit {
    let place: Int
    let problem: String
    var outcome = Outcome.omitted
  }

  /// The passes over the statements, each of which also adds missing instances.
  private enum Pass: CaseIterable {
    /// Entered values.
    case answers
    /// Calculated values, which may come from a clock that has advanced.
    case derived
    /// Blank answers, after relevance is settled: an irrelevant answer is kept.
    case clearing
    /// Surplus instances, after the required number is known; those of an irrelevant repeat are kept.
    case surplus
  }

  /// How often a pass follows the consequences of answers, as the rules of a form may lead from one to another.
  private static let mostRounds = 40

  /// How often all passes run: a later one may make cells relevant for an earlier one.
  private static let mostCycles = 3

  private let draft: AnswerDraft
  private let entries: [Pass: [AnswerDraft.Entry]]
  /// The instances of a document that identifies them by number, with their groups, lowest number first: a number below
  /// that of another instance is no longer free.
  private let numbered: [(number: Int, group: AnswerDraft.Group)]
  /// Whether the response is untouched, so its instances are those of the document in order.
  private let isFresh: Bool
  private let isFromXForm: Bool
  /// The actions.
  private(set) var planned: PlannedActions
  /// The numbers in the response of the document's instances.
  private var instances: [StateSubject: Int] = [:]
  private var notAsked: Set<StateSubject> = []

  private var form: FormDefinition { planned.form }
  private var index: FormIndex { planned.index }
  private var reader: FormReader { planned.reader }

  /// Begins with the current response.
  ///
  /// - Parameters:
  ///   - draft: what the document states.
  ///   - contents: the response; a fresh one for one that has not begun.
  ///   - index: its definition with all options of its lists, laid out.
  ///   - moment: when all of it is done.
  init(
    _ draft: AnswerDraft, _ contents: ResponseContents, _ index: FormIndex, moment: RuleMoment = .now()
  ) throws {
    self.draft = draft
    entries = Dictionary(grouping: draft.entries, by: Self.pass)
    numbered =
      draft.identity == .position
      ? []
      : draft.groups.flatMap { group in group.instances.map { ($0.number, group) } }.sorted { $0.number < $1.number }
    isFresh = contents.revision == 0
    isFromXForm = index.form.properties.keptOfXForm("instance") != nil
    planned = try PlannedActions(contents, index, at: moment)
  }

  private static func pass(of entry: AnswerDraft.Entry) -> Pass {
    if entry.value == nil { return .clearing }
    // Rules determine the cell's value, so it is checked after everything else.
    return entry.cell.rules.contains { $0.kind.givesValue || $0.kind == .set } ? .derived : .answers
  }

  /// Finds the actions.
  mutating func run() throws {
    for _ in 1...Self.mostCycles {
      let before = planned.actions.count
      for pass in Pass.allCases { try run(pass) }
      guard planned.actions.count > before else { break }
    }
    notAsked = form.subjectsNotAsked(in: reader.state)
  }

  /// Passes on what the response does not match after all actions, in no order that matters.
  func forEachMisfit(_ body: (Misfit) -> Void) throws {
    for group in draft.groups { try forEachMisfit(of: group, body) }
    for entry in draft.entries { try misfit(entry).map(body) }
  }

  private mutating func run(_ pass: Pass) throws {
    for _ in 1...Self.mostRounds {
      let before = planned.actions.count
      try matchInstances()
      notAsked = pass == .clearing || pass == .surplus ? form.subjectsNotAsked(in: reader.state) : []
      if pass == .surplus { try removeSurplus() }
      for entry in entries[pass] ?? [] { try match(entry) }
      guard planned.actions.count > before else { return }
    }
  }

  // MARK: - Instances

  /// Finds the instances of the document in the response, and adds the missing ones.
  private mutating func matchInstances() throws {
    for (number, group) in numbered {
      let subject = group.subject(number)
      if let known = instances[subject], isThere(known, in: group.key) { continue }
      let place = place(of: group)
      instances[subject] = try place.flatMap { try instance(number, of: group, $0) }
    }
    guard draft.identity == .position else { return }
    for group in draft.groups {
      let place = place(of: group)
      while let place, reader.instances(of: place).count < group.instances.count,
        try planned.act(addition(to: group.key, place))
      {}
      let there = place.map(there) ?? []
      for (position, instance) in group.instances.enumerated() {
        instances[group.subject(instance.number)] = there.element(at: position)
      }
    }
  }

  /// The place of the repeat that has, or is to have, the instances of a group; `nil` if the instance around them is
  /// missing or unknown.
  private func place(of group: AnswerDraft.Group) -> CellPlace? {
    guard let place = index.place(ofCell: group.key) else { return nil }
    guard let position = index.repeats.repeatAround(place),
      let owner = index.cell(at: CellPlace(section: place.section, position: position))
    else { return place }
    guard let within = group.within else { return nil }
    // A document may have instances within one that it does not state.
    let unstated = draft.identity == .number ? reader.instance(called: within, of: owner.key) : nil
    return (instances[StateSubject(owner.key, instance: within)] ?? unstated).map(place.within)
  }

  private func isThere(_ number: Int, in key: String) -> Bool {
    reader.state.instances[StateSubject(key, instance: number)] != nil
  }

  /// The action that adds an instance.
  private func addition(_ number: Int? = nil, to key: String, _ place: CellPlace) -> FormAction {
    .add(CellReference(key, in: place.instance), number: number)
  }

  private func there(_ place: CellPlace) -> [Int] { reader.instances(of: place).map(\.number) }

  /// The instance for a number of the document: the one that has it, else a new one; if none can be added to a fresh
  /// response, its next existing one.
  private mutating func instance(_ number: Int, of group: AnswerDraft.Group, _ place: CellPlace) throws -> Int? {
    if let known = reader.instance(called: number, of: group.key),
      reader.state.instances[group.subject(known)]?.parent == place.instance
    {
      return known
    }
    if reader.ambiguity(of: number, of: group.key) != nil { return nil }
    if try planned.act(addition(number, to: group.key, place)) { return planned.actions.last?.number }
    // The tables of other repeats name the instance by this number.
    if group.within != nil { return nil }
    if try planned.act(addition(to: group.key, place)) { return planned.actions.last?.number }
    guard isFresh else { return nil }
    let meant = Set(
      group.instances.compactMap {
        instances[group.subject($0.number)] ?? reader.instance(called: $0.number, of: group.key)
      })
    return there(place).first { !meant.contains($0) }
  }

  /// Removes the instances that the document lacks, if it states all of them, and puts the others in its order.
  private mutating func removeSurplus() throws {
    guard draft.identity == .position || isFresh else { return }
    for group in draft.groups {
      guard let place = place(of: group), !notAsked.contains(StateSubject(group.key, instance: place.instance)) else {
        continue
      }
      let stated = group.instances.compactMap { instances[group.subject($0.number)] }
      let kept = Set(stated)
      for other in there(place).reversed() where !kept.contains(other) {
        _ = try planned.act(.remove(.instance(group.key, number: other)))
      }
      try arrange(stated, of: group.key, place)
    }
  }

  private mutating func arrange(_ numbers: [Int], of key: String, _ place: CellPlace) throws {
    guard there(place).filter(Set(numbers).contains) != numbers else { return }
    var next: Int?
    for number in numbers.reversed() {
      _ = try planned.act(.move(.instance(key, number: number), before: next.map { .instance(key, number: $0) }))
      next = number
    }
  }

  /// The missing instances that are reported as such, and not with each of their answers.
  private func forEachMisfit(of group: AnswerDraft.Group, _ body: (Misfit) -> Void) throws {
    guard let place = place(of: group) else { return }
    for instance in group.instances where instances[group.subject(instance.number)] == nil {
      guard let misfit = instance.place else { continue }
      body(Misfit(place: misfit, problem: try problem(adding: nil, to: group.key, place)))
    }
  }

  private func problem(adding number: Int?, to key: String, _ place: CellPlace) throws -> String {
    try planned.refusal(of: addition(number, to: key, place))?.description
      ?? "there is no room for another “\(key.shortened)”"
  }

  // MARK: - Answers

  /// The instance of an entry in the response; `nil` if it does not exist.
  private func instance(of entry: AnswerDraft.Entry) -> Int? {
    entry.surroundings.map { instances[$0] } ?? 0
  }

  private func action(_ entry: AnswerDraft.Entry, in instance: Int) -> FormAction {
    let reference = CellReference(entry.cell.key, in: instance)
    return entry.value.map { .set(reference, $0) } ?? .clear(reference)
  }

  private func content(of entry: AnswerDraft.Entry, in instance: Int) -> FieldContent? {
    reader.state.content(of: entry.cell, in: instance, index.fresh)
  }

  /// Whether the response has the entry's value, and if that is an answer, as one.
  private func isEntered(_ entry: AnswerDraft.Entry, in instance: Int) -> Bool {
    entry.isHeld(content(of: entry, in: instance))
      && (!entry.isAnswer || reader.state.state(of: entry.cell, in: instance).entry != nil)
  }

  /// Whether only the rule determines a cell's value, as in XForms; time-based and random values are accepted, what
  /// `once` has kept, and what a document states as entered.
  private func isCalculated(_ entry: AnswerDraft.Entry) -> Bool {
    guard isFromXForm, !entry.isAnswer, let rule = entry.cell.rule(.calculate) else { return false }
    return rule.expression.map { !$0.isVolatile && !$0.keepsFirstValue } ?? true
  }

  private mutating func match(_ entry: AnswerDraft.Entry) throws {
    guard let instance = instance(of: entry), !isEntered(entry, in: instance), !isCalculated(entry),
      entry.value != nil || !notAsked.contains(StateSubject(entry.cell.key, instance: instance))
    else { return }
    _ = try planned.act(action(entry, in: instance))
  }

  private func misfit(_ entry: AnswerDraft.Entry) throws -> Misfit? {
    guard let place = entry.place else { return nil }
    guard let instance = instance(of: entry) else {
      return try entry.value == nil ? nil : problemWithInstance(of: entry).map { Misfit(place: place, problem: $0) }
    }
    let isNotAsked = notAsked.contains(StateSubject(entry.cell.key, instance: instance))
    if entry.value == nil, isNotAsked { return nil }
    let held = content(of: entry, in: instance)
    if !entry.isHeld(held), let problem = try problem(with: entry, in: instance) {
      return Misfit(
        place: place, problem: problem, outcome: held?.value == nil ? .omitted : .otherStays)
    }
    guard isNotAsked, !entry.isHidden else { return nil }
    return Misfit(place: place, problem: "it is irrelevant by its rule", outcome: .kept)
  }

  /// Why a value is not entered, without the cell, which its place identifies; `nil` if it is.
  private func problem(with entry: AnswerDraft.Entry, in instance: Int) throws -> String? {
    let calculated = "it is calculated, and its value differs here"
    if isCalculated(entry) { return calculated }
    let obstacle = try planned.obstacle(to: action(entry, in: instance))
    guard case .refused(let refusal) = obstacle else { return obstacle?.description }
    if let value = refusal.refusedValue { return value.description }
    return refusal.code == .readOnly && entry.cell.rule(.calculate) != nil ? calculated : refusal.description
  }

  /// Why the instance of an entry is missing; `nil` if that is reported with the instance.
  private func problemWithInstance(of entry: AnswerDraft.Entry) throws -> String? {
    guard draft.identity == .number, let group = entry.surroundings.flatMap(draft.group) else { return nil }
    if let refusal = reader.ambiguity(of: entry.instance, of: group.key) { return refusal.description }
    if let place = place(of: group) {
      return try problem(adding: group.within == nil ? nil : entry.instance, to: group.key, place)
    }
    if let around = group.within {
      return "there is no instance \(InstanceName(around)) around it; import the table of the repeat around it first"
    }
    return "“\(group.key.shortened)” is in another repeat, and its instance is not specified here; "
      + "import the form with its responses, as export json writes them"
  }
}

extension AnswerDraft.Group {
  /// An instance of the document, by its number.
  fileprivate func subject(_ number: Int) -> StateSubject { StateSubject(key, instance: number) }
}
