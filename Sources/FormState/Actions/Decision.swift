/// What an action means: what it does to the state, worked out before anything is written.
public struct Decision: Hashable, Sendable {
  /// The action with its cell named by key, so that it can be replayed wherever the rows stand then.
  public let action: FormAction
  /// What the action does to the state, in order, at most once to each field; empty when everything is already as the action wants it.
  public let changes: [PlacedChange]
  /// Of undo and redo, what is taken back or done again; `nil` for all other actions.
  public let reversal: Reversal?

  /// Decides what an action means.
  ///
  /// - Parameters:
  ///   - action: what the person did.
  ///   - reader: the state before it; only read.
  /// - Throws: ``ActionError`` when the action is refused; whatever the reader throws.
  /// - Complexity: a handful of reads for an action on one cell, plus one per direct child of each ancestor whose
  ///   title is a summary; for actions on the whole form, the number of cells that change.
  public init<Reader: StateReader>(_ action: FormAction, reader: Reader) throws {
    var draft = DecisionDraft(reader: reader)
    self.action = try draft.decide(action.withCanonicalKeys)
    changes = PlacedChange.net(draft.changes)
    reversal = draft.reversal
    if let first = changes.first(where: { $0.change.field.role == .answer }), try reader.isCompleted() {
      throw ActionError.completed(cell: first.change.subject.key)
    }
  }
}
