/// The instances of repeats in which rules run.
extension Recalculation {
  /// Adds the rules that read the changes.
  ///
  /// - Parameter counting: the repeat whose rule made the changes, in its instance; it has already run.
  mutating func add(
    readersOf changes: [PlacedChange], _ instances: InstanceReading, counting: CellPlace? = nil
  ) throws {
    // For many instances of one repeat, the rules that read them are looked up once. By repeat in its instance: before
    // the first instance that changes.
    var touched: [CellPlace: InstancePath] = [:]
    func touch(_ instance: InstanceRoster.Instance) {
      let path = InstancePath(before: instance, in: instances.path(of: instance.cell.instance))
      touched[instance.cell] = touched[instance.cell].map { min($0, path) } ?? path
    }
    for change in changes {
      if change.change.field == .instance {
        for instance in add(rulesOfInstance: change, instances) { touch(instance) }
      } else {
        try add(readersOf: change, instances)
        if let instance = change.instanceThatCounts(instances) { touch(instance) }
      }
    }
    for owner in touched.keys.sorted() {
      if owner != counting, let rule = instances.index.countRule(of: owner) {
        add(rule, in: instances.path(of: owner.instance))
      }
      try add(readersOfInstancesOf: owner, after: touched[owner], instances)
    }
  }

  /// Adds the rules inside an instance, if it is new.
  ///
  /// - Returns: it, in its former and current place.
  private mutating func add(
    rulesOfInstance placed: PlacedChange, _ instances: InstanceReading
  ) -> [InstanceRoster.Instance] {
    guard let position = placed.position else { return [] }
    let owner = CellPlace(section: placed.section, position: position)
    let places = [placed.change.before, placed.change.after].compactMap { $0?.text.flatMap(InstancePlace.init) }
    if placed.change.before == nil, let path = instances.path(of: placed.change.subject.instance) {
      for rule in instances.index.rules(standingIn: owner) {
        // A restored instance has its former initial values.
        if rule.kind != .set, rule.kind != .default || moment != nil && keeping == nil { add(rule, in: path) }
      }
    }
    return places.filter { $0.parent == 0 || instances.instance($0.parent) != nil }.map {
      InstanceRoster.Instance(
        number: placed.change.subject.instance, cell: owner.within($0.parent), rank: $0.rank)
    }
  }

  /// Adds the rules that read the instances of a repeat, or a cell in them from elsewhere.
  ///
  /// - Parameters:
  ///   - owner: the repeat, in its instance.
  ///   - first: a path before the first instance that was added, moved or removed. The instances before it are at the
  ///     same positions as before, and a rule that sees only earlier ones sees the same.
  ///   - instances: the instances.
  private mutating func add(
    readersOfInstancesOf owner: CellPlace, after first: InstancePath?, _ instances: InstanceReading
  ) throws {
    let home = InstanceHome(of: owner, path: instances.path(of: owner.instance))
    let extent = max(0, instances.index.cell(at: owner)?.additionalRows ?? 0)
    let cells = owner.position..<(owner.position + 1 + extent)
    for rule in try reader.rules(readingCells: cells, inSection: owner.section)
    where rule.kind != .default && rule.kind != .set {
      let isWithin = rule.place.cell.map {
        $0.section == owner.section && instances.repeatsAround($0).contains(owner.position)
      }
      for read in rule.reads where read.cell.section == owner.section && cells.contains(read.cell.position) {
        if read.reach != .same {
          let seesEarlierAlone =
            read.reach == .position
            ? rule.readsOwnPositionsAlone
            : rule.cycle.map { $0.earlier.contains(read.cell) && $0.level == first?.steps.count } ?? false
          addAll(rule, after: isWithin == true && seesEarlierAlone ? first : nil, instances)
        } else if isWithin != true || read.cell.position == owner.position {
          add(rule, within: home, instances)
        }
      }
    }
  }

  /// Adds the rules that read a changed cell or section.
  private mutating func add(readersOf placed: PlacedChange, _ instances: InstanceReading) throws {
    let change = placed.change
    let number = change.field.scope == .cell ? change.subject.instance : 0
    let path = instances.path(of: number)
    // Nothing runs in a removed instance, and rules that read it from elsewhere run because of its removal.
    guard number == 0 || path != nil else { return }
    let first = placed.position ?? 0
    let count = change.field.isRelevance ? placed.extent + (placed.position == nil ? 0 : 1) : 1
    let cells = first..<(first + max(0, count))
    let home = InstanceHome(of: CellPlace(section: placed.section, position: first), path: path)
    for rule in try reader.rules(readingCells: cells, inSection: placed.section) where wakes(rule, placed) {
      for read in rule.reads where read.cell.section == placed.section && cells.contains(read.cell.position) {
        switch read.reach {
        case .same: add(rule, within: home, instances)
        case .all:
          let isEarlier = rule.cycle?.earlier.contains(read.cell) ?? false
          addAll(rule, after: isEarlier ? path?.prefix(rule.cycle?.level ?? 0) : nil, instances)
        // The position of a cell among instances does not depend on the cell's value.
        case .position: if change.field.isRelevance { addAll(rule, instances) }
        }
      }
    }
  }

  // MARK: - Instances

  /// Adds a rule in those of its instances that share one instance of every common repeat with a cell.
  mutating func add(_ rule: RuleSnapshot, within home: InstanceHome, _ instances: InstanceReading) {
    guard let cell = rule.place.cell, instances.index.repeats.repeatAround(cell) != nil else {
      return add(rule, in: nil)
    }
    let around = instances.repeatsAround(cell)
    let steps = cell.section == home.cell.section ? home.path?.steps ?? [] : []
    let shared = zip(around, steps).prefix { $0 == $1.position }.count
    let number = shared == 0 ? 0 : steps[shared - 1].number
    let found = instances.numbers(along: around[shared...], inSection: cell.section, within: number, counted: nil)
    for number in found { if let path = instances.path(of: number) { add(rule, in: path) } }
  }

  /// Adds a rule in all of its instances, or in those after an instance.
  mutating func addAll(
    _ rule: RuleSnapshot, after earlier: InstancePath? = nil, _ instances: InstanceReading
  ) {
    guard let cell = rule.place.cell, instances.index.repeats.repeatAround(cell) != nil else {
      return add(rule, in: nil)
    }
    let from = AwaitedInstances(after: earlier, level: earlier?.steps.count ?? rule.cycle?.level ?? 0)
    if let known = awaited[rule.turn()], known.covers(from) { return }
    awaited[rule.turn()] = from
    let found = instances.allNumbers(
      along: instances.repeatsAround(cell)[...], inSection: cell.section, from: earlier)
    for number in found {
      if let path = instances.path(of: number), from.contains(path) { add(rule, in: path) }
    }
  }

  /// Notes that a rule runs, which ends waiting in all instances.
  mutating func noteRun(of rule: RuleSnapshot, in instance: InstancePath?) {
    let key = rule.turn()
    guard let known = awaited[key] else { return }
    // Along a cycle the earlier instances are done.
    guard rule.cycle != nil, let instance, known.contains(instance) else {
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

  /// Whether they include all of others.
  func covers(_ other: AwaitedInstances) -> Bool {
    guard let earlier else { return true }
    guard level == other.level else { return false }
    return other.earlier.map { !($0 < earlier) } ?? false
  }
}

/// A cell, and its instance, or the instance that it is.
struct InstanceHome {
  let cell: CellPlace
  let path: InstancePath?

  init(of cell: CellPlace, path: InstancePath?) {
    self.cell = cell
    self.path = path
  }
}

extension PlacedChange {
  /// For a change of whether an instance counts, the instance; `nil` for any other change.
  fileprivate func instanceThatCounts(_ instances: InstanceReading) -> InstanceRoster.Instance? {
    guard change.field == .relevance, change.subject.instance > 0, let position,
      instances.isInstance(CellPlace(section: section, position: position, instance: change.subject.instance))
    else { return nil }
    return instances.instance(change.subject.instance)
  }
}
