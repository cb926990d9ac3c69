import TestSupport

@testable import FormState

/// A random schedule of devices and a collector that work on one response and exchange their entries, all from one
/// seed.
struct MergeSchedule {
  /// What happened.
  struct Tally: Sendable {
    var entries = 0
    var merges = 0
    var heads = 0
    var questions = 0
    var combined = 0
    var undone = 0
    var settled = 0
    var waiting = 0
    var mostHeads = 0

    static func + (left: Tally, right: Tally) -> Tally {
      var sum = left
      sum.entries += right.entries
      sum.merges += right.merges
      sum.heads += right.heads
      sum.questions += right.questions
      sum.combined += right.combined
      sum.undone += right.undone
      sum.settled += right.settled
      sum.waiting += right.waiting
      sum.mostHeads = max(left.mostHeads, right.mostHeads)
      return sum
    }
  }

  let world = MergeWorld()
  private(set) var tally = Tally()
  /// What is wrong; empty if nothing is.
  private(set) var faults: [String] = []
  private var random: SeededGenerator
  private var devices: [MergeDevice]
  private var copies: [Int: MergeDevice] = [:]
  private var folder: [Set<Int>] = []

  init(seed: UInt64, fault: MergeControl? = nil) {
    random = SeededGenerator(seed: seed)
    world.fault = fault
    let count = Int.random(in: 3...5, using: &random)
    devices = []
    for number in 0..<count {
      let skew = ([0, 0, 0, -1_000_000, 1_000_000, 3_600] as [Int64]).randomElement(using: &random) ?? 0
      devices.append(MergeDevice("d\(number)", skew: skew))
    }
    devices.append(MergeDevice("hub"))
  }

  private var people: Range<Int> { 0..<(devices.count - 1) }
  private var hub: Int { devices.count - 1 }

  private mutating func chance(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &random) < probability }

  private mutating func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &random) }

  /// Runs the schedule and checks what everybody sees in the end, before and after the questions are settled.
  mutating func run() throws {
    do {
      try work()
      exchangeAll()
      try verify()
      try settle()
    } catch is MergeObstacle {
      tally.waiting += 1
    }
    tally.entries = world.entries.count
    tally.merges = world.builtUpon
    if world.misreads > 0 { faults.append("an entry was read twice, or one before the cut") }
  }

  private mutating func work() throws {
    _ = try devices[0].act(.set("owner", "Ada"), in: world, seed: random.next())
    for device in devices.indices { devices[device].known = devices[0].known }
    let busy = [0.4, 0.5, 0.6].randomElement(using: &random) ?? 0.5
    for _ in 0..<Int.random(in: 12...60, using: &random) {
      let device = Int.random(in: people, using: &random)
      let kind = Double.random(in: 0..<1, using: &random)
      switch kind {
      case ..<busy: try person(device)
      case ..<0.7:
        give(from: device, to: hub)
        give(from: hub, to: device)
      case ..<0.75: folder.append(devices[device].known)
      case ..<0.82: if let file = pick(folder) { take(file, device, mayLose: true) }
      case ..<0.9: give(from: device, to: Int.random(in: people, using: &random))
      case ..<0.94: copies[device] = devices[device]
      case ..<0.97: if let copy = copies[device] { devices[device] = putBack(copy, device) }
      default: devices[hub].known = devices[0].known
      }
    }
  }

  /// A file is put back; the clock of the device goes on.
  private func putBack(_ copy: MergeDevice, _ device: Int) -> MergeDevice {
    var back = copy
    back.clock = devices[device].clock
    return back
  }

  private mutating func give(from: Int, to: Int) { take(devices[from].known, to, mayLose: true) }

  private mutating func take(_ entries: Set<Int>, _ device: Int, mayLose: Bool) {
    var random = random
    devices[device].take(entries, in: world) { mayLose && Double.random(in: 0..<1, using: &random) < 0.1 }
    self.random = random
  }

  /// Everybody exchanges everything, in some order.
  private mutating func exchangeAll() {
    let all = devices.reduce(into: Set<Int>()) { $0.formUnion($1.known) }
    while devices.contains(where: { $0.known != all }) {
      let (from, to) = (
        Int.random(in: devices.indices, using: &random), Int.random(in: devices.indices, using: &random)
      )
      give(from: from, to: to)
    }
  }

  // MARK: - People

  private mutating func person(_ device: Int) throws {
    let response = try world.response(of: devices[device].known)
    let seed = random.next()
    if response.state.isCompleted {
      if chance(0.5) { try devices[device].act(.reopen, in: world, seed: seed) }
      return
    }
    if let open = pick(response.questions.inOrder), chance(0.25) {
      if try settle(open.question, about: open.identity, response, device) { tally.settled += 1 }
      return
    }
    if chance(0.12) {
      if try devices[device].undo(in: world) { tally.undone += 1 }
      return
    }
    if let action = action(in: response.state) { try devices[device].act(action, in: world, seed: seed) }
  }

  private mutating func action(in state: ResponseState) -> FormAction? {
    let instances = state.instances.keys.sorted(by: StateSubject.utf8Order)
    let rooms = instances.filter { $0.key == "room" }.map(\.instance)
    let bags = instances.filter { $0.key == "bag" }.map(\.instance)
    let text = CellValue.text(pick(["u", "v", "w"]) ?? "u")
    switch Int.random(in: 0..<30, using: &random) {
    case 0..<3: return .set("owner", text)
    case 3..<6: return .choose(.key("roof=\(pick(["good", "fair", "poor"]) ?? "good")"))
    case 6..<8: return .set("advice", text)
    case 8: return .set("reason", text)
    case 9..<12: return .choose(.key(pick(MergeForm.damages) ?? "a"))
    case 12..<14: return .set("floors", .integer(Int64.random(in: 1...8, using: &random)))
    case 14: return .clear(.key(pick(["owner", "advice", "secret", "damage"]) ?? "owner"))
    case 15: return .set("secret", text)
    case 16: return .reset(.key(pick(["owner", "roof", "damage"]) ?? "owner"))
    case 17..<19:
      return .add(
        "room", before: pick(rooms).map { .instance("room", number: $0) }, number: world.plantedNumber(in: state))
    case 19..<22:
      guard let room = pick(rooms) else { return .add("room", number: world.plantedNumber(in: state)) }
      return pick([
        .set(.instance("name", number: room), text), .set(.instance("note", number: room), text),
        .set(.instance("amount", number: room), .integer(Int64.random(in: 1...120, using: &random))),
      ])
    case 22: return pick(bags).map { .set(.instance("label", number: $0), text) }
    case 23: return pick(rooms).map { .add(.instance("bag", number: $0), number: world.plantedNumber(in: state)) }
    case 24: return pick(rooms).map { .remove(.instance("room", number: $0)) }
    case 25: return pick(bags).map { .remove(.instance("bag", number: $0)) }
    case 26:
      guard let moved = pick(rooms) else { return nil }
      return .move(.instance("room", number: moved), before: pick(rooms).map { .instance("room", number: $0) })
    case 27: return .complete
    case 28: return pick([.expand("roof"), .collapse("roof"), .fold(section: "inside"), .unfold(section: "inside")])
    default:
      return pick([.markSaved, .reportFault("No.", on: "owner", from: "hq"), .withdrawFaults(from: "hq", on: "owner")])
    }
  }

  /// Settles a question, by one of its alternatives.
  private mutating func settle(
    _ question: OpenQuestion, about identity: StateChange.Identity, _ response: MergeWorld.Response, _ device: Int
  ) throws -> Bool {
    let (subject, seed) = (identity.subject, random.next())
    let cell = CellReference.instance(subject.key, number: subject.instance)
    let reference = subject.instance == 0 ? CellReference.key(subject.key) : cell
    switch identity.field {
    case .completion:
      return try devices[device].act(chance(0.5) ? .complete : .reopen, in: world, seed: seed, isSaid: true)
    case .instance: return try devices[device].act(.remove(reference), in: world, seed: seed)
    default:
      let said = question.alternatives.map(\.content)
      switch pick(said) ?? nil {
      case .value(let value)?:
        return try devices[device].act(.set(reference, value), in: world, seed: seed, isSaid: true)
      case nil where question.shown.content != nil:
        return try devices[device].act(.reset(reference), in: world, seed: seed)
      default: return try devices[device].act(.clear(reference), in: world, seed: seed, isSaid: true)
      }
    }
  }

  /// Two persons settle what is open at the same time, then one settles everything.
  private mutating func settle() throws {
    for device in [0, 1, 0] {
      for _ in 0..<60 {
        let response = try world.response(of: devices[device].known)
        guard
          let open = response.questions.inOrder.first(where: {
            !response.state.isCompleted || $0.identity.field == .completion
          })
        else {
          if response.questions.isEmpty { break }
          try devices[device].act(.reopen, in: world, seed: 1)
          continue
        }
        if try !settle(open.question, about: open.identity, response, device) {
          try devices[device].act(.reopen, in: world, seed: 1, isSaid: true)
        }
      }
      if device == 0 { exchangeAll() }
    }
    exchangeAll()
    try verify()
    let left = try world.response(of: devices[0].known).questions
    if !left.isEmpty { faults.append("open after one person settled everything: \(left.inOrder.map(\.identity))") }
  }

  // MARK: - Checks

  private mutating func verify() throws {
    let all = devices[0].known
    let heads = world.heads(of: all)
    let shared = try world.response(of: all)
    (tally.heads, tally.mostHeads) = (tally.heads + heads.count, max(tally.mostHeads, heads.count))
    tally.questions += shared.questions.byField.count
    tally.combined += shared.merge?.changes.count ?? 0
    for device in devices.indices {
      if devices[device].known != all { faults.append("\(devices[device].name) lacks an entry") }
      let others = all.sorted().filter { _ in device > 0 && Double.random(in: 0..<1, using: &random) < 0.1 }
      let own = try world.computed(heads: heads.shuffled(using: &random), besides: others)
      if own.address != shared.address || own.digest != shared.digest || own.questions != shared.questions {
        faults.append("\(devices[device].name) sees something else")
      }
    }
    faults += MergeOracle(world, known: all).faults(of: shared)
    faults += try Self.faultsOfRules(in: shared.state)
    let isOwned = shared.state[.value, of: StateSubject("owner")]?.value != nil
    if isOwned != (shared.state[.calculated, of: StateSubject("stamp")]?.value != nil) {
      faults.append("the stamp does not follow from the owner")
    }
    let unfit = try StateFit(MergeForm.index, version: 1, definition: { _ in nil }).unfitSubjects(in: shared.state)
    if !unfit.isEmpty { faults.append("the state does not fit: \(unfit)") }
  }

  /// What differs if all rules are evaluated again; the results of chance stay.
  private static func faultsOfRules(in state: ResponseState) throws -> [String] {
    var answers = state.withoutDerived
    answers.apply(StateChange(.completion, of: .response, before: answers[.completion, of: .response], after: nil))
    let reader = FormReader(MergeForm.index, version: 1, state: answers)
    for change in try Decision(.recalculate, reader: reader).changes.map(\.change) { answers.apply(change) }
    return state.changes(to: answers).filter {
      $0.field != .completion && !($0.field == .calculated && ["stamp", "code"].contains($0.subject.key))
    }.map { "rules make \($0.field) of \($0.subject) \($0.after as Any), not \($0.before as Any)" }
  }
}
