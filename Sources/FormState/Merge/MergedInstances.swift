/// The instances of repeats after a merge.
///
/// What was added on any side is there, and of two moves the greatest stands. A removed instance stays with an open
/// question if a person answered in it, or in an instance in it, and no remover knew that answer.
struct MergedInstances {
  /// The places of the instances that were added, moved or removed after the cut; an inner `nil` is a removed one.
  private var places: [Int: InstancePlace?] = [:]
  /// The repeats of these instances.
  private(set) var subjects: [Int: StateSubject] = [:]
  /// The questions, with the writes of the removals and the first answer that none of the removers knew.
  private(set) var questions: [(identity: StateChange.Identity, removals: [RegisterWrite], answer: RegisterWrite)] = []
  private let roster: InstanceRoster

  /// Joins the places of instances.
  ///
  /// - Parameters:
  ///   - resolution: what stands after the cut.
  ///   - roster: the instances at the main head.
  /// - Throws: ``MergeObstacle/number(_:)`` if two persons gave one number.
  /// - Complexity: O(k d w) for k writes in instances d levels deep, of which w stand at a time.
  init(_ resolution: RegisterResolution, roster: InstanceRoster) throws(MergeObstacle) {
    self.roster = roster
    let written = resolution.writes.order.filter { resolution.writes.kind(of: $0) == .instance }
    for identity in written + resolution.cut.changedSince.keys.filter({ resolution.writes.kind(of: $0) == .instance }) {
      guard subjects[identity.subject.instance] == nil || subjects[identity.subject.instance] == identity.subject else {
        throw .number(identity.subject.instance)
      }
      subjects[identity.subject.instance] = identity.subject
      places[identity.subject.instance] = resolution.cut[identity]?.place
    }
    let answers = Answers(resolution, parents: parents(resolution, written))
    for identity in written {
      let number = identity.subject.instance
      guard resolution.isOne(identity) else { throw .number(number) }
      let standing = resolution.standing(identity)
      let removals = standing.filter { $0.content == nil }
      guard !removals.isEmpty else {
        places[number] = resolution.place(identity, among: resolution.writes[identity])?.place
        continue
      }
      places[number] = .some(nil)
      guard let answer = answers.first(in: number, unknownTo: removals, resolution.graph) else { continue }
      let placing = resolution.writes[identity].filter { $0.content != nil }
      places[number] = resolution.place(identity, among: placing)?.place
      questions.append((identity, removals, answer))
    }
    let open = questions.filter { exists($0.identity.subject.instance) }
    questions = open
  }

  /// Whether an instance exists after the merge, with all that are around it; 0 does.
  func exists(_ number: Int) -> Bool {
    guard number > 0 else { return true }
    if let place = places[number] { return place.map { $0.parent < number && exists($0.parent) } ?? false }
    guard let instance = roster.instance(number) else { return false }
    return instance.cell.instance < number && exists(instance.cell.instance)
  }

  /// The place of an instance after the merge; `nil` if it does not exist.
  func place(of number: Int) -> InstancePlace? { exists(number) ? places[number] ?? nil : nil }

  /// The instance around each instance that a change names.
  private func parents(_ resolution: RegisterResolution, _ written: [StateChange.Identity]) -> [Int: Int] {
    var parents = places.compactMapValues { $0?.parent }
    for identity in written {
      for write in resolution.writes[identity] {
        if let place = write.content?.place ?? write.before?.place { parents[identity.subject.instance] = place.parent }
      }
    }
    return parents
  }

  /// The answers of persons, by each instance around them.
  private struct Answers {
    private var byInstance: [Int: [RegisterWrite]] = [:]

    init(_ resolution: RegisterResolution, parents: [Int: Int]) {
      for identity in resolution.writes.order where identity.subject.setAsideFrom == nil {
        guard let kind = resolution.writes.kind(of: identity), kind.isAnswer, identity.subject.instance > 0 else {
          continue
        }
        var number = identity.subject.instance
        if kind == .instance { number = parents[number] ?? 0 }
        let answers = resolution.writes[identity].filter { $0.isPersons && (kind != .instance || $0.content != nil) }
        while number > 0, !answers.isEmpty {
          byInstance[number, default: []] += answers
          let around = parents[number] ?? resolution.roster.instance(number)?.cell.instance ?? 0
          number = around < number ? around : 0
        }
      }
    }

    /// The first answer in an instance that no remover had: it stays the first whatever follows.
    func first(in number: Int, unknownTo removals: [RegisterWrite], _ graph: EntryGraph) -> RegisterWrite? {
      byInstance[number]?.filter { answer in removals.allSatisfy { !graph.has($0.node, answer.node) } }
        .min { $0.node < $1.node }
    }
  }
}

extension RegisterResolution {
  /// Whether an instance is the same for all who added it without knowing of each other: no two persons did, and rules
  /// put it into the same instance.
  fileprivate func isOne(_ identity: StateChange.Identity) -> Bool {
    let added = latest(writes[identity].filter { $0.before == nil && $0.content != nil }, at: \.node)
    guard added.count > 1 else { return true }
    return Set(added.map { $0.content?.place?.parent }).count == 1
      && !added.contains { graph.nodes[$0.node].line.action?.action.kind == .add }
  }
}
