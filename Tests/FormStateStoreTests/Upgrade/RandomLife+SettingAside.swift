import FormState
import TestSupport
import Testing

@testable import FormStateStore

extension RandomLife {
  /// Discards or maps something that is set aside, and perhaps undoes that.
  func settle() throws {
    let before = now
    let setAside = before.state.cells.keys.filter { $0.setAsideFrom != nil }.sorted(by: StateSubject.utf8Order)
    guard before.version == newest, !setAside.isEmpty else { return }
    let subject = setAside[author.number(in: 0...setAside.count - 1)]
    if let destination = truePlace(of: subject.key, among: setAside), !author.happens(onceIn: 4) {
      let plan = try store.upgradePlan(for: key, mapping: [subject.key: destination])
      #expect(try store.upgrade(key, mapping: [subject.key: destination]) == plan, place("mapped"))
      #expect(!plan.changesVersion, place("mapped"))
    } else {
      try store.discardSetAside([subject.key], of: key)
    }
    if author.happens(onceIn: 2) { looks = false }
    try lookAround()
    for change in now.state.changes(to: before.state) where change.field.role == .answer {
      let isNew = change.before != nil && before.state[change.field, of: change.subject] != nil
      #expect(!isNew || change.field == .title, place("\(change) takes the place of an answer"))
    }
    guard now != before, author.happens(onceIn: 2) else { return }
    try store.undo(of: key)
    try lookAround()
    #expect(now == before, place("undid settling"))
  }

  /// The cell of the newest version for everything that is set aside under a key; `nil` if it comes from several
  /// cells, or the version has none.
  private func truePlace(of key: String, among setAside: [StateSubject]) -> String? {
    let identities = Set(
      setAside.filter { $0.key == key }.map { versions[$0.setAsideFrom ?? newest]?.cells[key] })
    guard identities.count == 1, let identity = identities.first ?? nil else { return nil }
    return versions[newest]?.keys[identity]
  }
}
