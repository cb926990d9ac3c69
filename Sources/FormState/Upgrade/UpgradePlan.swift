/// The effects of an upgrade of a response to another version of its form, cell by cell.
public struct UpgradePlan: Hashable, Sendable {
  /// The number of the response's version before the upgrade.
  package let formerVersion: Int
  /// The number of its version after the upgrade.
  public let version: Int
  /// The outcome for each cell with contents, in the order of the version before; finally those for contents that were
  /// set aside earlier, in the order of their versions.
  public let cells: [UpgradedCell]
  /// The move for the journal.
  package let move: UpgradeRecord
  /// Whether it has any effect: a change of version, or restored contents.
  package let changesAnything: Bool

  /// The plan for a response that is untouched, or already has the version.
  package init(from former: Int, to version: Int) {
    self.init(
      formerVersion: former, version: version, cells: [], move: UpgradeRecord(to: version),
      changesAnything: former != version)
  }

  private init(
    formerVersion: Int, version: Int, cells: [UpgradedCell], move: UpgradeRecord, changesAnything: Bool
  ) {
    self.formerVersion = formerVersion
    self.version = version
    self.cells = cells
    self.move = move
    self.changesAnything = changesAnything
  }

  /// Whether it leads to another version.
  package var changesVersion: Bool { formerVersion != version }

  /// The number of cells with an outcome.
  package func count(of fate: UpgradedCell.Fate) -> Int { cells.count { $0.fates.contains(fate) } }
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
    upgrading state: ResponseState, from former: Upgrade.Version, to target: Upgrade.Version,
    version: (Int) throws -> Upgrade.Version?, match: (Upgrade.Version) throws -> VersionMatch,
    mapping: UpgradeMapping
  ) throws {
    let staysInVersion = former.number == target.number
    let subjects = Set(state.cells.keys).union(state.folds.keys).union(state.instances.keys)
    var origins: [Int?: UpgradeOrigin] = [:]
    for number in Set(subjects.map(\.setAsideFrom)) where !staysInVersion || number != nil {
      guard let origin = try number.map({ try version($0) }) ?? former else { continue }
      origins[number] = UpgradeOrigin(index: origin.index, match: try match(origin))
    }
    let move: UpgradeRecord
    let upgrade: Upgrade
    if staysInVersion {
      move = UpgradeRecord(returning: state, to: target.number, origins, mapping: mapping)
      upgrade = Upgrade(settling: state, in: target, by: move)
    } else {
      move = try UpgradeRecord(of: state, from: former, to: target, origins, mapping, match)
      upgrade = try Upgrade(upgrading: state, from: former, to: target, by: move, at: .now())
    }
    self.init(
      formerVersion: former.number, version: target.number,
      cells: UpgradeReport(of: upgrade, state, origins, to: target.index, staysInVersion: staysInVersion).cells,
      move: move,
      changesAnything: !staysInVersion || !upgrade.changes.isEmpty)
  }
}

extension UpgradeRecord {
  /// The move of a response's contents by matching versions, without cells that keep a given key.
  ///
  /// Cells that keep a derived key are included, to record for an undo that they were matched.
  fileprivate init(
    of state: ResponseState, from former: Upgrade.Version, to target: Upgrade.Version,
    _ origins: [Int?: UpgradeOrigin], _ mapping: UpgradeMapping, _ match: (Upgrade.Version) throws -> VersionMatch
  ) rethrows {
    self.init(to: target.number)
    let indexes = [former.index, target.index]
    let subjects = Array(state.cells.keys) + state.instances.keys
    for key in Set(subjects.map { StateSubject($0.key, setAsideFrom: $0.setAsideFrom) }) {
      let destination = origins[key.setAsideFrom]?.match.successor(ofCell: key.key)
      let isSilent =
        key.setAsideFrom == nil
        ? destination == key.key && indexes.allSatisfy { $0.givesKey(ofCell: key.key) } : destination == nil
      if !isSilent { cells[key] = .some(destination) }
    }
    for key in Set(state.folds.keys.map { StateSubject($0.key, setAsideFrom: $0.setAsideFrom) }) {
      let destination = origins[key.setAsideFrom]?.match.successor(ofSection: key.key)
      let isSilent =
        key.setAsideFrom == nil
        ? destination == key.key && indexes.allSatisfy { $0.givesKey(ofSection: key.key) } : destination == nil
      if !isSilent { sections[key] = .some(destination) }
    }
    // The mapping is kept, also for cells that are filled in and reverted later.
    for key in mapping.cells.keys where former.index.place(ofCell: key) != nil {
      cells[StateSubject(key)] = .some(try (origins[nil]?.match ?? match(former)).successor(ofCell: key))
    }
    for (key, values) in mapping.options where former.index.place(ofCell: key) != nil {
      options[StateSubject(key)] = values
    }
    addOptions(mapping.options, ofSetAsideIn: state)
  }
}

extension UpgradeRecord {
  /// Adds a mapping of options for what is set aside.
  mutating func addOptions(_ options: [String: [String: String]], ofSetAsideIn state: ResponseState) {
    guard !options.isEmpty else { return }
    for subject in state.cells.keys where subject.setAsideFrom != nil {
      self.options[StateSubject(subject.key, setAsideFrom: subject.setAsideFrom)] = options[subject.key]
    }
  }
}
