import FormState

/// Two journals of a response, compared cell by cell with where they part.
struct LineComparison {
  /// A cell that the journals leave with different answers.
  struct Difference {
    /// The cell, in the instance of a repeat around it.
    let subject: StateSubject
    /// Its answer where the journals part; `nil` if nobody had given one.
    let before: FieldContent?
    /// Its answer in the journal that counts, and in the other one.
    let (main, other): (Answer, Answer)
    /// What follows.
    let verdict: Verdict
  }

  /// The answer of a cell in a journal.
  struct Answer: Equatable {
    /// The answer; `nil` if nobody gave one, or it was undone.
    let content: FieldContent?
    /// The entry that changed it last; `nil` if none did.
    var time: Timestamp?
    var author: String?
  }

  /// What follows from a difference.
  enum Verdict: String {
    /// Only the journal that counts has changed the cell.
    case main = "kept"
    /// Only the other one has.
    case other = "missing"
    /// Both have, so a person decides.
    case open
  }

  /// The differences, in the order of the cells.
  let differences: [Difference]
  /// The instances that the other journal has added: their repeats and places, by their numbers.
  let added: [Int: (repeatKey: String, place: InstancePlace)]
  /// The instances that the other journal has removed and the one that counts still has.
  let removed: [Int: (repeatKey: String, isTouched: Bool)]
  /// The greatest counter that an instance of the journal that counts had.
  let lastCounter: Int
  /// What people call the instances of both journals.
  let names: (main: InstanceNames, other: InstanceNames)

  /// Compares journals.
  ///
  /// - Parameters:
  ///   - main: the journal that counts.
  ///   - other: the other one.
  ///   - sharedCount: how many of their leading entries are the same.
  ///   - isBefore: the order of cells.
  /// - Complexity: O(n log n) for n changes of both.
  init(
    main: [JournalEntry], other: [JournalEntry], sharedCount: Int,
    order isBefore: (StateSubject, StateSubject) -> Bool = StateSubject.utf8Order
  ) {
    let start = Answers(main.prefix(sharedCount))
    let (left, right) = (start.after(main.dropFirst(sharedCount)), start.after(other.dropFirst(sharedCount)))
    // Instances with the same number are the same one: both come from a rule or from the form.
    let added = right.instances.filter { start.instances[$0.key] == nil && left.instances[$0.key] == nil }
    let own = left.instances.keys.filter { start.instances[$0] == nil && right.instances[$0] == nil }
    var differences: [Difference] = []
    for subject in Set(left.answers.keys).union(right.answers.keys).sorted(by: isBefore) {
      let before = start.answers[subject]?.content
      let none = Answer(content: nil)
      let main = left.answers[subject] ?? none
      let other = right.answers[subject] ?? none
      if added[subject.instance] != nil {
        guard other.content != nil else { continue }
        differences.append(Difference(subject: subject, before: nil, main: none, other: other, verdict: .other))
        continue
      }
      guard main.content != other.content, !own.contains(subject.instance), left.has(subject), right.has(subject) else {
        continue
      }
      let verdict: Verdict = main.content == before ? .other : other.content == before ? .main : .open
      differences.append(Difference(subject: subject, before: before, main: main, other: other, verdict: verdict))
    }
    self.differences = differences
    self.added = added
    let gone = start.instances.filter { right.instances[$0.key] == nil && left.instances[$0.key] != nil }
    removed = gone.reduce(into: [:]) { removed, instance in
      let isTouched = left.answers.contains { subject, answer in
        subject.instance == instance.key && answer.content != start.answers[subject]?.content
      }
      removed[instance.key] = (instance.value.repeatKey, isTouched)
    }
    lastCounter = left.lastCounter
    names = (InstanceNames(left.instances.keys), InstanceNames(right.instances.keys))
  }
}

extension LineComparison {
  /// What people call a cell or an instance, in the journal that has it.
  func address(of subject: StateSubject) -> String {
    subject.description(naming: added[subject.instance] == nil ? names.main : names.other)
  }
}

/// The answers and instances of a journal.
private struct Answers {
  var answers: [StateSubject: LineComparison.Answer] = [:]
  var instances: [Int: (repeatKey: String, place: InstancePlace)] = [:]
  var lastCounter = 0

  init(_ entries: some Sequence<JournalEntry>) { apply(entries) }

  /// Those after more entries.
  func after(_ entries: some Sequence<JournalEntry>) -> Answers {
    var answers = self
    answers.apply(entries)
    return answers
  }

  /// Whether the instance around a cell is there.
  func has(_ subject: StateSubject) -> Bool { subject.instance == 0 || instances[subject.instance] != nil }

  private mutating func apply(_ entries: some Sequence<JournalEntry>) {
    for entry in entries {
      // A checkpoint has the answers of others.
      let isCheckpoint = entry.action == .checkpoint
      for change in entry.changes where change.subject.setAsideFrom == nil {
        switch change.field {
        case .value:
          answers[change.subject] = LineComparison.Answer(
            content: change.after, time: isCheckpoint ? nil : entry.time, author: isCheckpoint ? nil : entry.author)
        case .instance:
          lastCounter = max(lastCounter, InstanceNumber.counter(of: change.subject.instance))
          instances[change.subject.instance] = change.after?.text.flatMap(InstancePlace.init).map {
            (change.subject.key, $0)
          }
        default: break
        }
      }
    }
  }
}
