/// The structure of a form: how its cells are nested, and what decides where their rows stand, in a few bytes a cell.
///
/// It follows from the cells, and is all that the visible rows depend on. A store keeps it beside the cells, so a form
/// of any size is laid out before its texts are read.
package final class FormStructure: Sendable {
  /// The number of cells before each section, and finally the total.
  let firstCells: [Int]
  /// What the rows of the form have in common, each once, in the order of their first cells.
  package let rowKinds: [RowKind]
  /// The number of ancestors of each cell.
  package let levels: [UInt8]
  /// The traits of each cell.
  package let traits: [CellTraits]
  /// The number of the kind of each cell's row.
  package let rowNumbers: [UInt32]
  /// The number of descendants of each cell; never beyond those of a cell around it.
  let additionalRows: [Int32]
  /// The position of each cell's parent in its section; -1 at the top level.
  let parents: [Int32]
  /// The repeats around the cells.
  package let repeats: RepeatNesting

  /// What determines the height of a cell's row.
  package struct RowKind: Hashable, Sendable {
    /// The reuse identifier.
    package let identifier: String
    /// How the row grows in place; without the number of lines. `nil` for a row that does not.
    package let heights: Heights?

    /// The heights of a row that grows in place.
    package struct Heights: Hashable, Sendable {
      package let collapsed: RowHeight
      package let expanded: RowHeight

      package init(collapsed: RowHeight, expanded: RowHeight) {
        self.collapsed = collapsed
        self.expanded = expanded
      }
    }

    package init(identifier: String, heights: Heights?) {
      self.identifier = identifier
      self.heights = heights
    }

    fileprivate init(of cell: FormCell) {
      self.init(
        identifier: cell.identifier,
        heights: cell.inline.map { Heights(collapsed: $0.collapsedHeight, expanded: $0.expandedHeight) })
    }
  }

  /// Derives the structure of a form's cells. O(n) for n cells.
  ///
  /// - Parameter sections: the cells of each section.
  init(of sections: [FormCells]) {
    firstCells = sections.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    var build = StructureBuild(cellCount: firstCells[sections.count])
    for (section, cells) in sections.enumerated() {
      cells.withUnsafeBufferPointer { build.append($0, inSection: section) }
    }
    (levels, additionalRows, parents) = (build.levels, build.additionalRows, build.parents)
    traits = Self.holdingOptions(build.traits, parents, firstCells)
    (rowNumbers, rowKinds, repeats) = (build.rowNumbers, build.rowKinds, RepeatNesting(build.repeats))
  }

  /// Takes a structure that was written.
  ///
  /// - Parameters:
  ///   - cellCounts: the number of cells of each section.
  ///   - levels: the number of ancestors of each cell.
  ///   - traits: the traits of each cell, as numbers.
  ///   - rowNumbers: the number of the kind of each cell's row.
  ///   - rowKinds: the kinds of rows.
  ///   - repeats: the repeats.
  /// - Returns: `nil` if no form has this structure.
  /// - Complexity: O(n) for n cells.
  package init?(
    cellCounts: [Int], levels: [UInt8], traits: [UInt8], rowNumbers: [UInt32], rowKinds: [RowKind],
    repeats: RepeatNesting
  ) {
    firstCells = cellCounts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    let count = firstCells[cellCounts.count]
    guard [levels.count, traits.count, rowNumbers.count].allSatisfy({ $0 == count }),
      rowNumbers.allSatisfy({ $0 < rowKinds.count }), let nesting = LevelNesting(levels, firstCells)
    else { return nil }
    (self.levels, self.rowNumbers, self.rowKinds, self.repeats) = (levels, rowNumbers, rowKinds, repeats)
    let own = CellTraits.own.rawValue
    self.traits = Self.holdingOptions(traits.map { CellTraits(rawValue: $0 & own) }, nesting.parents, firstCells)
    (additionalRows, parents) = (nesting.additionalRows, nesting.parents)
    guard hasRepeats(repeats) else { return nil }
  }

  /// Marks the cells with options directly under them.
  private static func holdingOptions(_ traits: [CellTraits], _ parents: [Int32], _ firstCells: [Int]) -> [CellTraits] {
    var traits = traits
    for section in firstCells.indices.dropLast() {
      let first = firstCells[section]
      for cell in first..<firstCells[section + 1] where traits[cell].contains(.isOption) && parents[cell] >= 0 {
        traits[first + Int(parents[cell])].insert(.holdsOptions)
      }
    }
    return traits
  }

  /// Whether exactly these cells are repeats, and their templates end where their descendants do.
  private func hasRepeats(_ repeats: RepeatNesting) -> Bool {
    var rest = repeats.all[...]
    let traits = traits
    for section in firstCells.indices.dropLast() {
      let first = firstCells[section]
      for cell in first..<firstCells[section + 1] where traits[cell].contains(.isRepeat) {
        guard let next = rest.popFirst(), next.section == section, next.position == cell - first,
          next.template.count == Int(additionalRows[cell])
        else { return false }
      }
    }
    return rest.isEmpty
  }
}

/// Properties of a cell on which rows depend.
package struct CellTraits: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let isExpandable = CellTraits(rawValue: 1)
  package static let startsExpanded = CellTraits(rawValue: 2)
  /// The definition hides the cell and its descendants.
  package static let isHidden = CellTraits(rawValue: 4)
  package static let isRepeat = CellTraits(rawValue: 8)
  package static let isOption = CellTraits(rawValue: 16)
  /// Options are directly under the cell.
  static let holdsOptions = CellTraits(rawValue: 32)
  /// The traits that a cell has by itself.
  package static var own: CellTraits { [.isExpandable, .startsExpanded, .isHidden, .isRepeat, .isOption] }

  fileprivate init(of cell: FormCell) {
    self = []
    if cell.isExpandable { insert(.isExpandable) }
    if cell.isExpandable && cell.startsExpanded { insert(.startsExpanded) }
    if cell.isHidden { insert(.isHidden) }
    if cell.kind == .repeat { insert(.isRepeat) }
    if cell.kind == .option { insert(.isOption) }
  }
}

// MARK: - Cells

extension FormStructure {
  /// The number of sections.
  var sectionCount: Int { firstCells.count - 1 }

  /// The number of a cell in the form, from 0; `nil` if there is none.
  func number(of place: CellPlace) -> Int? {
    guard place.section >= 0, place.section < sectionCount else { return nil }
    let cells = firstCells[place.section]..<firstCells[place.section + 1]
    return place.position >= 0 && place.position < cells.count ? cells.lowerBound + place.position : nil
  }

  /// Whether the form has a cell at a place, in any instance.
  package func contains(_ place: CellPlace) -> Bool { number(of: place) != nil }

  /// The place of a cell, by its number. O(log s) for s sections.
  package func place(ofCell number: Int) -> CellPlace {
    let section = firstCells.dropLast().partitioningIndex { $0 > number } - 1
    return CellPlace(section: section, position: number - firstCells[section])
  }

  /// Whether a cell has the structure of the one at a number.
  package func fits(_ cell: FormCell, at number: Int) -> Bool {
    traits.indices.contains(number) && traits[number].intersection(.own) == CellTraits(of: cell)
      && Int(additionalRows[number]) == cell.additionalRows && rowKinds[Int(rowNumbers[number])] == RowKind(of: cell)
  }
}

/// The nesting of one section.
package struct CompactNesting: Sendable {
  private let structure: FormStructure
  private let cells: Range<Int>

  /// The nesting of a section of a form.
  init(_ structure: FormStructure, section: Int) {
    self.structure = structure
    cells = structure.firstCells[section]..<structure.firstCells[section + 1]
  }

  /// Derives the nesting of a section's cells. O(n) for n cells; O(1) if they are in a file, which has their structure.
  init(of section: FormSection) {
    if let stored = section.cells.source {
      self = stored.nesting
    } else {
      self.init(FormStructure(of: [section.cells]), section: 0)
    }
  }

  private func number(of position: Int) -> Int? {
    position >= 0 && position < cells.count ? cells.lowerBound + position : nil
  }

  /// Whether a cell has options directly under it; avoids searching the cells under any other.
  func holdsOptions(at position: Int) -> Bool {
    number(of: position).map { structure.traits[$0].contains(.holdsOptions) } ?? false
  }

  /// The number of ancestors of a cell; `nil` for an unknown cell.
  func level(of position: Int) -> Int? { number(of: position).map { Int(structure.levels[$0]) } }

  /// The position of a cell's parent; `nil` at the top level, and for an unknown cell.
  package func parent(of position: Int) -> Int? {
    guard let number = number(of: position), structure.parents[number] >= 0 else { return nil }
    return Int(structure.parents[number])
  }

  /// The number of descendants of a cell; 0 for an unknown cell.
  func additionalRows(of position: Int) -> Int { number(of: position).map { Int(structure.additionalRows[$0]) } ?? 0 }
}

extension FormDefinition {
  /// The nesting of each section. O(n) for n cells the first time.
  package var nestings: [CompactNesting] {
    let structure = structure
    return sections.indices.map { CompactNesting(structure, section: $0) }
  }
}

// MARK: - Deriving

/// Collects the structure of cells in memory.
private struct StructureBuild {
  private(set) var levels: [UInt8] = []
  private(set) var traits: [CellTraits] = []
  private(set) var rowNumbers: [UInt32] = []
  private(set) var additionalRows: [Int32] = []
  private(set) var parents: [Int32] = []
  private(set) var rowKinds: [FormStructure.RowKind] = []
  private(set) var repeats: [RepeatNesting.Repeat] = []
  private var numbers: [FormStructure.RowKind: UInt32] = [:]
  /// The kind of the last row that does not grow: neighbours often share it.
  private var last: UInt32?

  init(cellCount: Int) {
    levels.reserveCapacity(cellCount)
    traits.reserveCapacity(cellCount)
    rowNumbers.reserveCapacity(cellCount)
    additionalRows.reserveCapacity(cellCount)
    parents.reserveCapacity(cellCount)
  }

  /// Appends the cells of a section.
  ///
  /// Counts that overlap or run past the end, which ``FormDefinition/definitionFaults()`` reports, are cut off at the
  /// end of the enclosing range, so any cells have a structure.
  mutating func append(_ cells: UnsafeBufferPointer<FormCell>, inSection section: Int) {
    var open: [(position: Int, end: Int)] = []
    for position in cells.indices {
      while let last = open.last, last.end <= position { open.removeLast() }
      let rest = (open.last?.end ?? cells.count) - position - 1
      let count = max(0, min(cells[position].additionalRows, rest))
      levels.append(UInt8(clamping: open.count))
      parents.append(Int32(clamping: open.last?.position ?? -1))
      additionalRows.append(Int32(clamping: count))
      traits.append(CellTraits(of: cells[position]))
      rowNumbers.append(rowNumber(of: cells[position]))
      if cells[position].kind == .repeat {
        repeats.append(
          RepeatNesting.Repeat(
            section: section, position: position, end: position + 1 + count,
            counts: cells[position].counts ?? InstanceCounts()))
      }
      if count > 0 { open.append((position, position + 1 + count)) }
    }
  }

  private mutating func rowNumber(of cell: FormCell) -> UInt32 {
    let grows = cell.hasRareProperties && cell.inline != nil
    if !grows, let last, rowKinds[Int(last)].identifier == cell.identifier { return last }
    let kind = FormStructure.RowKind(of: cell)
    let number = numbers[kind] ?? UInt32(rowKinds.count)
    if numbers[kind] == nil {
      numbers[kind] = number
      rowKinds.append(kind)
    }
    if !grows { last = number }
    return number
  }
}

/// Derives descendants and parents from levels.
private struct LevelNesting {
  private(set) var additionalRows: [Int32]
  private(set) var parents: [Int32]

  /// Derives them; `nil` if no cells have these levels. O(n) for n cells.
  ///
  /// - Parameters:
  ///   - levels: the number of ancestors of each cell.
  ///   - firstCells: the number of cells before each section, and finally the total.
  init?(_ levels: [UInt8], _ firstCells: [Int]) {
    additionalRows = [Int32](repeating: 0, count: levels.count)
    parents = [Int32](repeating: -1, count: levels.count)
    // Pointers, since an array's checks take most of the time at a million cells.
    let isNested = levels.withUnsafeBufferPointer { levels in
      additionalRows.withUnsafeMutableBufferPointer { additionalRows in
        parents.withUnsafeMutableBufferPointer { parents in
          zip(firstCells, firstCells.dropFirst()).allSatisfy { first, end in
            Self.nest(levels, first..<end, additionalRows, parents)
          }
        }
      }
    }
    guard isNested else { return nil }
  }

  /// Derives those of a section; `false` if no cells have these levels.
  private static func nest(
    _ levels: UnsafeBufferPointer<UInt8>, _ cells: Range<Int>, _ additionalRows: UnsafeMutableBufferPointer<Int32>,
    _ parents: UnsafeMutableBufferPointer<Int32>
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: FormDefinition.maximumLevel + 1) { last in
      // The last cell of each level up to the depth.
      last.initialize(repeating: 0)
      var depth = -1
      func close(_ level: Int, before end: Int) {
        // The cell before has no descendants, and every other one that ends here has.
        for open in level..<max(level, depth) {
          additionalRows[last[open]] = Int32(clamping: end - last[open] - 1)
        }
      }
      for cell in cells {
        let level = Int(levels[cell])
        guard level <= depth + 1, level <= FormDefinition.maximumLevel else { return false }
        if level < depth { close(level, before: cell) }
        if level > 0 { parents[cell] = Int32(clamping: last[level - 1] - cells.lowerBound) }
        last[level] = cell
        depth = level
      }
      close(0, before: cells.upperBound)
      return true
    }
  }
}
