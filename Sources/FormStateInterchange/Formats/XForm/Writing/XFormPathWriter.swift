import FormState

/// Writes the way from a node to others.
///
/// In the same instance of a repeat paths are relative, and elsewhere they begin at the root; a path to all instances
/// of a repeat goes up out of it and down into it again.
struct XFormPathWriter {
  /// A node in a reference, with its conditions as written.
  struct Step {
    let node: Int
    let conditions: String
  }

  let layout: SubmissionLayout

  /// A path from a node.
  ///
  /// - Complexity: O(d²) for d levels of nodes.
  func path(_ steps: [Step], from node: Int) -> String {
    guard let first = steps.first, let last = steps.last else { return "." }
    let isInCondition = last.node != node && lineage(of: last.node).contains(node)
    if isInCondition { return relative(steps, from: node) }
    // The instances around the node are selected where the path reaches them.
    let around = lineage(of: node)
    if steps.contains(where: { !$0.conditions.isEmpty && around.contains($0.node) }) { return fromRoot(steps) }
    guard sharesRepeat(steps, with: node) || meansAll(first, from: node) else { return fromRoot(steps) }
    return meansAll(first, from: node) || !comesBack(steps, from: node) ? relative(steps, from: node) : fromRoot(steps)
  }

  /// Whether a reference that begins with a repeat refers to all of its instances, though it is read in one of some
  /// repeat.
  private func meansAll(_ first: Step, from node: Int) -> Bool {
    first.conditions.isEmpty && layout.isRepeat(first.node) && lineage(of: node).contains(where: layout.isRepeat)
  }

  /// Whether the way leads out of a repeat and into one that the reference does not name.
  private func comesBack(_ steps: [Step], from node: Int) -> Bool {
    guard let last = steps.last else { return false }
    let common = common(node, last.node)
    let leaves = lineage(of: node).prefix { $0 != common }.contains(where: layout.isRepeat)
    return leaves && lineage(of: last.node).prefix { $0 != common }.contains(where: layout.isRepeat)
  }

  /// Whether the path and a node are in an instance of the same repeat.
  func sharesRepeat(_ steps: [Step], with node: Int) -> Bool {
    guard let last = steps.last else { return false }
    return lineage(of: common(node, last.node)).contains(where: layout.isRepeat)
  }

  /// The way from the root.
  func fromRoot(_ steps: [Step]) -> String {
    guard let last = steps.last else { return "." }
    return "/" + lineage(of: last.node).reversed().map { written($0, steps) }.joined(separator: "/")
  }

  /// The way up from a node as far as is needed, and down again.
  func relative(_ steps: [Step], from node: Int) -> String {
    guard let first = steps.first, let last = steps.last else { return "." }
    var common = common(node, last.node)
    // To refer to all of a repeat's instances the path has to begin outside of it.
    if lineage(of: common).contains(first.node), let outside = layout.skeleton.nodes[first.node].parent,
      meansAll(first, from: node)
    {
      common = outside
    }
    let up = lineage(of: node).prefix { $0 != common }.map { _ in ".." }
    let down = lineage(of: last.node).prefix { $0 != common }.reversed().map { written($0, steps) }
    return (up + down).joined(separator: "/")
  }

  /// The innermost node around both, which is not the second one itself.
  private func common(_ node: Int, _ other: Int) -> Int {
    let around = Set(lineage(of: node))
    return layout.ancestors(of: other).first(where: around.contains) ?? 0
  }

  /// A node and those around it, the innermost first.
  private func lineage(of node: Int) -> [Int] { [node] + layout.ancestors(of: node) }

  private func written(_ node: Int, _ steps: [Step]) -> String {
    layout.skeleton.nodes[node].name + (steps.first { $0.node == node }?.conditions ?? "")
  }
}
