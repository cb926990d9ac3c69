/// An action as a script records it: with the undo step that it is part of.
public struct ScriptedAction: Hashable, Sendable {
  /// What the person did.
  public var action: FormAction
  /// Whether it is part of the same undo step as the action before it.
  public var continues: Bool
  /// What the group of actions is called that it is part of; `nil` outside of groups.
  public var group: String?

  /// Creates a scripted action; a step of its own unless said otherwise.
  public init(_ action: FormAction, continues: Bool = false, group: String? = nil) {
    self.action = action
    self.continues = continues
    self.group = group
  }

  /// The action of a journal entry.
  public init(_ entry: JournalEntry) {
    self.init(entry.action, continues: entry.step != entry.revision, group: entry.group)
  }
}
