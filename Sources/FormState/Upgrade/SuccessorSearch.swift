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

  /// The maximum number of suggestions for an answer.
  static let mostCandidates = 200
  /// The maximum number of values that decide whether a question can hold them: in a repeat there may be many.
  private static let mostValues = 100

  private let old: FormIndex
  private let new: FormIndex
  private let match: VersionMatch
  private let known: [String: Question]
  /// The questions of the new version without a predecessor, with their surroundings.
  private let unmatched: [(question: Question, surroundings: Surroundings)]

  /// Compares two versions. O(n l) expected for n cells nested l levels deep.
  package init(from old: FormIndex, to new: FormIndex) {
    let match = VersionMatch(from: old.form, to: new.form)
    let questions = old.form.questions
    let taken = Set(questions.compactMap { match.successor(ofCell: $0.cell.key) })
    (self.old, self.new, self.match) = (old, new, match)
    known = Dictionary(questions.map { ($0.cell.key, $0) }) { first, _ in first }
    unmatched = new.form.questions.filter { !taken.contains($0.cell.key) }
      .map { ($0, Surroundings(of: $0.place, in: new)) }
  }

  /// A question of the old version; `nil` for a cell that is not a question.
  package func question(_ key: String) -> Question? { known[key] }

  /// The questions of the new version that may correspond to one of the old version, the likeliest first.
  ///
  /// - Parameters:
  ///   - key: the key of the question in the old version.
  ///   - values: the values to move.
  ///   - isFree: whether a question of the new version, by its key, is suggested.
  /// - Complexity: O(k log k) for k new questions.
  package func candidates(
    for key: String, holding values: [CellValue], where isFree: (String) -> Bool = { _ in true }
  ) -> [Candidate] {
    guard let question = known[key] else { return [] }
    let around = question.repeatAround.map { match.successor(ofCell: $0) } ?? nil
    guard question.repeatAround == nil || around != nil else { return [] }
    let surroundings = Surroundings(of: question.place, in: old).moved(by: match)
    let fitting = unmatched.filter {
      $0.question.repeatAround == around && takes($0.question, question, values.prefix(Self.mostValues))
    }
    let ranks = fitting.map { rank($0.question, as: question, isBeside: $0.surroundings.isBeside(surroundings)) }
    let best = ranks.max() ?? 0
    let isClear = best > 0 && ranks.count { $0 == best } == 1
    let free = fitting.indices.sorted { (ranks[$1], $0) < (ranks[$0], $1) }
      .filter { isFree(fitting[$0].question.cell.key) }
    return free.prefix(Self.mostCandidates).map { index in
      let found = fitting[index].question
      return Candidate(key: found.cell.key, name: found.name, isLikely: isClear && ranks[index] == best)
    }
  }

  /// Whether a new question can hold the values of an old one, and may get them.
  private func takes(_ candidate: Question, _ question: Question, _ values: ArraySlice<CellValue>) -> Bool {
    guard !candidate.isHidden || question.isHidden, candidate.cell.mayTake(contentsOf: question.cell) else {
      return false
    }
    guard !values.isEmpty else { return candidate.cell.kind == question.cell.kind }
    return values.allSatisfy { new.converted($0, for: candidate.cell, at: candidate.place) != nil }
  }

  /// The likelihood that a new question corresponds to an old one; 0 for none.
  private func rank(_ candidate: Question, as question: Question, isBeside: Bool) -> Int {
    let (one, other) = (question.cell, candidate.cell)
    let asksTheSame = !(one.title + one.subtitle).isEmpty && one.title == other.title && one.subtitle == other.subtitle
    let rank = (asksTheSame ? 4 : 0) + (isBeside ? 2 : 0)
    return rank > 0 && one.kind == other.kind ? rank + 1 : rank
  }
}

/// The section of a question, and the cells before and after it.
private struct Surroundings {
  private enum Neighbour: Equatable {
    /// The section begins or ends.
    case none
    case cell(String)
    /// The other version does not have the cell.
    case gone
  }

  /// The key of the section; `nil` if the other version does not have it.
  private var section: String?
  private var before: Neighbour
  private var after: Neighbour

  init(of place: CellPlace, in index: FormIndex) {
    func neighbour(_ distance: Int) -> Neighbour {
      let place = CellPlace(section: place.section, position: place.position + distance)
      return index.cell(at: place).map { .cell($0.key) } ?? .none
    }
    section = index.form.sections.element(at: place.section)?.key
    before = neighbour(-1)
    after = neighbour((index.cell(at: place)?.additionalRows ?? 0) + 1)
  }

  /// The same in the new version.
  func moved(by match: VersionMatch) -> Surroundings {
    func moved(_ neighbour: Neighbour) -> Neighbour {
      guard case .cell(let key) = neighbour else { return neighbour }
      return match.successor(ofCell: key).map(Neighbour.cell) ?? .gone
    }
    var surroundings = self
    surroundings.section = section.flatMap(match.successor(ofSection:))
    (surroundings.before, surroundings.after) = (moved(before), moved(after))
    return surroundings
  }

  /// Whether it is in the same section as another one in its version, beside the same cell.
  func isBeside(_ moved: Surroundings) -> Bool {
    section != nil && section == moved.section && (before == moved.before || after == moved.after)
  }
}
