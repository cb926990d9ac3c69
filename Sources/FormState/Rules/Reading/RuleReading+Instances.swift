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

  // MARK: - Many instances at once

  /// The number of instances from which on all are read at once.
  private static var fewInstances: Int { 8 }

  /// The column of a cell in all instances; `nil` for a cell outside of instances, and until many are read.
  func column(ofCellAt place: CellPlace) -> InstanceColumn? {
    place.instance == 0 || found.columns.isEmpty ? nil : found.columns[place.within(0)]
  }

  /// The content with the value of a cell in an instance that counts; `nil` for none.
  func contentInInstance(_ place: CellPlace, _ column: InstanceColumn, _ instances: Instances) -> FieldContent? {
    guard column.isKnownAsked(in: place.instance) || isAsked(at: place, instances) else { return nil }
    return column.content(in: place.instance)
  }

  /// Applies a change of a cell in an instance.
  func take(_ change: StateChange, in instances: Instances) {
    guard !found.columns.isEmpty || !found.numberColumns.isEmpty,
      let place = instances.index.place(ofCell: change.subject.key)
    else { return }
    found.columns[place]?.take(change.field, in: change.subject.instance, change.after)
    guard let instance = instances.instance(change.subject.instance) else { return }
    found.numberColumns[place]?.set(in: instance) { contents(of: $0, in: instance.number) }
  }

  /// Applies the change of an instance.
  func takeInstance(_ change: StateChange, _ instances: Instances) {
    let former = instances.instance(change.subject.instance)
    instances.take(change)
    let new = instances.instance(change.subject.instance)
    for place in found.numberColumns.keys {
      if let former { found.numberColumns[place]?.remove(former) }
      if let new { found.numberColumns[place]?.insert(new) { contents(of: $0, in: new.number) } }
    }
  }

  private func readColumn(_ place: CellPlace, _ instances: Instances) {
    guard found.columns[place] == nil, let cell = instances.index.cell(at: place) else { return }
    let column = InstanceColumn(cell, reader.column(of: cell, at: place))
    for (identity, content) in contents where identity.subject.instance > 0 && identity.subject.key == cell.key {
      column.take(identity.field, in: identity.subject.instance, content)
    }
    found.columns[place] = column
  }

  /// Reads a cell and everything around it at once in all instances, if a path leads through many.
  private func readColumns(
    _ target: Instances.Target, along way: ArraySlice<Int>, within number: Int, _ instances: Instances
  ) {
    guard let outermost = way.first else { return }
    let first = CellPlace(section: target.place.section, position: outermost, instance: number)
    guard way.count > 1 || instances.list(of: first).numbers.count > Self.fewInstances else { return }
    var next: CellPlace? = target.place
    while let place = next, place.position >= outermost {
      readColumn(place, instances)
      next = instances.index.parent(of: place)
    }
  }

  /// Notes a read of a cell in another instance than the rule's own, as by conditions on instances. After many, the
  /// cell and everything around it are read at once.
  private func noteAsked(_ target: Instances.Target, in number: Int, _ instances: Instances) {
    guard number > 0, number != origin?.instance, found.columns[target.place] == nil, let owner = target.repeats.last,
      found.noteAsked(target.place) == Self.fewInstances
    else { return }
    var next: CellPlace? = target.place
    while let place = next, place.position >= owner {
      readColumn(place, instances)
      next = instances.index.parent(of: place)
    }
  }

  /// The instances among some that count in which a cell and everything around it are relevant.
  private func asked(
    _ numbers: [Int], _ target: Instances.Target, along way: ArraySlice<Int>, within number: Int,
    _ instances: Instances
  ) -> [Int] {
    guard let column = found.columns[target.place], let outermost = way.first, way.count == 1 else {
      return numbers.filter { isAsked(at: target.place.within($0), instances) }
    }
    // The relevance of what is around all of them is determined once, and they are known to count.
    let owner = CellPlace(section: target.place.section, position: outermost, instance: number)
    guard isAsked(at: owner, instances) else { return [] }
    var columns: [InstanceColumn] = []
    var next: CellPlace? = target.place
    while let place = next, place.position > outermost {
      if let column = found.columns[place] { columns.append(column) }
      next = instances.index.parent(of: place)
    }
    let asked = columns.reduce(numbers) { $1.relevant(in: $0) }
    column.noteAsked(in: asked)
    return asked
  }

  // MARK: - Numbers

  func numbers(withKey key: String, from origin: RuleCell) -> [Double]? {
    guard cycle == nil, let instances, let target = instances.target(key), let owner = target.repeats.last,
      target.place.position != owner, let cell = instances.index.cell(at: target.place)
    else { return nil }
    let start = shared(target, from: origin, instances)
    let place = CellPlace(section: target.place.section, position: owner, instance: start.number)
    guard start.level + 1 == target.repeats.count, isAsked(at: place, instances),
      !hasRelevance(in: instances, from: target.place, to: owner)
    else { return nil }
    if let known = found.numberColumns[target.place], known.owner == place { return known.numbers }
    let column = numbers(of: cell, target.place, in: place, instances)
    found.numberColumns[target.place] = column
    return column.numbers
  }

  /// The numbers of a cell in the instances of a repeat, after the changes.
  private func numbers(
    of cell: FormCell, _ place: CellPlace, in owner: CellPlace, _ instances: Instances
  ) -> NumberColumn {
    var column = reader.numbers(of: cell, at: place, in: owner)
    for change in instances.changes(of: owner) {
      if let former = change.former { column.remove(former) }
      if let new = change.new { column.insert(new) { contents(of: $0, in: new.number) } }
    }
    for identity in contents.keys where identity.subject.key == cell.key {
      guard let instance = instances.instance(identity.subject.instance) else { continue }
      column.set(in: instance) { contents(of: $0, in: instance.number) }
    }
    return column
  }

  private func contents(of cell: FormCell, in instance: Int) -> InstanceContents {
    var now = InstanceContents(of: cell, in: instance, reader.state)
    for field in [StateChange.Field.value, .calculated] {
      let identity = StateChange.Identity(field, of: StateSubject(cell.key, instance: instance))
      if let content = contents[identity] { now.set(field, to: content) }
    }
    return now
  }

  /// Whether rules determine in some instance whether a cell, something around it, or the instance is relevant.
  private func hasRelevance(in instances: Instances, from place: CellPlace, to owner: Int) -> Bool {
    var next: CellPlace? = place
    while let place = next, place.position >= owner {
      guard let cell = instances.index.cell(at: place), !relevanceKeys.contains(cell.key),
        !reader.column(of: cell, at: place).hasRelevance
      else { return true }
      next = instances.index.parent(of: place)
    }
    return false
  }

  // MARK: - Relevance

  /// Whether a cell and everything around it are relevant, including the instances.
  func isAsked(_ cell: CellSnapshot, _ instances: Instances) -> Bool {
    if let known = found.isRelevant[cell.place] { return known }
    return isAsked(at: cell.place, isRelevant: isRelevant(cell), instances)
  }

  private func isAsked(at place: CellPlace, _ instances: Instances) -> Bool {
    if let known = found.isRelevant[place] { return known }
    if let column = column(ofCellAt: place) {
      return isAsked(at: place, isRelevant: column.isRelevant(in: place.instance), instances)
    }
    return snapshot(at: place).map { isAsked($0, instances) } ?? false
  }

  /// Whether everything around a cell is relevant, if the cell is relevant by itself.
  private func isAsked(at place: CellPlace, isRelevant: Bool, _ instances: Instances) -> Bool {
    var isAsked = isRelevant
    if isAsked {
      if let above = placeAbove(place, instances) {
        // No deeper than the nesting of cells, with an instance for each repeat.
        isAsked = self.isAsked(at: above, instances)
      } else {
        isAsked = reader.section(at: place.section).map(self.isRelevant) ?? true
      }
    }
    found.isRelevant[place] = isAsked
    return isAsked
  }

  /// What is around a cell: the cell above it, its instance, or for an instance its repeat; `nil` at the top level of a
  /// section.
  private func placeAbove(_ place: CellPlace, _ instances: Instances) -> CellPlace? {
    if instances.isInstance(place) { return instances.instance(place.instance)?.cell }
    return instances.index.parent(of: place)
  }

  /// The numbers of the instances that are relevant by themselves.
  private func counted(_ list: InstanceList, of cell: CellPlace) -> [Int] {
    list.counted { numbers in
      if let column = found.columns[cell.within(0)] { return column.relevant(in: numbers) }
      return numbers.filter { snapshot(at: cell.within($0)).map(isRelevant) ?? true }
    }
  }

  private func list(of cell: CellPlace, _ instances: Instances) -> [Int] {
    counted(knownList(of: cell, instances), of: cell)
  }

  /// The instances of a repeat; if there are many, which of them count is read at once.
  private func knownList(of cell: CellPlace, _ instances: Instances) -> InstanceList {
    let list = instances.list(of: cell)
    if list.counted == nil, list.numbers.count > Self.fewInstances { readColumn(cell.within(0), instances) }
    return list
  }

  // MARK: - Cells

  func cells(withKey key: String, from origin: RuleCell, _ instances: Instances) -> [RuleCell] {
    guard let target = instances.target(key) else { return [] }
    let start = shared(target, from: origin, instances)
    let way = target.repeats[start.level...]
    guard !way.isEmpty else {
      noteAsked(target, in: start.number, instances)
      return [RuleCell(cell: target.number, instance: Int64(start.number))].filter {
        isSeen($0, target, from: origin, instances)
      }
    }
    readColumns(target, along: way, within: start.number, instances)
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
    let list = knownList(of: instance.cell, instances)
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
