extension MergeEntry {
  /// Joins the heads of a response.
  ///
  /// - Parameters:
  ///   - graph: the entries after the cut.
  ///   - reader: the response at the main head, with its definition; the numbers of instances that others gave are
  ///     noted as used.
  ///   - version: the number of the version in force at the cut; `nil` at the beginning.
  ///   - questionsAtCut: the open questions at the cut.
  /// - Returns: `nil` if there is nothing to join.
  /// - Throws: ``MergeObstacle`` if the lines wait; what the reader throws.
  /// - Complexity: O(k w) for k changes after the cut, and w lines beside each other, and what rules read of them.
  package init?(
    joining graph: EntryGraph, reader: FormReader, versionAtCut version: Int?, questionsAtCut: OpenQuestions
  ) throws {
    guard graph.isForked, let main = graph.main else { return nil }
    guard graph.stays(in: version) else { throw MergeObstacle.versions }
    let resolution = RegisterResolution(of: graph, reader: reader, questionsAtCut: questionsAtCut)
    var draft = MergeDraft(resolution, questionsBefore: resolution.questions(atMain: questionsAtCut))
    try draft.join()
    reader.passNumbers(before: draft.nextNumber)
    let heads = graph.heads.compactMap(graph.position).map { graph.nodes[$0].line }
    let moment = RuleMoment(joining: heads, after: graph)
    let decided: (changes: [PlacedChange], moment: RuleMoment?)
    do {
      decided = try Decision.consequences(of: draft.changes, reader: reader, moment: moment)
    } catch let refusal as ActionError {
      throw MergeObstacle.refused(refusal)
    }
    rule = Self.currentRule
    self.main = main
    others = graph.heads.dropLast()
    time = heads.map(\.time).max() ?? moment.time
    self.moment = decided.moment
    changes = decided.changes.map(\.change)
    origins = draft.origins
    questionsBefore = draft.questionsBefore
    questions = draft.questions
  }
}

extension EntryGraph {
  /// Whether all entries after the cut are of one version, the one at the cut.
  fileprivate func stays(in version: Int?) -> Bool {
    var versions = Set(nodes.compactMap(\.line.action?.version))
    if let version { versions.insert(version) }
    return versions.count < 2
  }
}

extension RuleMoment {
  /// The moment of a merge: the latest claimed time of the heads, the zone in which rules last ran after the cut, and
  /// chance from the heads.
  fileprivate init(joining heads: [LineEntry], after graph: EntryGraph) {
    let time = heads.map(\.time).max() ?? RuleMoment.unused.time
    let zone = graph.nodes.last { $0.line.action?.moment != nil }?.line.action?.moment?.zone ?? .utc
    let seed = heads.reduce(UInt64(0)) { seed, head in
      seed ^ head.address.chain.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
    self.init(time: time, zone: zone, seed: seed)
  }
}

extension RegisterResolution {
  /// The open questions at the main head: those of the last merge before it, or at the cut, that nobody has answered.
  fileprivate func questions(atMain questionsAtCut: OpenQuestions) -> OpenQuestions {
    guard let main else { return questionsAtCut }
    var open = questionsAtCut
    for node in graph.path(to: main).reversed() {
      if case .merge(let merge) = graph.nodes[node].line.contents { open = merge.questions }
      open.removeAll { writes.has(node, saying: $0) }
    }
    return open
  }
}
