import FormState

/// The document of an assertion as a form: every path to an element or an attribute is a cell, and every element and
/// attribute is an instance of it.
struct ConformanceDocument {
  /// An element, an attribute, or the document itself.
  struct Element {
    /// The names from the root, separated by points; empty for the document.
    let path: String
    let parent: Int?
    var identifier: String?
    var text = ""
    var children: [Int] = []
    /// The elements and texts in their order; a text is `nil`.
    var content: [Int?] = []
  }

  /// Whether the names of its elements belong to a namespace.
  let hasNamespace: Bool
  private(set) var elements = [Element(path: "", parent: nil)]
  private(set) var numbersByPath: [String: [Int]] = ["": [0]]

  /// Reads only as much of XML as the assertions use.
  init(xml: String) {
    hasNamespace = xml.contains("<html ")
    var rest = Substring(xml)
    var open = [0]
    while let sign = rest.firstIndex(of: "<") {
      add(text: rest[..<sign], within: open)
      rest = rest[sign...]
      if rest.hasPrefix("<![CDATA[") {
        let inner = rest.dropFirst(9)
        add(text: inner[..<(inner.firstRange(of: "]]>")?.lowerBound ?? inner.endIndex)], within: open)
        rest = Self.after("]]>", in: rest)
      } else if rest.hasPrefix("<!--") {
        open.last.map { elements[$0].content.append(nil) }
        rest = Self.after("-->", in: rest)
      } else if rest.hasPrefix("<!") || rest.hasPrefix("<?") {
        rest = Self.after(">", in: rest)
      } else {
        let tag = rest[..<(rest.firstIndex(of: ">") ?? rest.endIndex)].dropFirst()
        rest = Self.after(">", in: rest)
        if tag.hasPrefix("/") { open.removeLast() } else { begin(tag, within: &open) }
      }
    }
  }

  private static func after(_ sign: String, in text: Substring) -> Substring {
    text.firstRange(of: sign).map { text[$0.upperBound...] } ?? ""
  }

  private mutating func add(text: Substring, within open: [Int]) {
    guard !text.isEmpty, open.count > 1 else { return }
    for number in open { elements[number].text += text }
    open.last.map { elements[$0].content.append(nil) }
  }

  private mutating func begin(_ tag: Substring, within open: inout [Int]) {
    let parent = open.last ?? 0
    let name = tag.prefix { !$0.isWhitespace && $0 != "/" }
    let above = elements[parent].path
    let path = above.isEmpty ? String(name) : "\(above).\(name)"
    let attributes = tag.matches(of: /\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/).map { match in
      (name: String(match.1), text: String(match.2 ?? match.3 ?? ""))
    }
    let identifier = attributes.first { $0.name == "id" }?.text
    elements.append(Element(path: path, parent: parent, identifier: identifier))
    let number = elements.count - 1
    elements[parent].children.append(number)
    elements[parent].content.append(number)
    numbersByPath[path, default: []].append(number)
    for attribute in attributes where !attribute.name.hasPrefix("xmlns") {
      let path = "\(path).@\(attribute.name)"
      numbersByPath[path, default: []].append(elements.count)
      elements.append(Element(path: path, parent: number, text: attribute.text))
    }
    if !tag.hasSuffix("/") { open.append(number) }
  }

  /// The element with an identifier.
  func number(withIdentifier identifier: String) -> Int? {
    elements.firstIndex { $0.identifier == identifier }
  }

  /// The names of the child elements of those with a path.
  func childNames(ofPath path: String) -> [String] { names(below: path).filter { !$0.hasPrefix("@") } }

  /// The names of the attributes of the elements with a path, with `@` before them.
  func attributeNames(ofPath path: String) -> [String] { names(below: path).filter { $0.hasPrefix("@") } }

  private func names(below path: String) -> [String] {
    let depth = path.split(separator: ".").count
    let ways = ways(below: path.split(separator: ".").map(String.init)).filter { $0.count == depth + 1 }
    return ways.compactMap(\.last)
  }

  /// The paths of all elements below those with a path.
  func paths(below path: [String]) -> [[String]] {
    ways(below: path).filter { $0.last?.hasPrefix("@") == false }
  }

  /// The paths of all elements and attributes below those with a path.
  private func ways(below path: [String]) -> [[String]] {
    let all: [[String]] = numbersByPath.keys.sorted().map { $0.split(separator: ".").map(String.init) }
    return all.filter { $0.count > path.count && $0.starts(with: path) }
  }

  /// Whether there are several elements with a path.
  func isRepeated(_ path: String) -> Bool { (numbersByPath[path] ?? []).count > 1 }

  /// An element and its ancestors, innermost first.
  func lineage(of number: Int) -> [Int] {
    Array(sequence(first: number) { elements[$0].parent })
  }
}

/// What an assertion's expression reads.
struct ConformanceContext: RuleContext {
  let document: ConformanceDocument
  let number: Int
  let moment: RuleMoment

  var cell: RuleCell { cell(number) }

  private func cell(_ number: Int) -> RuleCell {
    // The first instance identifies the cell.
    let first = document.numbersByPath[document.elements[number].path]?.first ?? number
    return RuleCell(cell: first, instance: Int64(number))
  }

  private func number(_ cell: RuleCell) -> Int { Int(cell.instance) }

  func cells(withKey key: String, from origin: RuleCell) -> [RuleCell] {
    let own = Dictionary(
      document.lineage(of: number(origin)).map { (document.elements[$0].path, $0) },
      uniquingKeysWith: { first, _ in first })
    let found = (document.numbersByPath[key] ?? []).filter { candidate in
      document.lineage(of: candidate).dropFirst().allSatisfy { own[document.elements[$0].path] ?? $0 == $0 }
    }
    return found.map(cell)
  }

  func parent(of cell: RuleCell) -> RuleCell? {
    document.elements[number(cell)].parent.map(self.cell)
  }

  func value(of cell: RuleCell) -> RuleScalar { .text(document.elements[number(cell)].text) }

  func position(of cell: RuleCell) -> Int {
    let element = document.elements[number(cell)]
    let siblings = element.parent.map { document.elements[$0].children } ?? []
    let alike = siblings.filter { document.elements[$0].path == element.path }
    return (alike.firstIndex(of: number(cell)) ?? 0) + 1
  }

  func isBefore(_ cell: RuleCell, _ other: RuleCell) -> Bool { cell.instance < other.instance }
}
