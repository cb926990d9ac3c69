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
  /// The questions that could hold it, the likeliest first; each is free.
  package let candidates: [SuccessorSearch.Candidate]
}

extension FormStore {
  /// The answers that a response has set aside, in the order of the versions and of their questions.
  ///
  /// - Throws: ``StoreError/Code/unknownForm``.
  /// - Complexity: O(k) for k touched cells, and O(n l) for n cells, nested l levels deep, of the version in force and
  ///   of each that contents are set aside from.
  package func setAsideAnswers(of key: ResponseKey) throws -> [SetAsideAnswer] {
    try read { db in
      let location = try ResponseLocation.find(key, in: db)
      let state = try StateTables(db: db, location: location).state()
      let versions = VersionIndexes(db, definitions)
      let cells = try SetAsideCell.all(in: state) { try versions.index(ofVersion: $0, of: location) }
        .filter { $0.entry?.value != nil || $0.draft != nil }
      guard !cells.isEmpty else { return [] }
      let current = try versions.version(location.version).index
      var answers: [SetAsideAnswer] = []
      for (version, cells) in Dictionary(grouping: cells, by: \.version).sorted(by: { $0.key < $1.key }) {
        guard let origin = try versions.index(ofVersion: version, of: location) else { continue }
        let search = SuccessorSearch(from: origin, to: current)
        answers += Self.answers(cells, search, state)
      }
      try versions.requireRead()
      return answers
    }
  }

  private static func answers(
    _ cells: [SetAsideCell], _ search: SuccessorSearch, _ state: ResponseState
  ) -> [SetAsideAnswer] {
    var order: [String] = []
    for cell in cells where !order.contains(cell.key) { order.append(cell.key) }
    let byKey = Dictionary(grouping: cells, by: \.key)
    return order.compactMap { key in
      guard let cells = byKey[key], let first = cells.first else { return nil }
      let question = search.question(key)
      let texts = cells.compactMap { cell in
        cell.entry?.value.map { question?.readableText(of: $0) ?? $0.plainText } ?? cell.draft
      }
      let candidates = search.candidates(for: key, holding: cells.compactMap { $0.entry?.value }).filter { candidate in
        cells.contains { state.isFree(candidate.key, instance: $0.instance) }
      }
      return SetAsideAnswer(
        key: key, version: first.version, title: question?.name ?? first.title, texts: texts, candidates: candidates)
    }
  }
}

extension ResponseState {
  /// Whether a cell has neither an entry nor a draft.
  fileprivate func isFree(_ key: String, instance: Int) -> Bool {
    guard let cell = cells[StateSubject(key, instance: instance)] else { return true }
    return cell.entry == nil && cell.draft == nil && cell.original == nil
  }
}
