/// The change of a response to another version of its form: an upgrade, its undo or its redo.
package struct Upgrade: Hashable, Sendable {
  /// The number of the new version.
  package let version: Int
  /// The changes of the state, in a deterministic order; may be empty.
  let changes: [StateChange]
  /// The state after it.
  package let state: ResponseState
  /// The outcome for each cell with contents, by its old subject.
  let fates: [StateSubject: CellFate]
  /// The keys that its move gives to cells, by those before.
  package private(set) var newKeys: [String: String] = [:]
  /// Whether a rule used the time zone.
  private(set) var asksZone = false
  /// If it stays in the version, its changes apart from the results of rules, each with its place; `nil` for a change
  /// of version.
  private(set) var changesWithinVersion: [PlacedChange]?

  /// A version of the form: its number, and its definition.
  package struct Version {
    package let number: Int
    package let index: FormIndex

    /// Creates a version.
    package init(_ number: Int, _ index: FormIndex) {
      self.number = number
      self.index = index
    }

    /// Whether a subject can have contents while the version is in force.
    fileprivate func has(_ change: StateChange) -> Bool {
      if let origin = change.subject.setAsideFrom { return origin != number }
      switch change.field.scope {
      case .cell, .instance: return index.place(ofCell: change.subject.key) != nil
      case .section: return index.position(ofSection: change.subject.key) != nil
      case .response: return true
      }
    }
  }

  /// Upgrades a response.
  ///
  /// - Throws: ``ActionError/Code/failedRule``.
  /// - Complexity: O(k l) for k touched cells nested l levels deep, and the cells beside those that were filled in.
  init(
    upgrading state: ResponseState, from old: Version, to new: Version, by move: UpgradeRecord, nextInstance: Int = 1,
    at moment: RuleMoment
  ) throws {
    let state = state.withoutDrafts
    var moved = UpgradedState(from: old, to: new, by: move, nextInstance: nextInstance)
    moved.take(state.withoutDerived)
    try moved.derive(isUpgrade: true, from: state, at: moment)
    self.init(from: state, to: moved.state, version: new.number, fates: moved.fates)
    newKeys = move.newKeys
    asksZone = moved.asksZone
  }

  /// Restores or discards contents that are set aside, in the version in force.
  ///
  /// - Complexity: O(k l) for k touched cells nested l levels deep.
  init(settling state: ResponseState, in version: Version, by move: UpgradeRecord, nextInstance: Int = 1) {
    var moved = UpgradedState(from: version, to: version, by: move, nextInstance: nextInstance)
    let before = state.withoutDrafts.withoutDerived
    moved.take(before)
    self.init(from: before, to: moved.state, version: version.number, fates: moved.fates)
    let reader = FormReader(
      version.index, state: moved.state, nextInstance: nextInstance)
    changesWithinVersion = reader.placed(changes)
  }

  /// Reverts an upgrade, or its undo.
  ///
  /// What is still unchanged since becomes what it was before. The rest, such as notes of cells touched meanwhile,
  /// moves if its cell is certain; if not, it is set aside.
  ///
  /// - Parameters:
  ///   - entry: its changes.
  ///   - changedSince: the fields changed after it, even if they were changed back.
  ///   - state: the current state.
  ///   - current: the version in force.
  ///   - former: the version in force before the entry.
  ///   - move: the move of the upgrade.
  ///   - nextInstance: the number of the next added instance.
  ///   - moment: the time and time zone of the action.
  init(
    reverting entry: [StateChange], changedSince: Set<StateChange.Identity>, in state: ResponseState,
    from current: Version, to former: Version, upgrade move: UpgradeRecord, nextInstance: Int = 1, at moment: RuleMoment
  ) throws {
    let whole = state.withoutDrafts
    let state = whole.withoutDerived
    var left = state
    var restored = ResponseState()
    for change in entry where change.field.role != .derived && state[change.field, of: change.subject] == change.after {
      left.apply(change.with(after: nil))
      restored.apply(StateChange(change.field, of: change.subject, before: nil, after: change.before))
    }
    // What was not changed since, and the entry does not name, was the same before it, even if another cell caused it.
    // Answers since then are already reverted.
    let named = Set(entry.map(\.identity))
    for change in state.changes where !named.contains(change.identity) && former.has(change) {
      guard change.field.role == .answer || !changedSince.contains(change.identity) else { continue }
      left.apply(change.inverse)
      restored.apply(change)
    }
    let back = move.version == former.number ? move : move.inverse(to: former.number)
    var moved = UpgradedState(
      from: current, to: former, by: back.strict(from: current.index, to: former.index, left),
      nextInstance: nextInstance)
    // Later contents may be in an instance that existed before.
    moved.addInstances(of: restored)
    moved.take(left)
    moved.add(restored)
    try moved.derive(isUpgrade: false, from: whole, at: moment)
    self.init(from: whole, to: moved.state, version: former.number, fates: [:])
    newKeys = back.newKeys
    asksZone = moved.asksZone
  }

  private init(
    from before: ResponseState, to after: ResponseState, version: Int, fates: [StateSubject: CellFate]
  ) {
    self.version = version
    changes = before.changes(to: after).inOrder
    state = after
    self.fates = fates
  }
}

extension [StateChange] {
  /// The changes by field and subject, so equal states have equal changes.
  package var inOrder: [StateChange] {
    let order = Dictionary(uniqueKeysWithValues: zip(StateChange.Field.allCases, 0...))
    return sorted { left, right in
      let (leftField, rightField) = (order[left.field] ?? 0, order[right.field] ?? 0)
      return leftField != rightField ? leftField < rightField : StateSubject.utf8Order(left.subject, right.subject)
    }
  }
}

extension StateChange {
  fileprivate func with(after: FieldContent?) -> StateChange {
    StateChange(field, of: subject, before: before, after: after)
  }
}

extension UpgradeRecord {
  /// The keys that the move gives to cells of the version before.
  fileprivate var newKeys: [String: String] {
    let given = cells.lazy.compactMap { subject, key in key.map { (subject, $0) } }
    return Dictionary(
      uniqueKeysWithValues: given.filter { $0.0.setAsideFrom == nil && $0.0.key != $0.1 }.map { ($0.0.key, $0.1) })
  }

  /// The inverse of the move, for the cells that it covers.
  fileprivate func inverse(to version: Int) -> UpgradeRecord {
    func inverse(_ destinations: [StateSubject: String?]) -> [StateSubject: String?] {
      // A cell that moved elsewhere is not the one with its key now.
      var inverse = Dictionary(
        uniqueKeysWithValues: destinations.keys.lazy.filter(\.isPlain).map { ($0, String?.none) })
      // Existing and restored contents may have moved to one cell; the way back is that of the former.
      for isPlain in [false, true] {
        for (subject, destination) in destinations where subject.isPlain == isPlain {
          guard let destination else { continue }
          inverse[StateSubject(destination)] = .some(isPlain ? subject.key : nil)
        }
      }
      return inverse
    }
    return UpgradeRecord(to: version, cells: inverse(cells), sections: inverse(sections))
  }

  /// The move for a state without matching: cells whose key was not given in both versions are left out.
  fileprivate func strict(from old: FormIndex, to new: FormIndex, _ state: ResponseState) -> UpgradeRecord {
    var strict = self
    for subject in Array(state.cells.keys) + state.instances.keys
    where subject.setAsideFrom == nil && cells[StateSubject(subject.key)] == nil {
      if ![old, new].allSatisfy({ $0.givesKey(ofCell: subject.key) }) {
        strict.cells[StateSubject(subject.key)] = .some(nil)
      }
    }
    for subject in state.folds.keys where subject.setAsideFrom == nil && sections[StateSubject(subject.key)] == nil {
      if ![old, new].allSatisfy({ $0.givesKey(ofSection: subject.key) }) {
        strict.sections[StateSubject(subject.key)] = .some(nil)
      }
    }
    return strict
  }
}

extension FormIndex {
  /// Whether a cell has a key that was given, not derived. O(1), O(log n) if cells are read in pages.
  func givesKey(ofCell key: String) -> Bool {
    guard let place = place(ofCell: key) else { return false }
    if let pages = form.cellPages, !pages.derivesKeys { return true }
    return cell(at: place)?.isKeyDerived == false
  }

  /// Whether a section has a key that was given, not derived. O(1).
  func givesKey(ofSection key: String) -> Bool {
    position(ofSection: key).flatMap(form.sections.element(at:))?.isKeyDerived == false
  }
}
