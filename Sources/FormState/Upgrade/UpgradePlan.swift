/// What an upgrade of a response to another version of its form does, cell by cell.
public struct UpgradePlan: Hashable, Sendable {
  /// The number of the version that the response fills in before.
  public let formerVersion: Int
  /// The number of the version that it fills in afterwards.
  public let version: Int
  /// What becomes of each cell that holds anything, in the order of the version before; last what had been set aside.
  public let cells: [UpgradedCell]
  /// What the journal records.
  package let move: VersionMove
  /// Whether it does anything: leads to another version, or brings back what is set aside.
  public let changesAnything: Bool

  /// A plan for a response that is untouched, or that fills in the version already.
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

  /// Whether it leads to another version at all.
  public var changesVersion: Bool { formerVersion != version }

  /// How many cells something became of.
  public func count(of fate: UpgradedCell.Fate) -> Int { cells.count { $0.fates.contains(fate) } }
}

/// What becomes of a cell that holds something, in another version of its form.
public struct UpgradedCell: Hashable, Sendable {
  /// What becomes of a cell and of what it holds.
  @nonexhaustive
  public enum Fate: String, CaseIterable, Hashable, Sendable, Codable {
    /// It stays unchanged.
    case kept
    /// It had been set aside and its cell is there again, or its answer had been refused and is accepted again.
    case returned
    /// It has another key.
    case renamed
    /// It stands in another section, or under another cell.
    case moved
    /// Its answer became one of another kind that says the same: text that spells a number became the number.
    case converted
    /// Some of what was chosen is not among the options any more, and the rest stays.
    case partlyKept
    /// Its answer is not accepted any more and became a draft, which is a fault.
    case keptAsDraft
    /// What it holds, or some of it, has no place; it is kept with the response until it has one again.
    case setAside
  }

  /// Its key in the version before.
  public let key: String
  /// The number of the instance of a repeat that it is in, or that it is; 0 outside of repeats.
  public let instance: Int
  /// The version that has the cell, where it had been set aside; `nil` for a cell of the version before.
  public let setAsideFrom: Int?
  /// What it asks, as a person reads it; its key where it says nothing.
  public let title: String
  /// Its key in the new version; `nil` if it is set aside as a whole.
  public let newKey: String?
  /// What becomes of it, at least one.
  public let fates: [Fate]
  /// When it is set aside because nobody can know which cell it is, the keys of those that it could be.
  public let candidates: [String]
}

// MARK: - Planning

extension UpgradePlan {
  /// Plans an upgrade.
  ///
  /// - Parameters:
  ///   - state: what the response holds.
  ///   - former: the version that it fills in.
  ///   - target: the version that it is to fill in.
  ///   - version: tells a version that something is set aside from; `nil` if there is none of the number.
  ///   - match: tells which cells of a version are which of the new one.
  ///   - mapping: what somebody has said of that.
  /// - Complexity: O(k l) for k touched cells nested l levels deep, besides what it is told.
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
    var cells: [(place: CellPlace?, cell: UpgradedCell)] = []
    for (subject, fate) in crossing.fates where !staysInVersion || subject.setAsideFrom != nil {
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
            candidates: fate.destination == nil ? match?.candidates(forCell: subject.key) ?? [] : [])
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
}

extension VersionMove {
  /// The move of what a response holds, as versions match; what keeps a key that was given is left out.
  ///
  /// What keeps a derived key has to be said, so that anyone who takes the upgrade back knows that it was found out.
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
    // What somebody has said is kept, also for what is filled in and reverted later.
    for key in mapping.keys where former.index.place(ofCell: key) != nil {
      cells[StateSubject(key)] = .some(try (matches[nil] ?? match(former)).successor(ofCell: key))
    }
  }
}

extension CellFate {
  /// What a report says of it.
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

  /// Whether a cell stands under another cell, or in another section.
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
  /// What a cell asks: a picker or slider often has no title of its own; then the cell above it says what it is.
  func question(at place: CellPlace) -> String? {
    let cells = [cell(at: place), parent(of: place).flatMap(cell(at:))].compactMap { $0 }
    return cells.lazy.flatMap { [$0.title, $0.subtitle] }.first { !$0.isEmpty }
  }
}
