import FormState

/// The visible part of an XForm: its controls in order.
struct XFormControl {
  enum Kind: Hashable {
    case question
    case group
    case `repeat`
  }

  let kind: Kind
  let element: XMLTree.Element
  /// The node of its question, or around its questions; `nil` for a group that is only for display.
  let node: Int?
  /// The node that a group names but cannot represent: it holds no others, or another group represents it.
  var gate: Int?
  var children: [XFormControl] = []

  /// The name of its element: `select1`.
  var name: String { element.name.local }

  /// The label, in any language.
  var label: XMLTree.Element? { child("label") }

  /// The hint, in any language.
  var hint: XMLTree.Element? { child("hint") }

  private func child(_ name: String) -> XMLTree.Element? { element.elements.first { $0.name.local == name } }

  /// All controls in it, itself first.
  var all: [XFormControl] { [self] + children.flatMap(\.all) }

  private static let questions: Set<String> = [
    "input", "select1", "select", "rank", "range", "upload", "trigger", "secret",
  ]

  /// Whether an element asks a question.
  static func isQuestion(_ element: XMLTree.Element) -> Bool { questions.contains(element.name.local) }

  private static let known: Set<String> = [
    "label", "hint", "item", "itemset", "setvalue",
  ]

  /// Reads the controls in an element.
  ///
  /// - Parameters:
  ///   - parent: the body, a group or a repeat.
  ///   - around: the node of the container.
  ///   - model: the nodes.
  ///   - report: collects controls without a node, and elements that are not controls.
  /// - Complexity: O(n) for n elements, which nest no deeper than the reader of the document lets them.
  static func controls(
    in parent: XMLTree.Element, around: Int?, _ model: XFormModel, _ report: inout XFormReport
  ) -> [XFormControl] {
    var groups: Set<Int> = []
    return controls(in: parent, around: around, model, &groups, &report)
  }

  /// - Parameter groups: the nodes that already have a group.
  private static func controls(
    in parent: XMLTree.Element, around: Int?, _ model: XFormModel, _ groups: inout Set<Int>, _ report: inout XFormReport
  ) -> [XFormControl] {
    var controls: [XFormControl] = []
    for element in parent.elements {
      let name = element.name.local
      if name == "group" || name == "repeat" {
        let node = model.node(of: element, around: around)
        let isLost = node == nil && (name == "repeat" || element.attribute("ref") != nil)
        if isLost {
          report.add(element, "a \(name) names no node of the primary instance", action: "its questions are kept")
        }
        let isFirst = name == "repeat" || node.map { groups.insert($0).inserted } ?? true
        let inner = Self.controls(in: element, around: node ?? around, model, &groups, &report)
        controls.append(container(element, node, inner, isFirst: isFirst, model))
      } else if questions.contains(name) {
        // A repeated node is not an answer itself.
        if let node = model.node(of: element, around: around), model.nodes[node].isLeaf, node != around {
          controls.append(XFormControl(kind: .question, element: element, node: node))
          for inner in element.elements where !known.contains(inner.name.local) {
            report.add(inner, "unsupported element <\(inner.writtenName.shortened)>")
          }
        } else {
          report.add(element, "a question names no answer in the primary instance")
        }
      } else if !known.contains(name) {
        report.add(element, "unsupported element <\(element.writtenName.shortened)>")
      }
    }
    return controls
  }

  /// A repeat or a group, which represents its node if that holds others and no other group represents it.
  private static func container(
    _ element: XMLTree.Element, _ node: Int?, _ inner: [XFormControl], isFirst: Bool, _ model: XFormModel
  ) -> XFormControl {
    guard let node else { return XFormControl(kind: .group, element: element, node: nil, children: inner) }
    if element.name.local == "repeat" {
      return XFormControl(kind: .repeat, element: element, node: node, children: inner)
    }
    let isAroundRepeat = inner.count == 1 && inner[0].kind == .repeat
    let isOfRepeat = inner.flatMap(\.all).contains { $0.kind == .repeat && $0.node == node }
    let isOwn = isFirst && node != 0 && !model.nodes[node].isLeaf && (isAroundRepeat || !isOfRepeat)
    return XFormControl(
      kind: .group, element: element, node: isOwn ? node : nil, gate: isOwn ? nil : node, children: inner)
  }
}
