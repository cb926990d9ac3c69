/// The instances of a response as the changes of a decision leave them.
///
/// A class, since it keeps what it has found: who reads all instances once for each of them must not look for them each
/// time.
final class InstanceReading {
  /// The definition.
  let index: FormIndex
  private let reader: any StateReader
  /// Where instances stand that were added, moved or removed; `nil` for the latter.
  private var changed: [Int: InstanceRoster.Instance?] = [:]
  /// By repeat, in the instance that it is in: the numbers of those among them that stand or stood there.
  private var changedNumbers: [CellPlace: Set<Int>] = [:]
  private var lists: [CellPlace: InstanceList] = [:]
  private var paths: [Int: InstancePath] = [:]
  private var targets: [String: Target?] = [:]
  private var aroundPlaces: [CellPlace: [Int]] = [:]
  private var places: [CellPlace] = []
  private var numbers: [CellPlace: Int] = [:]

  /// What `${key}` names, in any instance.
  struct Target {
    /// Where the cell stands, in no instance.
    let place: CellPlace
    /// The number by which expressions know the cell.
    let number: Int
    /// The positions of the repeats whose instances it has, the outermost first: those around it, and itself where it
    /// is one.
    let repeats: [Int]
    /// How many of them it can share with who names it.
    let sharable: Int
  }

  init(_ index: FormIndex, reader: any StateReader) {
    self.index = index
    self.reader = reader
  }

  // MARK: - What changed

  /// Takes the change of an instance along.
  func take(_ change: StateChange) throws {
    guard let repeatPlace = index.place(ofCell: change.subject.key) else { return }
    let number = change.subject.instance
    // One that comes stands nowhere yet.
    let former = change.before == nil ? nil : try instance(number)
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

  /// Forgets which instances of a repeat count.
  func forgetRelevance(ofInstancesOf cell: CellPlace) { lists[cell]?.counted = nil }

  // MARK: - Which there are

  /// The instance with a number; `nil` if there is none. O(1).
  func instance(_ number: Int) throws -> InstanceRoster.Instance? {
    if let known = changed[number] { return known }
    return try reader.instance(number)
  }

  /// Whether a place is an instance itself: its repeat, in that instance. O(1).
  func isInstance(_ place: CellPlace) throws -> Bool {
    guard place.instance > 0, let cell = try instance(place.instance)?.cell else { return false }
    return cell.position == place.position && cell.section == place.section
  }

  /// The instances of a repeat, in order; the repeat is named in the instance that it is in.
  ///
  /// - Complexity: O(1), but for the first question and after changes O(k log k) for k instances.
  func list(of cell: CellPlace) throws -> InstanceList {
    if let known = lists[cell] { return known }
    var instances = try reader.instances(of: cell)
    if let numbers = changedNumbers[cell] {
      instances.removeAll { numbers.contains($0.number) }
      for number in numbers {
        if case let instance?? = changed[number], instance.cell == cell { instances.append(instance) }
      }
      instances.sort { $0.isBefore($1) }
    }
    let list = InstanceList(instances)
    lists[cell] = list
    return list
  }

  /// Where an instance stands; `nil` if there is none. O(1), the first time O(d) for d repeats around it.
  func path(of number: Int) throws -> InstancePath? {
    if let known = paths[number] { return known }
    guard number > 0, let instance = try instance(number) else { return nil }
    let around = index.repeats.repeatAround(instance.cell)
    var outer: InstancePath?
    // A damaged file may say that an instance stands in one of any other repeat, or in itself.
    if around != nil {
      guard instance.cell.instance < number, let parent = try self.instance(instance.cell.instance),
        parent.cell.position == around
      else { return nil }
      outer = try path(of: parent.number)
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

  /// The numbers of the instances at the end of a way through repeats that begins within an instance, in order.
  ///
  /// - Parameters:
  ///   - repeats: the positions of the repeats, the outermost first.
  ///   - section: the position of their section.
  ///   - number: the instance that the first of them stands in; 0 outside of repeats.
  ///   - counted: tells which of the instances of a repeat count; `nil` where all do.
  /// - Complexity: O(k) for k instances.
  func numbers(
    along repeats: ArraySlice<Int>, inSection section: Int, within number: Int,
    counted: ((InstanceList, CellPlace) throws -> [Int])?
  ) throws -> [Int] {
    var found = [number]
    for position in repeats {
      var next: [Int] = []
      for number in found {
        let cell = CellPlace(section: section, position: position, instance: number)
        let list = try list(of: cell)
        let numbers = try counted.map { try $0(list, cell) } ?? list.numbers
        if next.isEmpty { next = numbers } else { next += numbers }
      }
      found = next
    }
    return found
  }

  // MARK: - What expressions call cells

  /// What a key names; `nil` for an unknown key. O(1), the first time O(d) for d repeats around it.
  func target(_ key: String) -> Target? {
    if let known = targets[key] { return known }
    let target = index.place(ofCell: key).map { place in
      let around = repeatsAround(place)
      let isRepeat = index.cell(at: place)?.kind == .repeat
      return Target(
        place: place, number: number(of: place), repeats: isRepeat ? around + [place.position] : around,
        sharable: around.count)
    }
    targets[key] = .some(target)
    return target
  }

  /// The number by which expressions know a cell, in any instance. O(1).
  func number(of place: CellPlace) -> Int {
    let place = place.within(0)
    if let known = numbers[place] { return known }
    numbers[place] = places.count
    places.append(place)
    return places.count - 1
  }

  /// What an expression calls a cell in an instance. O(1).
  func ruleCell(at place: CellPlace) -> RuleCell { RuleCell(cell: number(of: place), instance: Int64(place.instance)) }

  /// Where a cell stands that an expression names; `nil` for one that it was not given. O(1).
  func place(of cell: RuleCell) -> CellPlace? {
    places.element(at: cell.cell)?.within(Int(truncatingIfNeeded: cell.instance))
  }
}

/// The instances of a repeat in one instance of whatever it stands in, in order.
final class InstanceList {
  /// The instances.
  let instances: [InstanceRoster.Instance]
  /// Their numbers.
  let numbers: [Int]
  /// The numbers of those that count, once somebody has asked; `nil` before.
  var counted: [Int]? {
    didSet { places = nil }
  }
  private var places: [Int: Int]?

  init(_ instances: [InstanceRoster.Instance]) {
    self.instances = instances
    numbers = instances.map(\.number)
  }

  /// The numbers of those that count, as they are found the first time.
  func counted(_ find: ([Int]) throws -> [Int]) rethrows -> [Int] {
    if let counted { return counted }
    let found = try find(numbers)
    counted = found
    return found
  }

  /// The place of an instance among those that count, from 1; of one that does not count, where it would be.
  ///
  /// - Complexity: O(1), the first time O(k) for k instances.
  func position(of number: Int, among counted: [Int]) -> Int {
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
