/// The instances of a response after the changes of a decision.
///
/// A class, since it caches what it finds: a rule that reads all instances once for each of them must not search each
/// time.
final class InstanceReading {
  /// The definition.
  let index: FormIndex
  private let reader: FormReader
  /// The instances that were added, moved or removed; `nil` for removed ones.
  private var changed: [Int: InstanceRoster.Instance?] = [:]
  /// By repeat, in its instance: the numbers of the changed instances that are or were there.
  private var changedNumbers: [CellPlace: Set<Int>] = [:]
  private var lists: [CellPlace: InstanceList] = [:]
  private var paths: [Int: InstancePath] = [:]
  private var targets: [String: Target?] = [:]
  private var aroundPlaces: [CellPlace: [Int]] = [:]
  private var cells: [Cell] = []
  private var numbers: [CellPlace: Int] = [:]

  /// A cell, in any instance.
  struct Cell {
    /// Its place, in no instance.
    let place: CellPlace
    let key: String
    let defaultValue: CellValue?
    /// The keys of the cells around it in the same instance, the nearest first, and of the repeat of that.
    let around: [String]
  }

  /// The target of `${key}`, in any instance.
  struct Target {
    let cell: Cell
    /// The number of the cell in expressions.
    let number: Int
    /// The positions of the repeats whose instances it has, the outermost first: those around it, and itself if it is
    /// one.
    let repeats: [Int]
    /// The number of them that it can share with the rule's cell.
    let sharable: Int
    /// The keys of the cells in each of the innermost instances with which it is hidden: of itself and of those around
    /// it; none for a repeat.
    let keysInInstance: [String]

    /// The place of the cell, in no instance.
    var place: CellPlace { cell.place }
  }

  init(_ index: FormIndex, reader: FormReader) {
    self.index = index
    self.reader = reader
  }

  // MARK: - Changes

  /// Applies the change of an instance.
  func take(_ change: StateChange) {
    guard let repeatPlace = index.place(ofCell: change.subject.key) else { return }
    let number = change.subject.instance
    // An added instance has no place yet.
    let former = change.before == nil ? nil : instance(number)
    let place = change.after?.text.flatMap(InstancePlace.init)
    let new = place.map {
      InstanceRoster.Instance(number: number, cell: repeatPlace.within($0.parent), rank: $0.rank)
    }
    changed[number] = .some(new)
    paths[number] = nil
    for cell in [former?.cell, new?.cell].compactMap({ $0 }) {
      changedNumbers[cell, default: []].insert(number)
      lists[cell] = nil
    }
  }

  /// Discards which instances of a repeat count.
  func forgetRelevance(ofInstancesOf cell: CellPlace) { lists[cell]?.counted = nil }

  // MARK: - Instances

  /// The instance with a number; `nil` if there is none. O(1).
  func instance(_ number: Int) -> InstanceRoster.Instance? {
    if !changed.isEmpty, let known = changed[number] { return known }
    return reader.instance(number)
  }

  /// Whether a place is an instance itself: its repeat, in that instance. O(1).
  func isInstance(_ place: CellPlace) -> Bool {
    guard place.instance > 0, let cell = instance(place.instance)?.cell else { return false }
    return cell.position == place.position && cell.section == place.section
  }

  /// The instances of a repeat, in order; the repeat is named with the instance around it.
  ///
  /// - Complexity: O(1), except O(k log k) the first time and after changes, for k instances.
  func list(of cell: CellPlace) -> InstanceList {
    if let known = lists[cell] { return known }
    var instances = reader.instances(of: cell)
    for change in changes(of: cell) {
      if let former = change.former { instances.removeOrdered(former) }
      if let new = change.new { instances.insertOrdered(new) }
    }
    let list = InstanceList(instances)
    lists[cell] = list
    return list
  }

  /// The numbers of all instances at the end of a path through repeats, in order, without those of outermost instances
  /// before a path.
  ///
  /// - Complexity: O(k + log n) for k of n instances.
  func allNumbers(along repeats: ArraySlice<Int>, inSection section: Int, from first: InstancePath?) -> [Int] {
    guard let outermost = repeats.first, let first, first.section == section, let step = first.steps.first,
      step.position == outermost
    else { return numbers(along: repeats, inSection: section, within: 0, counted: nil) }
    let owner = CellPlace(section: section, position: outermost)
    let list = list(of: owner)
    let start = list.instances.orderedPosition(
      of: InstanceRoster.Instance(number: step.number, cell: owner, rank: step.rank))
    return list.numbers[start...].flatMap {
      numbers(along: repeats.dropFirst(), inSection: section, within: $0, counted: nil)
    }
  }

  /// The instances of a repeat that were added, moved or removed, each as it was in the repeat and as it is there. O(c)
  /// for c of them.
  func changes(
    of cell: CellPlace
  ) -> [(former: InstanceRoster.Instance?, new: InstanceRoster.Instance?)] {
    (changedNumbers[cell] ?? []).map { number in
      let (former, new) = (reader.instance(number), instance(number))
      return (former?.cell == cell ? former : nil, new?.cell == cell ? new : nil)
    }
  }

  /// The path of an instance; `nil` if there is none. O(1), the first time O(d) for d repeats around it.
  func path(of number: Int) -> InstancePath? {
    if let known = paths[number] { return known }
    guard number > 0, let instance = instance(number) else { return nil }
    let around = index.repeats.repeatAround(instance.cell)
    var outer: InstancePath?
    // In a damaged file an instance may be in one of any other repeat, or in itself.
    if around != nil {
      guard instance.cell.instance < number, let parent = self.instance(instance.cell.instance),
        parent.cell.position == around
      else { return nil }
      outer = path(of: parent.number)
    }
    let path = InstancePath(instance, in: outer)
    paths[number] = path
    return path
  }

  /// The positions of the repeats around a cell, the outermost first, in any instance. O(1), the first time O(d).
  func repeatsAround(_ place: CellPlace) -> [Int] {
    let place = place.within(0)
    if let known = aroundPlaces[place] { return known }
    let around = index.repeats.repeatsAround(place)
    aroundPlaces[place] = around
    return around
  }

  /// The numbers of the instances at the end of a path through repeats that begins within an instance, in order.
  ///
  /// - Parameters:
  ///   - repeats: the positions of the repeats, the outermost first.
  ///   - section: the instance around the first of them; 0 outside of repeats.
  ///   - number: determines which instances of a repeat count; `nil` if all do.
  ///   - counted: returns which of the instances of a repeat count; `nil` if all do.
  /// - Complexity: O(k) for k instances.
  func numbers(
    along repeats: ArraySlice<Int>, inSection section: Int, within number: Int,
    counted: ((InstanceList, CellPlace) -> [Int])?
  ) -> [Int] {
    var found = [number]
    for position in repeats {
      var next: [Int] = []
      for number in found {
        let cell = CellPlace(section: section, position: position, instance: number)
        let list = list(of: cell)
        let numbers = counted.map { $0(list, cell) } ?? list.numbers
        if next.isEmpty { next = numbers } else { next += numbers }
      }
      found = next
    }
    return found
  }

  // MARK: - Names in expressions

  /// The target of a key; `nil` for an unknown key. O(1), the first time O(d) for d repeats around it.
  func target(_ key: String) -> Target? {
    if let known = targets[key] { return known }
    let target = index.place(ofCell: key).map { place in
      let around = repeatsAround(place)
      let isRepeat = index.cell(at: place)?.kind == .repeat
      let cell = cell(at: place)
      return Target(
        cell: cell, number: number(of: place), repeats: isRepeat ? around + [place.position] : around,
        sharable: around.count, keysInInstance: isRepeat ? [] : [cell.key] + cell.around)
    }
    targets[key] = .some(target)
    return target
  }

  /// The number of a cell in expressions, in any instance. O(1), the first time O(d) for d cells around it.
  func number(of place: CellPlace) -> Int {
    let place = place.within(0)
    if let known = numbers[place] { return known }
    let cell = index.cell(at: place)
    numbers[place] = cells.count
    cells.append(
      Cell(place: place, key: cell?.key ?? "", defaultValue: cell?.defaultValue, around: keysAround(place)))
    return cells.count - 1
  }

  private func keysAround(_ place: CellPlace) -> [String] {
    guard let owner = index.repeats.repeatAround(place) else { return [] }
    return sequence(first: place, next: index.parent).dropFirst().prefix { $0.position >= owner }
      .compactMap { index.cell(at: $0)?.key }
  }

  /// A cell, in any instance. O(1).
  func cell(at place: CellPlace) -> Cell { cells[number(of: place)] }

  /// The cell of an expression in an instance. O(1).
  func ruleCell(at place: CellPlace) -> RuleCell { RuleCell(cell: number(of: place), instance: Int64(place.instance)) }

  /// The place of a cell of an expression; `nil` for an unknown number. O(1).
  func place(of cell: RuleCell) -> CellPlace? { self.cell(cell)?.place.within(Int(truncatingIfNeeded: cell.instance)) }

  /// A cell of an expression; `nil` for an unknown number. O(1).
  func cell(_ cell: RuleCell) -> Cell? { cells.indices.contains(cell.cell) ? cells[cell.cell] : nil }
}

/// The instances of a repeat in one instance around it, in order.
final class InstanceList {
  /// The instances.
  let instances: [InstanceRoster.Instance]
  /// Their numbers.
  let numbers: [Int]
  /// The numbers of those that count; `nil` until determined.
  var counted: [Int]? {
    didSet { places = nil }
  }
  private var places: [Int: Int]?

  init(_ instances: [InstanceRoster.Instance]) {
    self.instances = instances
    numbers = instances.map(\.number)
  }

  /// The numbers of those that count, determined the first time.
  func counted(_ find: ([Int]) -> [Int]) -> [Int] {
    if let counted { return counted }
    let found = find(numbers)
    counted = found
    return found
  }

  /// The position of an instance among those that count, from 1; for one that does not count, where it would be.
  ///
  /// - Complexity: O(log k) for k instances; if some do not count, O(1) after O(k) for the first.
  func position(of instance: InstanceRoster.Instance, among counted: [Int]) -> Int {
    let number = instance.number
    if counted.count == instances.count { return instances.orderedPosition(of: instance) + 1 }
    if let places { return places[number] ?? 1 }
    let counted = Set(counted)
    var found: [Int: Int] = [:]
    var next = 1
    for number in numbers {
      found[number] = next
      if counted.contains(number) { next += 1 }
    }
    places = found
    return found[number] ?? 1
  }
}
