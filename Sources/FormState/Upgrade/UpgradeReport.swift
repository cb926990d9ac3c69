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
    /// Its answer is no longer accepted and is shown as a draft, which is a fault.
    case keptAsDraft
    /// Some of its contents have no place; they are kept with the response until they have one again.
    case setAside
    /// It had a calculated value that no person entered, and is not calculated any more.
    case notCalculated
  }

  /// Its key in the version before.
  public let key: String
  /// The number of its instance of a repeat, or of the instance that it is; 0 outside of repeats.
  package let instance: Int
  /// The cell's version, if it was set aside; `nil` for a cell of the version before.
  package let setAsideFrom: Int?
  /// Its readable title; its key if it has none.
  public let title: String
  /// Its key in the new version; `nil` if it is set aside as a whole.
  public let newKey: String?
  /// Its outcomes, at least one.
  public let fates: [Fate]
  /// If it is set aside because it is ambiguous, the keys of its candidates, at most 100.
  public let candidates: [String]
  /// If its answer does not simply stay, the readable answer or draft before; `nil` for none.
  package let formerAnswer: String?
  /// If its answer does not simply stay, the readable answer or draft after; `nil` for none.
  public let answer: String?
}

/// A version that contents are from: its definition, and the matches of its cells in the new version.
struct UpgradeOrigin {
  let index: FormIndex
  let match: VersionMatch
}

/// Reports the effects of an upgrade, cell by cell.
struct UpgradeReport {
  private let upgrade: Upgrade
  private let state: ResponseState
  private let origins: [Int?: UpgradeOrigin]
  private let target: FormIndex
  private let staysInVersion: Bool
  private let changed: Set<StateSubject>
  /// The candidates for the cells that are set aside as a whole, by the versions that they are from, and by their keys.
  private let candidates: [Int?: [String: [String]]]
  /// The cells whose calculated value ceases, with their keys in the version after; `nil` for none.
  private let ceased: [StateSubject: String?]

  /// Prepares a report.
  ///
  /// - Parameters:
  ///   - upgrade: the upgrade.
  ///   - state: the state before it.
  ///   - origins: the versions that contents are from: in force before it, or set aside from.
  ///   - target: the version in force after it.
  ///   - staysInVersion: whether it only returns contents that are set aside, which are then all that is reported.
  init(
    of upgrade: Upgrade, _ state: ResponseState, _ origins: [Int?: UpgradeOrigin], to target: FormIndex,
    staysInVersion: Bool
  ) {
    self.upgrade = upgrade
    self.state = state
    ceased =
      origins[nil].map { CeasedCalculations(from: $0, to: target).found(in: state, after: upgrade.state) } ?? [:]
    self.origins = origins
    self.target = target
    self.staysInVersion = staysInVersion
    changed = Set(upgrade.changes.map(\.subject))
    let gone = upgrade.fates.lazy.filter { $0.value.destination == nil }.map(\.key)
    candidates = Dictionary(grouping: gone) { $0.setAsideFrom }
      .reduce(into: [:]) { $0[$1.key] = origins[$1.key]?.match.candidates(forCells: Set($1.value.map(\.key))) }
  }

  /// The outcomes in the order of the versions and of their cells; those of the version in force come first.
  ///
  /// - Complexity: O(k log k + k l) for k cells with contents nested l levels deep.
  var cells: [UpgradedCell] {
    let reported = Set(upgrade.fates.keys).union(ceased.keys).filter { !staysInVersion || $0.setAsideFrom != nil }
    return Dictionary(grouping: reported) { $0.setAsideFrom }
      .sorted { ($0.key ?? 0) < ($1.key ?? 0) }
      .flatMap { number, subjects in
        let ordered = origins[number]?.index.inOrder(subjects) ?? subjects.sorted(by: StateSubject.utf8Order)
        return ordered.compactMap { outcome(of: $0, from: origins[number]) }
      }
  }

  private func outcome(of subject: StateSubject, from origin: UpgradeOrigin?) -> UpgradedCell? {
    guard let fate = upgrade.fates[subject] ?? ceased[subject].map({ CellFate(destination: $0) }) else { return nil }
    let isStill =
      subject.setAsideFrom != nil && (fate.destination == nil || staysInVersion && !changed.contains(subject))
    let title = origin.flatMap { $0.index.place(ofCell: subject.key).flatMap($0.index.question) }
    var fates = isStill ? [.setAside] : fate.fates(of: subject, from: origin, target)
    if ceased[subject] != nil { fates = fates.filter { $0 != .kept } + [.notCalculated] }
    let staysAsItIs = fates.allSatisfy { [.kept, .renamed, .moved].contains($0) }
    let new = fate.destination.map { StateSubject($0, instance: subject.instance) }
    return UpgradedCell(
      key: subject.key, instance: subject.instance, setAsideFrom: subject.setAsideFrom, title: title ?? subject.key,
      newKey: fate.destination, fates: fates,
      candidates: fate.destination == nil ? candidates[subject.setAsideFrom]?[subject.key] ?? [] : [],
      formerAnswer: staysAsItIs ? nil : origin?.index.answer(of: subject, in: state),
      answer: staysAsItIs ? nil : new.flatMap { target.answer(of: $0, in: upgrade.state) })
  }
}

extension FormIndex {
  /// The readable answer of a subject, its draft, or the value that rules gave it; `nil` for none.
  fileprivate func answer(of subject: StateSubject, in state: ResponseState) -> String? {
    guard let place = place(ofCell: subject.key), let cell = cell(at: place), cell.kind.holdsValue else { return nil }
    let held = state.cells[subject]
    let value =
      held?.entry.map(\.value)
      ?? (subject.setAsideFrom == nil && held?.draft == nil ? state.value(of: cell, in: subject.instance, fresh) : nil)
    guard let value else { return held?.draft.map { cell.isSensitive ? SensitiveCells.mask : $0 } }
    if cell.isSensitive { return SensitiveCells.mask }
    let titles = cell.kind.isQuestionOfOptions ? form.titlesOfOptions(under: place) : [:]
    return cell.readableText(of: value, ValueFormats.own(form.language)) { titles[$0] }
  }
}

/// The calculations of a version that the next one lacks.
private struct CeasedCalculations {
  private let origin: UpgradeOrigin
  private let target: FormIndex
  /// The cells that are calculated no more, with their keys in the version after.
  private let cells: [(cell: FormCell, place: CellPlace, successor: String?)]

  init(from origin: UpgradeOrigin, to target: FormIndex) {
    self.origin = origin
    self.target = target
    cells = origin.index.calculatedPlaces.compactMap { place in
      guard let cell = origin.index.cell(at: place) else { return nil }
      let successor = origin.match.successor(ofCell: cell.key)
      let rules = successor.flatMap(target.place(ofCell:)).flatMap(target.cell(at:))?.rules ?? []
      return rules.contains { $0.kind.givesValue } ? nil : (cell, place, successor)
    }
  }

  /// The cells of a response whose calculated value is another one, or none, afterwards.
  func found(in state: ResponseState, after: ResponseState) -> [StateSubject: String?] {
    guard !cells.isEmpty else { return [:] }
    let notAsked = origin.index.form.subjectsNotAsked(in: state)
    var found: [StateSubject: String?] = [:]
    for (cell, place, successor) in cells {
      for instance in origin.index.instances(around: place, in: state) {
        let subject = StateSubject(cell.key, instance: instance)
        guard state.cells[subject]?.entry == nil, !notAsked.contains(subject),
          let value = state.value(of: cell, in: instance, origin.index.fresh), value != cell.defaultValue
        else { continue }
        let next = successor.flatMap(target.place(ofCell:)).flatMap(target.cell(at:))
        if next.flatMap({ after.value(of: $0, in: instance, target.fresh) }) != value {
          found[subject] = .some(successor)
        }
      }
    }
    return found
  }
}

extension FormIndex {
  /// The cells whose value a rule gives.
  fileprivate var calculatedPlaces: [CellPlace] {
    fresh.rules.rules.compactMap { rule in
      rule.rule.kind.givesValue ? rule.place.cell : nil
    }
  }

  /// The instances in which a cell exists; 0 outside of repeats.
  fileprivate func instances(around place: CellPlace, in state: ResponseState) -> [Int] {
    guard let owner = repeats.repeatAround(place).flatMap({ cell(at: CellPlace(section: place.section, position: $0)) })
    else { return [0] }
    return state.instances.keys.filter { $0.key == owner.key && $0.setAsideFrom == nil }.map(\.instance)
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
