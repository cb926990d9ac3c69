/// Which repeats the cells of a form stand in.
package struct RepeatNesting: Sendable {
  /// By section and position: the position of the innermost repeat that a cell stands in, -1 for none; no entry for a
  /// section without repeats.
  private let innermost: [Int: [Int32]]
  /// By section: the positions of its repeats, ascending.
  private let positions: [Int: [Int]]

  /// That of a form without repeats.
  init() {
    innermost = [:]
    positions = [:]
  }

  /// Derives it from who stands under whom. O(n) for n cells, O(s) for s sections where cells are read in pages.
  init(of form: FormDefinition, _ nestings: [CompactNesting]) {
    var innermost: [Int: [Int32]] = [:]
    for (section, definition) in form.sections.enumerated() where definition.hasRepeats {
      var around: [Int32] = []
      around.reserveCapacity(definition.cells.count)
      for position in definition.cells.indices {
        guard let parent = nestings[section].parent(of: position) else {
          around.append(-1)
          continue
        }
        around.append(definition.cells[parent].kind == .repeat ? Int32(clamping: parent) : around[parent])
      }
      innermost[section] = around
    }
    self.innermost = innermost
    positions = Dictionary(
      uniqueKeysWithValues: innermost.keys.map { section in
        let cells = form.sections[section].cells
        return (section, cells.indices.filter { cells[$0].kind == .repeat })
      })
  }

  /// Whether there are no repeats. O(1).
  package var isEmpty: Bool { innermost.isEmpty }

  /// Whether a section has repeats. O(1).
  package func hasRepeats(inSection section: Int) -> Bool { innermost[section] != nil }

  /// The position of the innermost repeat that a cell stands in, whatever the instance; `nil` for none. O(1).
  package func repeatAround(_ place: CellPlace) -> Int? {
    guard let around = innermost[place.section]?.element(at: place.position), around >= 0 else { return nil }
    return Int(around)
  }

  /// The repeats of a section at some neighbouring positions that stand in the same repeat as a cell, or with it in
  /// none.
  ///
  /// - Complexity: O(r) for r repeats of the section.
  package func repeats(among range: Range<Int>, beside place: CellPlace) -> [CellPlace] {
    let around = repeatAround(place)
    return (positions[place.section] ?? []).filter(range.contains)
      .map { CellPlace(section: place.section, position: $0, instance: place.instance) }
      .filter { repeatAround($0) == around }
  }

  /// All repeats, down the form, whatever the instance.
  package var all: [CellPlace] {
    positions.sorted { $0.key < $1.key }.flatMap { section, positions in
      positions.map { CellPlace(section: section, position: $0) }
    }
  }

  /// The positions of all repeats that a cell stands in, the outermost first. O(d) for d of them.
  package func repeatsAround(_ place: CellPlace) -> [Int] {
    var found: [Int] = []
    var next = repeatAround(place)
    while let position = next {
      found.append(position)
      next = repeatAround(CellPlace(section: place.section, position: position))
    }
    return found.reversed()
  }
}
