/// Results of rules that use the clock or chance, which no other moment gives again.
extension RegisterResolution {
  /// The result of the first line in which the inputs of the rule are what shows, the main head's before others. The
  /// main head's if there is none: the rule is then evaluated again.
  func result(_ identity: StateChange.Identity) -> Standing {
    let current = Standing(content: cut.main[identity.field, of: identity.subject], origin: nil)
    guard let inputs = inputs(of: identity.subject) else { return current }
    let shown = inputs.map { shownContent(ofValue: $0) }
    for head in graph.heads.reversed().compactMap(graph.position) where exists(identity.subject.instance, seenAt: head)
    {
      let seen = latest(writes[identity].filter { graph.has(head, $0.node) })
      // A merge between may have shown another result, with other inputs than those of the last entry that changed it.
      guard seen.count < 2, ([head] + seen.map(\.node)).allSatisfy({ shows(inputs, shown, at: $0) }) else { continue }
      return Standing(content: seen.isEmpty ? cut[identity] : seen[0].content, origin: seen.last?.node)
    }
    return current
  }

  /// Whether the author of an entry saw some values.
  private func shows(_ inputs: [StateChange.Identity], _ shown: [FieldContent?], at node: Int) -> Bool {
    shown == inputs.map { shownContent(ofValue: $0, seenAt: node) }
  }

  /// Whether an instance exists where an entry was made; 0 does.
  private func exists(_ number: Int, seenAt node: Int) -> Bool {
    guard number > 0, let repeated = instanceSubjects[number] else { return true }
    let identity = StateChange.Identity(.instance, of: repeated)
    let seen = latest(writes[identity].filter { graph.has(node, $0.node) })
    return seen.isEmpty ? cut[identity] != nil : seen.contains { $0.content != nil }
  }

  /// The values that the calculation of a cell follows from, directly or by other calculations; `nil` if it reads some
  /// of other instances.
  private func inputs(of subject: StateSubject) -> [StateChange.Identity]? {
    guard let place = index.place(ofCell: subject.key) else { return nil }
    let around = index.repeats.repeatAround(place)
    var found: Set<CellPlace> = []
    var next = [place]
    while let cell = next.popLast() {
      let calculations = index.fresh.rules.rules.filter { $0.place.cell == cell && $0.rule.kind.givesValue }
      for read in calculations.flatMap(\.reads) where found.insert(read.cell).inserted {
        let own = index.repeats.repeatAround(read.cell)
        guard read.reach == .same, own == nil || read.cell.section == place.section && own == around else { return nil }
        next.append(read.cell)
      }
    }
    return found.sorted().compactMap { input in
      guard let cell = index.cell(at: input) else { return nil }
      let isOutside = index.repeats.repeatAround(input) == nil
      return StateChange.Identity(.value, of: StateSubject(cell.key, instance: isOutside ? 0 : subject.instance))
    }
  }
}
