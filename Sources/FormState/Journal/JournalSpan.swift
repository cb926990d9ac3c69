/// Some entries of a journal that follow each other, and what became of what they did.
package struct JournalSpan: Sendable {
  /// Which entries.
  package enum Selection: Hashable, Sendable {
    /// The one with a revision.
    case entry(Int)
    /// The undo step that the one with a revision is part of.
    case step(Int)
    /// All after a revision.
    case after(Int)
  }

  /// What they did, in order, each where it stands.
  package let changes: [PlacedChange]
  /// The response as it is now.
  package let state: ResponseState
  /// What later entries have changed, each with the last revision that did.
  package let later: [StateChange.Identity: Int]

  /// Describes entries.
  package init(changes: [PlacedChange], state: ResponseState, later: [StateChange.Identity: Int]) {
    self.changes = changes
    self.state = state
    self.later = later
  }

  /// What takes them back: each field becomes what it was before the first of them.
  ///
  /// - Complexity: O(k) for k changes.
  var reversal: [PlacedChange] { Reversal.changes(reverting: changes, in: state, scope: .everything) }

  /// The first of what stands on them, in the order of the changes: a later entry has made something else of a field
  /// that they changed, or has done something in an instance that they added.
  ///
  /// What a later entry changed and another one changed back stands on nothing, and what rules derive follows from the
  /// rest.
  ///
  /// - Complexity: O(k + l) for k changes and l later ones.
  var obstacle: (revision: Int, subject: StateSubject)? {
    let covers = UndoScope.everything.covering(changes.map(\.change))
    var left: [StateChange.Identity: (before: FieldContent?, after: FieldContent?)] = [:]
    var order: [StateChange.Identity] = []
    for change in changes.lazy.map(\.change)
    where covers(change) && change.field.role != .derived && change.field.role != .note {
      if left[change.identity] == nil { order.append(change.identity) }
      left[change.identity] = (left[change.identity]?.before ?? change.before, change.after)
    }
    for identity in order {
      guard let sides = left[identity], let revision = later[identity] else { continue }
      let now = state[identity.field, of: identity.subject]
      if now != sides.after, now != sides.before { return (revision, identity.subject) }
    }
    return obstacleInInstances(left)
  }

  private func obstacleInInstances(
    _ left: [StateChange.Identity: (before: FieldContent?, after: FieldContent?)]
  ) -> (revision: Int, subject: StateSubject)? {
    let added = Set(left.filter { $0.key.field == .instance && $0.value.before == nil }.map(\.key.subject.instance))
    let removed = left.filter { $0.key.field == .instance && $0.value.after == nil }
    let inAdded = later.filter { identity, _ in
      guard identity.field.role != .derived, identity.field.role != .note, left[identity] == nil else { return false }
      let content = state[identity.field, of: identity.subject]
      guard identity.field == .instance else { return content != nil && added.contains(identity.subject.instance) }
      return content?.text.flatMap(InstancePlace.init).map { added.contains($0.parent) } ?? false
    }
    if let first = inAdded.min(by: { $0.value < $1.value }) { return (first.value, first.key.subject) }
    // An instance comes back only into one that is there.
    for (identity, sides) in removed.sorted(by: { $0.key.subject.instance < $1.key.subject.instance }) {
      guard let parent = sides.before?.text.flatMap(InstancePlace.init)?.parent, parent > 0,
        !state.instances.keys.contains(where: { $0.instance == parent }),
        let revision = later.filter({ $0.key.field == .instance && $0.key.subject.instance == parent }).map(\.value)
          .max()
      else { continue }
      return (revision, identity.subject)
    }
    return nil
  }
}
