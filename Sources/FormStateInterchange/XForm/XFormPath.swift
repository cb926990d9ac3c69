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
  }

  /// Where it leads; `nil` for above the root.
  private(set) var node: Int?
  private var steps: [Step] = []
  /// Whether it has left an instance of a repeat, so that what it comes to is in all of them.
  private var leavesRepeat = false
  private var isWritten = false
  /// How many levels it goes up before it goes down, if it does.
  private var levelsUp = 0

  init(from node: Int?) { self.node = node }

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
  mutating func add(_ condition: String) -> Bool {
    guard let last = steps.indices.last, steps[last].node == node else { return false }
    steps[last].conditions.append(condition)
    return true
  }

  /// The path as rules write it.
  func written(in scope: some XFormScope) throws(XFormProblem) -> String {
    guard let node, isWritten else { return "." }
    // What stands in an instance knows it as what it stands in.
    if steps.isEmpty, levelsUp == 1, scope.isRepeat(node) { return ".." }
    var kept = steps.filter { !$0.conditions.isEmpty || $0.isRepeat && leavesRepeat }
    // Conditions say which instances of a repeat are meant; of the repeats around it those that stand on the way.
    if kept.last?.node != node { kept.append(Step(node: node, isRepeat: false)) }
    var text: [String] = []
    for step in kept {
      guard let key = scope.key(of: step.node) else {
        throw XFormProblem("the node \(scope.model.nodes[step.node].name.shortened) is no cell")
      }
      text.append("${\(key)}" + step.conditions.map { "[\($0)]" }.joined())
    }
    return text.joined(separator: "/")
  }
}
