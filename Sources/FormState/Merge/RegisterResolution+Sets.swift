/// Fields with several members, each of which is joined by itself: the choices of a question, the reports of faults.
extension RegisterResolution {
  /// A member that an entry adds or removes.
  private struct Toggle {
    let write: RegisterWrite
    let isPresent: Bool
  }

  /// The several choices of a question, as some of its writes say.
  func choices(_ identity: StateChange.Identity, among writes: [RegisterWrite]) -> Standing {
    let standing = latest(writes, at: \.node)
    guard standing.differ else { return Standing(content: standing.last?.content, origin: standing.last?.node) }
    let atFirst = index.cell(of: identity.subject)?.defaultValue
    let joined = members(of: identity, among: writes) { content in
      (content == nil ? atFirst : content?.value)?.chosenValues.map(Spelled.init) ?? []
    }
    let content: FieldContent = joined.isEmpty ? .cleared : .value(.choices(joined.map(\.text)))
    return Standing(content: content, origin: standing.last?.node)
  }

  /// The reports on a cell or on the response. One on a cell stands while the value shows that it is about.
  func reports(_ identity: StateChange.Identity) -> Standing {
    let all = writes[identity]
    let value = StateChange.Identity(.value, of: identity.subject)
    let shown = Chosen(shownContent(ofValue: value))
    let standing = members(of: identity, among: all) { ReportedFaults($0).faults }.filter { fault in
      guard identity.field == .reportedFaults else { return true }
      let reporters = latest(all.filter { ReportedFaults($0.content).faults.contains(fault) }, at: \.node)
      return reporters.isEmpty
        ? shown == Chosen(cut[value])
        : reporters.contains { Chosen(shownContent(ofValue: value, seenAt: $0.node)) == shown }
    }
    // More than a field takes are not kept, as for one person.
    return Standing(content: ReportedFaults(Array(standing.prefix(ReportedFaults.most)))?.content, origin: nil)
  }

  /// The members that stand: each as those say who were last to add or remove it. If they differ, what is as where they
  /// part drops out.
  ///
  /// They are in the order of the main head, then in the order in which they were added.
  private func members<Member: Hashable>(
    of identity: StateChange.Identity, among writes: [RegisterWrite], in list: (FieldContent?) -> [Member]
  ) -> [Member] {
    var toggles: [Member: [Toggle]] = [:]
    var order = list(cut.main[identity.field, of: identity.subject])
    for write in writes {
      let (before, after) = (list(write.before), list(write.content))
      for member in after where !before.contains(member) {
        toggles[member, default: []].append(Toggle(write: write, isPresent: true))
        order.append(member)
      }
      for member in before where !after.contains(member) {
        toggles[member, default: []].append(Toggle(write: write, isPresent: false))
        order.append(member)
      }
    }
    let atCut = list(cut[identity])
    var seen: Set<Member> = []
    return (order + atCut).filter { member in
      guard seen.insert(member).inserted else { return false }
      guard let own = toggles[member] else { return atCut.contains(member) }
      return stands(own, atCut: atCut.contains(member))
    }
  }

  private func stands(_ toggles: [Toggle], atCut: Bool) -> Bool {
    joined(toggles, at: \.write.node, saying: \.isPresent, beginning: atCut) { latest, parting in
      // If both are said, one is as where they part.
      let isAgreed = Set(latest.map(\.isPresent)).count == 1
      return isAgreed ? latest[0].isPresent : parting.map { !$0 } ?? true
    }
  }
}

/// A value as reports are about it: of several choices, in any order.
private enum Chosen: Hashable {
  case options(Set<Spelled>)
  case content(FieldContent?)

  init(_ content: FieldContent?) {
    if case .choices(let values)? = content?.value {
      self = .options(Set(values.map(Spelled.init)))
    } else {
      self = .content(content)
    }
  }
}
