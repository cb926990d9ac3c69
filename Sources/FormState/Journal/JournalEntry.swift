/// One action of a response's journal, with what it did.
public struct JournalEntry: Hashable, Sendable {
  /// The revision that the action led to: 1, 2, 3 …
  public var revision: Int
  /// The number of the form's version that is in force after it; `nil` in a document that has one definition alone, and
  /// for an entry that a document brought along from a version that the store does not have.
  public var version: Int?
  /// What the person did, the cell named by key.
  public var action: FormAction
  /// When.
  public var time: Timestamp
  /// Who did it; `nil` where nobody said.
  public var author: String?
  /// When, where and by which chance rules were calculated; `nil` where none asked the clock or chance.
  public var moment: RuleMoment?
  /// What it did to the state, in order.
  public var changes: [StateChange]
  /// The first revision of the undo step that the entry is part of; its own, unless it continues a step.
  public var step: Int
  /// What the caller calls the group of actions that the entry is part of; `nil` outside of groups.
  public var group: String?
  /// Of undo and redo, the last revision of the step that was reverted or done again; `nil` for all other actions.
  public var target: Int?
  /// Of undo and redo, the revision that was reverted: that of the step, or of a redo or an undo of it.
  public var reverts: Int?
  /// The revision whose action put this one, undone before, out of use permanently; `nil` while it is in use.
  public var abandonedBy: Int?

  /// Creates an entry.
  package init(
    revision: Int, version: Int? = nil, action: FormAction, time: Timestamp, author: String? = nil,
    moment: RuleMoment? = nil, changes: [StateChange], step: Int? = nil, group: String? = nil, target: Int? = nil,
    reverts: Int? = nil,
    abandonedBy: Int? = nil
  ) {
    self.revision = revision
    self.version = version
    self.action = action
    self.time = time
    self.author = author
    self.moment = moment
    self.changes = changes
    self.step = step ?? revision
    self.group = group
    self.target = target
    self.reverts = reverts
    self.abandonedBy = abandonedBy
  }
}

extension JournalEntry {
  /// The numbers of all versions that the entry names.
  package var versions: Set<Int> {
    (action.move?.versions ?? []).union(([version] + changes.map(\.subject.setAsideFrom)).compactMap { $0 })
  }

  /// Whether its action is about entries that compaction has removed, so that nobody can prove it any more.
  ///
  /// - Parameter base: the revision of the checkpoint that the journal begins with; 0 for none.
  package func isAboutCompacted(upTo base: Int) -> Bool {
    if let reverts { return reverts <= base }
    guard let revision = action.revision else { return false }
    return action.kind == .restore ? revision < base : revision <= base
  }

  /// The entry with other numbers for the versions, as another store has them.
  ///
  /// - Parameter number: the number of a version there.
  package func renumbered(_ number: (Int) -> Int) -> JournalEntry {
    var entry = self
    entry.version = version.map(number)
    if let move = action.move { entry.action = .upgrade(move.renumbered(number)) }
    for index in entry.changes.indices {
      entry.changes[index].subject = entry.changes[index].subject.renumbered(number)
    }
    return entry
  }
}

/// An action as a script records it: with the undo step that it is part of.
public struct ScriptedAction: Hashable, Sendable {
  /// What the person did.
  public var action: FormAction
  /// Whether it is part of the same undo step as the action before it.
  public var continues: Bool
  /// What the group of actions is called that it is part of; `nil` outside of groups.
  public var group: String?
  /// What rules read that ask the clock or chance; `nil` for the moment at which it is applied.
  public var moment: RuleMoment?

  /// Creates a scripted action; a step of its own unless said otherwise.
  public init(_ action: FormAction, continues: Bool = false, group: String? = nil, moment: RuleMoment? = nil) {
    self.action = action
    self.continues = continues
    self.group = group
    self.moment = moment
  }

  /// The action of a journal entry.
  public init(_ entry: JournalEntry) {
    self.init(entry.action, continues: entry.step != entry.revision, group: entry.group, moment: entry.moment)
  }
}
