/// A node of an XForm's primary or secondary instance, as a tree of plain objects.
final class NaiveNode {
  /// The content of a node: a text, or the number of a numeric question.
  enum Content: Equatable {
    case text(String)
    case number(Double)
  }

  /// The name of the element, or of the attribute with `@` before it.
  let name: String
  /// The number of the instance; `nil` for a node that is not an instance of a repeat.
  let instance: Int?
  private(set) weak var parent: NaiveNode?
  private(set) var children: [NaiveNode] = []
  var content: Content
  /// Whether its own relevance is true.
  var isRelevant = true

  init(_ name: String, instance: Int? = nil, content: Content = .text("")) {
    self.name = name
    self.instance = instance
    self.content = content
  }

  /// Adds a node as the last child.
  @discardableResult
  func add(_ child: NaiveNode) -> NaiveNode {
    child.parent = self
    children.append(child)
    return child
  }

  /// The node and its ancestors, innermost first.
  var lineage: [NaiveNode] { [self] + (parent?.lineage ?? []) }

  /// Whether the node and all its ancestors are relevant.
  var isAsked: Bool { lineage.allSatisfy(\.isRelevant) }

  /// The number of the instance that it is or is in; 0 outside of repeats.
  var place: Int { lineage.lazy.compactMap(\.instance).first ?? 0 }

  /// The content for expressions: blank if it is not relevant.
  var read: Content { isAsked ? content : .text("") }

  /// Its position among siblings of the same name, from 1.
  var position: Int {
    let alike = parent?.children.filter { $0.name == name } ?? []
    return (alike.firstIndex { $0 === self } ?? 0) + 1
  }
}
