import FormState
import GRDB

extension ResponseQuestion {
  /// Which alternative of many questions is taken.
  @nonexhaustive
  public enum Choice: Hashable, Sendable {
    /// The one that shows.
    case shown
    /// The latest one by the clocks of the devices; of several with that time, the one whose entry is the last in all
    /// copies.
    case latest
    /// The one by an author; of several, the latest.
    case author(String)

    /// The number of the alternative, from 1; `nil` if the question has none, or is a line that waits.
    func number(in question: ResponseQuestion) -> Int? {
      guard question.kind != .line else { return nil }
      let numbered = Array(zip(1..., question.alternatives))
      return switch self {
      case .shown: numbered.first?.0
      case .latest: Self.latest(of: numbered)
      case .author(let author): Self.latest(of: numbered.filter { $0.1.author == author })
      }
    }

    private static func latest(of numbered: [(Int, Alternative)]) -> Int? {
      numbered.max { ($0.1.time, $0.1.origin) < ($1.1.time, $1.1.origin) }?.0
    }
  }

  /// What became of a question that was to be settled with others.
  public struct Settled: Hashable, Sendable {
    /// The question as it was.
    public let question: ResponseQuestion
    /// The number of the alternative that was taken; `nil` if it is still open.
    public internal(set) var taken: Int?
    /// Why the alternative was refused; `nil` if it was not, and for a question without such an alternative.
    public internal(set) var refusal: ActionError?
  }
}

extension FormStore {
  /// Settles all open questions at once.
  ///
  /// Each response has a transaction and an undo step of its own, by the author of the store, so one that cannot be
  /// settled does not hold up the others. Questions without such an alternative, and lines that wait, stay as they are.
  /// In a response answers are settled first, then instances, then whether it is completed.
  ///
  /// ```swift
  /// for left in try store.settleQuestions(taking: .author("Ada")) where left.taken == nil {
  ///   print(left.question.title ?? "", left.refusal ?? "is still open")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - form: the key of a form; `nil` for all.
  ///   - response: the key of responses; `nil` for all.
  ///   - choice: which alternative to take.
  ///   - isDryRun: whether to decide everything and write nothing.
  /// - Returns: what became of each question, in the order of ``questions(ofForm:response:)``.
  /// - Throws: as ``questions(ofForm:response:)``; ``StoreError``, and then the responses before it are settled.
  /// - Complexity: that of ``questions(ofForm:response:)``, and a transaction for each response with questions.
  @discardableResult
  public func settleQuestions(
    ofForm form: String? = nil, response: String? = nil, taking choice: ResponseQuestion.Choice, isDryRun: Bool = false
  ) throws -> [ResponseQuestion.Settled] {
    let keys = try read { try Self.keysWithQuestions(ofForm: form, response: response, in: $0) }
    return try keys.flatMap { key in
      try write { db in
        let settled = try settle(key, taking: choice, in: db)
        return (settled, isDryRun || settled.allSatisfy { $0.taken == nil } ? .rollback : .commit)
      }
    }
  }

  private func settle(
    _ key: ResponseKey, taking choice: ResponseQuestion.Choice, in db: Database
  ) throws -> [ResponseQuestion.Settled] {
    // Somebody else may have deleted it since the questions were listed.
    guard try ResponseLocation.find(key, in: db).responseID != nil else { return [] }
    var settled = try questions(about: key, in: db).map { ResponseQuestion.Settled(question: $0) }
    let chosen = settled.map { choice.number(in: $0.question) }
    guard chosen.contains(where: { $0 != nil }) else { return settled }
    let repository = try ResponseRepository(
      key, in: db, author: author, begins: false, versions: VersionIndexes(db, definitions))
    _ = try repository.group("Settle questions", path: path) { group in
      for kind in [ResponseQuestion.Kind.answer, .instance, .completion] {
        for (position, number) in chosen.enumerated() where settled[position].question.kind == kind {
          guard let number else { continue }
          do {
            try group.apply(.settle(settled[position].question.reference, taking: number))
            settled[position].taken = number
          } catch let error as ActionError {
            settled[position].refusal = error
          }
        }
      }
    }
    try repository.close(erasing: log)
    return settled
  }
}
