/// Restoring and discarding contents that are set aside, within a version.
extension UpgradeRecord {
  /// Whether the move stays in a version, and only concerns contents that are set aside.
  func settlesSetAside(in number: Int) -> Bool {
    version == number && !cells.isEmpty && sections.isEmpty && cells.keys.allSatisfy { $0.setAsideFrom != nil }
  }

  /// Discards the contents of some cells that a response has set aside; with a repeat, those in its instances as well.
  ///
  /// - Parameters:
  ///   - cells: the keys of the cells; `nil` for all.
  ///   - state: the state of the response.
  ///   - version: the number of the version in force.
  ///   - index: returns a version that contents are set aside from; `nil` for an unknown number.
  /// - Complexity: O(k l) for k touched cells nested l levels deep.
  package init(
    discarding cells: Set<String>?, setAsideIn state: ResponseState, version: Int, index: (Int) throws -> FormIndex?
  ) rethrows {
    self.init(to: version)
    for subject in Array(state.cells.keys) + state.instances.keys {
      guard let origin = subject.setAsideFrom else { continue }
      if let cells, !cells.contains(subject.key) {
        guard try index(origin)?.stands(subject.key, inRepeats: cells) == true else { continue }
      }
      self.cells[StateSubject(subject.key, setAsideFrom: origin)] = .some(nil)
    }
  }

  /// Restores the contents that are set aside of the cells in a mapping, and of their descendants.
  ///
  /// - Parameters:
  ///   - state: the state of the response.
  ///   - version: the number of the version in force.
  ///   - origins: by their numbers, the versions that contents are set aside from, and the matches of their cells.
  ///   - mapping: the mapping by the caller.
  init(
    returning state: ResponseState, to version: Int, _ origins: [Int?: UpgradeOrigin], mapping: UpgradeMapping
  ) {
    self.init(to: version)
    for subject in state.cells.keys {
      guard let number = subject.setAsideFrom, let origin = origins[number],
        let destination = origin.match.successor(ofCell: subject.key),
        origin.index.keys(downTo: subject.key).contains(where: { mapping.cells[$0] != nil })
      else { continue }
      cells[StateSubject(subject.key, setAsideFrom: number)] = .some(destination)
    }
    addOptions(mapping.options, ofSetAsideIn: state)
  }
}

extension FormIndex {
  /// The keys of a cell and of those above it.
  fileprivate func keys(downTo key: String) -> [String] {
    var keys: [String] = []
    var next = place(ofCell: key)
    while let place = next, let cell = cell(at: place) {
      keys.append(cell.key)
      next = parent(of: place)
    }
    return keys
  }

  /// Whether a cell is below one of some repeats.
  fileprivate func stands(_ key: String, inRepeats repeats: Set<String>) -> Bool {
    keys(downTo: key).contains { key in
      repeats.contains(key) && place(ofCell: key).flatMap(cell(at:))?.kind == .repeat
    }
  }
}
