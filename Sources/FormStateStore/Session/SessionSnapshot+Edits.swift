import FormState

// Edits that belong together.

extension SessionSnapshot {
  /// An edit of a text cell or a slider.
  struct Edit: Sendable {
    let cell: CellReference
    /// The author; `nil` for none.
    let author: String?
    let revision: Int
    let time: ContinuousClock.Instant
  }

  /// The revision of the edit that an action continues as the same undo step; `nil` if it begins a new one.
  ///
  /// - Parameters:
  ///   - action: the action, its cell named by key.
  ///   - author: the author. Edits by two people are always two steps.
  ///   - time: the time.
  ///   - interval: the maximum interval after the previous edit.
  func edit(
    continuedBy action: FormAction, of author: String?, at time: ContinuousClock.Instant, within interval: Duration
  ) -> Int? {
    guard let lastEdit = ownChanges.last.map(\.edit) ?? lastEdit, action.kind.isEdit, interval > .zero,
      time - lastEdit.time <= interval, action.cell == lastEdit.cell, author == lastEdit.author
    else { return nil }
    return lastEdit.revision
  }

  /// The edit of an action, which the next one may continue; `nil` for any other action.
  ///
  /// - Parameters:
  ///   - action: the action, its cell named by key.
  ///   - author: the author.
  ///   - changes: its changes.
  ///   - revision: the resulting revision.
  ///   - time: the time.
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
  fileprivate var isEdit: Bool { self == .set || self == .clear }
}
