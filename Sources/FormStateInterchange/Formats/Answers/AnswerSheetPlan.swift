import FormState

/// The plan that makes one response match a line of a sheet.
///
/// It processes the entries several times, since relevance and the number of instances may follow from other answers.
struct AnswerSheetPlan {
  /// A line's entry for a question.
  struct Entry {
    let entry: AnswerSheet.Entry
    let question: Question
    let value: CellValue?
    /// Whether it is an answer, which stays whatever the default of a later version is.
    let isAnswer: Bool
  }

  /// The misfits, with reasons.
  typealias Misfit = (entry: AnswerSheet.Entry, problem: String, action: String)

  /// The passes over the entries.
  private enum Pass: CaseIterable {
    /// Entered values.
    case answers
    /// Calculated values, which may come from a clock that has advanced.
    case derived
    /// Empty fields of the line, after relevance is settled.
    case clearing
  }

  private let entries: [Entry]
  private let clearsEmpty: Bool
  /// Whether the response is untouched, so its instances are those of the sheet in order.
  private let isFresh: Bool
  /// The actions.
  private(set) var planned: PlannedActions
  private var instances: [String: [Int: Int]] = [:]
  /// By repeat and the number of an instance, the one around it, as far as the sheet says that.
  private let surroundings: [String: [Int: Int]]
  /// By repeat the numbers that the sheet has for its instances, in their order.
  private let wanted: [(key: String, numbers: [Int])]

  /// How often a pass follows the consequences of answers.
  private static let mostRounds = 24

  /// Begins with the current response.
  ///
  /// - Parameters:
  ///   - entries: the line's entries, in order.
  ///   - contents: the response.
  ///   - index: its definition with all options of its lists, laid out.
  ///   - clearsEmpty: whether empty fields of the line are cleared.
  ///   - moment: when all of it is done.
  ///   - order: the place of a question in the form; they are answered in this order.
  init(
    _ entries: [Entry], _ contents: ResponseContents, _ index: FormIndex, clearsEmpty: Bool, moment: RuleMoment,
    order: (Question) -> Int
  ) throws {
    self.entries = entries.enumerated().map { (order($0.element.question), $0.offset, $0.element) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    self.clearsEmpty = clearsEmpty
    isFresh = contents.revision == 0
    planned = try PlannedActions(contents, index, at: moment)
    wanted = Self.instances(of: entries)
    surroundings = entries.reduce(into: [:]) { surroundings, entry in
      guard let owner = entry.question.repeatAround, let within = entry.entry.within else { return }
      surroundings[owner, default: [:]][entry.entry.instance] = within
    }
  }

  /// By repeat the numbers of the instances that entries are about, in their order.
  private static func instances(of entries: [Entry]) -> [(key: String, numbers: [Int])] {
    var wanted: [(key: String, numbers: [Int])] = []
    var places: [String: Int] = [:]
    var known: Set<StateSubject> = []
    for entry in entries where entry.entry.instance > 0 {
      guard let owner = entry.question.repeatAround,
        known.insert(StateSubject(owner, instance: entry.entry.instance)).inserted
      else { continue }
      let place = places[owner] ?? wanted.count
      if place == wanted.count {
        places[owner] = place
        wanted.append((owner, []))
      }
      wanted[place].numbers.append(entry.entry.instance)
    }
    return wanted
  }

  /// Finds the actions.
  ///
  /// - Returns: the misfits.
  mutating func run() throws -> [Misfit] {
    // Calculated values may make more or fewer cells relevant than before.
    for pass in Pass.allCases + Pass.allCases where pass != .clearing || clearsEmpty {
      for _ in 1...Self.mostRounds {
        var hasActed = try matchInstances()
        let notAsked = pass == .clearing ? planned.form.subjectsNotAsked(in: planned.reader.state) : []
        for entry in entries where self.pass(of: entry) == pass {
          if try match(entry, notAsked) { hasActed = true }
        }
        guard hasActed else { break }
      }
    }
    let notAsked = planned.form.subjectsNotAsked(in: planned.reader.state)
    return try entries.compactMap { try misfit($0, notAsked) }
  }

  // MARK: - Instances

  /// Adds the missing instances, with their numbers if these are free; in a fresh response it removes those that the
  /// sheet lacks.
  private mutating func matchInstances() throws -> Bool {
    let before = planned.actions.count
    for (key, number) in wanted.flatMap({ wanted in wanted.numbers.map { (wanted.key, $0) } }).sorted(by: {
      $0.1 < $1.1
    }) {
      guard let place = place(of: number, in: key), !there(place).contains(instances[key]?[number] ?? 0) else {
        continue
      }
      instances[key, default: [:]][number] = try instance(number, of: key, place)
    }
    if isFresh {
      for (key, numbers) in wanted {
        guard let place = topmost(key) else { continue }
        try arrange(numbers.compactMap { instances[key]?[$0] }, of: key, place)
      }
    }
    return planned.actions.count > before
  }

  /// The place of a repeat outside of others; for nested ones a sheet does not specify the instance.
  private func topmost(_ key: String) -> CellPlace? {
    planned.index.place(ofCell: key).flatMap { planned.index.repeats.repeatAround($0) == nil ? $0 : nil }
  }

  /// The place of the repeat that has, or is to have, an instance with a number of the sheet.
  private func place(of number: Int, in key: String) -> CellPlace? {
    if let place = topmost(key) { return place }
    guard let place = planned.index.place(ofCell: key), let around = surroundings[key]?[number],
      let owner = planned.index.repeats.repeatAround(place).flatMap({
        planned.index.cell(at: CellPlace(section: place.section, position: $0))
      }), planned.reader.state.instances[StateSubject(owner.key, instance: around)] != nil
    else { return nil }
    return place.within(around)
  }

  /// The action that adds an instance.
  private func addition(of number: Int?, to key: String, _ place: CellPlace) -> FormAction {
    .add(.key(StateSubject(key, instance: place.instance).description), number: number)
  }

  private func there(_ place: CellPlace) -> [Int] { planned.reader.instances(of: place).map(\.number) }

  /// The instance for a number of the sheet: the one that has it, else a new one; if none can be added to a fresh
  /// response, its next existing one.
  private mutating func instance(_ number: Int, of key: String, _ place: CellPlace) throws -> Int? {
    if there(place).contains(number) { return number }
    if try planned.act(addition(of: number, to: key, place)) { return number }
    // The tables of other repeats name the instance by this number.
    if surroundings[key]?[number] != nil { return nil }
    if try planned.act(addition(of: nil, to: key, place)) { return there(place).last }
    let meant = Set(instances[key, default: [:]].values)
    return isFresh ? there(place).first { !meant.contains($0) && !wants($0, of: key) } : nil
  }

  private func wants(_ number: Int, of key: String) -> Bool {
    wanted.contains { $0.key == key && $0.numbers.contains(number) }
  }

  /// Removes other instances, and puts these in order.
  private mutating func arrange(_ numbers: [Int], of key: String, _ place: CellPlace) throws {
    for other in there(place) where !numbers.contains(other) {
      _ = try planned.act(.remove(.instance(key, number: other)))
    }
    guard there(place).filter(numbers.contains) != numbers else { return }
    var next: Int?
    for number in numbers.reversed() {
      _ = try planned.act(
        .move(.instance(key, number: number), before: next.map { .instance(key, number: $0) }))
      next = number
    }
  }

  // MARK: - Answers

  /// The instance of an entry in the response; `nil` if it does not exist.
  private func instance(of entry: Entry) -> Int? {
    guard entry.entry.instance > 0, let owner = entry.question.repeatAround else { return 0 }
    return instances[owner]?[entry.entry.instance]
  }

  private func action(_ entry: Entry, in instance: Int) -> FormAction {
    let key = entry.question.cell.key
    let reference = instance == 0 ? CellReference.key(key) : .instance(key, number: instance)
    return entry.value.map { .set(reference, $0) } ?? .clear(reference)
  }

  /// Whether the response has the entry's value, and if that is an answer, as one.
  private func isEntered(_ entry: Entry, in instance: Int) -> Bool {
    isHeld(entry, in: instance)
      && (!entry.isAnswer || planned.reader.state.state(of: entry.question.cell, in: instance).entry != nil)
  }

  private func isHeld(_ entry: Entry, in instance: Int) -> Bool {
    let held = planned.reader.state.value(of: entry.question.cell, in: instance, planned.index.fresh)
    return AnswerSheetValue.isHeld(entry.value, held, in: entry.question)
  }

  /// Whether an entry only states that an instance exists.
  private func saysNothing(_ entry: Entry) -> Bool { entry.value == nil && !clearsEmpty }

  private func pass(of entry: Entry) -> Pass {
    if entry.value == nil { return .clearing }
    // Rules determine the cell's value, so it is checked after everything else.
    return entry.question.cell.rules.contains { $0.kind.givesValue || $0.kind == .set } ? .derived : .answers
  }

  private mutating func match(_ entry: Entry, _ notAsked: Set<StateSubject>) throws -> Bool {
    guard !saysNothing(entry), let instance = instance(of: entry), !isEntered(entry, in: instance),
      // An irrelevant value is kept, whatever it is.
      !notAsked.contains(StateSubject(entry.question.cell.key, instance: instance))
    else { return false }
    return try planned.act(action(entry, in: instance))
  }

  private func misfit(_ entry: Entry, _ notAsked: Set<StateSubject>) throws -> Misfit? {
    guard !saysNothing(entry) else { return nil }
    guard let instance = instance(of: entry) else {
      return entry.value == nil ? nil : (entry.entry, try problemWithInstance(of: entry), "it is omitted")
    }
    let isNotAsked = notAsked.contains(StateSubject(entry.question.cell.key, instance: instance))
    if entry.value == nil, isNotAsked { return nil }
    if let obstacle = isHeld(entry, in: instance) ? nil : try planned.obstacle(to: action(entry, in: instance)) {
      let held = planned.reader.state.value(of: entry.question.cell, in: instance, planned.index.fresh)
      return (
        entry.entry, Self.problem(with: obstacle, entry.question.cell),
        held == nil ? "it is omitted" : "the current answer stays"
      )
    }
    guard isNotAsked, !entry.question.isHidden else { return nil }
    return (entry.entry, "it is irrelevant by its rule", Self.kept)
  }

  /// What becomes of a value whose question is not relevant.
  static let kept = "it is kept, and counts as blank"

  /// The cell's problem with a value; the line and the column already identify the cell.
  private static func problem(with obstacle: PlannedActions.Obstacle, _ cell: FormCell) -> String {
    guard case .refused(let refusal) = obstacle else { return obstacle.description }
    if let value = refusal.refusedValue { return value.description }
    return refusal.code == .readOnly && cell.rule(.calculate) != nil
      ? "it is calculated, and its value differs here" : refusal.description
  }

  private func problemWithInstance(of entry: Entry) throws -> String {
    let owner = entry.question.repeatAround ?? ""
    let number = entry.entry.instance
    guard let place = place(of: number, in: owner) else {
      if let around = entry.entry.within {
        return "there is no instance \(around) around it; import the table of the repeat around it first"
      }
      return "“\(owner.shortened)” is in another repeat, and its instance is not specified here; "
        + "import the form with its responses, as export json writes them"
    }
    return try planned.refusal(of: addition(of: entry.entry.within == nil ? nil : number, to: owner, place))?
      .description
      ?? "there is no instance \(number) of “\(owner.shortened)”"
  }
}
