/// The numbers of a cell in the instances of one repeat, in the order of the instances.
package struct NumberColumn: Sendable {
  /// The cell.
  private let cell: FormCell
  /// Its repeat, in the instance around it.
  let owner: CellPlace
  private var instances: [InstanceRoster.Instance]
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
    (self.cell, self.owner, self.instances) = (cell, owner, instances)
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
    let position = instances.orderedPosition(of: instance)
    instances.insert(instance, at: position)
    values.insert(number(of: contents(cell), in: instance.number), at: position)
  }

  /// Removes an instance, if it is there. O(k) for k instances.
  mutating func remove(_ instance: InstanceRoster.Instance) {
    guard let position = known(instance) else { return }
    instances.remove(at: position)
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
    let position = instances.orderedPosition(of: instance)
    return instances.element(at: position) == instance ? position : nil
  }
}
