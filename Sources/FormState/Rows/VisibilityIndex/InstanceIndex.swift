/// The template of a repeat's instances.
struct RepeatTemplate: Sendable {
  /// The ordinal of the repeat around the repeat; `nil` for none.
  let around: Int?
  /// An untouched instance.
  let fresh: VisibilityLevel
}

/// A step inwards: from the level of a repeat to that of one of its instances.
struct InstanceStep: Hashable, Sendable {
  /// The ordinal of the repeat.
  let cell: Int
  /// The instance.
  let key: InstanceKey
}

/// The positions of a visibility index's instances, by their numbers.
struct InstanceIndex: Sendable {
  /// The position of an instance.
  struct Record: Hashable, Sendable {
    /// The ordinal of its repeat.
    let cell: Int
    /// The instance around its repeat, and its position among its siblings.
    let place: InstancePlace
  }

  /// The templates of fresh instances.
  let templates: RepeatTemplates
  private var records: [Int: Record] = [:]
  /// Measured heights in removed instances, which may be restored.
  private var heightsOfGone: [Int: [Int: RowHeights]] = [:]

  /// Creates an index without instances.
  init(templates: RepeatTemplates) {
    self.templates = templates
  }

  /// Whether there are no repeats, and therefore no instances. O(1).
  var isEmpty: Bool { templates.isEmpty }

  /// The position of an instance; `nil` for an unknown one. O(1).
  func record(of number: Int) -> Record? { records[number] }

  /// Whether a cell is the repeat of an instance. O(1).
  func isInstance(_ number: Int, of cell: Int) -> Bool { records[number]?.cell == cell }

  /// Whether an instance can be at a position: its repeat has cells, and is in an instance of the repeat around it.
  func accepts(_ number: Int, at record: Record) -> Bool {
    guard number > 0, let template = templates[record.cell] else { return false }
    guard let around = template.around else { return record.place.parent == 0 }
    // An instance is newer than the one around it; without this check two could contain each other.
    return record.place.parent < number && isInstance(record.place.parent, of: around)
  }

  /// Sets the position of an instance; `nil` for none. O(1).
  mutating func note(_ number: Int, at record: Record?) { records[number] = record }

  /// The steps from the level outside of repeats to an instance, empty for 0; `nil` for an unknown instance.
  ///
  /// - Complexity: O(d) for d nested repeats.
  func steps(to number: Int) -> [InstanceStep]? {
    guard number != 0 else { return [] }
    var steps: [InstanceStep] = []
    var next = number
    while next != 0 {
      guard let record = records[next] else { return nil }
      steps.append(
        InstanceStep(cell: record.cell, key: InstanceKey(rank: record.place.rank, number: next)))
      next = record.place.parent
    }
    return steps.reversed()
  }

  /// Keeps the measured heights of a removed instance. O(n) for n cells of its template.
  mutating func keepHeights(of instance: RepeatInstance, cell: Int) {
    guard instance.hasOwnLevel, let fresh = templates[cell]?.fresh else { return }
    let heights = instance.level(fresh: fresh).heights(besides: fresh)
    if !heights.isEmpty { heightsOfGone[instance.key.number] = heights }
  }

  /// An added instance, with the heights measured before it was removed.
  mutating func instance(_ key: InstanceKey, _ template: RepeatTemplate) -> RepeatInstance {
    var instance = RepeatInstance(key, fresh: template.fresh)
    if let heights = heightsOfGone.removeValue(forKey: key.number) {
      instance.changeLevel(fresh: template.fresh) { $0.take(heights) }
    }
    return instance
  }
}
