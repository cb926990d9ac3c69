/// The effects of an upgrade of a response to another version of its form, cell by cell.
public struct UpgradePlan: Hashable, Sendable {
  /// The number of the response's version before the upgrade.
  public let formerVersion: Int
  /// The number of its version after the upgrade.
  public let version: Int
  /// The outcome for each cell with contents, in the order of the version before; finally that for contents set aside
  /// earlier.
  public let cells: [UpgradedCell]
  /// The move for the journal.
  package let move: VersionMove
  /// Whether it has any effect: a change of version, or restored contents.
  public let changesAnything: Bool

  /// The plan for a response that is untouched, or already has the version.
  package init(from former: Int, to version: Int) {
    self.init(
      formerVersion: former, version: version, cells: [], move: VersionMove(to: version),
      changesAnything: former != version)
  }

  private init(
    formerVersion: Int, version: Int, cells: [UpgradedCell], move: VersionMove, changesAnything: Bool
  ) {
    self.formerVersion = formerVersion
    self.version = version
    self.cells = cells
    self.move = move
    self.changesAnything = changesAnything
  }

  /// Whether it leads to another version.
  public var changesVersion: Bool { formerVersion != version }

  /// The number of cells with an outcome.
  public func count(of fate: UpgradedCell.Fate) -> Int { cells.count { $0.fates.contains(fate) } }
}

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
  /// If it is set aside because it is ambiguous, the keys of its candidates.
  public let candidates: [String]
}

// MARK: - Planning

extension UpgradePlan {
  /// Plans an upgrade.
  ///
  /// - Parameters:
  ///   - state: the state of the response.
  ///   - former: its version.
  ///   - target: the version to upgrade to.
  ///   - version: returns a version that contents are set aside from; `nil` for an unknown number.
  ///   - match: the matches of a version's cells in the new one.
  ///   - mapping: the mapping by the caller.
  /// - Complexity: O(k l) for k touched cells nested l levels deep, plus the lookups of versions.
  package init(
    upgrading state: ResponseState, from former: Crossing.Version, to target: Crossing.Version,
    version: (Int) throws -> Crossing.Version?, match: (Crossing.Version) throws -> VersionMatch,
    mapping: [String: String?]
  ) throws {
    var matches: [Int?: VersionMatch] = [:]
    let staysInVersion = former.number == target.number
    let subjects = Set(state.cells.keys).union(state.folds.keys).union(state.instances.keys)
    var sources: [Int: (index: FormIndex, match: VersionMatch)] = [:]
    for origin in Set(subjects.map(\.setAsideFrom)) where !staysInVersion || origin != nil {
      guard let source = try origin.map({ try version($0) }) ?? former else { continue }
      let found = try match(source)
      matches[origin] = found
      if let origin { sources[origin] = (source.index, found) }
    }
    let move: VersionMove
    let crossing: Crossing
    if staysInVersion {
      move = VersionMove(returning: state, to: target.number, sources, mapping: mapping)
      crossing = Crossing(settling: state, in: target, by: move)
    } else {
      move = try VersionMove(of: state, from: former, to: target, matches, mapping, match)
      crossing = try Crossing(upgrading: state, from: former, to: target, by: move, at: .now())
    }
    let changed = Set(crossing.changes.map(\.subject))
    let candidates = Self.candidates(of: crossing, matches)
    var cells: [(place: CellPlace?, cell: UpgradedCell)] = []
    for subject in former.index.inOrder(crossing.fates.keys) where !staysInVersion || subject.setAsideFrom != nil {
      guard let fate = crossing.fates[subject] else { continue }
      let match = matches[subject.setAsideFrom]
      let isStill =
        subject.setAsideFrom != nil && (fate.destination == nil || staysInVersion && !changed.contains(subject))
      let origin = try (subject.setAsideFrom.map { try version($0) } ?? former)?.index
      let place = origin?.place(ofCell: subject.key)
      cells.append(
        (
          subject.setAsideFrom == nil ? place?.within(subject.instance) : nil,
          UpgradedCell(
            key: subject.key, instance: subject.instance, setAsideFrom: subject.setAsideFrom,
            title: place.flatMap { origin?.question(at: $0) } ?? subject.key, newKey: fate.destination,
            fates: isStill ? [.setAside] : fate.fates(of: subject, origin, target.index, match),
            candidates: fate.destination == nil ? candidates[subject.setAsideFrom]?[subject.key] ?? [] : [])
        ))
    }
    cells.sort { left, right in
      if let leftPlace = left.place, let rightPlace = right.place { return leftPlace < rightPlace }
      guard left.place == nil, right.place == nil else { return left.place != nil }
      return StateSubject.utf8Order(
        StateSubject(left.cell.key, instance: left.cell.instance, setAsideFrom: left.cell.setAsideFrom),
        StateSubject(right.cell.key, instance: right.cell.instance, setAsideFrom: right.cell.setAsideFrom))
    }
    self.init(
      formerVersion: former.number, version: target.number, cells: cells.map(\.cell), move: move,
      changesAnything: !staysInVersion || !crossing.changes.isEmpty)
  }

  /// The candidates for the cells that are set aside as a whole, by the versions that they are from, and by their keys.
  private static func candidates(
    of crossing: Crossing, _ matches: [Int?: VersionMatch]
  ) -> [Int?: [String: [String]]] {
    let gone = crossing.fates.lazy.filter { $0.value.destination == nil }.map(\.key)
    return Dictionary(grouping: gone) { $0.setAsideFrom }
      .reduce(into: [:]) { $0[$1.key] = matches[$1.key]?.candidates(forCells: Set($1.value.map(\.key))) }
  }
}

extension VersionMove {
  /// The move of a response's contents by matching versions, without cells that keep a given key.
  ///
  /// Cells that keep a derived key are included, to record for an undo that they were matched.
  fileprivate init(
    of state: ResponseState, from former: Crossing.Version, to target: Crossing.Version,
    _ matches: [Int?: VersionMatch], _ mapping: [String: String?], _ match: (Crossing.Version) throws -> VersionMatch
  ) rethrows {
    self.init(to: target.number)
    let indexes = [former.index, target.index]
    let subjects = Array(state.cells.keys) + state.instances.keys
    for key in Set(subjects.map { StateSubject($0.key, setAsideFrom: $0.setAsideFrom) }) {
      let destination = matches[key.setAsideFrom]?.successor(ofCell: key.key)
      let isSilent =
        key.setAsideFrom == nil
        ? destination == key.key && indexes.allSatisfy { $0.givesKey(ofCell: key.key) } : destination == nil
      if !isSilent { cells[key] = .some(destination) }
    }
    for key in Set(state.folds.keys.map { StateSubject($0.key, setAsideFrom: $0.setAsideFrom) }) {
      let destination = matches[key.setAsideFrom]?.successor(ofSection: key.key)
      let isSilent =
        key.setAsideFrom == nil
        ? destination == key.key && indexes.allSatisfy { $0.givesKey(ofSection: key.key) } : destination == nil
      if !isSilent { sections[key] = .some(destination) }
    }
    // The mapping is kept, also for cells that are filled in and reverted later.
    for key in mapping.keys where former.index.place(ofCell: key) != nil {
      cells[StateSubject(key)] = .some(try (matches[nil] ?? match(former)).successor(ofCell: key))
    }
  }
}

extension CellFate {
  /// The outcomes for the report.
  fileprivate func fates(
    of subject: StateSubject, _ origin: FormIndex?, _ new: FormIndex, _ match: VersionMatch?
  ) -> [UpgradedCell.Fate] {
    var fates: [UpgradedCell.Fate] = []
    if let destination {
      if subject.setAsideFrom != nil { fates.append(.returned) }
      if destination != subject.key { fates.append(.renamed) }
      if let origin, let match, isMoved(subject.key, to: destination, origin, new, match) { fates.append(.moved) }
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
    _ key: String, to destination: String, _ old: FormIndex, _ new: FormIndex, _ match: VersionMatch
  ) -> Bool {
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
