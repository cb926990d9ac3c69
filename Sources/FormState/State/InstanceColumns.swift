/// What rules have read of the instances of repeats, all at once, and each change updates.
///
/// A rule over many instances, and the next action, go through those alone in which something has changed. Between
/// actions it describes the state; while rules run, it is moved along with their changes, and back afterwards.
struct InstanceColumns: Sendable {
  /// By key: the instances in which rules hide the cell, or of a repeat those that rules hide; `nil` until needed.
  private var hidden: [String: Set<Int>]?
  /// By key: the numbers of a cell in the instances of one repeat.
  private var numbers: [String: Numbers] = [:]
  /// The results of conditions, by the numbers of instances.
  private var results: [Condition: [Int: ConditionResult]] = [:]

  /// Creates columns of which nothing is known.
  init() {}

  /// Whether nothing is known. O(1).
  var isEmpty: Bool { hidden == nil && numbers.isEmpty && results.isEmpty }

  // MARK: - Relevance

  /// Finds the hidden cells, the first time. O(k) for k touched cells.
  mutating func findHidden(in state: ResponseState) {
    guard hidden == nil else { return }
    var found: [String: Set<Int>] = [:]
    for (subject, cell) in state.cells
    where subject.instance > 0 && subject.setAsideFrom == nil && cell.isRelevant == false {
      found[subject.key, default: []].insert(subject.instance)
    }
    hidden = found
  }

  /// Whether rules hide a cell itself in an instance. O(1).
  func isHidden(_ key: String, in instance: Int) -> Bool {
    // In most forms rules hide nothing in instances.
    guard let hidden, !hidden.isEmpty else { return false }
    return hidden[key]?.contains(instance) ?? false
  }

  /// Whether rules hide a cell in some instance. O(1).
  func isHiddenSomewhere(_ key: String) -> Bool { hidden?[key]?.isEmpty == false }

  /// The instances among some in which rules do not hide a cell itself. O(k) for k instances, O(1) if none do.
  func shown(_ key: String, in instances: [Int]) -> [Int] {
    guard let hidden = hidden?[key], !hidden.isEmpty else { return instances }
    return instances.filter { !hidden.contains($0) }
  }

  // MARK: - Numbers

  /// The numbers of a cell in the instances of a repeat, in their order, not a number where it has no value; `nil` if
  /// it holds something else in some instance.
  ///
  /// - Parameters:
  ///   - cell: the cell.
  ///   - owner: the repeat, in the instance around it.
  ///   - instances: returns its instances, in order.
  ///   - contents: returns what a cell has in an instance.
  /// - Complexity: O(1), the first time for an owner O(k) for k instances.
  mutating func numbers(
    of cell: FormCell, in owner: CellPlace, _ instances: () -> [InstanceRoster.Instance],
    contents: (String, Int) -> InstanceContents
  ) -> [Double]? {
    if let known = numbers[cell.key], known.owner == owner { return known.ifAll }
    let found = Numbers(of: cell, in: owner, instances(), contents: contents)
    numbers[cell.key] = found
    return found.ifAll
  }

  // MARK: - Conditions

  /// A condition such as that of `${passenger}[${age} > 17]` that reads only cells of the same instance.
  package struct Condition: Hashable, Sendable {
    /// The cell or repeat of the condition.
    let key: String
    let node: RuleExpression.Node
    /// Whether instances of other repeats are around these.
    let isNested: Bool
  }

  /// The results of a condition for instances; `nil` where none is known. O(k) for k instances.
  func results(of condition: Condition, in instances: some Collection<Int>) -> [ConditionResult?] {
    let known = results[condition] ?? [:]
    return instances.map { known[$0] }
  }

  /// Keeps results of a condition. O(k) for k of them.
  mutating func keep(_ new: [(instance: Int, result: ConditionResult)], of condition: Condition) {
    // Taken out, since hashing a condition goes through its expression.
    var known = results.removeValue(forKey: condition) ?? [:]
    for (instance, result) in new { known[instance] = result }
    results[condition] = known
  }

  // MARK: - Changes

  /// Takes a change into account, after the state and the instances.
  ///
  /// - Parameters:
  ///   - change: what changed; it is of the version in force.
  ///   - former: the instance before the change; `nil` if there was none.
  ///   - new: the instance after it.
  ///   - contents: returns what a cell has in an instance after it.
  /// - Complexity: O(c) for c conditions, O(log k) for k instances; O(k) for an added, moved or removed one.
  mutating func take(
    _ change: StateChange.Identity, from former: InstanceRoster.Instance?, to new: InstanceRoster.Instance?,
    contents: (String, Int) -> InstanceContents
  ) {
    guard change.field.isReadByRules else { return }
    forgetResults(after: change)
    let (key, instance) = (change.subject.key, change.subject.instance)
    switch change.field {
    case .relevance where instance > 0:
      hidden?[key, default: []].set(instance, isMember: !contents(key, instance).isRelevant)
    case .value, .calculated:
      if let new { numbers[key]?.set(in: new, contents: contents) }
    case .instance where former != new:
      // In place: looping over the keys would copy each column.
      var index = numbers.startIndex
      while index != numbers.endIndex {
        numbers.values[index].move(from: former, to: new, contents: contents)
        numbers.formIndex(after: &index)
      }
    default: break
    }
  }

  /// Discards the results of conditions that a change invalidates: in its instance; if it is the relevance of something
  /// around instances, in all of them.
  private mutating func forgetResults(after change: StateChange.Identity) {
    let (instance, isRelevance) = (change.subject.instance, change.field.isRelevance)
    guard instance > 0 || isRelevance else { return }
    var index = results.startIndex
    while index != results.endIndex {
      if isRelevance, instance == 0 || results.keys[index].isNested {
        results.values[index] = [:]
      } else {
        results.values[index][instance] = nil
      }
      results.formIndex(after: &index)
    }
  }
}

/// The result of a condition for an instance.
package struct ConditionResult: Hashable, Sendable {
  /// Whether the instance satisfies it.
  let holds: Bool
  /// The cost of the evaluation. Reusing the result costs the same, so a rule's budget does not depend on what is known
  /// already.
  let steps: Int
}

extension InstanceColumns {
  /// The numbers of a cell in the instances of one repeat, in the order of the instances.
  private struct Numbers: Sendable {
    private let key: String
    private let defaultValue: CellValue?
    /// The repeat, in the instance around it.
    let owner: CellPlace
    private var instances: [InstanceRoster.Instance]
    private var values: [Double] = []
    /// The instances in which the value of the cell is anything but a number.
    private var others: Set<Int> = []

    init(
      of cell: FormCell, in owner: CellPlace, _ instances: [InstanceRoster.Instance],
      contents: (String, Int) -> InstanceContents
    ) {
      (key, defaultValue, self.owner, self.instances) = (cell.key, cell.defaultValue, owner, instances)
      values.reserveCapacity(instances.count)
      for instance in instances { values.append(number(of: contents(key, instance.number), in: instance.number)) }
    }

    var ifAll: [Double]? { others.isEmpty ? values : nil }

    mutating func set(in instance: InstanceRoster.Instance, contents: (String, Int) -> InstanceContents) {
      guard let position = known(instance) else { return }
      values[position] = number(of: contents(key, instance.number), in: instance.number)
    }

    /// Moves, adds or removes an instance, as far as it belongs to the repeat.
    mutating func move(
      from former: InstanceRoster.Instance?, to new: InstanceRoster.Instance?,
      contents: (String, Int) -> InstanceContents
    ) {
      if let former, let position = known(former) {
        instances.remove(at: position)
        values.remove(at: position)
        others.remove(former.number)
      }
      guard let new, new.cell == owner else { return }
      let position = instances.orderedPosition(of: new)
      instances.insert(new, at: position)
      values.insert(number(of: contents(key, new.number), in: new.number), at: position)
    }

    private mutating func number(of contents: InstanceContents, in instance: Int) -> Double {
      let scalar = contents.held(orDefault: defaultValue)?.scalar ?? .blank
      if case .number(let number) = scalar {
        others.remove(instance)
        return number
      }
      others.set(instance, isMember: !scalar.isBlank)
      return .nan
    }

    private func known(_ instance: InstanceRoster.Instance) -> Int? {
      let position = instances.orderedPosition(of: instance)
      return instances.element(at: position) == instance ? position : nil
    }
  }
}
