/// The numbers of rows and of visible rows, and their height.
struct RowSums: Hashable, Sendable {
  /// The visible rows.
  var shown = 0
  /// All rows, including those kept without height.
  var all = 0
  /// The height of the visible rows.
  var height = 0.0

  static func += (left: inout RowSums, right: RowSums) {
    left.shown = left.shown.clampedSum(right.shown)
    left.all = left.all.clampedSum(right.all)
    left.height += right.height
  }
}

/// The visible cells of one level of a form: outside of repeats, or in one instance of a repeat.
///
/// The slot of each repeat holds its instances, each of which has a level in turn.
struct VisibilityLevel: Sendable {
  /// The layout.
  let layout: LevelLayout
  /// The leaves, and which of them are visible.
  private(set) var tree: PagedTree
  /// For a level with repeats: all rows, alternately those between two slots and those of a slot.
  private var allRows: VisibilityTree?
  /// The instances of the level's repeats, by the ordinals of the repeats.
  private(set) var instances: [Int: InstanceTree] = [:]

  /// Creates a level; its repeats have no instances yet.
  init(layout: LevelLayout, tree: PagedTree) {
    self.layout = layout
    self.tree = tree
    guard !layout.slots.isEmpty else { return }
    var weights: [Int32] = []
    var next = 0
    for slot in layout.slots {
      weights += [Int32(clamping: slot.leaf - next), 0]
      next = slot.leaf + 1
    }
    weights.append(Int32(clamping: layout.leafCount - next))
    allRows = VisibilityTree(
      weights: weights, heights: [Double](repeating: 0, count: weights.count), hiddenIntervals: [])
  }

  /// The totals of the level. O(1).
  var sums: RowSums {
    RowSums(
      shown: tree.visibleCount, all: allRows?.visibleCount ?? layout.leafCount, height: tree.totalHeight)
  }

  /// Whether a cell is expanded. O(1).
  func isExpanded(_ leaf: Int) -> Bool { tree.isExpanded(leaf) }

  /// Whether rules make a leaf relevant, regardless of its surroundings. O(1).
  func isRelevant(_ leaf: Int) -> Bool { tree.isRelevant(leaf) }

  /// The number of rows before a leaf, kept ones included. O(log r) for r repeats.
  func allRowCount(before leaf: Int) -> Int {
    guard let allRows else { return leaf }
    let number = layout.slotCount { $0.leaf < leaf }
    return allRows.visibleCount(before: 2 * number) + leaf - firstLeaf(behindSites: number)
  }

  /// The leaf of a row, kept ones included, and the number of rows of the same leaf before it; `nil` if there is none.
  /// O(log r) for r repeats.
  func leaf(ofRow row: Int) -> (leaf: Int, rest: Int)? {
    guard let allRows else { return (0..<layout.leafCount).contains(row) ? (row, 0) : nil }
    guard let (part, rest) = allRows.leaf(ofVisibleRow: row) else { return nil }
    guard part % 2 == 1, let slot = layout.slots.element(at: part / 2) else {
      return (firstLeaf(behindSites: part / 2) + rest, 0)
    }
    return (slot.leaf, rest)
  }

  private func firstLeaf(behindSites number: Int) -> Int {
    number > 0 ? layout.slots[number - 1].leaf + 1 : 0
  }
}

// MARK: - Changes

extension VisibilityLevel {
  /// Expands or collapses a cell. O(log n).
  mutating func setExpanded(_ isOpen: Bool, leaf: Int) {
    guard tree.change(leaf, { $0.setExpanded(isOpen, leaf: $1) }) == true else { return }
    setHidden(!isOpen, descendants(of: leaf))
  }

  /// Makes a cell relevant or irrelevant. O(log n).
  mutating func setRelevant(_ isRelevant: Bool, leaf: Int) {
    guard tree.change(leaf, { $0.setRelevant(isRelevant, leaf: $1) }) == true else { return }
    setHidden(!isRelevant, leaf..<max(leaf + 1, descendants(of: leaf).upperBound))
  }

  /// Makes a section relevant or irrelevant. O(log n).
  ///
  /// - Parameters:
  ///   - header: the leaf of its header.
  ///   - height: the height of the visible header.
  ///   - cells: the leaves of its cells.
  mutating func setRelevant(_ isRelevant: Bool, header: Int, height: Double, cells: Range<Int>) {
    guard tree.change(header, { $0.setRelevant(isRelevant, leaf: $1) }) == true else { return }
    tree.change(header) { $0.setHeight(isRelevant ? height : 0, leaf: $1) }
    setHidden(!isRelevant, cells)
  }

  /// Hides leaves once more, or reverts that. O(log n).
  mutating func setHidden(_ hides: Bool, _ leaves: Range<Int>) {
    tree.setHidden(hides, leaves)
  }

  /// The leaves of a cell's descendants. O(log r) for r repeats.
  private func descendants(of leaf: Int) -> Range<Int> {
    layout.descendants(tree.additionalRows(of: leaf), of: leaf)
  }

  /// Sets the height of a row, until the cell is toggled if it grows in place. O(log n).
  mutating func setHeight(_ points: Double, leaf: Int) {
    tree.change(leaf) { $0.setHeight(points, leaf: $1) }
  }

  /// Changes the instances of a repeat of the level. O(log n) plus the change itself.
  mutating func changeInstances<Result>(of cell: Int, _ body: (inout InstanceTree) -> Result) -> Result? {
    guard let (number, slot) = layout.slot(ofRepeat: cell) else { return nil }
    let result = body(&instances[cell, default: InstanceTree()])
    let sums = instances[cell]?.sums ?? RowSums()
    tree.change(slot.leaf) { $0.setWeight(sums.shown, height: sums.height, leaf: $1) }
    allRows?.setWeight(sums.all, height: 0, of: 2 * number + 1)
    return result
  }

  /// Changes the level of an instance, and updates the levels around it. O(log n) per level plus the change itself.
  ///
  /// - Parameters:
  ///   - steps: the steps to the instance, from this level inwards.
  ///   - templates: the templates of fresh instances.
  ///   - body: changes the level.
  mutating func change(
    along steps: ArraySlice<InstanceStep>, _ templates: RepeatTemplates, _ body: (inout VisibilityLevel) -> Void
  ) {
    guard let step = steps.first, let template = templates[step.cell] else { return body(&self) }
    _ = changeInstances(of: step.cell) { instances in
      instances.change(step.key) { entry in
        entry.changeLevel(fresh: template.fresh) { $0.change(along: steps.dropFirst(), templates, body) }
      }
    }
  }
}

// MARK: - Measured heights

extension VisibilityLevel {
  /// The heights of rows that differ from another state of the same level, by leaf.
  struct Heights: Sendable {
    var plain: [Int: Double] = [:]
    var growing: [Int: LeafPage.GrowingHeight] = [:]

    var isEmpty: Bool { plain.isEmpty && growing.isEmpty }
  }

  /// The heights that differ from another state of the same level. O(n).
  func heights(besides other: VisibilityLevel) -> Heights {
    var heights = Heights()
    for leaf in 0..<layout.leafCount where layout.slot(atLeaf: leaf) == nil {
      if let sides = tree.growingHeight(of: leaf) {
        if sides != other.tree.growingHeight(of: leaf) { heights.growing[leaf] = sides }
      } else if tree.height(of: leaf) != other.tree.height(of: leaf) {
        heights.plain[leaf] = tree.height(of: leaf)
      }
    }
    return heights
  }

  /// Sets heights. O(k log n) for k of them.
  mutating func take(_ heights: Heights) {
    for (leaf, height) in heights.plain { tree.change(leaf) { $0.setHeight(height, leaf: $1) } }
    for (leaf, sides) in heights.growing { tree.change(leaf) { $0.setGrowingHeight(sides, leaf: $1) } }
  }
}

// MARK: - Traversal

extension VisibilityLevel {
  /// The runs of adjacent visible rows, among some leaves and the instances in them. O(r log² n) for r runs.
  ///
  /// - Parameters:
  ///   - leaves: the leaves.
  ///   - base: the number of rows before the level, kept ones included.
  ///   - templates: the templates of fresh instances.
  ///   - runs: receives the runs, as rows with the kept ones counted; adjacent runs may follow each other.
  func appendVisibleRuns(
    in leaves: Range<Int>, from base: Int, _ templates: RepeatTemplates, to runs: inout [Range<Int>]
  ) {
    visit(leaves) { run in
      let first = base.clampedSum(allRowCount(before: run.lowerBound))
      runs.append(first..<first.clampedSum(run.count))
    } slot: { slot in
      instances[slot.cell]?.appendVisibleRuns(
        from: base.clampedSum(allRowCount(before: slot.leaf)), templates, of: slot.cell, to: &runs)
    }
  }

  /// The ordinals of the visible cells, among some leaves and the instances in them. O(v log n) for v of them.
  func appendVisibleOrdinals(
    in leaves: Range<Int>, _ templates: RepeatTemplates, to ordinals: inout [Int]
  ) {
    visit(leaves) { run in
      let first = layout.ordinal(of: run.lowerBound)
      ordinals += first..<(first + run.count)
    } slot: { slot in
      guard let template = templates[slot.cell] else { return }
      instances[slot.cell]?.visit { entry in
        guard entry.isRelevant else { return }
        let level = entry.level(fresh: template.fresh)
        level.appendVisibleOrdinals(in: 0..<level.layout.leafCount, templates, to: &ordinals)
      }
    }
  }

  /// Visits the visible leaves: the runs of cells, and the slots between them that have rows.
  private func visit(_ leaves: Range<Int>, cells: (Range<Int>) -> Void, slot: (LevelLayout.RepeatSlot) -> Void) {
    var next = leaves.lowerBound
    while next < leaves.upperBound {
      guard let leaf = tree.leaf(ofVisibleRow: tree.visibleCount(before: next))?.leaf, leaf < leaves.upperBound else {
        return
      }
      if let found = layout.slot(atLeaf: leaf)?.slot {
        slot(found)
        next = leaf + 1
      } else {
        let following = layout.slots.element(at: layout.slotCount { $0.leaf <= leaf })
        next = min(leaves.upperBound, following?.leaf ?? leaves.upperBound)
        tree.visibleRuns(in: leaf..<next).forEach(cells)
      }
    }
  }
}

extension VisibilityLevel {
  /// The inconsistencies of the level; empty if it is consistent. O(n), for tests.
  func faults(_ templates: RepeatTemplates) -> [String] {
    var faults = tree.faults() + (allRows?.faults() ?? [])
    for (number, slot) in layout.slots.enumerated() {
      let sums = instances[slot.cell]?.sums ?? RowSums()
      if tree.weight(of: slot.leaf) != sums.shown || tree.height(of: slot.leaf) != sums.height {
        faults.append("slot \(slot.leaf) weighs \(tree.weight(of: slot.leaf)), not \(sums)")
      }
      if allRows?.weight(of: 2 * number + 1) != sums.all { faults.append("slot \(slot.leaf) keeps not \(sums)") }
      guard let instances = instances[slot.cell], let template = templates[slot.cell] else { continue }
      faults += instances.faults()
      instances.visit { entry in
        faults += entry.level(fresh: template.fresh).faults(templates)
        if entry.level(fresh: template.fresh).sums != entry.inside { faults.append("\(entry.number) sums up wrongly") }
      }
    }
    return faults
  }
}
