extension MergeEntry {
  /// Joins the heads of a response.
  ///
  /// - Parameters:
  ///   - graph: the entries after the cut.
  ///   - reader: the response at the main head, with its definition; the counters that others gave instances are
  ///     noted as used.
  ///   - version: the number of the version in force at the cut; `nil` at the beginning.
  /// - Returns: `nil` if there is nothing to join.
  /// - Throws: ``MergeObstacle`` if the lines wait; what the reader throws.
  /// - Complexity: O(k w) for k changes after the cut, and w lines beside each other, and what rules read of them.
  init?(joining graph: EntryGraph, reader: FormReader, versionAtCut version: Int?) throws {
    guard graph.isForked, let main = graph.main else { return nil }
    guard graph.stays(in: version) else { throw MergeObstacle.versions }
    let resolution = RegisterResolution(of: graph, reader: reader)
    var draft = MergeDraft(resolution)
    try draft.join()
    reader.passCounters(before: draft.nextCounter)
    let heads = graph.heads.compactMap(graph.position).map { graph.nodes[$0].line }
    let moment = RuleMoment(joining: heads, after: graph)
    let decided: (changes: [PlacedChange], moment: RuleMoment?)
    do {
      decided = try Decision.consequences(of: draft.changes, reader: reader, moment: moment)
    } catch let refusal as ActionError {
      throw MergeObstacle.refused(refusal)
    }
    self.main = main
    entry = JournalEntry(
      revision: main.revision + 1, version: reader.version,
      action: .merge(MergeRecord(heads: graph.heads.dropLast(), origins: draft.origins)),
      time: heads.map(\.time).max() ?? moment.time, moment: decided.moment, changes: decided.changes.map(\.change),
      salt: EntrySalt(joining: graph))
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

extension EntrySalt {
  /// The salt of a merge, which everybody has who has the entries, and nobody else; `nil` if none of them has one.
  fileprivate init?(joining graph: EntryGraph) {
    let salts = graph.nodes.compactMap(\.line.entry.salt)
    guard !salts.isEmpty else { return nil }
    let digest = PortableSHA256.digest(of: Array("formstate-merge-salt".utf8) + salts.flatMap(\.bytes))
    self.init(bytes: Array(digest.prefix(16)))
  }
}
