extension FormAction {
  /// What an action has beside its kind.
  package struct Parts: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let cell = Parts(rawValue: 1)
    package static let section = Parts(rawValue: 1 << 1)
    package static let value = Parts(rawValue: 1 << 2)
    package static let before = Parts(rawValue: 1 << 3)
    package static let instance = Parts(rawValue: 1 << 4)
    package static let message = Parts(rawValue: 1 << 5)
    package static let from = Parts(rawValue: 1 << 6)
    package static let revision = Parts(rawValue: 1 << 7)
    package static let only = Parts(rawValue: 1 << 8)
    package static let scope = Parts(rawValue: 1 << 9)
    static let upgrade = Parts(rawValue: 1 << 10)
    package static let merge = Parts(rawValue: 1 << 11)
    package static let alternative = Parts(rawValue: 1 << 12)
  }
}

extension FormAction.Kind {
  /// The parts that an action of the kind must have, and all that it can have.
  package var parts: (required: FormAction.Parts, allowed: FormAction.Parts) {
    switch self {
    case .tap, .clear, .choose, .expand, .collapse, .reveal, .remove, .emptied: (.cell, .cell)
    case .set: ([.cell, .value], [.cell, .value])
    case .draft: (.cell, [.cell, .value])
    case .add: (.cell, [.cell, .before, .instance])
    case .move: (.cell, [.cell, .before])
    case .reset: ([], .cell)
    case .fold, .unfold, .toggleFold: (.section, .section)
    case .undo, .redo: ([], .scope)
    case .revert: (.revision, [.revision, .only])
    case .restore: (.revision, .revision)
    case .upgrade: (.upgrade, .upgrade)
    case .merge: (.merge, .merge)
    case .settle: (.alternative, [.cell, .alternative])
    case .reportFault: (.message, [.message, .cell, .from])
    case .withdrawFaults: ([], [.cell, .from])
    case .expandAll, .collapseAll, .markSaved, .complete, .reopen, .recalculate, .checkpoint: ([], [])
    }
  }
}
