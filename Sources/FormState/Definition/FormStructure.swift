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
    traits = build.traits
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
      rowNumbers.max().map({ $0 < rowKinds.count }) ?? true, let nesting = LevelNesting(levels, traits, firstCells)
    else { return nil }
    (self.levels, self.rowNumbers, self.rowKinds, self.repeats) = (levels, rowNumbers, rowKinds, repeats)
    (self.traits, additionalRows, parents) = (nesting.traits, nesting.additionalRows, nesting.parents)
    guard hasRepeats(at: nesting.repeats) else { return nil }
  }

  /// Whether the repeats are at the cells with these numbers, and their templates end where their descendants do.
  private func hasRepeats(at numbers: [Int]) -> Bool {
    repeats.all.count == numbers.count
      && zip(repeats.all, numbers).allSatisfy { repeated, number in
        place(ofCell: number) == repeated.place && repeated.template.count == Int(additionalRows[number])
      }
  }
}

/// Properties of a cell on which rows depend.
package struct CellTraits: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  static let isExpandable = CellTraits(rawValue: 1)
  package static let startsExpanded = CellTraits(rawValue: 2)
  /// The definition hides the cell and its descendants.
  package static let isHidden = CellTraits(rawValue: 4)
  static let isRepeat = CellTraits(rawValue: 8)
  static let isOption = CellTraits(rawValue: 16)
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
      if cells[position].kind == .option, let parent = open.last?.position {
        traits[traits.count - 1 - position + parent].insert(.holdsOptions)
      }
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

/// Derives everything else of a structure from the levels and traits of its cells.
private struct LevelNesting {
  private(set) var additionalRows: [Int32] = []
  private(set) var parents: [Int32] = []
  private(set) var traits: [CellTraits] = []
  /// The numbers of the cells that are repeats.
  private(set) var repeats: [Int] = []

  /// Derives it; `nil` if no cells have these levels. O(n) for n cells.
  ///
  /// - Parameters:
  ///   - levels: the number of ancestors of each cell.
  ///   - traits: the traits that each cell has by itself, as numbers.
  ///   - firstCells: the number of cells before each section, and finally the total.
  init?(_ levels: [UInt8], _ traits: [UInt8], _ firstCells: [Int]) {
    let count = levels.count
    guard count <= Int(Int32.max) else { return nil }
    var isNested = true
    var repeats: [Int] = []
    // Pointers and memory that nobody clears first, since these take most of the time at a million cells.
    self.traits = Array(unsafeUninitializedCapacity: count) { marked, initialized in
      initialized = count
      additionalRows = Array(unsafeUninitializedCapacity: count) { additionalRows, initialized in
        initialized = count
        parents = Array(unsafeUninitializedCapacity: count) { parents, initialized in
          initialized = count
          levels.withUnsafeBufferPointer { levels in
            traits.withUnsafeBufferPointer { traits in
              let cells = Cells(
                levels: levels, ownTraits: traits, additionalRows: additionalRows, parents: parents, traits: marked)
              isNested = zip(firstCells, firstCells.dropFirst()).allSatisfy { cells.nest($0..<$1, &repeats) }
            }
          }
        }
      }
    }
    guard isNested else { return nil }
    self.repeats = repeats
  }

  /// The cells of a form, numbered from 0.
  private struct Cells {
    let levels: UnsafeBufferPointer<UInt8>
    let ownTraits: UnsafeBufferPointer<UInt8>
    let additionalRows: UnsafeMutableBufferPointer<Int32>
    let parents: UnsafeMutableBufferPointer<Int32>
    let traits: UnsafeMutableBufferPointer<CellTraits>

    /// Nests those of a section; `false` if no cells have these levels.
    func nest(_ cells: Range<Int>, _ repeats: inout [Int]) -> Bool {
      withUnsafeTemporaryAllocation(of: Int.self, capacity: FormDefinition.maximumLevel + 1) { last in
        // The last cell of each level up to the depth.
        last.initialize(repeating: 0)
        var (depth, parent) = (-1, -1)
        for cell in cells {
          let level = Int(levels[cell])
          if level != depth {
            guard level <= depth + 1, level <= FormDefinition.maximumLevel else { return false }
            if level < depth { close(last, level..<depth, before: cell) }
            parent = level > 0 ? last[level - 1] - cells.lowerBound : -1
            depth = level
          }
          let own = CellTraits(rawValue: ownTraits[cell]).intersection(.own)
          traits[cell] = own
          additionalRows[cell] = 0
          parents[cell] = Int32(truncatingIfNeeded: parent)
          if own.contains(.isOption), parent >= 0 { traits[cells.lowerBound + parent].insert(.holdsOptions) }
          if own.contains(.isRepeat) { repeats.append(cell) }
          last[level] = cell
        }
        close(last, 0..<max(0, depth), before: cells.upperBound)
        return true
      }
    }

    /// Counts the descendants of the last cells of some levels; the last of all cells has none.
    private func close(_ last: UnsafeMutableBufferPointer<Int>, _ levels: Range<Int>, before end: Int) {
      for level in levels { additionalRows[last[level]] = Int32(truncatingIfNeeded: end - last[level] - 1) }
    }
  }
}
