import FormState

/// Why something of an XForm has no place in a form.
struct XFormProblem: Error, Hashable {
  /// What has none, as a clause.
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// A way from node to node.
struct XFormPath {
  private struct Step {
    let node: Int
    var isRepeat: Bool
    var conditions: [String] = []
    /// Whether a condition asks for the place among those that stand in one and the same other.
    var asksPlace = false
  }

  /// Where it leads; `nil` for above the root.
  private(set) var node: Int?
  private var steps: [Step] = []
  /// Whether it has left an instance of a repeat, so that what it comes to is in all of them.
  private var leavesRepeat = false
  private var isWritten = false
  /// Whether it begins at the root, and so means what stands in the instances around the rule.
  private let isAbsolute: Bool
  /// How many levels it goes up before it goes down, if it does.
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

  /// Adds a condition to the last step; `false` where there is none.
  ///
  /// - Parameter asksPlace: whether it asks for the place among those that stand in one and the same other.
  mutating func add(_ condition: String, asksPlace: Bool) -> Bool {
    guard let last = steps.indices.last, steps[last].node == node else { return false }
    steps[last].conditions.append(condition)
    if asksPlace { steps[last].asksPlace = true }
    return true
  }

  /// Whether a step has to be written: it chooses among instances, or says in which of them places are counted.
  private func isKept(_ number: Int, _ around: [Int]) -> Bool {
    let step = steps[number]
    guard step.conditions.isEmpty else { return true }
    return step.isRepeat
      && (leavesRepeat
        || steps[(number + 1)...].contains(where: \.asksPlace) && !(isAbsolute && around.contains(step.node)))
  }

  /// The path as rules write it.
  ///
  /// - Parameter around: the nodes that the rule or condition stands in.
  func written(in scope: some XFormScope, around: [Int]) throws(XFormProblem) -> String {
    guard let node, isWritten else { return "." }
    // What stands in an instance knows it as what it stands in.
    if steps.isEmpty, levelsUp == 1, scope.isRepeat(node) { return ".." }
    var kept = steps.indices.filter { isKept($0, around) }.map { steps[$0] }
    // Conditions say which instances of a repeat are meant; of the repeats around it those that stand on the way.
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
