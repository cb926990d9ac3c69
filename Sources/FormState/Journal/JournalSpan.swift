/// Consecutive entries of a journal, with the later changes of the same fields.
struct JournalSpan: Sendable {
  /// The selection of entries.
  enum Selection: Hashable, Sendable {
    /// The entry with a revision.
    case entry(Int)
    /// The undo step of the entry with a revision.
    case step(Int)
    /// All entries after a revision.
    case after(Int)

    /// The revision that the selection names.
    var revision: Int {
      switch self {
      case .entry(let revision), .step(let revision), .after(let revision): revision
      }
    }
  }

  /// Their changes, in order, each with its place.
  let changes: [PlacedChange]
  /// The revisions of the entries.
  let revisions: Range<Int>
  /// The current response.
  let state: ResponseState
  /// The fields that later entries changed, each with the last revision that did.
  let later: [StateChange.Identity: Int]

  /// Creates a span.
  init(
    changes: [PlacedChange], revisions: Range<Int>, state: ResponseState, later: [StateChange.Identity: Int]
  ) {
    self.changes = changes
    self.revisions = revisions
    self.state = state
    self.later = later
  }

  /// The changes that revert them: each field gets its value before the first of them.
  ///
  /// What only shows other fields keeps what later entries made of it, and follows from the rest.
  ///
  /// - Complexity: O(k) for k changes.
  var reversal: [PlacedChange] {
    let places = Dictionary(changes.map { ($0.change.identity, $0) }) { first, _ in first }
    let reversal = Reversal.changes(reverting: changes.map(\.change), in: state, scope: .everything)
      .compactMap { places[$0.identity]?.with($0) }
    guard !later.isEmpty else { return reversal }
    // Answers that later entries have changed, and that are as before again, wake no rule.
    let isOvertaken = changes.contains { $0.change.field.role == .answer && $0.isStated && isLater($0) }
    return reversal.filter { $0.isStated || !isOvertaken && !isLater($0) }
  }

  private func isLater(_ placed: PlacedChange) -> Bool { later[placed.change.identity] != nil }

  /// The first later entry that depends on them, in the order of the changes: it changed one of their fields, or
  /// something in an instance that they added.
  ///
  /// A later change that was itself reverted does not count. Titles and results of rules follow from the rest, and
  /// reports from the answers that they are about.
  ///
  /// - Complexity: O(k + l) for k changes and l later ones.
  var obstacle: (revision: Int, subject: StateSubject)? {
    let covers = UndoScope.everything.covering(changes.map(\.change))
    let answers = Set(changes.compactMap(\.placeOfAnswer))
    var left: [StateChange.Identity: (before: FieldContent?, after: FieldContent?)] = [:]
    var order: [StateChange.Identity] = []
    for placed in changes where !placed.isReport(onAnyOf: answers) {
      let change = placed.change
      guard covers(change), !change.followsFromOthers, change.field.role != .note else { continue }
      if left[change.identity] == nil { order.append(change.identity) }
      left[change.identity, default: (change.before, nil)].after = change.after
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
      guard !identity.followsFromOthers, identity.field.role != .note, left[identity] == nil else { return false }
      let content = state[identity.field, of: identity.subject]
      guard identity.field == .instance else { return content != nil && added.contains(identity.subject.instance) }
      return content?.text.flatMap(InstancePlace.init).map { added.contains($0.parent) } ?? false
    }
    if let first = inAdded.min(by: { $0.value < $1.value }) { return (first.value, first.key.subject) }
    // An instance can be restored only into an existing one.
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

extension PlacedChange {
  /// Whether the change stands by itself, and does not follow from others.
  fileprivate var isStated: Bool { !change.followsFromOthers }

  fileprivate func isReport(onAnyOf cells: Set<CellPlace>) -> Bool {
    guard change.field == .reportedFaults, let position else { return false }
    return cells.contains(CellPlace(section: section, position: position, instance: change.subject.instance))
  }
}
