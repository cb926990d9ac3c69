import FormState

/// Relevance follows the model, even if the body nests differently.
///
/// A cell is irrelevant if its container is. A group therefore keeps its relevance only if everything it shows is in
/// its node. Otherwise the contents of its node include the relevance in their own rules, and the group has none. Only
/// a group at a node without child nodes hides its contents: such a node has no other purpose.
extension XFormBuilder {
  /// The nodes of groups that show something from elsewhere in the model.
  ///
  /// - Complexity: O(n d) for n controls d levels deep.
  func nodesOfGroupsWithOthers(in controls: [XFormControl]) -> Set<Int> {
    var found: Set<Int> = []
    // Controls nest no deeper than the reader of documents lets them.
    func look(at control: XFormControl, in groups: [Int]) {
      if let node = control.node, !isAskedAgain(control) {
        let around = Set([node] + model.ancestors(of: node))
        found.formUnion(groups.filter { !around.contains($0) })
      }
      let own = control.kind == .group ? control.node.map { [$0] } ?? [] : []
      for child in control.children { look(at: child, in: groups + own) }
    }
    for control in controls { look(at: control, in: []) }
    return found
  }

  /// The innermost node around a group's contents whose relevance is that of a cell or section.
  ///
  /// - Parameters:
  ///   - node: the node of the group.
  ///   - container: the node of the group's container.
  func holder(of node: Int?, in container: Int?) -> Int? {
    node.flatMap { isPassing($0) ? nil : $0 } ?? container
  }

  /// Whether a group shows.
  mutating func relevance(of control: XFormControl, within container: Int?) -> FormRule? {
    if let gate = control.gate { return model.nodes[gate].isLeaf ? relevance(of: gate, within: container) : nil }
    guard let node = control.node else { return nil }
    guard isPassing(node) else { return relevance(of: node, within: container) }
    keepRelevance(of: node)
    return nil
  }

  /// Whether a node is relevant: its own rule and those of the nodes around it that are not containers of its cell.
  mutating func relevance(of node: Int, within container: Int?) -> FormRule? {
    let around = model.ancestors(of: node).prefix { $0 != container }
    return joined(.relevant, ofNodes: [node] + around, by: "and") { $0.rule("relevant") }
  }

  /// Keeps the relevance of a node that is part of its contents' rules, so it is exported in its place.
  mutating func keepRelevance(of node: Int) {
    let key = model.nodes[node].key
    guard let written = model.nodes[node].rule("relevant"), report.kept[key]?[FormRule.Kind.relevant.rawValue] == nil,
      let rule = rule(.relevant, written, of: node, model.nodes[node].rulePlace)
    else { return }
    report.keep("relevance", written, of: key)
    report.keep("passes", rule.source, of: key)
  }
}
