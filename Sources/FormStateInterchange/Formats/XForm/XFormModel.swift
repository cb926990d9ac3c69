import FormState

/// The namespaces of XForms as ODK writes them.
enum XFormNamespace {
  static let xforms = "http://www.w3.org/2002/xforms"
  static let page = "http://www.w3.org/1999/xhtml"
  static let javaRosa = "http://openrosa.org/javarosa"
  static let openRosa = "http://openrosa.org/xforms"
  static let odk = "http://www.opendatakit.org/xforms"
}

/// The model of an XForm: the nodes of the primary instance, each with its bind. An attribute is a node as well if a
/// bind or a setvalue names it, such as those of an entity.
struct XFormModel {
  /// A node of the primary instance; siblings of one name are one node, which is repeated.
  struct Node {
    let number: Int
    /// The names from the root on; that of an attribute begins with `@`.
    let path: [String]
    let parent: Int?
    let place: DocumentPlace
    /// The key of its cell, were it to become one.
    var key = ""
    /// Its initial value; empty for none.
    var text: String
    /// The elements in it.
    var children: [Int] = []
    /// The initial values of its attributes, by their names, whether they are nodes or not.
    var attributes: [String: String] = [:]
    /// The initial number, without templates.
    var count = 1
    /// Whether it occurs in the instance outside of templates.
    var isThere = false
    /// Whether it occurs in a template.
    var isInTemplate = false
    var bind: XMLTree.Element?

    var name: String { path.last ?? "" }
    var writtenPath: String { "/" + path.joined(separator: "/") }
    var isLeaf: Bool { children.isEmpty }
    /// Whether it is an attribute, which nobody is asked for.
    var isAttribute: Bool { name.hasPrefix("@") }

    /// An attribute of the bind that is an expression.
    func rule(_ name: String) -> String? {
      bind?.attribute(name).flatMap { $0.isBlank ? nil : $0 }
    }

    /// An attribute of the bind that is a condition; `nil` as well for one that never holds.
    func condition(_ name: String) -> String? {
      rule(name).flatMap { $0.filter { !$0.isWhitespace } == "false()" ? nil : $0 }
    }

    /// The place of its bind.
    var rulePlace: DocumentPlace { bind?.place ?? place }

    /// The type of the bind without its prefix; `string` by default.
    var type: String {
      let written = bind?.attribute("type") ?? "string"
      return String(written.split(separator: ":").last ?? "string")
    }
  }

  private(set) var nodes: [Node] = []
  /// The root of the primary instance.
  let root: XMLTree.Element
  private var numbers: [[String]: Int] = [:]
  private var keys: Set<String> = []
  private var nodesOfBinds: [String: Int] = [:]

  /// Reads the primary instance and the binds of a model.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - root: the root of the primary instance.
  ///   - report: collects binds without a node.
  /// - Complexity: O(n d) for n nodes d levels deep.
  init(_ model: XMLTree.Element, root: XMLTree.Element, _ report: inout XFormReport) {
    self.root = root
    addNodes(of: root)
    addAttributes(namedIn: model)
    addBinds(of: model, &report)
    giveKeys()
  }

  /// A pending element, whether it is the first of its name among its siblings, and whether it is part of a template.
  private typealias Waiting = (element: XMLTree.Element, parent: Int?, isInFirst: Bool, isInTemplate: Bool)

  private mutating func addNodes(of root: XMLTree.Element) {
    // The elements in the order of the document; no deeper than the reader of the document lets them nest.
    var waiting: [Waiting] = [(root, nil, true, false)]
    while let next = waiting.popLast() {
      let path = (next.parent.map { nodes[$0].path } ?? []) + [next.element.name.local]
      let isTemplate = next.element.isTemplate
      let isInTemplate = next.isInTemplate || isTemplate
      let number: Int
      let before = numbers.count
      if let known = numbers[path] {
        number = known
        if next.isInFirst, !isTemplate { nodes[number].count += 1 }
        // A new instance is like the template, in any place.
        if isInTemplate, next.element.elements.isEmpty { nodes[number].text = next.element.text }
        nodes[number].attributes.merge(next.element.attributeTexts) { first, new in isInTemplate ? new : first }
      } else {
        number = nodes.count
        nodes.append(
          Node(
            number: number, path: path, parent: next.parent, place: next.element.place,
            text: next.element.elements.isEmpty ? next.element.text : "", attributes: next.element.attributeTexts,
            count: isTemplate ? 0 : 1))
        numbers[path] = number
        if let parent = next.parent { nodes[parent].children.append(number) }
      }
      if isInTemplate { nodes[number].isInTemplate = true } else { nodes[number].isThere = true }
      let isFirst = next.isInFirst && numbers.count > before
      for child in next.element.elements.reversed() { waiting.append((child, number, isFirst, isInTemplate)) }
    }
  }

  /// Makes nodes of the attributes that binds and setvalues name.
  private mutating func addAttributes(namedIn model: XMLTree.Element) {
    let whole = sequence(first: model) { $0.parent }.reduce(model) { $1 }
    var waiting = [whole]
    while let element = waiting.popLast() {
      waiting += element.elements.reversed()
      guard element.name.local == "bind" || element.name.local == "setvalue",
        let written = (element.attribute("ref") ?? element.attribute("nodeset"))?.trimmed,
        let mark = written.lastIndex(of: "@"), node(of: element) == nil,
        let owner = node(at: written[..<mark]), case let name = Self.local(written[mark...]),
        let text = nodes[owner].attributes[String(name.dropFirst())]
      else { continue }
      let path = nodes[owner].path + [name]
      numbers[path] = nodes.count
      nodes.append(
        Node(
          number: nodes.count, path: path, parent: owner, place: nodes[owner].place, text: text,
          isThere: nodes[owner].isThere, isInTemplate: nodes[owner].isInTemplate))
    }
  }

  private mutating func addBinds(of model: XMLTree.Element, _ report: inout XFormReport) {
    for bind in model.elements where bind.name.local == "bind" {
      guard let path = bind.attribute("nodeset") ?? bind.attribute("ref"), let number = node(of: bind) else {
        report.add(bind, "a bind names no node of the primary instance")
        continue
      }
      if nodes[number].bind != nil {
        report.add(bind, "the node \(path.shortened) already has a bind", action: "only the first one counts")
        continue
      }
      nodes[number].bind = bind
      if let id = bind.attribute("id"), nodesOfBinds[id] == nil { nodesOfBinds[id] = number }
    }
  }

  /// The node of an element: the one at its path, or that of the bind that it names; `nil` if there is none.
  ///
  /// - Parameter around: the node at which a path begins that does not begin at the root; `nil` for the outermost.
  func node(of element: XMLTree.Element, around: Int? = nil) -> Int? {
    guard let path = element.attribute("ref") ?? element.attribute("nodeset") else {
      return element.attribute("bind").flatMap { nodesOfBinds[$0.trimmed] }
    }
    return node(at: path.trimmed[...], around: around)
  }

  private func node(at path: Substring, around: Int? = nil) -> Int? {
    let steps = path.split(separator: "/")
    if path.hasPrefix("/") { return numbers[steps.map { Self.local($0) }] }
    return steps.reduce(.some(around ?? 0)) { node, step in
      switch step {
      case ".": node
      case "..": node.flatMap { nodes[$0].parent }
      default: node.flatMap { child(String(step), of: $0) }
      }
    }
  }

  /// The node at an absolute path, such as `/data/name`; `nil` if there is none.
  func node(atPath path: String) -> Int? {
    guard path.hasPrefix("/") else { return nil }
    return numbers[path.dropFirst().split(separator: "/").map { Self.local($0) }]
  }

  /// The node at a step from another one; `nil` if there is none.
  func child(_ name: String, of number: Int?) -> Int? {
    numbers[(number.map { nodes[$0].path } ?? []) + [Self.local(Substring(name))]]
  }

  /// The name in a step without its prefix; that of an attribute still begins with `@`.
  private static func local(_ step: Substring) -> String {
    let name = String(step.split(separator: ":").last ?? step).trimmed
    return step.hasPrefix("@") && !name.hasPrefix("@") ? "@\(name)" : name
  }

  /// The nodes around a node, the innermost first.
  func ancestors(of number: Int) -> [Int] {
    Array(sequence(first: number) { nodes[$0].parent }.dropFirst())
  }

  // MARK: - New instances

  /// Clears the contents of repeats without a template: a new instance of these is empty, and has no instances of
  /// other repeats.
  ///
  /// - Complexity: O(n d) for n nodes d levels deep.
  mutating func emptyNewInstances(of repeats: Set<Int>) {
    for number in nodes.indices where !nodes[number].isInTemplate {
      guard ancestors(of: number).contains(where: repeats.contains) else { continue }
      nodes[number].text = ""
      if repeats.contains(number) { nodes[number].count = 0 }
    }
  }

  // MARK: - Keys

  /// Gives every node the shortest unique end of its path. That of an attribute includes the name of its element, so
  /// the keys of all others are the same without it.
  private mutating func giveKeys() {
    var taken: Set<String> = []
    let names = Dictionary(grouping: nodes.dropFirst(), by: \.name).mapValues(\.count)
    for number in nodes.indices {
      let path = nodes[number].path
      var length = nodes[number].isAttribute || names[nodes[number].name, default: 0] > 1 ? 2 : 1
      var key = Self.key(path.suffix(length))
      while taken.contains(key) || names[key] != nil && length > 1, length < path.count {
        length += 1
        key = Self.key(path.suffix(length))
      }
      let free = (2...).lazy.map { "\(key)-\($0)" }.first { !taken.contains($0) }
      if taken.contains(key), let free { key = free }
      taken.insert(key)
      nodes[number].key = key
    }
    keys = taken
  }

  /// Whether a node has a key.
  func hasKey(_ key: String) -> Bool { keys.contains(key) }

  private static func key(_ steps: ArraySlice<String>) -> String {
    steps.joined(separator: "-").replacing("@", with: "").canonicalKey
  }
}

extension String {
  /// Whether there is nothing but white space.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// The text without white space around it.
  var trimmed: String {
    guard first?.isWhitespace == true || last?.isWhitespace == true else { return self }
    guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[start...end])
  }

  /// The text with each stretch of white space as one blank, and none around it.
  var collapsed: String { isCollapsed ? self : split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// The text with its line breaks and empty lines, each line with single blanks, and nothing around it.
  var inLines: String {
    guard contains(where: \.isNewline) else { return collapsed }
    let lines = split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { String($0).collapsed }
    let (first, last) = (lines.firstIndex { !$0.isEmpty } ?? 0, lines.lastIndex { !$0.isEmpty } ?? -1)
    return lines.indices.filter { $0 >= first && $0 <= last && !(lines[$0].isEmpty && lines[$0 - 1].isEmpty) }
      .map { lines[$0] }.joined(separator: "\n")
  }

  /// Whether the text is certainly normalized, as most are: letters of European languages, none of which is a mark
  /// that could combine with a space, and single spaces between them.
  private var isCollapsed: Bool {
    let blank = UInt8(ascii: " ")
    return utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.first != blank, bytes.last != blank else { return false }
      var before: UInt8 = 0
      for byte in bytes {
        // 0xC2 begins a no-break space, and greater bytes may be any script.
        guard byte >= blank, byte != blank || before != blank, byte != 0xC2, byte < 0xC6 else { return false }
        before = byte
      }
      return true
    } ?? false
  }
}

extension XMLTree.Element {
  /// The values of its attributes, by their names without prefixes.
  fileprivate var attributeTexts: [String: String] {
    attributes.isEmpty ? [:] : Dictionary(attributes.map { ($0.name.local, $0.value) }) { first, _ in first }
  }

  /// The value of an attribute whose namespace is irrelevant; `nil` if it is missing.
  func text(ofAttribute name: String) -> String? { attributes.first { $0.name.local == name }?.value }

  /// Whether it is the template of a repeat.
  var isTemplate: Bool { attribute("template", in: XFormNamespace.javaRosa) != nil }
}
