import FormState

/// An answer that a response has set aside, with suggestions where it may belong.
package struct SetAsideAnswer: Hashable, Sendable {
  /// The key of its question.
  package let key: String
  /// The number of the question's version.
  package let version: Int
  /// The title of the question.
  package let title: String
  /// The readable answer or draft; in a repeat one text for each instance.
  package let texts: [String]
  /// The questions that could hold it, the likeliest first; each is free. At most ``SuccessorSearch/mostCandidates``.
  package let candidates: [SuccessorSearch.Candidate]
}

extension FormStore {
  /// The first answers that a response has set aside, in the order of the versions and of their questions.
  ///
  /// - Parameters:
  ///   - key: the response.
  ///   - limit: the maximum number of answers.
  /// - Returns: the answers, and the number of further ones.
  /// - Throws: ``StoreError/Code/unknownForm``.
  /// - Complexity: O(k log k) for k touched cells. If anything is set aside, O(n l) for n cells, nested l levels deep,
  ///   of the version in force and of each that the answers are from; and O(q log q) for each answer and q questions
  ///   of the version in force.
  package func setAsideAnswers(
    of key: ResponseKey, limit: Int
  ) throws -> (answers: [SetAsideAnswer], more: Int) {
    try read { db in
      let location = try ResponseLocation.find(key, in: db)
      let state = try StateTables(db: db, location: location).state()
      let versions = VersionIndexes(db, definitions)
      let cells = try SetAsideCell.all(in: state) { try versions.index(ofVersion: $0, of: location) }
        .filter { $0.entry?.value != nil }
      let questions = Self.grouped(cells)
      guard !questions.isEmpty else { return ([], 0) }
      let current = try versions.version(location.version).index
      var answers: [SetAsideAnswer] = []
      for (version, questions) in Dictionary(grouping: questions.prefix(limit), by: { $0[0].version })
        .sorted(by: { $0.key < $1.key })
      {
        guard let origin = try versions.index(ofVersion: version, of: location) else { continue }
        let search = SuccessorSearch(from: origin, to: current)
        answers += questions.map { Self.answer($0, search, state) }
      }
      return (answers, questions.count - min(limit, questions.count))
    }
  }

  /// The cells of each question: one, or in a repeat one for each instance.
  private static func grouped(_ cells: [SetAsideCell]) -> [[SetAsideCell]] {
    cells.reduce(into: []) { questions, cell in
      if let last = questions.last?.first, (last.key, last.version) == (cell.key, cell.version) {
        questions[questions.count - 1].append(cell)
      } else {
        questions.append([cell])
      }
    }
  }

  private static func answer(
    _ cells: [SetAsideCell], _ search: SuccessorSearch, _ state: ResponseState
  ) -> SetAsideAnswer {
    let question = search.question(cells[0].key)
    let texts = cells.compactMap { cell in
      cell.entry?.value.map { question?.readableText(of: $0) ?? $0.plainText }
    }
    let candidates = search.candidates(for: cells[0].key, holding: cells.compactMap { $0.entry?.value }) { candidate in
      cells.contains { state.isFree(candidate, instance: $0.instance) }
    }
    return SetAsideAnswer(
      key: cells[0].key, version: cells[0].version, title: question?.name ?? cells[0].title, texts: texts,
      candidates: candidates)
  }
}

extension ResponseState {
  /// Whether a cell has neither an entry nor a draft.
  fileprivate func isFree(_ key: String, instance: Int) -> Bool {
    guard let cell = cells[StateSubject(key, instance: instance)] else { return true }
    return cell.entry == nil && cell.original == nil
  }
}
