/// Reading a form with repeats for rules.
extension RuleReading {
  typealias Instances = InstanceReading

  /// The cell at a place before the changes; read once.
  private func snapshot(at place: CellPlace) -> CellSnapshot? {
    if let known = found.snapshots[place] { return known }
    let snapshot = reader.cell(at: place)
    found.snapshots[place] = snapshot
    return snapshot
  }

  func snapshotInInstance(of cell: RuleCell) -> CellSnapshot? {
    instances?.place(of: cell).flatMap(snapshot(at:))
  }

  /// The content with the value of a cell in an instance that counts; `nil` for none.
  func contentInInstance(_ cell: RuleCell, _ instances: Instances) -> FieldContent? {
    guard let target = instances.cell(cell) else { return nil }
    let number = Int(truncatingIfNeeded: cell.instance)
    let contents = self.contents(ofCell: target.key, in: number)
    guard contents.isRelevant, isAsked(around: target, in: number, instances) else { return nil }
    return contents.held(orDefault: target.defaultValue)
  }

  // MARK: - Many instances at once

  func numbers(withKey key: String, from origin: RuleCell) -> [Double]? {
    guard cycle == nil, let instances, let target = instances.target(key), let owner = target.repeats.last,
      target.place.position != owner, let cell = instances.index.cell(at: target.place)
    else { return nil }
    let start = shared(target, from: origin, instances)
    let place = CellPlace(section: target.place.section, position: owner, instance: start.number)
    guard start.level + 1 == target.repeats.count, isAsked(at: place, instances) else { return nil }
    takeColumns(instances)
    guard !target.keysInInstance.contains(where: found.columns.isHiddenSomewhere) else { return nil }
    return found.columns.numbers(
      of: cell, in: place, { instances.list(of: place).instances }, contents: contents(ofCell:in:))
  }

  /// The instances among some that count in which a cell and everything around it are relevant.
  private func asked(
    _ numbers: [Int], _ target: Instances.Target, along way: ArraySlice<Int>, within number: Int,
    _ instances: Instances
  ) -> [Int] {
    guard let outermost = way.first, way.count == 1 else {
      return numbers.filter { isAsked(at: target.place.within($0), instances) }
    }
    // The relevance of what is around all of them is determined once, and they are known to count.
    let owner = CellPlace(section: target.place.section, position: outermost, instance: number)
    guard isAsked(at: owner, instances) else { return [] }
    takeColumns(instances)
    return target.keysInInstance.reduce(numbers) { found.columns.shown($1, in: $0) }
  }

  // MARK: - Relevance

  /// Whether a cell and everything around it are relevant, including the instances.
  func isAsked(at place: CellPlace, _ instances: Instances) -> Bool {
    guard place.instance == 0 else {
      let cell = instances.cell(at: place)
      return !isHidden(cell.key, in: place.instance) && isAsked(around: cell, in: place.instance, instances)
    }
    if let known = found.isRelevant[place] { return known }
    var isAsked = snapshot(at: place).map(isRelevant) ?? false
    if isAsked {
      // No deeper than the nesting of cells.
      isAsked =
        instances.index.parent(of: place).map { self.isAsked(at: $0, instances) }
        ?? reader.section(at: place.section).map(isRelevant) ?? true
    }
    found.isRelevant[place] = isAsked
    return isAsked
  }

  /// Whether everything around a cell in an instance, or around an instance itself, is relevant.
  private func isAsked(around cell: Instances.Cell, in number: Int, _ instances: Instances) -> Bool {
    // In a damaged file an instance may be in itself.
    guard let owner = instances.instance(number)?.cell, owner.instance < number else { return false }
    return (owner.within(0) == cell.place || !cell.around.contains { isHidden($0, in: number) })
      && isAsked(at: owner, instances)
  }

  /// Whether rules hide a cell itself in an instance. O(1).
  private func isHidden(_ key: String, in number: Int) -> Bool {
    found.hasColumns ? found.columns.isHidden(key, in: number) : !contents(ofCell: key, in: number).isRelevant
  }

  /// The numbers of the instances that are relevant by themselves.
  private func counted(_ list: InstanceList, of cell: CellPlace) -> [Int] {
    list.counted { numbers in
      guard let instances else { return numbers }
      takeColumns(instances)
      return found.columns.shown(instances.cell(at: cell).key, in: numbers)
    }
  }

  private func list(of cell: CellPlace, _ instances: Instances) -> [Int] {
    counted(instances.list(of: cell), of: cell)
  }

  // MARK: - Cells

  func cells(withKey key: String, from origin: RuleCell, _ instances: Instances) -> [RuleCell] {
    guard let target = instances.target(key) else { return [] }
    let start = shared(target, from: origin, instances)
    let way = target.repeats[start.level...]
    guard !way.isEmpty else {
      return [RuleCell(cell: target.number, instance: Int64(start.number))].filter {
        isSeen($0, target, from: origin, instances)
      }
    }
    let numbers = instances.numbers(
      along: way, inSection: target.place.section, within: start.number, counted: counted)
    let cells = asked(numbers, target, along: way, within: start.number, instances).map {
      RuleCell(cell: target.number, instance: Int64($0))
    }
    return cycle == nil ? cells : cells.filter { isSeen($0, target, from: origin, instances) }
  }

  func cell(withKey key: String, at position: Double, from origin: RuleCell) -> RuleCell? {
    guard let (target, numbers) = instances(withKey: key, from: origin) else {
      return cells(withKey: key, from: origin).element(atPosition: position)
    }
    return numbers.element(atPosition: position).map { RuleCell(cell: target.number, instance: Int64($0)) }
  }

  func countOfInstances(withKey key: String, from origin: RuleCell) -> Int? {
    instances(withKey: key, from: origin)?.numbers.count
  }

  /// The instances of a repeat that `${key}` refers to, without visiting them; `nil` if it does not refer to one repeat
  /// in one instance, or a rule may not see all of them.
  private func instances(withKey key: String, from origin: RuleCell) -> (target: Instances.Target, numbers: [Int])? {
    guard let instances, let target = instances.target(key),
      target.repeats.count == target.sharable + 1, cycle?.earlier.contains(target.place) != true
    else { return nil }
    let start = shared(target, from: origin, instances)
    guard start.level == target.sharable else { return nil }
    // Instances of a relevant repeat are relevant if they count.
    let owner = target.place.within(start.number)
    return (target, isAsked(at: owner, instances) ? list(of: owner, instances) : [])
  }

  /// The innermost instance that the target shares with the rule's cell: its number, 0 for none, and the number of
  /// repeats around it, itself included.
  private func shared(
    _ target: Instances.Target, from origin: RuleCell, _ instances: Instances
  ) -> (number: Int, level: Int) {
    guard target.sharable > 0, let place = instances.place(of: origin), place.section == target.place.section,
      let steps = instances.path(of: place.instance)?.steps
    else { return (0, 0) }
    var level = 0
    while level < min(target.sharable, steps.count), steps[level].position == target.repeats[level] { level += 1 }
    return (level == 0 ? 0 : steps[level - 1].number, level)
  }

  /// Whether a rule of a cycle along instances may see a cell: of the cells that the cycle depends on, only earlier
  /// ones and those that it names in its own instance.
  private func isSeen(
    _ cell: RuleCell, _ target: Instances.Target, from origin: RuleCell, _ instances: Instances
  ) -> Bool {
    guard let cycle, cycle.earlier.contains(target.place), let own = self.origin,
      origin != instances.ruleCell(at: own)
    else { return true }
    guard let path = instances.path(of: Int(cell.instance)), let ownPath = instances.path(of: own.instance)
    else {
      return false
    }
    return path.prefix(cycle.level) < ownPath.prefix(cycle.level)
  }

  func parent(of cell: RuleCell, _ instances: Instances) -> RuleCell? {
    guard let place = instances.place(of: cell) else { return nil }
    // What is around an instance is what is around its repeat.
    let inside = instances.isInstance(place) ? instances.instance(place.instance)?.cell ?? place : place
    return instances.index.parent(of: inside).map(instances.ruleCell)
  }

  // MARK: - Order

  func position(of cell: RuleCell, _ instances: Instances) -> Int {
    guard let instance = instances.instance(Int(cell.instance)) else { return 1 }
    let list = instances.list(of: instance.cell)
    return list.position(of: instance, among: counted(list, of: instance.cell))
  }

  func isBefore(_ cell: RuleCell, _ other: RuleCell, _ instances: Instances) -> Bool {
    guard let (section, steps) = steps(to: cell, instances), let others = self.steps(to: other, instances) else {
      return false
    }
    return section == others.section ? steps.lexicographicallyPrecedes(others.steps) : section < others.section
  }

  private func steps(
    to cell: RuleCell, _ instances: Instances
  ) -> (section: Int, steps: [InstancePath.Step])? {
    guard let place = instances.place(of: cell) else { return nil }
    let steps = instances.path(of: place.instance)?.steps ?? []
    if instances.isInstance(place) { return (place.section, steps) }
    return (place.section, steps + [InstancePath.Step(position: place.position, rank: .min, number: 0)])
  }
}
