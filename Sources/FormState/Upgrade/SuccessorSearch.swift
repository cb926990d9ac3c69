/// Suggests questions for an answer that is set aside because its question has another key now.
///
/// The results are only suggestions for a person to confirm.
package struct SuccessorSearch {
  /// A suggested question.
  package struct Candidate: Hashable, Sendable {
    /// The key of its cell.
    package let key: String
    /// Its title together with those of the cells above it.
    package let name: String
    /// Whether it is the only one at the same place or with the same title.
    package let isLikely: Bool
  }

  private let old: FormIndex
  private let new: FormIndex
  private let match: VersionMatch
  private let known: [String: Question]
  /// The questions of the new version without a predecessor.
  private let unmatched: [Question]

  /// Compares two versions. O(n l) expected for n cells nested l levels deep.
  package init(from old: FormIndex, to new: FormIndex) {
    let match = VersionMatch(from: old.form, to: new.form)
    let questions = old.form.questions
    let taken = Set(questions.compactMap { match.successor(ofCell: $0.cell.key) })
    (self.old, self.new, self.match) = (old, new, match)
    known = Dictionary(questions.map { ($0.cell.key, $0) }) { first, _ in first }
    unmatched = new.form.questions.filter { !taken.contains($0.cell.key) }
  }

  /// A question of the old version; `nil` for a cell that is not a question.
  package func question(_ key: String) -> Question? { known[key] }

  /// The questions of the new version that may correspond to one of the old version, the likeliest first.
  ///
  /// - Parameters:
  ///   - key: the key of the question in the old version.
  ///   - values: the values to move.
  /// - Complexity: O(k log k) for k new questions.
  package func candidates(for key: String, holding values: [CellValue]) -> [Candidate] {
    guard let question = known[key] else { return [] }
    let fitting = unmatched.filter { takes($0, question, values) }
    let ranks = fitting.map { rank($0, as: question) }
    let best = ranks.max() ?? 0
    let isClear = best > 0 && ranks.count { $0 == best } == 1
    return fitting.indices.sorted { (ranks[$1], $0) < (ranks[$0], $1) }.map { index in
      Candidate(
        key: fitting[index].cell.key, name: fitting[index].name, isLikely: isClear && ranks[index] == best)
    }
  }

  /// Whether a new question can hold the values of an old one, in as many instances, and may get them.
  private func takes(_ candidate: Question, _ question: Question, _ values: [CellValue]) -> Bool {
    let around = question.repeatAround.map { match.successor(ofCell: $0) } ?? nil
    guard candidate.repeatAround == around, question.repeatAround == nil || around != nil,
      !candidate.isHidden || question.isHidden, candidate.cell.mayTake(contentsOf: question.cell)
    else { return false }
    guard !values.isEmpty else { return candidate.cell.kind == question.cell.kind }
    return values.allSatisfy { new.converted($0, for: candidate.cell, at: candidate.place) != nil }
  }

  /// The likelihood that a new question corresponds to an old one; 0 for none.
  private func rank(_ candidate: Question, as question: Question) -> Int {
    let (one, other) = (question.cell, candidate.cell)
    let asksTheSame = !(one.title + one.subtitle).isEmpty && one.title == other.title && one.subtitle == other.subtitle
    let rank = (asksTheSame ? 4 : 0) + (standsAlike(candidate.place, question.place) ? 2 : 0)
    return rank > 0 && one.kind == other.kind ? rank + 1 : rank
  }

  /// Whether two cells are in the same section, next to the same cell.
  private func standsAlike(_ candidate: CellPlace, _ question: CellPlace) -> Bool {
    guard let section = old.form.sections.element(at: question.section),
      match.successor(ofSection: section.key) == new.form.sections.element(at: candidate.section)?.key
    else { return false }
    return isSame(old, question, new, candidate, step: -1) || isSame(old, question, new, candidate, step: 1)
  }

  /// Whether the same cell is before or after two places, or the section begins or ends there.
  private func isSame(_ old: FormIndex, _ one: CellPlace, _ new: FormIndex, _ other: CellPlace, step: Int) -> Bool {
    let neighbours = (neighbour(of: one, in: old, step), neighbour(of: other, in: new, step))
    guard let before = neighbours.0, let after = neighbours.1 else { return neighbours.0 == nil && neighbours.1 == nil }
    return match.successor(ofCell: before.key) == after.key
  }

  private func neighbour(of place: CellPlace, in index: FormIndex, _ step: Int) -> FormCell? {
    let distance = step < 0 ? step : (index.cell(at: place)?.additionalRows ?? 0) + step
    return index.cell(at: CellPlace(section: place.section, position: place.position + distance))
  }
}
