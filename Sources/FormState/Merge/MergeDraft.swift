/// The changes of a merge without their consequences, and the questions that it leaves open.
struct MergeDraft {
  private let resolution: RegisterResolution
  private var graph: EntryGraph { resolution.graph }
  /// The open questions at the main head.
  let questionsBefore: OpenQuestions
  /// The changes of the state of the main head, by instance, key and field.
  private(set) var changes: [StateChange] = []
  /// The entries that gave changed fields their contents.
  private(set) var origins: [StateChange.Identity: EntryAddress] = [:]
  /// All open questions after the merge.
  private(set) var questions: OpenQuestions
  /// One more than the greatest number of an instance in the entries.
  private(set) var nextNumber = 1

  init(_ resolution: RegisterResolution, questionsBefore: OpenQuestions) {
    self.resolution = resolution
    self.questionsBefore = questionsBefore
    questions = resolution.cut.questions
  }

  /// Joins all registers.
  mutating func join() throws(MergeObstacle) {
    let writes = resolution.writes
    let instances = try MergedInstances(resolution, roster: resolution.roster)
    questions.removeAll { writes.isWritten($0) }
    for (number, subject) in instances.subjects {
      nextNumber = max(nextNumber, number + 1)
      change(StateChange.Identity(.instance, of: subject), to: instances.place(of: number)?.content)
    }
    for identity in writes.order {
      guard let kind = writes.kind(of: identity), kind != .instance, kind != .completion,
        identity.subject.setAsideFrom != nil || instances.exists(identity.subject.instance)
      else { continue }
      let standing = resolution.resolved(identity, kind)
      change(identity, to: standing.content, by: standing.origin)
      if let origin = standing.origin, !standing.others.isEmpty {
        ask(identity, shown: alternative(origin, standing.content), others: standing.others)
      }
    }
    restore(instances)
    for question in instances.questions {
      let place = instances.place(of: question.identity.subject.instance)
      ask(question.identity, shown: alternative(question.answer.node, place?.content), others: question.removals)
    }
    questions.removeAll { $0.subject.setAsideFrom == nil && !instances.exists($0.subject.instance) }
    complete()
    // The order must not depend on how far back the entries were read.
    changes.sort { StateChange.Identity.precedes($0.identity, $1.identity) }
  }

  /// Brings back what instances had at the cut that the main head's line has removed.
  private mutating func restore(_ instances: MergedInstances) {
    let returning = instances.subjects.filter { number, subject in
      resolution.roster.instance(number) == nil && instances.exists(number)
        && resolution.cut[StateChange.Identity(.instance, of: subject)] != nil
    }
    guard !returning.isEmpty else { return }
    for identity in resolution.cut.changedSince.keys
    where identity.field != .instance && returning[identity.subject.instance] != nil
      && identity.subject.setAsideFrom == nil && resolution.writes.kind(of: identity) != nil
      && !resolution.writes.isWritten(identity)
    {
      change(identity, to: resolution.cut[identity])
    }
  }

  /// A response is completed only if all say so, and one who completed it had all answers.
  private mutating func complete() {
    let identity = StateChange.Identity(.completion, of: .response)
    var standing = resolution.standing(identity)
    guard let last = standing.last else { return }
    // Reopening what was completed nowhere says nothing.
    if standing.differ, resolution.wasOpen(where: standing) { standing.removeAll { $0.content == nil } }
    let completions = standing.filter { $0.content != nil }
    let answers = resolution.writes.order.filter { resolution.writes.kind(of: $0)?.isAnswer ?? false }
      .flatMap { resolution.writes[$0] }
    // The first, which stays the first whatever follows.
    func unseen(by completion: RegisterWrite) -> RegisterWrite? {
      answers.filter { !graph.has(completion.node, $0.node) }.min { $0.node < $1.node }
    }
    let reopening = standing.last { $0.content == nil }
    if reopening == nil, completions.contains(where: { unseen(by: $0) == nil }) {
      return change(identity, to: .flag(true))
    }
    change(identity, to: nil)
    guard let completion = completions.last else { return }
    ask(identity, shown: alternative((reopening ?? unseen(by: completion) ?? last).node, nil), others: completions)
  }

  private mutating func change(_ identity: StateChange.Identity, to content: FieldContent?, by origin: Int? = nil) {
    let before = resolution.cut.main[identity.field, of: identity.subject]
    guard before != content else { return }
    changes.append(StateChange(identity.field, of: identity.subject, before: before, after: content))
    if let origin, identity.field == .value { origins[identity] = graph.nodes[origin].line.address }
  }

  private mutating func ask(
    _ identity: StateChange.Identity, shown: OpenQuestion.Alternative, others: [RegisterWrite]
  ) {
    questions[identity] = OpenQuestion(
      identity: identity, shown: shown, others: others.map { alternative($0.node, $0.content) })
  }

  private func alternative(_ node: Int, _ content: FieldContent?) -> OpenQuestion.Alternative {
    let line = graph.nodes[node].line
    return OpenQuestion.Alternative(
      content: content, origin: line.address, author: line.action?.author, device: line.device, time: line.time)
  }
}

extension RegisterResolution {
  /// Whether a response was in progress, without a question, where some writes of the completion part.
  fileprivate func wasOpen(where standing: [RegisterWrite]) -> Bool {
    let identity = StateChange.Identity(.completion, of: .response)
    let common = writes[identity].filter { write in standing.allSatisfy { graph.knows($0.node, write.node) } }
    let before = latest(common)
    guard before.isEmpty else { return before.allSatisfy { $0.content == nil } }
    return cut[identity] == nil && cut.questions[identity] == nil
  }
}

extension StateChange.Identity {
  /// Orders fields by instance, key, version and field.
  static func precedes(_ left: Self, _ right: Self) -> Bool {
    left.subject != right.subject
      ? StateSubject.utf8Order(left.subject, right.subject) : left.field.rawValue < right.field.rawValue
  }
}
