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
  /// Instances have the numbers of today, small counters.
  case smallNumbers
  /// What rules derive stays as at the main head.
  case rulesStay

  func spoiled(_ merge: MergeEntry, before: ResponseState, first: LineEntry?) -> MergeEntry {
    var (changes, questions, time) = (merge.changes, merge.questions, merge.time)
    func set(_ identity: StateChange.Identity, to content: FieldContent?) {
      changes.removeAll { $0.identity == identity }
      let change = StateChange(
        identity.field, of: identity.subject, before: before[identity.field, of: identity.subject], after: content)
      if !change.isEmpty { changes.append(change) }
    }
    switch self {
    case .ownLine: time = first?.time ?? time
    case .clockDecides:
      for question in questions.inOrder where question.identity.field == .value {
        let latest = ([question.shown] + question.others).max { ($0.time, $0.origin) < ($1.time, $1.origin) }
        set(question.identity, to: latest?.content)
        questions[question.identity] = nil
      }
    case .removalWins:
      for question in questions.inOrder where question.identity.field == .instance {
        set(question.identity, to: nil)
        questions[question.identity] = nil
      }
    case .completionStays:
      for question in questions.inOrder where question.identity.field == .completion {
        set(question.identity, to: .flag(true))
        questions[question.identity] = nil
      }
    case .rulesStay: changes.removeAll { $0.field.role == .derived }
    case .smallNumbers: break
    }
    return MergeEntry(
      rule: merge.rule, main: merge.main, others: merge.others, time: time, moment: merge.moment, changes: changes,
      origins: merge.origins, questionsBefore: merge.questionsBefore, questions: questions)
  }
}
