/// The changes of a merge without their consequences, and the questions that it leaves open.
struct MergeDraft {
  private let resolution: RegisterResolution
  private var graph: EntryGraph { resolution.graph }
  /// The changes of the state of the main head, by instance, key and field.
  private(set) var changes: [StateChange] = []
  /// Who said what cells show, where that changes.
  private(set) var origins: [MergeRecord.Origin] = []
  /// All open questions after the merge.
  private(set) var questions: OpenQuestions
  /// One more than the greatest counter of an instance in the entries.
  private(set) var nextCounter = 1

  init(_ resolution: RegisterResolution) {
    self.resolution = resolution
    questions = resolution.cut.questions
  }

  /// Joins all registers.
  mutating func join() throws(MergeObstacle) {
    let writes = resolution.writes
    let instances = try MergedInstances(resolution, roster: resolution.roster)
    questions.removeAll { writes.isWritten($0) }
    for (number, subject) in instances.subjects {
      nextCounter = max(nextCounter, InstanceNumber.counter(of: number) + 1)
      change(StateChange.Identity(.instance, of: subject), to: instances.place(of: number)?.content)
    }
    for identity in writes.order {
      guard let kind = writes.kind(of: identity), kind != .instance, kind != .completion,
        identity.subject.setAsideFrom != nil || instances.exists(identity.subject.instance)
      else { continue }
      let standing = resolution.resolved(identity, kind)
      change(identity, to: standing.content, by: standing.origin)
      if let origin = standing.origin {
        if !standing.others.isEmpty {
          ask(identity, shown: alternative(origin, standing.content), others: standing.others)
        } else if let reopened = standing.reopened {
          questions[identity] = reopened
        }
      }
    }
    restore(instances)
    for question in instances.questions {
      let place = instances.place(of: question.identity.subject.instance)
      ask(question.identity, shown: alternative(question.answer.node, place?.content), others: question.removals)
    }
    questions.removeAll { $0.subject.setAsideFrom == nil && !instances.exists($0.subject.instance) }
    complete()
    record()
    // The order must not depend on how far back the entries were read.
    changes.sort { StateChange.Identity.precedes($0.identity, $1.identity) }
    origins.sort { StateSubject.utf8Order($0.subject, $1.subject) }
  }

  /// Records the questions in the state, instead of those at the main head.
  private mutating func record() {
    let before = OpenQuestions(in: resolution.cut.main, of: resolution.index)
    for identity in Set(before.byField.keys).union(questions.byField.keys)
    where before[identity] != questions[identity] {
      changes.append(
        StateChange(
          identity.question.field, of: identity.subject, before: before[identity]?.content,
          after: questions[identity]?.content))
    }
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
    guard let origin, identity.field == .value, identity.subject.setAsideFrom == nil else { return }
    let line = graph.nodes[origin].line
    origins.append(MergeRecord.Origin(subject: identity.subject, entry: line.address, author: line.action?.author))
  }

  private mutating func ask(
    _ identity: StateChange.Identity, shown: OpenQuestion.Alternative, others: [RegisterWrite]
  ) {
    questions[identity] = OpenQuestion(shown: shown, others: others.map { alternative($0.node, $0.content) })
  }

  private func alternative(_ node: Int, _ content: FieldContent?) -> OpenQuestion.Alternative {
    let line = graph.nodes[node].line
    return OpenQuestion.Alternative(
      content, by: line.action?.author, at: line.time, in: line.address)
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
