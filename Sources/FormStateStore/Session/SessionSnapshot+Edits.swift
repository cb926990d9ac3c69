import FormState

// Edits that belong together.

extension SessionSnapshot {
  /// An edit of a text cell or a slider.
  struct Edit: Sendable {
    let cell: CellReference
    /// Who edited; `nil` for nobody in particular.
    let author: String?
    let revision: Int
    let time: ContinuousClock.Instant
  }

  /// The revision of the edit that an action continues as the same undo step; `nil` if it begins one of its own.
  ///
  /// - Parameters:
  ///   - action: the action, its cell named by key.
  ///   - author: who acts. What two people do are two steps, however soon.
  ///   - time: when.
  ///   - interval: how soon an edit has to follow the one before.
  func edit(
    continuedBy action: FormAction, of author: String?, at time: ContinuousClock.Instant, within interval: Duration
  ) -> Int? {
    guard let lastEdit = doings.last.map(\.edit) ?? lastEdit, action.kind.isEdit, time - lastEdit.time <= interval,
      action.cell == lastEdit.cell, author == lastEdit.author
    else { return nil }
    return lastEdit.revision
  }

  /// The edit that an action is which the next one may continue; `nil` for any other action.
  ///
  /// - Parameters:
  ///   - action: the action, its cell named by key.
  ///   - author: who acts.
  ///   - changes: what it did.
  ///   - revision: the revision that it led to.
  ///   - time: when.
  func edit(
    by action: FormAction, of author: String?, _ changes: [PlacedChange], revision: Int,
    at time: ContinuousClock.Instant
  ) -> Edit? {
    guard action.kind.isEdit, let cell = action.cell, let subject = cell.subject,
      let edited = changes.first(where: { $0.change.subject == subject && $0.change.field.scope == .cell }),
      let position = edited.position,
      let kind = self.cell(at: CellPlace(section: edited.section, position: position))?.kind,
      [.text, .longText, .integer, .decimal, .slider].contains(kind)
    else { return nil }
    return Edit(cell: cell, author: author, revision: revision, time: time)
  }
}

extension FormAction.Kind {
  /// Whether an action of the kind is typing, or moving a slider.
  fileprivate var isEdit: Bool { self == .set || self == .clear || self == .draft }
}
