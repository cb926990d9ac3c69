import FormState

/// Turns an expression of rules into one of XForms: its references become paths.
///
/// All other parts stay as written, so reading the output produces the same expression. ``XFormExpression`` is the
/// reverse.
struct XFormSource {
  /// The beginning of a name or path.
  private enum Focus {
    /// A node: that of the rule, or in a condition the one that it is about.
    case node(Int)
    /// An item of a list with these columns.
    case item(XFormListColumns)
  }

  /// A function whose arguments are being read.
  private struct Call {
    let name: String
    var argument = 0
  }

  private let paths: XFormPathWriter
  private let origin: Int
  private var scanner: XFormPathScanner
  private var result = ""
  private var expectsValue = true
  private var calls: [Call] = []

  private init(_ source: String, of node: Int, in layout: SubmissionLayout) {
    paths = XFormPathWriter(layout: layout)
    origin = node
    scanner = XFormPathScanner(source)
  }

  /// The expression with paths in the place of references.
  ///
  /// - Parameters:
  ///   - source: the rule's expression.
  ///   - node: its node.
  /// - Throws: ``XFormProblem`` with the part that XForms cannot express.
  /// - Complexity: O(n d) for n characters and paths of d steps.
  static func written(_ source: String, of node: Int, in layout: SubmissionLayout) throws(XFormProblem) -> String {
    var writing = XFormSource(source, of: node, in: layout)
    try writing.run(from: .node(node), until: nil)
    return writing.result
  }

  // The parser of rules limits the nesting of conditions.
  private mutating func run(from focus: Focus, until end: Unicode.Scalar?) throws(XFormProblem) {
    while let next = scanner.next {
      if next == end { return }
      try token(next, from: focus)
    }
  }

  private mutating func token(_ next: Unicode.Scalar, from focus: Focus) throws(XFormProblem) {
    switch next {
    case "'", "\"":
      guard let text = scanner.takeText() else { throw XFormProblem("a text has no closing quote") }
      result += text
      expectsValue = false
    case "$": try reference(from: focus)
    case _ where XFormPathScanner.isDigit(next) || next == "." && XFormPathScanner.isDigit(scanner.ahead(1)):
      result += scanner.takeNumber()
      expectsValue = false
    case _ where XFormPathScanner.beginsName(next): try name(from: focus)
    default: sign(next)
    }
  }

  private mutating func sign(_ next: Unicode.Scalar) {
    scanner.pass()
    result.unicodeScalars.append(next)
    switch next {
    case "(": calls.append(Call(name: ""))
    case ")": calls.removeLast(min(1, calls.count))
    case ",": if let last = calls.indices.last { calls[last].argument += 1 }
    default: break
    }
    if next == ")" || next == "]" || next == "." {
      expectsValue = false
    } else if !next.properties.isWhitespace {
      expectsValue = true
    }
  }

  private mutating func name(from focus: Focus) throws(XFormProblem) {
    guard let name = scanner.takeName() else { return scanner.pass() }
    guard scanner.standsBeforeCall else {
      if expectsValue, case .item(let columns) = focus {
        result += columns.written(name)
        expectsValue = false
      } else {
        result += name
        expectsValue = true
      }
      return
    }
    switch name {
    case "current": try current()
    case "list", "instance": try lookUp()
    default:
      result += name
      while let blank = scanner.next, blank != "(" {
        result.unicodeScalars.append(blank)
        scanner.pass()
      }
      scanner.pass()
      result += "("
      calls.append(Call(name: name))
      expectsValue = true
    }
  }

  // MARK: - References

  private mutating func reference(from focus: Focus) throws(XFormProblem) {
    let steps = try steps()
    let isText = calls.last.map { $0.name == "jr:choice-name" && $0.argument == 1 } ?? false
    let isFromRoot = isText || calls.last.map { ["position", "indexed-repeat"].contains($0.name) } ?? false
    let path =
      switch focus {
      case _ where isFromRoot: paths.fromRoot(steps)
      case .node(let node): paths.path(steps, from: node)
      case .item:
        paths.sharesRepeat(steps, with: origin)
          ? "current()/" + paths.relative(steps, from: origin) : paths.fromRoot(steps)
      }
    guard isText else {
      result += path
      expectsValue = false
      return
    }
    result += path.contains("'") ? "\"\(path)\"" : "'\(path)'"
    expectsValue = false
  }

  private mutating func steps() throws(XFormProblem) -> [XFormPathWriter.Step] {
    var steps: [XFormPathWriter.Step] = []
    repeat {
      guard scanner.skip("${"), let key = scanner.take(upTo: "}")?.trimmed.canonicalKey else {
        throw XFormProblem("a reference is not closed")
      }
      guard let node = paths.layout.node(ofKey: key) else {
        throw XFormProblem("“\(key.shortened)” does not have its own node")
      }
      steps.append(XFormPathWriter.Step(node: node, conditions: try conditions(from: .node(node))))
    } while stepFollows()
    return steps
  }

  private mutating func stepFollows() -> Bool {
    guard scanner.stands("/${") else { return false }
    scanner.pass()
    return true
  }

  private mutating func conditions(from focus: Focus) throws(XFormProblem) -> String {
    let outer = (result, expectsValue, calls)
    result = ""
    var isOpen = true
    while isOpen {
      let start = scanner.position
      scanner.skipBlanks()
      isOpen = scanner.skip("[")
      guard isOpen else {
        scanner.position = start
        continue
      }
      (expectsValue, calls) = (true, [])
      result += "["
      try run(from: focus, until: "]")
      guard scanner.skip("]") else { throw XFormProblem("a condition has no “]”") }
      result += "]"
    }
    let written = result
    (result, expectsValue, calls) = outer
    return written
  }

  private mutating func current() throws(XFormProblem) {
    guard scanner.skipEmptyCall() else { throw XFormProblem("current() takes no arguments") }
    result += "current()"
    expectsValue = false
    guard scanner.stands("/${") else { return }
    scanner.pass()
    result += "/" + paths.relative(try steps(), from: origin)
  }

  // MARK: - Lists

  private mutating func lookUp() throws(XFormProblem) {
    guard let list = scanner.skipCallOfText() else { throw XFormProblem("list() takes the name of a list, in quotes") }
    let columns = paths.layout.listColumns[list.canonicalKey] ?? XFormListColumns()
    result += "instance('\(list)')/root/item"
    result += try conditions(from: .item(columns))
    if scanner.next == "/", scanner.ahead(1).map(XFormPathScanner.beginsName) == true {
      scanner.pass()
      result += "/" + columns.written(scanner.takeName() ?? "")
    }
    expectsValue = false
  }
}

/// The names of a list's value and title columns in an XForm.
struct XFormListColumns {
  var value = "name"
  var title = "label"

  /// The usual names, but for those that other columns of the list have.
  init(besides columns: [String] = []) {
    if columns.contains(value) { value = "value" }
    if columns.contains(title) { title = "title" }
  }

  /// The name of a rule's column.
  func written(_ name: String) -> String {
    switch name {
    case "value": value
    case "title": title
    default: name
    }
  }
}

extension SubmissionLayout {
  /// The node of a reference: that of a cell, or of a section.
  func node(ofKey key: String) -> Int? { nodesOfCells[key] ?? nodesOfSections[key] }
}
