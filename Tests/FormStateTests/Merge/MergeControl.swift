@testable import FormState

/// A fault planted in merges, which the simulation must notice.
enum MergeControl: String, CaseIterable {
  /// The merge depends on whose device makes it.
  case ownLine
  /// Of differing answers the one with the latest claimed time stands, without a question.
  case clockDecides
  /// A removed instance goes although somebody answered in it.
  case removalWins
  /// A response stays completed although somebody answered meanwhile.
  case completionStays
  /// All instances have one tag, so only their counters tell them apart.
  case equalTags
  /// What rules derive stays as at the main head.
  case rulesStay

  func spoiled(_ merge: MergeEntry, before: ResponseState, first: LineEntry?) -> MergeEntry {
    var (changes, time) = (merge.changes, merge.entry.time)
    func set(_ identity: StateChange.Identity, to content: FieldContent?) {
      changes.removeAll { $0.identity == identity }
      let change = StateChange(
        identity.field, of: identity.subject, before: before[identity.field, of: identity.subject], after: content)
      if !change.isEmpty { changes.append(change) }
    }
    /// The open questions about a field, which are then no longer open.
    func take(_ field: StateChange.Field) -> [(identity: StateChange.Identity, question: OpenQuestion)] {
      let asked = merge.questions.inOrder.filter { $0.identity.field == field }
      for (identity, _) in asked { set(identity.question, to: nil) }
      return asked
    }
    switch self {
    case .ownLine: time = first?.time ?? time
    case .clockDecides:
      for (identity, question) in take(.value) {
        let latest = question.alternatives.max { ($0.time, $0.origin) < ($1.time, $1.origin) }
        set(identity, to: latest?.content)
      }
    case .removalWins:
      for (identity, _) in take(.instance) { set(identity, to: nil) }
    case .completionStays:
      for (identity, _) in take(.completion) { set(identity, to: .flag(true)) }
    case .rulesStay: changes.removeAll { $0.field.role == .derived }
    case .equalTags: break
    }
    var entry = merge.entry
    (entry.time, entry.changes) = (time, changes)
    return MergeEntry(main: merge.main, entry: entry, questions: merge.questions)
  }
}
