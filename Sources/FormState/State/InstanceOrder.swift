/// The instances of a state in order, by the keys of their repeats, to walk through a form.
package struct InstanceOrder: Sendable {
  /// By repeat, in its instance.
  private let numbers: [StateSubject: [Int]]

  /// Sorts the instances of the version in force. O(k log k) for k instances.
  package init(_ state: ResponseState) {
    var lists: [StateSubject: [(rank: Int64, number: Int)]] = [:]
    for (subject, place) in state.instances where subject.setAsideFrom == nil {
      lists[StateSubject(subject.key, instance: place.parent), default: []].append((place.rank, subject.instance))
    }
    numbers = lists.mapValues { list in list.sorted { ($0.rank, $0.number) < ($1.rank, $1.number) }.map(\.number) }
  }

  /// The numbers of the instances of a repeat, in order; `instance` is the instance around the repeat itself. O(1).
  package func instances(of key: String, in instance: Int) -> [Int] {
    numbers.isEmpty ? [] : numbers[StateSubject(key, instance: instance)] ?? []
  }
}

extension FormDefinition {
  /// Whether the form has repeats. O(n) for n cells.
  package var hasRepeats: Bool { sections.contains { $0.hasRepeats } }

  /// Visits each cell of the form, in repeats once for each instance.
  ///
  /// - Parameters:
  ///   - state: the state with the instances.
  ///   - visit: receives each cell and its place.
  /// - Complexity: O(n + k log k) for n cells, counted once per instance, and k instances.
  package func forEachCell(in state: ResponseState, _ visit: (FormCell, CellPlace) throws -> Void) rethrows {
    let order = InstanceOrder(state)
    for (position, section) in sections.enumerated() {
      try section.forEachCell(
        among: 0..<section.cells.count, from: CellPlace(section: position, position: 0), order, visit)
    }
  }
}

extension FormSection {
  /// Whether the section has a repeat. O(n) for n cells, O(1) if they are read in pages.
  var hasRepeats: Bool {
    cells.source?.hasRepeats
      ?? cells.withUnsafeBufferPointer { cells in cells.contains { $0.kind == .repeat } }
  }

  // A definition nests cells, including repeats, a hundred levels deep at most.
  fileprivate func forEachCell(
    among positions: Range<Int>, from start: CellPlace, _ order: InstanceOrder,
    _ visit: (FormCell, CellPlace) throws -> Void
  ) rethrows {
    var next = positions.lowerBound
    while next < positions.upperBound, let cell = cells.element(at: next) {
      let place = CellPlace(section: start.section, position: next, instance: start.instance)
      try visit(cell, place)
      next += 1
      guard cell.kind == .repeat else { continue }
      let end = min(positions.upperBound, next + max(0, min(cell.additionalRows, cells.count)))
      for instance in order.instances(of: cell.key, in: place.instance) {
        try forEachCell(among: next..<end, from: place.within(instance), order, visit)
      }
      next = end
    }
  }
}
