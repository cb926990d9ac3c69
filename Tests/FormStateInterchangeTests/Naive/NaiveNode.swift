/// A node of an XForm's primary or secondary instance, as a tree of plain objects.
final class NaiveNode {
  /// What a node holds: a text, or the number in a question for one.
  enum Content: Equatable {
    case text(String)
    case number(Double)
  }

  /// The name of the element, or of the attribute with `@` before it.
  let name: String
  /// The number of the instance that it is; `nil` for what nobody repeats.
  let instance: Int?
  private(set) weak var parent: NaiveNode?
  private(set) var children: [NaiveNode] = []
  var content: Content
  /// Whether its own condition holds.
  var isRelevant = true

  init(_ name: String, instance: Int? = nil, content: Content = .text("")) {
    self.name = name
    self.instance = instance
    self.content = content
  }

  /// Adds a node at the end of what stands in this one.
  @discardableResult
  func add(_ child: NaiveNode) -> NaiveNode {
    child.parent = self
    children.append(child)
    return child
  }

  /// The node and what it stands in, innermost first.
  var lineage: [NaiveNode] { [self] + (parent?.lineage ?? []) }

  /// Whether anybody is asked.
  var isAsked: Bool { lineage.allSatisfy(\.isRelevant) }

  /// The number of the instance that it stands in, or is; 0 outside of repeats.
  var place: Int { lineage.lazy.compactMap(\.instance).first ?? 0 }

  /// What an expression reads: what is not relevant is blank.
  var read: Content { isAsked ? content : .text("") }

  /// The place among its siblings of the same name, from 1.
  var position: Int {
    let alike = parent?.children.filter { $0.name == name } ?? []
    return (alike.firstIndex { $0 === self } ?? 0) + 1
  }
}
