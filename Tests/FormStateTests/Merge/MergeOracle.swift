@testable import FormState

/// What must show after a merge, by all pairs of writes and sets of entries: without a graph, a cut or a state.
struct MergeOracle {
  typealias Said = MergeWorld.Said
  typealias Identity = StateChange.Identity

  private let entries: [MergeWorld.Entry]
  private let known: Set<Int>
  private let writers: [Identity: [Int]]

  init(_ world: MergeWorld, known: Set<Int>) {
    entries = world.entries
    self.known = known
    var writers: [Identity: [Int]] = [:]
    for number in known.sorted() {
      for identity in world.entries[number].says.keys { writers[identity, default: []].append(number) }
    }
    self.writers = writers
  }

  /// The mismatches of a response, in words.
  func faults(of response: MergeWorld.Response) -> [String] {
    var found: [String] = []
    for (identity, writers) in writers {
      switch identity.field {
      case .instance: found += faults(ofInstance: identity, response)
      case .completion: found += faults(ofCompletion: writers, response)
      case _ where !exists(identity.subject.instance): break
      case _ where identity.subject.key == "damage": found += faults(ofChoices: identity, writers, response)
      default: found += faults(ofValue: identity, writers, response)
      }
    }
    for question in response.questions.inOrder where writers[question.identity] == nil {
      found.append("a question that nobody raised: \(question.identity)")
    }
    return found
  }

  // MARK: - Sets

  private func tops(_ writers: [Int]) -> [Int] {
    writers.filter { one in !writers.contains { entries[$0].past.contains(one) } }
      .sorted { entries[$0].line.address < entries[$1].line.address }
  }

  private func common(_ writers: [Int], _ tops: [Int]) -> [Int] {
    writers.filter { one in tops.allSatisfy { entries[$0].past.contains(one) } }
  }

  private func said(_ number: Int, _ identity: Identity) -> Said {
    entries[number].says[identity] ?? Said(before: nil, after: nil, isPersons: false)
  }

  // MARK: - Values

  /// What shows of a value, and all that is said of it if that is open.
  private func value(_ identity: Identity, _ writers: [Int]) -> (shown: FieldContent?, said: Set<FieldContent?>) {
    let tops = tops(writers)
    guard !tops.isEmpty else { return (nil, [nil]) }
    func contents(_ some: [Int]) -> Set<FieldContent?> { Set(some.map { said($0, identity).after }) }
    var counting = tops
    if contents(tops).count > 1 {
      let before = value(identity, common(writers, tops)).said
      let changed = tops.filter { before != [said($0, identity).after] }
      if !changed.isEmpty { counting = changed }
    }
    let persons = counting.filter { said($0, identity).isPersons }
    let candidates = persons.isEmpty ? counting : persons
    let isSecret = identity.subject.key == "secret"
    let preferred = candidates.filter { (said($0, identity).after?.value != nil) != isSecret }
    let shown = said((preferred.last ?? candidates.last)!, identity).after
    return (shown, persons.isEmpty ? [shown] : contents(candidates))
  }

  private func faults(ofValue identity: Identity, _ writers: [Int], _ response: MergeWorld.Response) -> [String] {
    let expected = value(identity, writers)
    let shown = response.state[identity.field, of: identity.subject]
    var said: Set<FieldContent?> = [shown]
    if let question = response.questions[identity] {
      said.formUnion(question.others.map(\.content))
      if question.shown.content != shown || said.count != question.others.count + 1 {
        return ["\(identity.subject) shows something else than its question"]
      }
    }
    if shown != expected.shown { return ["\(identity.subject) shows \(shown as Any), not \(expected.shown as Any)"] }
    if said.subtracting(expected.said) != [] { return ["\(identity.subject) is asked about without need"] }
    return said == expected.said ? [] : ["of \(identity.subject) is lost \(expected.said.subtracting(said))"]
  }

  // MARK: - Choices

  private func faults(ofChoices identity: Identity, _ writers: [Int], _ response: MergeWorld.Response) -> [String] {
    func options(_ content: FieldContent?) -> Set<String> { Set(content?.value?.chosenValues ?? []) }
    func stands(_ option: String, _ toggles: [Int]) -> Bool {
      let tops = tops(toggles)
      let says = Set(tops.map { options(said($0, identity).after).contains(option) })
      if says.count > 1 { return !stands(option, common(toggles, tops)) }
      return says.contains(true)
    }
    let shown = options(response.state[.value, of: identity.subject])
    if response.questions[identity] != nil { return ["choices are asked about"] }
    return MergeForm.damages.compactMap { option in
      let toggles = writers.filter {
        options(said($0, identity).before).contains(option) != options(said($0, identity).after).contains(option)
      }
      let expected = stands(option, toggles)
      return shown.contains(option) == expected ? nil : "option \(option) is \(expected ? "missing" : "there")"
    }
  }

  // MARK: - Instances

  private func identity(ofInstance number: Int) -> Identity? {
    writers.keys.first { $0.field == .instance && $0.subject.instance == number }
  }

  private func parent(of number: Int) -> Int {
    guard let identity = identity(ofInstance: number) else { return 0 }
    for writer in writers[identity] ?? [] {
      let said = said(writer, identity)
      if let place = (said.after ?? said.before)?.place { return place.parent }
    }
    return 0
  }

  private func isIn(_ identity: Identity, _ number: Int) -> Bool {
    var inner = identity.subject.instance
    if identity.field == .instance { inner = parent(of: inner) }
    while inner > 0, inner != number { inner = parent(of: inner) }
    return inner == number
  }

  /// The removals that stand, and whether a person answered inside unknown to all of them.
  private func removal(of number: Int) -> (removals: [Int], isAnswered: Bool)? {
    guard let identity = identity(ofInstance: number), let all = writers[identity] else { return nil }
    let removals = tops(all).filter { said($0, identity).after == nil }
    guard !removals.isEmpty else { return nil }
    let isAnswered = writers.contains { other, numbers in
      guard other.field != .completion, isIn(other, number) else { return false }
      return numbers.contains { answer in
        let said = said(answer, other)
        return said.isPersons && (other.field != .instance || said.after != nil)
          && removals.allSatisfy { $0 != answer && !entries[$0].past.contains(answer) }
      }
    }
    return (removals, isAnswered)
  }

  private func exists(_ number: Int) -> Bool {
    guard number > 0 else { return true }
    guard identity(ofInstance: number) != nil, exists(parent(of: number)) else { return false }
    return removal(of: number)?.isAnswered ?? true
  }

  private func faults(ofInstance identity: Identity, _ response: MergeWorld.Response) -> [String] {
    let number = identity.subject.instance
    let isThere = response.state[.instance, of: identity.subject] != nil
    if isThere != exists(number) { return ["instance \(number) is \(isThere ? "there" : "missing")"] }
    let isAsked = response.questions[identity] != nil
    let needsAsking = isThere && removal(of: number) != nil
    return isAsked == needsAsking ? [] : ["instance \(number) is \(isAsked ? "" : "not ")asked about"]
  }

  // MARK: - Completion

  private func faults(ofCompletion writers: [Int], _ response: MergeWorld.Response) -> [String] {
    let identity = Identity(.completion, of: .response)
    func isDone(_ number: Int) -> Bool { said(number, identity).after != nil }
    var tops = tops(writers)
    if Set(tops.map(isDone)).count > 1,
      common(writers, tops).filter({ self.tops(common(writers, tops)).contains($0) })
        .allSatisfy({ !isDone($0) })
    {
      tops.removeAll { !isDone($0) }
    }
    let answers = self.writers.filter { $0.key.field != .completion }.values.flatMap { self.tops($0) }
    func isWhole(_ number: Int) -> Bool { answers.allSatisfy { $0 == number || entries[number].past.contains($0) } }
    let expected = tops.allSatisfy(isDone) && tops.contains(where: isWhole)
    if response.state.isCompleted != expected { return ["completed: \(response.state.isCompleted)"] }
    let asks = !expected && tops.contains(where: isDone)
    return (response.questions[identity] != nil) == asks ? [] : ["completion is asked about: \(!asks)"]
  }
}
