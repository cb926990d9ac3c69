import FormState

/// Why something of an XForm has no place in a form.
struct XFormProblem: Error, Hashable {
  /// The unsupported part, as a clause.
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// A way from node to node.
struct XFormPath {
  private struct Step {
    let node: Int
    var isRepeat: Bool
    var conditions: [String] = []
    /// Whether a condition uses the position among the items of one other item.
    var asksPlace = false
  }

  /// The target; `nil` for above the root.
  private(set) var node: Int?
  private var steps: [Step] = []
  /// Whether it has left an instance of a repeat, so its target is in all of them.
  private var leavesRepeat = false
  private var isWritten = false
  /// Whether it begins at the root, and so refers to the instances around the rule.
  private let isAbsolute: Bool
  /// The number of levels it goes up before it goes down, if it does.
  private var levelsUp = 0

  init(from node: Int?) {
    self.node = node
    isAbsolute = node == nil
  }

  mutating func goUp(to parent: Int, isRepeat: Bool) {
    if steps.last?.conditions.isEmpty == true {
      steps.removeLast()
    } else if steps.isEmpty {
      leavesRepeat = leavesRepeat || isRepeat
      levelsUp += 1
    }
    isWritten = true
    node = parent
  }

  mutating func goDown(to child: Int, isRepeat: Bool) {
    node = child
    isWritten = true
    steps.append(Step(node: child, isRepeat: isRepeat))
  }

  /// Adds a condition to the last step; `false` without a step.
  ///
  /// - Parameter asksPlace: whether it uses the position among the items of one other item.
  mutating func add(_ condition: String, asksPlace: Bool) -> Bool {
    guard let last = steps.indices.last, steps[last].node == node else { return false }
    steps[last].conditions.append(condition)
    if asksPlace { steps[last].asksPlace = true }
    return true
  }

  /// Whether a step must be written: it selects instances, or determines where positions are counted.
  private func isKept(_ number: Int, _ around: [Int]) -> Bool {
    let step = steps[number]
    guard step.conditions.isEmpty else { return true }
    return step.isRepeat
      && (leavesRepeat
        || steps[(number + 1)...].contains(where: \.asksPlace) && !(isAbsolute && around.contains(step.node)))
  }

  /// The path as rules write it.
  ///
  /// - Parameter around: the nodes around the rule or condition.
  func written(in scope: some XFormScope, around: [Int]) throws(XFormProblem) -> String {
    guard let node, isWritten else { return "." }
    // From inside an instance, it is the surrounding one.
    if steps.isEmpty, levelsUp == 1, scope.isRepeat(node) { return ".." }
    var kept = steps.indices.filter { isKept($0, around) }.map { steps[$0] }
    // Conditions select instances of a repeat; for the repeats around it, the instances on the path.
    if kept.last?.node != node { kept.append(Step(node: node, isRepeat: false)) }
    var text: [String] = []
    for step in kept {
      guard let key = scope.key(of: step.node) else {
        throw XFormProblem("the node \(scope.model.nodes[step.node].name.shortened) is not a cell")
      }
      text.append("${\(key)}" + step.conditions.map { "[\($0)]" }.joined())
    }
    return text.joined(separator: "/")
  }
}
