import FormState

/// What leads one response to what a line of a sheet says.
///
/// It goes over the entries several times, since what can be answered and how many instances there are may follow from
/// other answers.
struct AnswerSheetPlan {
  /// What the line says of a question.
  struct Entry {
    let entry: AnswerSheet.Entry
    let question: Question
    let value: CellValue?
  }

  /// What has no place, and why.
  typealias Misfit = (entry: AnswerSheet.Entry, problem: String, action: String)

  /// What is done in one go over the entries.
  private enum Pass: CaseIterable {
    /// What a person has entered.
    case answers
    /// What rules give, which may have come from a clock that has gone on.
    case derived
    /// What the line leaves empty, now that it is known what is asked.
    case clearing
  }

  private let entries: [Entry]
  private let clearsEmpty: Bool
  /// Whether nobody has done anything in the response, so that its instances are those of the sheet in their order.
  private let isFresh: Bool
  /// What to do.
  private(set) var planned: PlannedActions
  private var instances: [String: [Int: Int]] = [:]
  /// By repeat the numbers that the sheet has for its instances, in their order.
  private let wanted: [(key: String, numbers: [Int])]

  /// How often what follows from answers is followed.
  private static let mostRounds = 24

  /// Begins with a response as it is.
  ///
  /// - Parameters:
  ///   - entries: what the line says, in its order.
  ///   - contents: the response.
  ///   - index: its definition with all options of its lists, laid out.
  ///   - clearsEmpty: whether what the line leaves empty is cleared.
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
  /// - Returns: what has no place.
  mutating func run() throws -> [Misfit] {
    var rounds = 0
    // What rules give may ask more, or less, than was asked before.
    for pass in Pass.allCases + Pass.allCases where pass != .clearing || clearsEmpty {
      var hasActed = true
      while hasActed, rounds < Self.mostRounds {
        rounds += 1
        hasActed = try matchInstances()
        let notAsked = pass == .clearing ? planned.form.subjectsNotAsked(in: planned.reader.state) : []
        for entry in entries where self.pass(of: entry) == pass {
          if try match(entry, notAsked) { hasActed = true }
        }
      }
    }
    let notAsked = planned.form.subjectsNotAsked(in: planned.reader.state)
    return try entries.compactMap { try misfit($0, notAsked) }
  }

  // MARK: - Instances

  /// Adds the instances that are missing, with their numbers where these are free; and of a fresh response takes those
  /// away that the sheet does not have.
  private mutating func matchInstances() throws -> Bool {
    let before = planned.actions.count
    for (key, number) in wanted.flatMap({ wanted in wanted.numbers.map { (wanted.key, $0) } }).sorted(by: {
      $0.1 < $1.1
    }) {
      guard let place = topmost(key), !there(place).contains(instances[key]?[number] ?? 0) else { continue }
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

  /// The place of a repeat that stands in no other one; of the others nothing in a sheet says which of them is meant.
  private func topmost(_ key: String) -> CellPlace? {
    planned.index.place(ofCell: key).flatMap { planned.index.repeats.repeatAround($0) == nil ? $0 : nil }
  }

  private func there(_ place: CellPlace) -> [Int] { planned.reader.instances(of: place).map(\.number) }

  /// The instance that a number of the sheet means: the one that has it, else a new one; where none can be added to a
  /// fresh response, the next one of those that are there by themselves.
  private mutating func instance(_ number: Int, of key: String, _ place: CellPlace) throws -> Int? {
    if there(place).contains(number) { return number }
    if try planned.act(.add(.key(key), number: number)) { return number }
    if try planned.act(.add(.key(key))) { return there(place).last }
    let meant = Set(instances[key, default: [:]].values)
    return isFresh ? there(place).first { !meant.contains($0) && !wants($0, of: key) } : nil
  }

  private func wants(_ number: Int, of key: String) -> Bool {
    wanted.contains { $0.key == key && $0.numbers.contains(number) }
  }

  /// Takes other instances away, and puts these in their order.
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

  /// The instance that an entry is about in the response; `nil` where there is none such.
  private func instance(of entry: Entry) -> Int? {
    guard entry.entry.instance > 0, let owner = entry.question.repeatAround else { return 0 }
    return instances[owner]?[entry.entry.instance]
  }

  private func action(_ entry: Entry, in instance: Int) -> FormAction {
    let key = entry.question.cell.key
    let reference = instance == 0 ? CellReference.key(key) : .instance(key, number: instance)
    return entry.value.map { .set(reference, $0) } ?? .clear(reference)
  }

  private func isHeld(_ entry: Entry, in instance: Int) -> Bool {
    let held = planned.reader.state.value(of: entry.question.cell, in: instance, planned.index.fresh)
    return AnswerSheetValue.isHeld(entry.value, held, in: entry.question)
  }

  /// Whether an entry only says that an instance is there.
  private func saysNothing(_ entry: Entry) -> Bool { entry.value == nil && !clearsEmpty }

  private func pass(of entry: Entry) -> Pass {
    if entry.value == nil { return .clearing }
    // Rules say what the cell holds, so that it is looked at once everything else is there.
    return entry.question.cell.rules.contains { $0.kind.givesValue || $0.kind == .set } ? .derived : .answers
  }

  private mutating func match(_ entry: Entry, _ notAsked: Set<StateSubject>) throws -> Bool {
    guard !saysNothing(entry), let instance = instance(of: entry), !isHeld(entry, in: instance),
      // What is not asked now is kept, whatever it holds.
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
    if let refusal = isHeld(entry, in: instance) ? nil : try planned.refusal(of: action(entry, in: instance)) {
      let held = planned.reader.state.value(of: entry.question.cell, in: instance, planned.index.fresh)
      return (
        entry.entry, Self.problem(of: refusal, entry.question.cell),
        held == nil ? "it is omitted" : "the current answer stays"
      )
    }
    guard isNotAsked, !entry.question.isHidden else { return nil }
    return (entry.entry, "it is irrelevant by its rule", "it is kept, and counts as blank")
  }

  /// What the cell says of a value; the line and the column say already which cell it is.
  private static func problem(of refusal: ActionError, _ cell: FormCell) -> String {
    switch refusal {
    case .refusedValue(_, let refusal): refusal.description
    case .readOnly where cell.rule(.calculate) != nil: "it is calculated, and its value differs here"
    default: refusal.description
    }
  }

  private func problemWithInstance(of entry: Entry) throws -> String {
    let owner = entry.question.repeatAround ?? ""
    guard topmost(owner) != nil else {
      return "“\(owner.shortened)” is in another repeat, and its instance is not specified here; "
        + "import the form with its responses, as export --format json writes them"
    }
    return try planned.refusal(of: .add(.key(owner)))?.description
      ?? "there is no instance \(entry.entry.instance) of “\(owner.shortened)”"
  }
}
