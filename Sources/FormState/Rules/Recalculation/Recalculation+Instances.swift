/// In which instances of repeats rules run.
extension Recalculation {
  /// Adds the rules that read what changed.
  ///
  /// - Parameter counting: the repeat whose rule made the changes, in the instance that it is in; it has run
  ///   already.
  mutating func add(
    readersOf changes: [PlacedChange], _ instances: InstanceReading, counting: CellPlace? = nil
  ) throws {
    // Of many instances of one repeat those who read them are looked for once.
    var touched: Set<CellPlace> = []
    for change in changes {
      if change.change.field == .instance {
        try touched.formUnion(add(rulesOfInstance: change, instances))
      } else {
        try add(readersOf: change, instances)
        if let owner = try change.repeatOfInstance(instances) { touched.insert(owner) }
      }
    }
    for owner in touched.sorted() {
      if owner != counting, let rule = instances.index.countRule(of: owner) {
        add(rule, in: try instances.path(of: owner.instance))
      }
      try add(readersOfInstancesOf: owner, instances)
    }
  }

  /// Adds the rules that stand in an instance, where it is a new one.
  ///
  /// - Returns: its repeat, where that stands and stood.
  private mutating func add(
    rulesOfInstance placed: PlacedChange, _ instances: InstanceReading
  ) throws -> [CellPlace] {
    guard let position = placed.position else { return [] }
    let owner = CellPlace(section: placed.section, position: position)
    let parents = [placed.change.before, placed.change.after].compactMap {
      $0?.text.flatMap(InstancePlace.init)?.parent
    }
    if placed.change.before == nil, let path = try instances.path(of: placed.change.subject.instance) {
      for rule in instances.index.rules(standingIn: owner) {
        // What comes back holds at first what it did.
        if rule.kind != .set, rule.kind != .default || moment != nil { add(rule, in: path) }
      }
    }
    return try parents.map { owner.within($0) }.filter {
      try $0.instance == 0 || instances.instance($0.instance) != nil
    }
  }

  /// Adds the rules that read which instances of a repeat there are, or a cell in them from elsewhere.
  private mutating func add(readersOfInstancesOf owner: CellPlace, _ instances: InstanceReading) throws {
    let home = InstanceHome(of: owner, path: try instances.path(of: owner.instance))
    let extent = max(0, instances.index.cell(at: owner)?.additionalRows ?? 0)
    let cells = owner.position..<(owner.position + 1 + extent)
    for rule in try reader.rules(readingCells: cells, inSection: owner.section)
    where rule.kind != .default && rule.kind != .set {
      let isWithin = rule.place.cell.map {
        $0.section == owner.section && instances.repeatsAround($0).contains(owner.position)
      }
      for read in rule.reads where read.cell.section == owner.section && cells.contains(read.cell.position) {
        if read.reach != .same {
          try addAll(rule, instances)
        } else if isWithin != true || read.cell.position == owner.position {
          try add(rule, within: home, instances)
        }
      }
    }
  }

  /// Adds the rules that read what changed in a cell or section.
  private mutating func add(readersOf placed: PlacedChange, _ instances: InstanceReading) throws {
    let change = placed.change
    let number = change.field.scope == .cell ? change.subject.instance : 0
    let path = try instances.path(of: number)
    // In what is gone nothing runs, and who reads it from elsewhere does so since it is gone.
    guard number == 0 || path != nil else { return }
    let first = placed.position ?? 0
    let count = change.field.isRelevance ? placed.extent + (placed.position == nil ? 0 : 1) : 1
    let cells = first..<(first + max(0, count))
    let home = InstanceHome(of: CellPlace(section: placed.section, position: first), path: path)
    for rule in try reader.rules(readingCells: cells, inSection: placed.section) where try wakes(rule, placed) {
      for read in rule.reads where read.cell.section == placed.section && cells.contains(read.cell.position) {
        switch read.reach {
        case .same: try add(rule, within: home, instances)
        case .all:
          let isEarlier = rule.circle?.earlier.contains(read.cell) ?? false
          try addAll(rule, after: isEarlier ? path : nil, instances)
        // The place of a cell among instances is what it is whatever the cell holds.
        case .position: if change.field.isRelevance { try addAll(rule, instances) }
        }
      }
    }
  }

  // MARK: - In which instances

  /// Adds a rule in those of its instances that stand with a cell in one instance of every repeat around both.
  private mutating func add(_ rule: RuleSnapshot, within home: InstanceHome, _ instances: InstanceReading)
    throws
  {
    guard let cell = rule.place.cell, instances.index.repeats.repeatAround(cell) != nil else {
      return add(rule, in: nil)
    }
    let around = instances.repeatsAround(cell)
    let steps = cell.section == home.cell.section ? home.path?.steps ?? [] : []
    let shared = zip(around, steps).prefix { $0 == $1.position }.count
    let number = shared == 0 ? 0 : steps[shared - 1].number
    let found = try instances.numbers(along: around[shared...], inSection: cell.section, within: number, counted: nil)
    for number in found { if let path = try instances.path(of: number) { add(rule, in: path) } }
  }

  /// Adds a rule in all of its instances, or in those after an instance.
  mutating func addAll(
    _ rule: RuleSnapshot, after earlier: InstancePath? = nil, _ instances: InstanceReading
  ) throws {
    guard let cell = rule.place.cell, instances.index.repeats.repeatAround(cell) != nil else {
      return add(rule, in: nil)
    }
    let level = rule.circle?.level ?? 0
    let from = AwaitedInstances(after: earlier?.prefix(level), level: level)
    if let known = awaited[rule.turn()], known.covers(from) { return }
    awaited[rule.turn()] = from
    let found = try instances.numbers(
      along: instances.repeatsAround(cell)[...], inSection: cell.section, within: 0, counted: nil)
    for number in found {
      if let path = try instances.path(of: number), from.contains(path) { add(rule, in: path) }
    }
  }

  /// Notes that a rule runs, so that it does not wait in all instances any longer.
  mutating func noteRun(of rule: RuleSnapshot, in instance: InstancePath?) {
    let key = rule.turn()
    guard let known = awaited[key] else { return }
    // Along a circle the instances before are done with.
    guard rule.circle != nil, let instance, known.contains(instance) else {
      awaited[key] = nil
      return
    }
    awaited[key] = AwaitedInstances(after: instance.prefix(known.level), level: known.level)
  }
}

/// The instances in which a rule waits: all, or those after one.
struct AwaitedInstances {
  private let earlier: InstancePath?
  /// The number of repeats around that one.
  let level: Int

  init(after earlier: InstancePath?, level: Int) {
    self.earlier = earlier
    self.level = level
  }

  /// Whether an instance is one of them.
  func contains(_ instance: InstancePath) -> Bool { earlier.map { $0 < instance.prefix(level) } ?? true }

  /// Whether they are all of others, and perhaps more.
  func covers(_ other: AwaitedInstances) -> Bool {
    guard let earlier else { return true }
    return other.earlier.map { !($0 < earlier) } ?? false
  }
}

/// A cell, and the instance that it is in or is.
private struct InstanceHome {
  let cell: CellPlace
  let path: InstancePath?

  init(of cell: CellPlace, path: InstancePath?) {
    self.cell = cell
    self.path = path
  }
}

extension PlacedChange {
  /// Of a change that says whether an instance counts, its repeat where that stands; `nil` for any other change.
  fileprivate func repeatOfInstance(_ instances: InstanceReading) throws -> CellPlace? {
    guard change.field == .relevance, change.subject.instance > 0, let position,
      try instances.isInstance(CellPlace(section: section, position: position, instance: change.subject.instance))
    else { return nil }
    return try instances.instance(change.subject.instance)?.cell
  }
}
