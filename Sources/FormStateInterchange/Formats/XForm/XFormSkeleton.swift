import FormState
import Foundation

/// The nodes of a primary instance, with siblings of one name combined: the frame of exported answers.
struct XFormSkeleton {
  /// A node.
  struct Node {
    /// The name as written: `orx:meta`.
    let name: String
    /// The attributes, declarations of namespaces first.
    var attributes: [XMLWrittenAttribute]
    let parent: Int?
    var children: [Int] = []
    /// Those of its attributes that are nodes.
    var attributeNodes: [Int] = []
    /// Its initial value; empty for none, and for a node with child nodes.
    var text = ""

    /// Whether it is an attribute.
    var isAttribute: Bool { name.hasPrefix("@") }

    /// The nodes in it, elements and attributes.
    var allInside: [Int] { children + attributeNodes }

    /// The name without its prefix; that of an attribute begins with `@`.
    var localName: String { "\(isAttribute ? "@" : "")\(XFormSkeleton.local(name))" }
  }

  /// A name within a node.
  private struct Place: Hashable {
    let parent: Int?
    let name: String
  }

  /// The nodes; the first is the root, which always exists.
  private(set) var nodes: [Node] = []
  private var numbers: [Place: Int] = [:]

  /// Begins with the root alone.
  init(root name: String, _ attributes: [XMLWrittenAttribute]) {
    add(name, attributes, to: nil)
  }

  /// Reads the nodes below the root of a primary instance.
  ///
  /// - Complexity: O(n) for n elements.
  init(_ root: XMLTree.Element) {
    var waiting: [(element: XMLTree.Element, parent: Int?)] = [(root, nil)]
    while let (element, parent) = waiting.popLast() {
      let number = numbers[Place(parent: parent, name: element.name.local)] ?? add(element, to: parent)
      for child in element.elements.reversed() { waiting.append((child, number)) }
    }
    declarePrefixes(in: root)
  }

  /// Reads the output of ``xml``.
  ///
  /// - Throws: ``DocumentFault`` for a text that is not XML.
  init(xml: String) throws(DocumentFault) {
    self.init(try XMLTree.read(Data(xml.utf8)).root)
  }

  /// Adds a node after those in another one; at the root before the metadata of the whole.
  @discardableResult
  mutating func add(_ name: String, _ attributes: [XMLWrittenAttribute] = [], to parent: Int?, text: String = "") -> Int
  {
    let number = nodes.count
    nodes.append(Node(name: name, attributes: attributes, parent: parent, text: text))
    numbers[Place(parent: parent, name: nodes[number].localName)] = number
    guard let parent else { return number }
    let last = nodes[parent].children.last
    if parent == 0, let last, nodes[last].localName == "meta" {
      nodes[parent].children.insert(number, at: nodes[parent].children.count - 1)
    } else {
      nodes[parent].children.append(number)
    }
    return number
  }

  /// Makes a node of an attribute.
  ///
  /// - Parameter path: its path, `/data/meta/entity/@id`.
  /// - Returns: its number; `nil` if there is no such attribute.
  mutating func addAttribute(atPath path: String) -> Int? {
    guard let mark = path.lastIndex(of: "@"), let owner = node(atPath: String(path[..<mark])) else { return nil }
    let found = nodes[owner].attributes.first { attribute in
      XFormSkeleton.local(attribute.name) == path[path.index(after: mark)...] && !attribute.name.hasPrefix("xmlns")
    }
    guard let found else { return nil }
    let number = nodes.count
    nodes.append(Node(name: "@\(found.name)", attributes: [], parent: owner, text: found.value))
    numbers[Place(parent: owner, name: nodes[number].localName)] = number
    nodes[owner].attributeNodes.append(number)
    return number
  }

  /// The attributes of a node, with the values of those that are nodes.
  ///
  /// - Parameter text: the value of a node that is an attribute.
  func attributes<Failure: Error>(
    of node: Node, _ text: (Int) throws(Failure) -> String
  ) throws(Failure) -> [XMLWrittenAttribute] {
    var attributes = node.attributes
    for number in node.attributeNodes {
      let name = nodes[number].name.dropFirst()
      guard let position = attributes.firstIndex(where: { $0.name == name }) else { continue }
      attributes[position] = XMLWrittenAttribute(String(name), try text(number))
    }
    return attributes
  }

  /// A name without its prefix, and without the `@` of an attribute.
  fileprivate static func local(_ name: String) -> Substring {
    (name.split(separator: ":").last ?? name[...]).drop { $0 == "@" }
  }

  private mutating func add(_ element: XMLTree.Element, to parent: Int?) -> Int {
    let declarations = element.declarations.map { declaration in
      XMLWrittenAttribute(declaration.prefix.map { "xmlns:\($0)" } ?? "xmlns", declaration.namespace ?? "")
    }
    let attributes = element.attributes.filter { !$0.isTemplateMark }
      .map { XMLWrittenAttribute($0.writtenName, $0.value) }
    let number = nodes.count
    nodes.append(
      Node(
        name: element.writtenName, attributes: declarations + attributes, parent: parent,
        text: element.elements.isEmpty ? element.text : ""))
    numbers[Place(parent: parent, name: element.name.local)] = number
    if let parent { nodes[parent].children.append(number) }
    return number
  }

  /// Declares at the root the namespaces of nodes and attributes that are declared around it.
  private mutating func declarePrefixes(in root: XMLTree.Element) {
    var known = Set(root.declarations.compactMap(\.prefix))
    let names = nodes.flatMap { [$0.name] + $0.attributes.map(\.name) }
    for name in names {
      guard let colon = name.firstIndex(of: ":") else { continue }
      let prefix = String(name[..<colon])
      guard prefix != "xmlns", known.insert(prefix).inserted, let namespace = root.parent?.namespace(of: prefix) else {
        continue
      }
      let place = nodes[0].attributes.firstIndex { !$0.name.hasPrefix("xmlns") } ?? nodes[0].attributes.count
      nodes[0].attributes.insert(XMLWrittenAttribute("xmlns:\(prefix)", namespace), at: place)
    }
  }

  /// Clears the nodes that are empty in a new instance.
  ///
  /// - Complexity: O(n d) for n nodes d levels deep.
  mutating func empty(as model: XFormModel) {
    for number in nodes.indices {
      for (position, attribute) in nodes[number].attributes.enumerated() where !attribute.value.isEmpty {
        let path = "\(path(of: number))/@\(attribute.name)"
        guard let node = model.node(atPath: path), model.nodes[node].text.isEmpty else { continue }
        nodes[number].attributes[position] = XMLWrittenAttribute(attribute.name, "")
      }
      guard !nodes[number].text.isEmpty, let node = model.node(atPath: path(of: number)),
        model.nodes[node].text.isEmpty
      else { continue }
      nodes[number].text = ""
    }
  }

  // MARK: - Looking

  /// The node with a name in another one.
  func child(_ name: String, of parent: Int) -> Int? { numbers[Place(parent: parent, name: name)] }

  /// The node at a path from the root on, by names without prefixes: `/data/meta/instanceID`.
  func node(atPath path: String) -> Int? {
    var number: Int?
    for (index, step) in path.split(separator: "/").enumerated() {
      guard index == 0 || number != nil, let next = numbers[Place(parent: number, name: String(step))] else {
        return nil
      }
      number = next
    }
    return number
  }

  /// The path of a node as expressions write it.
  func path(of number: Int) -> String {
    let steps = sequence(first: number) { nodes[$0].parent }.map { nodes[$0].name }
    return "/" + steps.reversed().joined(separator: "/")
  }

  /// An attribute of the root.
  func attribute(_ name: String) -> String? { nodes[0].attributes.first { $0.name == name }?.value }

  /// The skeleton as XML in one line.
  var xml: String {
    var writer = XMLElementWriter(isIndented: false)
    write(0, to: &writer)
    return writer.text
  }

  // Nodes nest no deeper than the reader of documents lets them.
  private func write(_ number: Int, to writer: inout XMLElementWriter) {
    let node = nodes[number]
    guard !node.children.isEmpty else { return writer.element(node.name, node.attributes, text: node.text) }
    writer.begin(node.name, node.attributes)
    for child in node.children { write(child, to: &writer) }
    writer.end()
  }
}

extension XMLAttribute {
  /// Whether the attribute marks the template of a repeat.
  fileprivate var isTemplateMark: Bool { name == XMLName("template", in: XFormNamespace.javaRosa) }
}
