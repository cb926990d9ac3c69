import FormState

/// Whether anybody is asked: what the model says, also where the body nests otherwise.
///
/// A cell is not asked where what it stands in is not. So a group keeps its relevance only as long as all that it shows
/// stands in its node. Otherwise what does stand there says it as part of its own rule, and the group says nothing.
/// Only a group at a node that holds no others hides what it shows: there is nothing else that such a node could be
/// for.
extension XFormBuilder {
  /// The nodes of groups that show something that stands elsewhere in the model.
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

  /// The innermost node around what stands in a group whose relevance is that of a cell or section.
  ///
  /// - Parameters:
  ///   - node: the node of the group.
  ///   - container: that of what the group stands in.
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

  /// Whether a node is asked about: its own rule and those of the nodes around it that are no container of its cell.
  mutating func relevance(of node: Int, within container: Int?) -> FormRule? {
    let around = model.ancestors(of: node).prefix { $0 != container }
    return joined(.relevant, ofNodes: [node] + around, by: "and") { $0.rule("relevant") }
  }

  /// Keeps the relevance of a node that is part of the rules of what stands in it, so that it goes out where it was.
  mutating func keepRelevance(of node: Int) {
    let key = model.nodes[node].key
    guard let written = model.nodes[node].rule("relevant"), report.kept[key]?[FormRule.Kind.relevant.rawValue] == nil,
      let rule = rule(.relevant, written, of: node, model.nodes[node].rulePlace)
    else { return }
    report.keep("relevance", written, of: key)
    report.keep("passes", rule.source, of: key)
  }
}
