import FormState

/// The actions that bring what one journal lacks of another into it.
struct MergeScript {
  /// The actions, all of one undo step.
  let actions: [ScriptedAction]

  /// Finds the actions.
  ///
  /// - Parameters:
  ///   - comparison: the journals.
  ///   - takesOpen: whether the other journal's answers replace those that both have changed.
  ///   - isCompleted: whether the journal that goes on is completed, so it is to be reopened first.
  ///   - isLeaf: whether there is no cell below the one with a key.
  /// - Complexity: O(n log n) for n differences.
  init(
    _ comparison: LineComparison, takesOpen: Bool, isCompleted: Bool, isLeaf: (String) -> Bool
  ) {
    var actions: [FormAction] = []
    let numbers = Self.add(comparison, to: &actions)
    for difference in comparison.differences where difference.isTaken(withOpen: takesOpen) {
      actions.append(Self.action(for: difference, numbers, isLeaf: isLeaf(difference.subject.key)))
    }
    for (number, instance) in comparison.removed.sorted(by: { $0.key < $1.key })
    where takesOpen || !instance.isTouched {
      actions.append(.remove(.instance(instance.repeatKey, number: number)))
    }
    if isCompleted, !actions.isEmpty { actions.insert(.reopen, at: 0) }
    self.actions = actions.enumerated().map {
      ScriptedAction($1.naming(comparison.names.main), continues: $0 > (isCompleted ? 1 : 0))
    }
  }

  /// Adds the instances that the other journal has, outer ones first. They get the counters that are next.
  private static func add(_ comparison: LineComparison, to actions: inout [FormAction]) -> [Int: Int] {
    var numbers: [Int: Int] = [:]
    let order = comparison.added.sorted { left, right in
      (left.value.place.parent, left.value.place.rank) < (right.value.place.parent, right.value.place.rank)
    }
    for (number, instance) in order {
      let parent = numbers[instance.place.parent] ?? instance.place.parent
      numbers[number] = comparison.lastCounter + numbers.count + 1
      actions.append(.add(parent == 0 ? .key(instance.repeatKey) : .instance(instance.repeatKey, number: parent)))
    }
    return numbers
  }

  private static func action(
    for difference: LineComparison.Difference, _ numbers: [Int: Int], isLeaf: Bool
  ) -> FormAction {
    let (key, number) = (difference.subject.key, difference.subject.instance)
    let cell: CellReference =
      number == 0 ? .key(key) : .instance(key, number: numbers[number] ?? number)
    switch difference.other.content {
    case .value(let value): return .set(cell, value)
    case .result(let result): return .set(cell, .text(result.text))
    // Resetting a question would reset those below it as well.
    case nil where isLeaf: return .reset(cell)
    default: return .clear(cell)
    }
  }
}

extension LineComparison.Difference {
  /// Whether the other journal's answer is taken.
  func isTaken(withOpen takesOpen: Bool) -> Bool {
    verdict == .other || takesOpen && verdict == .open
  }
}
