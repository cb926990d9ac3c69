import FormState
import TestSupport
import Testing

@testable import FormStateStore

extension RandomLife {
  /// Follows the journal, and compares it with the store, the screens and the author.
  func lookAround() throws {
    for entry in try store.journal(of: key) where entry.revision > revision { follow(entry) }
    let contents = try store.contents(of: key)
    try #require(contents.state.withoutDrafts == now.state && contents.revision == revision, place("state"))
    #expect(revision == 0 || contents.version == now.version, place("version"))
    if let expected { expectSame(expected, as: now.state) }
    expected = nil
    if let form = versions[now.version]?.form, form.hasRepeats {
      #expect(NaiveInstances(form, now.state).faults() == [], place("rules"))
    }
    expectEverythingInItsPlace(now)
    let faults = try store.check()
    #expect(faults == [], place("check"))
    if looks || author.happens(onceIn: 2) { try look() }
  }

  private func look() throws {
    looks = true
    for screen in screens {
      let faults = try screen.faults { try screen.session.refresh() }
      #expect(faults == [], place("refresh"))
      #expect(screen.session.state.withoutDrafts == now.state && screen.session.revision == revision, place("screen"))
      let fresh = try store.session(for: key, hiddenRows: screen.session.hiddenRows)
      #expect(FollowedScreen.rows(of: screen.session) == FollowedScreen.rows(of: fresh), place("rows"))
      #expect(screen.session.undoName == fresh.undoName && screen.session.redoName == fresh.redoName, place("names"))
    }
  }

  private func expectSame(_ model: ResponseState, as state: ResponseState) {
    let hasRepeats = versions[now.version]?.form.hasRepeats ?? false
    for change in state.changes(to: model) {
      // Set-aside titles are not shown; what follows from answers in instances is compared separately.
      let isCompared = change.field == .title ? change.subject.setAsideFrom == nil && !hasRepeats : true
      guard isCompared, change.field.role != .derived || !hasRepeats else { continue }
      Issue.record(place("the model says \(change)"))
    }
  }

  private func follow(_ entry: JournalEntry) {
    if revision == 0 { moments[0] = Moment(version: entry.version ?? 1, state: ResponseState()) }
    var state = now.state
    for change in entry.changes {
      let wasBefore = state.apply(change)
      #expect(wasBefore, place("journal"))
    }
    let version = entry.version ?? now.version
    let before = now
    revision = entry.revision
    moments[revision] = Moment(version: version, state: state)
    expectEverythingInItsPlace(now)
    if version != before.version, entry.action.kind.isAboutUndo { expectCrossing(entry) }
  }

  /// Undo and redo of an upgrade restore exactly the answers before and after it.
  private func expectCrossing(_ entry: JournalEntry) {
    guard let target = entry.target, let reverted = entry.reverts else { return }
    let goal = entry.action.kind == .undo ? moments[target - 1] : moments[target]
    if let goal {
      #expect(now.version == goal.version, place("upgrade"))
      for change in now.state.changes(to: goal.state) where change.field.role == .answer {
        Issue.record(place("\(entry.action.kind) leaves \(change)"))
      }
    }
    guard reverted == entry.revision - 1, let exact = moments[reverted - 1] else { return }
    #expect(now == exact, place("upgrade at once"))
  }

  /// Expects each answer in the cell whose identity it contains.
  private func expectEverythingInItsPlace(_ moment: Moment) {
    for (subject, cell) in moment.state.cells {
      guard let identity = versions[subject.setAsideFrom ?? moment.version]?.cells[subject.key] else {
        Issue.record(place("\(subject) is no cell"))
        continue
      }
      for content in [cell.entry, cell.saved, cell.draft.map(FieldContent.text)] {
        guard let given = AuthoredValue.identity(of: content) else { continue }
        #expect(given == identity, place("\(subject) holds \(content.map { "\($0)" } ?? "")"))
      }
    }
  }

  // MARK: Other revisions

  func lookBack() throws {
    let revisions = moments.keys.sorted()
    let (first, last) = (
      revisions[author.number(in: 0...revisions.count - 1)], revisions[author.number(in: 0...revisions.count - 1)]
    )
    guard let from = moments[first], let to = moments[last], revision > 0 else { return }
    #expect(try store.state(of: key, at: first) == from.state, place("state at \(first)"))
    let contents = try store.contents(of: key, at: first)
    #expect(contents.state == from.state && contents.version == from.version, place("contents at \(first)"))
    let between = (min(first, last)...max(first, last)).compactMap { moments[$0]?.version }
    for screen in screens {
      let batch = try screen.session.diff(from: first, to: last).batch
      let faults = DrawnForm.faults(
        in: batch, from: drawing(of: from, screen), to: drawing(of: to, screen), crosses: Set(between).count > 1)
      #expect(faults == [], place("from \(first) to \(last)"))
    }
    #expect(
      try store.diff(of: key, from: first, to: last) == screens[0].session.diff(from: first, to: last), place("diff"))
  }

  private func drawing(of moment: Moment, _ screen: FollowedScreen) -> DrawnForm {
    DrawnForm(versions[moment.version]?.form ?? FormDefinition(key: ""), moment.state, screen.session.hiddenRows)
  }

  // MARK: Elsewhere

  /// Imports everything into another store, and expects it to be the same there.
  func expectSameElsewhere() throws {
    guard let main = versions[now.version] else { return }
    let others = versions.filter { $0.key != now.version }.mapValues(\.form)
    let response = FormContents.Response(stream: nil, journal: try store.journal(of: key))
    let other = try FormStore.inMemory()
    try other.importForms([
      FormContents(form: main.form, version: now.version, otherVersions: others, responses: [key.response: response])
    ])
    #expect(try other.contents(of: key).state == now.state.withoutDrafts, place("elsewhere"))
    #expect(try other.contents(of: key).digest == store.contents(of: key).digest, place("elsewhere"))
    #expect(try other.check() == [], place("elsewhere"))
    #expect(try other.journal(of: key) == store.journal(of: key), place("elsewhere"))
  }
}
