/// The outcome for a cell with contents, in another version of its form.
public struct UpgradedCell: Hashable, Sendable {
  /// The outcomes for a cell and its contents.
  @nonexhaustive
  public enum Fate: String, CaseIterable, Hashable, Sendable, Codable {
    /// It is kept.
    case kept
    /// It was set aside and its cell exists again, or its answer was refused and is accepted again.
    case returned
    /// It has another key.
    case renamed
    /// It is in another section, or under another cell.
    case moved
    /// Its answer was converted with the same meaning: text that is a number became the number.
    case converted
    /// Some chosen values are no longer among the options; the rest is kept.
    case partlyKept
    /// Its answer is no longer accepted and became a draft, which is a fault.
    case keptAsDraft
    /// Some of its contents have no place; they are kept with the response until they have one again.
    case setAside
  }

  /// Its key in the version before.
  public let key: String
  /// The number of its instance of a repeat, or of the instance that it is; 0 outside of repeats.
  public let instance: Int
  /// The cell's version, if it was set aside; `nil` for a cell of the version before.
  public let setAsideFrom: Int?
  /// Its readable title; its key if it has none.
  public let title: String
  /// Its key in the new version; `nil` if it is set aside as a whole.
  public let newKey: String?
  /// Its outcomes, at least one.
  public let fates: [Fate]
  /// If it is set aside because it is ambiguous, the keys of its candidates, at most 100.
  public let candidates: [String]
}

/// A version that contents are from: its definition, and the matches of its cells in the new version.
struct UpgradeOrigin {
  let index: FormIndex
  let match: VersionMatch
}

/// Reports the effects of an upgrade, cell by cell.
struct UpgradeReport {
  private let crossing: Crossing
  private let origins: [Int?: UpgradeOrigin]
  private let target: FormIndex
  private let staysInVersion: Bool
  private let changed: Set<StateSubject>
  /// The candidates for the cells that are set aside as a whole, by the versions that they are from, and by their keys.
  private let candidates: [Int?: [String: [String]]]

  /// Prepares a report.
  ///
  /// - Parameters:
  ///   - crossing: the upgrade.
  ///   - origins: the versions that contents are from: in force before it, or set aside from.
  ///   - target: the version in force after it.
  ///   - staysInVersion: whether it only returns contents that are set aside, which are then all that is reported.
  init(of crossing: Crossing, _ origins: [Int?: UpgradeOrigin], to target: FormIndex, staysInVersion: Bool) {
    self.crossing = crossing
    self.origins = origins
    self.target = target
    self.staysInVersion = staysInVersion
    changed = Set(crossing.changes.map(\.subject))
    let gone = crossing.fates.lazy.filter { $0.value.destination == nil }.map(\.key)
    candidates = Dictionary(grouping: gone) { $0.setAsideFrom }
      .reduce(into: [:]) { $0[$1.key] = origins[$1.key]?.match.candidates(forCells: Set($1.value.map(\.key))) }
  }

  /// The outcomes in the order of the versions and of their cells; those of the version in force come first.
  ///
  /// - Complexity: O(k log k + k l) for k cells with contents nested l levels deep.
  var cells: [UpgradedCell] {
    let reported = crossing.fates.keys.filter { !staysInVersion || $0.setAsideFrom != nil }
    return Dictionary(grouping: reported) { $0.setAsideFrom }
      .sorted { ($0.key ?? 0) < ($1.key ?? 0) }
      .flatMap { number, subjects in
        let ordered = origins[number]?.index.inOrder(subjects) ?? subjects.sorted(by: StateSubject.utf8Order)
        return ordered.compactMap { outcome(of: $0, from: origins[number]) }
      }
  }

  private func outcome(of subject: StateSubject, from origin: UpgradeOrigin?) -> UpgradedCell? {
    guard let fate = crossing.fates[subject] else { return nil }
    let isStill =
      subject.setAsideFrom != nil && (fate.destination == nil || staysInVersion && !changed.contains(subject))
    let title = origin.flatMap { $0.index.place(ofCell: subject.key).flatMap($0.index.question) }
    return UpgradedCell(
      key: subject.key, instance: subject.instance, setAsideFrom: subject.setAsideFrom, title: title ?? subject.key,
      newKey: fate.destination, fates: isStill ? [.setAside] : fate.fates(of: subject, from: origin, target),
      candidates: fate.destination == nil ? candidates[subject.setAsideFrom]?[subject.key] ?? [] : [])
  }
}

extension CellFate {
  /// The outcomes for the report.
  fileprivate func fates(
    of subject: StateSubject, from origin: UpgradeOrigin?, _ new: FormIndex
  ) -> [UpgradedCell.Fate] {
    var fates: [UpgradedCell.Fate] = []
    if let destination {
      if subject.setAsideFrom != nil { fates.append(.returned) }
      if destination != subject.key { fates.append(.renamed) }
      if let origin, isMoved(subject.key, to: destination, from: origin, new) { fates.append(.moved) }
    }
    if isAcceptedAgain, !fates.contains(.returned) { fates.append(.returned) }
    if isConverted { fates.append(.converted) }
    if isPartlyKept { fates.append(.partlyKept) }
    if isDraft { fates.append(.keptAsDraft) }
    if isSetAside { fates.append(.setAside) }
    return fates.isEmpty ? [.kept] : fates
  }

  /// Whether a cell is under another cell, or in another section.
  private func isMoved(
    _ key: String, to destination: String, from origin: UpgradeOrigin, _ new: FormIndex
  ) -> Bool {
    let (old, match) = (origin.index, origin.match)
    guard let from = old.place(ofCell: key), let to = new.place(ofCell: destination) else { return false }
    let parents = (old.parent(of: from).flatMap(old.cell(at:)), new.parent(of: to).flatMap(new.cell(at:)))
    if let parent = parents.0 { return match.successor(ofCell: parent.key) != parents.1?.key }
    guard parents.1 == nil, let section = old.form.sections.element(at: from.section)?.key else { return true }
    return match.successor(ofSection: section) != new.form.sections.element(at: to.section)?.key
  }
}

extension FormIndex {
  /// The question of a cell: pickers and sliders often have no title; the cell above them then identifies them.
  func question(at place: CellPlace) -> String? {
    let cells = [cell(at: place), parent(of: place).flatMap(cell(at:))].compactMap { $0 }
    return cells.lazy.flatMap { [$0.title, $0.subtitle] }.first { !$0.isEmpty }
  }
}
