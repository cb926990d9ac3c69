/// What brings back or discards what is set aside while a response stays in its version.
extension VersionMove {
  /// Whether the move stays in a version, and is about nothing but what is set aside.
  package func settlesSetAside(in number: Int) -> Bool {
    version == number && !cells.isEmpty && sections.isEmpty && cells.keys.allSatisfy { $0.setAsideFrom != nil }
  }

  /// Discards what a response has set aside of some cells; with a repeat goes what stands in its instances.
  ///
  /// - Parameters:
  ///   - cells: the keys of the cells; `nil` for all.
  ///   - state: what the response holds.
  ///   - version: the number of the version in force.
  ///   - index: tells a version that something is set aside from; `nil` if there is none of the number.
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

  /// Brings back what is set aside of the cells that a mapping names, and of what stands below them.
  ///
  /// - Parameters:
  ///   - state: what the response holds.
  ///   - version: the number of the version in force.
  ///   - sources: by their numbers, the versions that something is set aside from, and which of their cells is which.
  ///   - mapping: what somebody has said of that.
  init(
    returning state: ResponseState, to version: Int, _ sources: [Int: (index: FormIndex, match: VersionMatch)],
    mapping: [String: String?]
  ) {
    self.init(to: version)
    for subject in state.cells.keys {
      guard let origin = subject.setAsideFrom, let source = sources[origin],
        let destination = source.match.successor(ofCell: subject.key),
        source.index.keys(downTo: subject.key).contains(where: { mapping[$0] != nil })
      else { continue }
      cells[StateSubject(subject.key, setAsideFrom: origin)] = .some(destination)
    }
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

  /// Whether a cell stands below one of some repeats.
  fileprivate func stands(_ key: String, inRepeats repeats: Set<String>) -> Bool {
    keys(downTo: key).contains { key in
      repeats.contains(key) && place(ofCell: key).flatMap(cell(at:))?.kind == .repeat
    }
  }
}
