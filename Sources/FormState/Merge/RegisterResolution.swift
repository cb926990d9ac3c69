/// What stands in the registers of a merge.
///
/// It is a function of the entries after the cut and the state there, so it depends neither on the order in which
/// entries arrived nor on who joins them.
struct RegisterResolution {
  /// What stands in a register.
  struct Standing {
    /// The content that shows.
    let content: FieldContent?
    /// The last entry that said it; `nil` if it is as at the cut.
    let origin: Int?
    /// If the question is open, the last write of each other thing said, in the order of the entries.
    var others: [RegisterWrite] = []
    /// The question that the entry opened again, by taking back what had settled it.
    var reopened: OpenQuestion?
  }

  let graph: EntryGraph
  let writes: RegisterWrites
  let index: FormIndex
  let cut: CutState
  /// The position of the main head; `nil` at the cut.
  let main: Int?

  /// The instances at the main head.
  let roster: InstanceRoster
  /// The repeats of the instances that entries after the cut name.
  let instanceSubjects: [Int: StateSubject]

  /// Reads the entries after the cut.
  ///
  /// - Parameters:
  ///   - graph: the entries.
  ///   - reader: the response at the main head.
  /// - Complexity: O(k) for k changes after the cut, and O(n) for n touched cells.
  init(of graph: EntryGraph, reader: FormReader) {
    self.graph = graph
    index = reader.index
    roster = reader.roster
    let writes = RegisterWrites(of: graph, in: reader.index)
    self.writes = writes
    let instances = writes.order.filter { writes.kind(of: $0) == .instance }.map(\.subject)
    instanceSubjects = Dictionary(instances.map { ($0.instance, $0) }) { first, _ in first }
    main = graph.main.flatMap(graph.position)
    cut = CutState(reader.state, before: main.map { graph.path(to: $0).map { graph.nodes[$0].line } } ?? [], index)
  }

  // MARK: - Histories

  /// The elements whose entries no other one's author knew, in the order of the entries.
  ///
  /// - Complexity: O(k w) for k elements of which w stand at a time.
  func latest<Element>(_ elements: some Sequence<Element>, at node: (Element) -> Int) -> [Element] {
    var latest: [Element] = []
    for element in elements {
      latest.removeAll { graph.knows(node(element), node($0)) }
      latest.append(element)
    }
    return latest
  }

  func latest(_ writes: some Sequence<RegisterWrite>) -> [RegisterWrite] { latest(writes, at: \.node) }

  /// The standing writes of a field, in the order of the entries.
  func standing(_ identity: StateChange.Identity) -> [RegisterWrite] { latest(writes[identity]) }

  /// How often lines may part again and again before what showed there no longer matters.
  private static let mostPartings = 100

  /// Joins the latest elements, and for that what all of their authors knew before they parted, and so on.
  ///
  /// - Parameters:
  ///   - elements: in the order of the entries.
  ///   - beginning: the result at the cut.
  ///   - content: what an element says; where all say the same it does not matter where they part.
  ///   - join: joins elements with the result where they part; `nil` if that does not matter, or is not known.
  /// - Complexity: O(k w p) for k elements of which w stand at a time, that part p times, at most a hundred.
  func joined<Element, Result>(
    _ elements: [Element], at node: (Element) -> Int, saying content: KeyPath<Element, some Equatable>,
    beginning: Result, join: ([Element], Result?) -> Result
  ) -> Result {
    var partings: [[Element]] = []
    var left = elements
    while !left.isEmpty, partings.count < Self.mostPartings {
      let latest = latest(left, at: node)
      partings.append(latest)
      if latest.allSatisfy({ $0[keyPath: content] == latest[0][keyPath: content] }) { break }
      left = left.filter { element in latest.allSatisfy { graph.knows(node($0), node(element)) } }
    }
    var result: Result? = left.isEmpty ? beginning : nil
    for latest in partings.reversed() { result = join(latest, result) }
    return result ?? beginning
  }

  // MARK: - Joining

  /// What stands in a register that was written; instances and completion are joined elsewhere.
  func resolved(_ identity: StateChange.Identity, _ kind: RegisterKind) -> Standing {
    switch kind {
    case .choices: choices(identity, among: writes[identity])
    case .kept: kept(identity)
    case .result: result(identity)
    case .touched: Standing(content: .flag(true), origin: writes[identity].last?.node)
    case .reports: reports(identity)
    case .answer, .instance, .completion: answer(identity, among: writes[identity])
    }
  }

  /// The value of a cell that shows, or that the author of an entry saw after it.
  func shownContent(ofValue identity: StateChange.Identity, seenAt node: Int? = nil) -> FieldContent? {
    let all = writes[identity]
    let seen = node.map { node in all.filter { graph.has(node, $0.node) } } ?? all
    guard !seen.isEmpty, let kind = writes.kind(of: identity) else { return cut[identity] }
    return (kind == .choices ? choices : answer)(identity, seen).content
  }

  /// An answer, as some of its writes say.
  ///
  /// What is as where they part drops out, such as what was undone. A person's answer goes before what a rule entered;
  /// of two by rules the greatest stands, and two by persons ask.
  func answer(_ identity: StateChange.Identity, among writes: [RegisterWrite]) -> Standing {
    let isSensitive = index.cell(of: identity.subject)?.isSensitive ?? false
    return joined(writes, at: \.node, saying: \.content, beginning: cut.standing(of: identity)) { latest, parting in
      let changing = parting.map { latest.without($0.contents) } ?? latest
      // To open a question again is no answer, beside one that somebody gives.
      let answering = changing.filter { $0.reopens == nil }
      let counting = answering.isEmpty ? changing : answering
      let persons = counting.filter(\.isPersons)
      // The last write of each content.
      var last: [FieldContent?: RegisterWrite] = [:]
      for write in persons.isEmpty ? counting : persons { last[write.content] = write }
      let said = last.values.sorted { $0.node < $1.node }
      // A sensitive answer that somebody cleared must not show; any other rather shows than not.
      guard let shown = said.last(where: { $0.content.isGiven != isSensitive }) ?? said.last else {
        return cut.standing(of: identity)
      }
      let others = persons.isEmpty ? [] : said.filter { $0.node != shown.node }
      return Standing(content: shown.content, origin: shown.node, others: others, reopened: shown.reopens)
    }
  }

  /// The place of an instance, as some writes say that give it one: of two moves the greatest.
  func place(_ identity: StateChange.Identity, among placing: [RegisterWrite]) -> FieldContent? {
    joined(placing, at: \.node, saying: \.content, beginning: cut[identity]) { latest, parting in
      let counting = parting.map { latest.without([$0]) } ?? latest
      return (counting.last(where: \.isPersons) ?? counting.last)?.content
    }
  }

  /// The side that changed it; if several did, the main head's.
  private func kept(_ identity: StateChange.Identity) -> Standing {
    joined(writes[identity], at: \.node, saying: \.content, beginning: cut.standing(of: identity)) { latest, parting in
      let counting = parting.map { latest.without([$0.content]) } ?? latest
      let own = counting.last { write in main.map { graph.has($0, write.node) } ?? false }
      let write = own ?? counting.last
      return Standing(content: write.map(\.content) ?? cut[identity], origin: write?.node)
    }
  }
}

extension RegisterResolution.Standing {
  /// Everything that is said.
  fileprivate var contents: Set<FieldContent?> { Set([content] + others.map(\.content)) }
}

/// What a state has at the cut: the state of the main head without the changes since.
struct CutState {
  /// The state of the main head.
  let main: ResponseState
  /// The contents before the first change on the way to the main head.
  let changedSince: [StateChange.Identity: FieldContent?]
  /// The open questions at the cut.
  let questions: OpenQuestions

  /// Goes back from the main head.
  ///
  /// - Parameters:
  ///   - main: the state of the main head.
  ///   - lines: the entries from the main head back to the cut.
  ///   - index: the definition.
  /// - Complexity: O(k) for k changes of these entries, and O(n) for n touched cells.
  init(_ main: ResponseState, before lines: [LineEntry], _ index: FormIndex) {
    self.main = main
    var before: [StateChange.Identity: FieldContent?] = [:]
    for line in lines {
      for change in line.changes.reversed() { before[change.identity] = .some(change.before) }
    }
    changedSince = before
    var atCut = OpenQuestions(in: main, of: index)
    for (identity, content) in before where identity.field.asksAbout != nil {
      atCut[identity.about(index)] = OpenQuestion(content)
    }
    questions = atCut
  }

  /// The content of a field. O(1).
  subscript(identity: StateChange.Identity) -> FieldContent? {
    if let before = changedSince[identity] { return before }
    return main[identity.field, of: identity.subject]
  }

  /// What stands of a field, with everything else said of it if that was open.
  func standing(of identity: StateChange.Identity) -> RegisterResolution.Standing {
    let others = questions[identity]?.others ?? []
    return RegisterResolution.Standing(
      content: self[identity], origin: nil,
      others: others.map { RegisterWrite(node: -1, before: nil, content: $0.content, isPersons: true) })
  }
}

extension [RegisterWrite] {
  /// Whether they say different things.
  var differ: Bool { contains { $0.content != self[0].content } }

  /// Those that say something else than where they part; all if none does.
  fileprivate func without(_ parting: Set<FieldContent?>) -> [RegisterWrite] {
    let changed = filter { parting != [$0.content] }
    return changed.isEmpty ? self : changed
  }
}

extension FieldContent? {
  /// Whether a person gave it: neither untouched nor cleared.
  fileprivate var isGiven: Bool { self?.value != nil }
}
