/// The visible cells of one level of a form: outside of repeats, or in one instance of a repeat.
///
/// The slot of each repeat has the rows of its instances, each of which has a level in turn.
struct VisibilityLevel: Sendable {
  /// The ordinals of its cells and headers, and of the templates within it.
  let ordinals: Range<Int>
  /// Its cells, headers and slots.
  private var items: CountedTree<LevelItem>
  /// The instances of the level's repeats, by the ordinals of the repeats.
  private(set) var instances: [Int: InstanceTree] = [:]

  /// An item with its position.
  typealias Found<Distance: RowDistance> = CountedCursor<LevelItem, Distance>.Found

  /// Creates the level of an untouched response, or of an untouched instance; its repeats have no instances yet.
  init(_ form: UntouchedForm, _ layout: LevelLayout) {
    ordinals = layout.ordinals
    items = LevelPages.tree(form, layout)
  }

  /// The sums of the level. O(1).
  var sums: RowSums { items.sums }

  /// The sums of what is before an ordinal of the level. O(log n).
  func sums(before ordinal: Int) -> RowSums { items.sums(before: ordinal - ordinals.lowerBound) }

  /// A header or cell of the level; `nil` for one in no or another level. O(log n).
  func cell(at ordinal: Int) -> Found<Int>? {
    guard let found = items.item(at: ordinal - ordinals.lowerBound), !found.item.isSlot else { return nil }
    return found
  }

  /// The slot of a repeat; `nil` if the level does not have it. O(log n).
  func slot(ofRepeat cell: Int) -> Found<Int>? {
    guard let found = items.item(at: cell + 1 - ordinals.lowerBound), found.item.isSlot else { return nil }
    return found
  }

  /// The cell, header or slot at a distance from the start along any metric; `nil` before the first and after the last.
  /// O(log n).
  @inline(__always)
  func find<Distance: RowDistance>(_ distance: Distance, by metric: (RowSums) -> Distance) -> Found<Distance>? {
    items.find(distance, by: metric)
  }

  /// The ordinal of what was found; of a slot, that of the first cell of the template.
  func ordinal<Distance: RowDistance>(of found: Found<Distance>) -> Int { ordinals.lowerBound + found.before.count }
}

// MARK: - Changes

extension VisibilityLevel {
  /// Expands or collapses a cell or section. O(log n).
  mutating func setExpanded(_ isOpen: Bool, at ordinal: Int) {
    let place = ordinal - ordinals.lowerBound
    guard let descendants = items.change(at: place, { $0.setExpanded(isOpen) }) ?? nil else { return }
    items.setHidden(!isOpen, (place + 1)..<(place + 1 + descendants))
  }

  /// Makes a cell or section relevant or irrelevant. O(log n).
  mutating func setRelevant(_ isRelevant: Bool, at ordinal: Int) {
    let place = ordinal - ordinals.lowerBound
    guard let descendants = items.change(at: place, { $0.setRelevant(isRelevant) }) ?? nil else { return }
    items.setHidden(!isRelevant, place..<(place + 1 + descendants))
  }

  /// Sets the height of a row, until the cell is toggled if it grows in place. O(log n).
  mutating func setHeight(_ points: Double, at ordinal: Int) {
    items.change(at: ordinal - ordinals.lowerBound) { $0.setHeight(points) }
  }

  /// Changes the instances of a repeat of the level. O(log n) plus the change itself.
  mutating func changeInstances<Result>(of cell: Int, _ body: (inout InstanceTree) -> Result) -> Result? {
    guard instances[cell] != nil || slot(ofRepeat: cell) != nil else { return nil }
    let result = body(&instances[cell, default: InstanceTree()])
    let sums = instances[cell]?.sums ?? RowSums()
    items.change(at: cell + 1 - ordinals.lowerBound) { $0.setInstances(sums) }
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
      instances.change(step.key) { instance in
        instance.changeLevel(fresh: template.fresh) { $0.change(along: steps.dropFirst(), templates, body) }
      }
    }
  }
}

// MARK: - Measured heights

extension VisibilityLevel {
  /// The heights of rows that differ from another state of the same level, by place. O(n) for n touched places.
  func heights(besides other: VisibilityLevel) -> [Int: RowHeights] {
    var heights: [Int: RowHeights] = [:]
    items.root.visit { item, place in
      guard let own = item.heights, own != other.items.item(at: place)?.item.heights else { return }
      heights[place] = own
    }
    return heights
  }

  /// Sets heights by place. O(k log n) for k of them.
  mutating func take(_ heights: [Int: RowHeights]) {
    for (place, heights) in heights { items.change(at: place) { $0.setHeights(heights) } }
  }
}

// MARK: - Traversal

extension VisibilityLevel {
  /// The runs of adjacent visible rows, among some ordinals and the instances in them. O(r log n) for r runs.
  ///
  /// - Parameters:
  ///   - interval: the ordinals.
  ///   - base: the number of rows before the level, kept ones included.
  ///   - templates: the templates of fresh instances.
  ///   - runs: receives the runs, as rows with the kept ones counted.
  func appendVisibleRuns(
    in interval: Range<Int>, from base: Int, _ templates: RepeatTemplates, to runs: inout [Range<Int>]
  ) {
    let first = ordinals.lowerBound
    let places = (interval.lowerBound - first)..<(interval.upperBound - first)
    items.visitShown(in: places, from: base) { rows in
      runs.appendRun(rows)
    } partly: { _, before in
      let cell = first + before.count - 1
      guard let fresh = templates[cell]?.fresh, let instances = instances[cell] else { return }
      instances.visitShown(in: 0..<instances.count, from: before.all) { rows in
        runs.appendRun(rows)
      } partly: { instance, before in
        let level = instance.level(fresh: fresh)
        level.appendVisibleRuns(in: level.ordinals, from: before.all, templates, to: &runs)
      }
    }
  }

  /// The inconsistencies of the level; empty if it is consistent. O(n), for tests.
  func faults(_ templates: RepeatTemplates) -> [String] {
    var faults = items.faults()
    for (cell, instances) in instances {
      var sums = instances.sums
      sums.count = slot(ofRepeat: cell)?.item.inside.count ?? 0
      if slot(ofRepeat: cell)?.item.inside != sums { faults.append("the slot of \(cell) does not sum up \(sums)") }
      faults += instances.faults()
      guard let template = templates[cell] else { continue }
      instances.root.visit { instance, _ in
        let level = instance.level(fresh: template.fresh)
        faults += level.faults(templates)
        if instance.inside != level.sums.ofInstance { faults.append("\(instance.key) sums up wrongly") }
      }
    }
    return faults
  }
}

extension [Range<Int>] {
  /// Appends a run, or extends the last one if it is adjacent.
  fileprivate mutating func appendRun(_ run: Range<Int>) {
    if let last, last.upperBound == run.lowerBound {
      self[count - 1] = last.lowerBound..<run.upperBound
    } else {
      append(run)
    }
  }
}
