import TestSupport
import Testing

@testable import FormState
@testable import FormStateStore

extension RandomLife {
  /// Upgrades to the newest version, and compares the result with the model.
  ///
  /// - Parameter saying: one in how many cells is mapped; `nil` for none.
  /// - Returns: the plan; `nil` for a response that has not begun.
  @discardableResult
  func upgrade(sayingOneIn saying: Int? = nil) throws -> UpgradePlan? {
    guard revision > 0, let former = versions[now.version], let target = versions[newest] else { return nil }
    let before = now
    // A mapping must name cells of a version before the newest.
    let mapping =
      before.version == newest ? [:] : saying.map { self.mapping(from: former, to: target, oneIn: $0) } ?? [:]
    let plan = try store.upgradePlan(for: key, mapping: mapping)
    let done = try store.upgrade(key, mapping: mapping)
    #expect(done == plan, place("plan"))
    #expect(plan.changesVersion == (before.version != newest), place("plan"))
    guard plan.changesVersion else { return plan }
    #expect(plan.formerVersion == before.version && plan.version == newest, place("plan"))
    expectFates(plan, of: before, to: target)
    if author.happens(onceIn: 3) { looks = false }
    return plan
  }

  /// A mapping of random cells, which is always right.
  private func mapping(
    from former: AuthoredForm.Version, to target: AuthoredForm.Version, oneIn count: Int
  ) -> UpgradeMapping {
    var mapping: UpgradeMapping = [:]
    for (key, identity) in former.cells.sorted(by: { $0.key < $1.key }) where author.happens(onceIn: count) {
      mapping.cells[key] = .some(target.keys[identity])
    }
    return mapping
  }

  private func expectFates(_ plan: UpgradePlan, of before: Moment, to target: AuthoredForm.Version) {
    func destination(_ subject: StateSubject, _ destinations: [StateSubject: String?]) -> String? {
      let key = StateSubject(subject.key, setAsideFrom: subject.setAsideFrom)
      return destinations[key] ?? (subject.setAsideFrom ?? newest == newest ? subject.key : nil)
    }
    let model = NaiveUpgrade(
      of: before.state, from: before.version, to: newest, form: target.form,
      cells: { destination($0, plan.move.cells) }, sections: { destination($0, plan.move.sections) })
    #expect(model.lostAnswers == [], place("lost"))
    for subject in before.state.cells.keys {
      expectSame(subject, as: destination(subject, plan.move.cells), before.version, target)
    }
    let cells = Dictionary(grouping: plan.cells) {
      StateSubject($0.key, instance: $0.instance, setAsideFrom: $0.setAsideFrom)
    }
    #expect(cells.allSatisfy { $0.value.count == 1 }, place("plan"))
    #expect(Set(cells.keys) == Set(model.fates.keys), place("plan"))
    for (subject, fates) in model.fates {
      let planned = Set(cells[subject]?.first?.fates ?? [])
      #expect(!planned.isEmpty, place("\(subject)"))
      #expect(planned.subtracting([.kept, .moved]) == fates, place("fates of \(subject)"))
      #expect(
        planned.contains(.kept) == (planned.count == 1 && fates.isEmpty && !planned.contains(.moved)),
        place("\(subject)"))
    }
    for fate in UpgradedCell.Fate.allCases {
      #expect(plan.count(of: fate) == plan.cells.count { $0.fates.contains(fate) }, place("count"))
    }
    expected = model.state
  }

  /// Expects contents to go to the cell that is the same for the author, and to be set aside only if that is unclear.
  private func expectSame(
    _ subject: StateSubject, as destination: String?, _ former: Int, _ target: AuthoredForm.Version
  ) {
    let origin = subject.setAsideFrom ?? former
    guard let source = versions[origin], let identity = source.cells[subject.key] else {
      Issue.record(place("\(subject) is no cell"))
      return
    }
    if let destination {
      #expect(target.cells[destination] == identity, place("\(subject) became \(destination)"))
    } else if let key = target.keys[identity], !source.isDerived(subject.key), !target.isDerived(key) {
      #expect(key != subject.key, place("\(subject) is there and was set aside"))
    } else if let key = target.keys[identity], source.isDerived(subject.key) || target.isDerived(key) {
      let title = source.title(ofCell: subject.key)
      #expect(
        title.isEmpty || source.count(ofTitle: title) > 1 || target.count(ofTitle: title) != 1
          || target.title(ofCell: key) != title,
        place("\(subject) is called as nobody else and was set aside"))
    }
  }
}

extension RandomLife {
  /// Whether a cell of a version is unambiguous in an equal version.
  func isCertain(ofVersion number: Int, cell key: String) -> Bool {
    guard let version = versions[number] else { return false }
    let title = version.title(ofCell: key)
    return !version.isDerived(key) || !title.isEmpty && version.count(ofTitle: title) == 1
  }
}

extension AuthoredForm.Version {
  private var allCells: [FormCell] { form.sections.flatMap(\.cells) }

  func title(ofCell key: String) -> String { allCells.first { $0.key == key }?.title ?? "" }

  func count(ofTitle title: String) -> Int { allCells.count { $0.title == title } }

  func isDerived(_ key: String) -> Bool {
    allCells.first { $0.key == key }?.isKeyDerived ?? true
  }
}
