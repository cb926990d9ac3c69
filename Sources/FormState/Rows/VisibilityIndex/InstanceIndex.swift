/// What the instances of a repeat are like.
struct RepeatTemplate: Sendable {
  /// The ordinal of the repeat around the repeat; `nil` for none.
  let around: Int?
  /// An instance in which nothing was done.
  let fresh: VisibilityLevel
  /// Whether an instance is relevant as long as no rule has said otherwise.
  let startsRelevant: Bool
}

/// What the instances of each repeat of a form are like, by the ordinals of the repeats.
struct RepeatTemplates: Sendable {
  private let held: [Int: RepeatTemplate]
  /// What makes them on demand, for a form that is read in pages.
  private let source: LeafSource?
  /// Whether there are no repeats, so that there can be no instances either.
  let isEmpty: Bool

  /// Takes templates that were all made.
  init(_ templates: [Int: RepeatTemplate]) {
    held = templates
    source = nil
    isEmpty = templates.isEmpty
  }

  /// Makes templates on demand.
  init(_ source: LeafSource) {
    held = [:]
    self.source = source
    isEmpty = source.layout.slots.isEmpty
  }

  /// What the instances of a repeat are like; `nil` where it is no repeat with a template. O(1), O(n log n) for n cells
  /// of a template that is read.
  subscript(cell: Int) -> RepeatTemplate? { source.map { $0.template(ofRepeat: cell) } ?? held[cell] }
}

/// A step inwards: from the level on which a repeat stands to that of one of its instances.
struct InstanceStep: Hashable, Sendable {
  /// The ordinal of the repeat.
  let cell: Int
  /// The instance.
  let key: InstanceTree.Key
}

/// Where the instances of a visibility index stand, by their numbers.
struct InstanceIndex: Sendable {
  /// Where an instance stands.
  struct Record: Hashable, Sendable {
    /// The ordinal of its repeat.
    let cell: Int
    /// In which instance its repeat stands, and where among those beside it.
    let place: InstancePlace
  }

  /// What fresh instances are like.
  let templates: RepeatTemplates
  private var records: [Int: Record] = [:]
  /// What was measured in instances that are gone, for they may come back.
  private var heightsOfGone: [Int: VisibilityLevel.Heights] = [:]

  /// Creates an index without instances.
  init(templates: RepeatTemplates) {
    self.templates = templates
  }

  /// Whether there are no repeats, so that there can be no instances either. O(1).
  var isEmpty: Bool { templates.isEmpty }

  /// Where an instance stands; `nil` for an unknown one. O(1).
  func record(of number: Int) -> Record? { records[number] }

  /// Whether a cell is the repeat of an instance. O(1).
  func isInstance(_ number: Int, of cell: Int) -> Bool { records[number]?.cell == cell }

  /// Whether an instance can stand somewhere: where the repeat has cells, and in an instance of the repeat around it.
  func accepts(_ number: Int, at record: Record) -> Bool {
    guard number > 0, let template = templates[record.cell] else { return false }
    guard let around = template.around else { return record.place.parent == 0 }
    // An instance stands in one that was there before it; otherwise two could stand in each other.
    return record.place.parent < number && isInstance(record.place.parent, of: around)
  }

  /// Notes where an instance stands now; `nil` for nowhere. O(1).
  mutating func note(_ number: Int, at record: Record?) { records[number] = record }

  /// The way from the level outside of repeats to an instance, empty for 0; `nil` for an unknown instance.
  ///
  /// - Complexity: O(d) for d repeats nested in each other.
  func steps(to number: Int) -> [InstanceStep]? {
    guard number != 0 else { return [] }
    var steps: [InstanceStep] = []
    var next = number
    while next != 0 {
      guard let record = records[next] else { return nil }
      steps.append(
        InstanceStep(cell: record.cell, key: InstanceTree.Key(rank: record.place.rank, number: next)))
      next = record.place.parent
    }
    return steps.reversed()
  }

  /// The ordinal of the innermost repeat that a cell is in; `nil` for none. O(d log r) for r repeats on d levels.
  func repeatAround(_ ordinal: Int, _ layout: LevelLayout) -> Int? {
    var layout = layout
    var around: Int?
    while let slot = layout.slot(holding: ordinal) {
      around = slot.cell
      guard let inner = templates[slot.cell]?.fresh.layout else { break }
      layout = inner
    }
    return around
  }

  /// Keeps what was measured in an instance that goes. O(n) for n cells of its template.
  mutating func keepHeights(of entry: InstanceTree.Entry, cell: Int) {
    guard entry.hasOwnLevel, let fresh = templates[cell]?.fresh else { return }
    let heights = entry.level(fresh: fresh).heights(besides: fresh)
    if !heights.isEmpty { heightsOfGone[entry.number] = heights }
  }

  /// An instance that comes, as tall as it was measured when it was there before.
  mutating func entry(_ key: InstanceTree.Key, _ template: RepeatTemplate) -> InstanceTree.Entry {
    var entry = InstanceTree.Entry(key, isRelevant: template.startsRelevant, fresh: template.fresh)
    if let heights = heightsOfGone.removeValue(forKey: key.number) {
      entry.changeLevel(fresh: template.fresh) { $0.take(heights) }
    }
    return entry
  }
}
