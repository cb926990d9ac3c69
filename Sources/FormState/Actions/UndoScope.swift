/// What undo and redo take along.
public enum UndoScope: String, CaseIterable, Hashable, Sendable, Codable {
  /// Everything that a step did: values, drafts, disclosure and folds.
  case everything
  /// Values and drafts alone. Steps that only opened, closed or folded something are passed over and stay as they are.
  case values

  /// Whether a change of a field is taken along.
  package func covers(_ field: StateChange.Field) -> Bool {
    switch field.role {
    case .answer: true
    case .opening: self == .everything
    case .note: false
    }
  }
}
