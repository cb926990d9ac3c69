/// One action of a response's journal, with its changes.
public struct JournalEntry: Hashable, Sendable {
  /// The revision after the action: 1, 2, 3 …
  public var revision: Int
  /// The number of the form's version in force after it; `nil` in a document with a single definition, and for an
  /// imported entry whose version the store does not have.
  public var version: Int?
  /// The action, with its cell named by key.
  public var action: FormAction
  /// The time of the action.
  public var time: Timestamp
  /// The author of the action; `nil` if unknown.
  public var author: String?
  /// The time, time zone and seed for rules; `nil` if no rule uses the clock or random values.
  package var moment: RuleMoment?
  /// The changes of the state, in order.
  public var changes: [StateChange]
  /// The first revision of the undo step that the entry is part of; its own, unless it continues a step.
  package var step: Int
  /// The name of the entry's group of actions; `nil` outside of groups.
  public var group: String?
  /// Of undo and redo, the last revision of the undone or redone step; `nil` for all other actions.
  package var target: Int?
  /// Of undo and redo, the reverted revision: that of the step, or of a redo or an undo of it.
  package var reverts: Int?
  /// The revision whose action made this undone one permanently unreachable; `nil` while it is reachable.
  package var abandonedBy: Int?
  /// Of a checkpoint, the chain up to its revision, with the entries that it replaces; `nil` if that is not known, and
  /// for all other actions.
  package var chain: JournalChain?
  /// Random bytes in an entry with a sensitive answer, so the digest of its line tells nobody the answer.
  package var salt: EntrySalt?
  /// Of an emptied entry, the digest of its line before; `nil` for all others.
  package var redacted: LineDigest?
  /// Whether it cleared a sensitive answer, which emptied the entries before it.
  package var empties: Bool

  /// Creates an entry.
  package init(
    revision: Int, version: Int? = nil, action: FormAction, time: Timestamp, author: String? = nil,
    moment: RuleMoment? = nil, changes: [StateChange], step: Int? = nil, group: String? = nil, target: Int? = nil,
    reverts: Int? = nil, abandonedBy: Int? = nil, chain: JournalChain? = nil, salt: EntrySalt? = nil,
    redacted: LineDigest? = nil, empties: Bool = false
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
    self.chain = chain
    self.salt = salt
    self.redacted = redacted
    self.empties = empties
  }
}

/// Random bytes that keep others from guessing what an entry says from the digest of its line.
package struct EntrySalt: FixedBytes {
  package static let count = 16
  package let bytes: [UInt8]

  /// New random bytes.
  package static func random() -> EntrySalt { EntrySalt(counted: StreamName.random().bytes) }

  package init(counted bytes: [UInt8]) { self.bytes = bytes }
}

extension FormAction.Kind {
  /// Whether an action of the kind is only in journals: it stands for what is no longer there.
  package var isOnlyInJournals: Bool { self == .checkpoint || self == .emptied || self == .merge }
}

extension JournalEntry {
  /// Whether its changes tell nothing more of a field than that it was changed: an emptied entry, or what emptied it.
  package var mayLeaveOutContents: Bool { redacted != nil || empties }

  /// The numbers of all versions named by the entry.
  package var versions: Set<Int> {
    (action.move?.versions ?? []).union(([version] + changes.map(\.subject.setAsideFrom)).compactMap { $0 })
  }

  /// Whether its action can no longer be verified, since it depends on entries that compaction removed, or since it may
  /// depend on what a clear emptied.
  ///
  /// - Parameter base: the revision of the journal's checkpoint or of its last clear that emptied entries; 0 for none.
  package func isUnprovable(upTo base: Int) -> Bool {
    if revision <= base { return true }
    if let reverts { return reverts <= base }
    guard let revision = action.revision else { return false }
    return action.kind == .restore ? revision < base : revision <= base
  }

  /// The entry with the version numbers of another store.
  ///
  /// - Parameter number: maps a version number to the other store's.
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

/// An action in a script, with its undo step.
public struct ScriptedAction: Hashable, Sendable {
  /// The action.
  public var action: FormAction
  /// Whether it is part of the same undo step as the action before it.
  package var continues: Bool
  /// The name of the action's group; `nil` outside of groups.
  package var group: String?
  /// The moment for rules that use the clock or random values; `nil` for the moment at which it is applied.
  package var moment: RuleMoment?

  /// Creates a scripted action; by default it is a separate step.
  package init(_ action: FormAction, continues: Bool = false, group: String? = nil, moment: RuleMoment? = nil) {
    self.action = action
    self.continues = continues
    self.group = group
    self.moment = moment
  }

  /// The action of a journal entry.
  package init(_ entry: JournalEntry) {
    self.init(entry.action, continues: entry.step != entry.revision, group: entry.group, moment: entry.moment)
  }
}
