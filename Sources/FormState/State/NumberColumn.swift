/// The numbers of a cell in the instances of one repeat, in the order of the instances.
package struct NumberColumn: Sendable {
  /// An instance in the order of its repeat.
  private struct Key {
    let rank: Int64
    let number: Int

    init(_ instance: InstanceRoster.Instance) { (rank, number) = (instance.rank, instance.number) }

    func isBefore(_ other: Key) -> Bool { (rank, number) < (other.rank, other.number) }
  }

  /// The cell.
  private let cell: FormCell
  /// Its repeat, in the instance around it.
  let owner: CellPlace
  private var keys: [Key] = []
  /// Not a number where the cell has no value.
  private var values: [Double] = []
  /// The instances in which the value of the cell is anything but a number.
  private var others: Set<Int> = []

  /// Reads a column.
  ///
  /// - Parameters:
  ///   - cell: the cell.
  ///   - owner: its repeat, in the instance around it.
  ///   - instances: the instances of the repeat, in order.
  ///   - contents: returns the contents of the cell in an instance.
  /// - Complexity: O(k) for k instances.
  init(
    of cell: FormCell, in owner: CellPlace, _ instances: [InstanceRoster.Instance], contents: (Int) -> InstanceContents
  ) {
    (self.cell, self.owner) = (cell, owner)
    keys = instances.map(Key.init)
    values.reserveCapacity(instances.count)
    for instance in instances { values.append(number(of: contents(instance.number), in: instance.number)) }
  }

  /// The numbers; `nil` if the cell holds something else in some instance. O(1).
  var numbers: [Double]? { others.isEmpty ? values : nil }

  /// Reads the cell again in an instance. O(log k) for k instances.
  mutating func set(in instance: InstanceRoster.Instance, contents: (FormCell) -> InstanceContents) {
    guard let position = known(instance) else { return }
    values[position] = number(of: contents(cell), in: instance.number)
  }

  /// Adds an instance, if it belongs to the repeat. O(k) for k instances.
  mutating func insert(_ instance: InstanceRoster.Instance, contents: (FormCell) -> InstanceContents) {
    guard instance.cell == owner else { return }
    let position = position(of: Key(instance))
    keys.insert(Key(instance), at: position)
    values.insert(number(of: contents(cell), in: instance.number), at: position)
  }

  /// Removes an instance, if it is there. O(k) for k instances.
  mutating func remove(_ instance: InstanceRoster.Instance) {
    guard let position = known(instance) else { return }
    keys.remove(at: position)
    values.remove(at: position)
    others.remove(instance.number)
  }

  private mutating func number(of contents: InstanceContents, in instance: Int) -> Double {
    let scalar = contents.held(in: cell)?.scalar ?? .blank
    switch scalar {
    case .number(let number):
      others.remove(instance)
      return number
    case _ where scalar.isBlank: others.remove(instance)
    default: others.insert(instance)
    }
    return .nan
  }

  private func known(_ instance: InstanceRoster.Instance) -> Int? {
    guard instance.cell == owner else { return nil }
    let position = position(of: Key(instance))
    return keys.element(at: position)?.number == instance.number ? position : nil
  }

  private func position(of key: Key) -> Int {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle].isBefore(key) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
