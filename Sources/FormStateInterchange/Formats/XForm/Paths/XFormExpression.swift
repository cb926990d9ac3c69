import FormState

/// Resolves the paths in an XForm's expressions.
protocol XFormScope {
  /// The nodes.
  var model: XFormModel { get }
  /// The key of a node's cell; `nil` without one.
  func key(of node: Int) -> String?
  /// Whether a node has instances.
  func isRepeat(_ node: Int) -> Bool
  /// Whether there is a list, or a secondary instance, with a name.
  func hasList(_ name: String) -> Bool
  /// The list at a path into a secondary instance; `nil` if there is none.
  func list(ofItemsAt path: [String], in instance: String) -> String?
  /// Whether the items at a path into a secondary instance are within several others.
  func standInSeveral(itemsAt path: [String], in instance: String) -> Bool
  /// The name of a list's column in rules; `nil` if there is no such list or column.
  func column(_ name: String, ofList list: String) -> String?
}

/// Turns an expression of an XForm into one of rules: its paths become references.
///
/// Paths are read from the root, from the node of the rule or of a condition, and from `current()`; with conditions on
/// any of their steps, and into lists. The parser of rules, which knows the language, reads the result; only paths and
/// the names of functions are examined here.
struct XFormExpression<Scope: XFormScope> {
  private let scope: Scope
  /// The node whose rule it is.
  private let origin: Int
  private var scanner: XFormPathScanner
  private var result = ""
  private var expectsValue = true
  /// The number of open conditions; a limit bounds the recursion.
  private var depth = 0
  /// Whether the current condition uses the position of its node.
  private var asksPlace = false
  /// Whether a text that is a path follows: the second argument of `jr:choice-name`.
  private var awaitsPath = false

  private static var deepest: Int { 32 }

  /// The beginning of a path.
  private enum Focus {
    /// A node of the primary instance.
    case node(Int)
    /// An item of a list.
    case item(list: String)
  }

  private init(_ expression: String, of node: Int, in scope: Scope) {
    self.scope = scope
    origin = node
    scanner = XFormPathScanner(expression)
  }

  /// The expression with references in the place of paths.
  ///
  /// - Parameters:
  ///   - expression: the XForm's expression.
  ///   - node: its node.
  /// - Throws: ``XFormProblem`` with the part that rules do not support.
  /// - Complexity: O(n) for n characters.
  static func translated(_ expression: String, of node: Int, in scope: Scope) throws(XFormProblem) -> String {
    var translation = XFormExpression(expression, of: node, in: scope)
    try translation.run(from: .node(node), until: nil)
    return translation.result.trimmed
  }

  // MARK: - Expressions

  private mutating func run(from focus: Focus, until end: Unicode.Scalar?) throws(XFormProblem) {
    while let next = scanner.next {
      if next == end { return }
      try token(next, from: focus)
    }
    if end != nil { throw XFormProblem("a condition has no “]”") }
  }

  private mutating func token(_ next: Unicode.Scalar, from focus: Focus) throws(XFormProblem) {
    switch next {
    case "'", "\"":
      guard let text = scanner.takeText() else { throw XFormProblem("a text has no closing quote") }
      result += try literal(text, from: focus)
      expectsValue = false
    case _ where XFormPathScanner.isDigit(next) || next == "." && XFormPathScanner.isDigit(scanner.ahead(1)):
      result += scanner.takeNumber()
      expectsValue = false
    case _ where expectsValue && XFormPathScanner.beginsPath(next): try value(from: focus)
    case _ where XFormPathScanner.beginsName(next):
      result += scanner.takeName() ?? ""
      expectsValue = true
    default:
      result.unicodeScalars.append(next)
      scanner.pass()
      if next == ")" || next == "]" {
        expectsValue = false
      } else if !next.properties.isWhitespace {
        expectsValue = true
      }
      if next == ")", scanner.next == "/" { throw XFormProblem("a path begins at the result of a function") }
    }
  }

  private mutating func literal(_ text: String, from focus: Focus) throws(XFormProblem) -> String {
    let inner = String(text.dropFirst().dropLast()).trimmed
    guard awaitsPath, inner.hasPrefix("/") || inner.hasPrefix("."), case .node(let node) = focus else { return text }
    awaitsPath = false
    return try Self.translated(inner, of: node, in: scope)
  }

  private mutating func value(from focus: Focus) throws(XFormProblem) {
    let start = scanner.position
    if let name = scanner.takeName() {
      if scanner.standsBeforeCall {
        switch name {
        case "instance": return try lookUp(from: focus)
        case "current": return try current(from: focus)
        default:
          // Whether the function exists is checked by the parser of rules.
          if name == "jr:choice-name" { awaitsPath = true }
          if name == "last" || name == "position" && scanner.standsBeforeEmptyCall { asksPlace = true }
          result += name
          return
        }
      }
      scanner.position = start
    }
    if try passNameOfNothing(from: focus) { return }
    try path(from: focus)
    expectsValue = false
  }

  /// Skips a single name without a node: in XPath that is an empty node set.
  private mutating func passNameOfNothing(from focus: Focus) throws(XFormProblem) -> Bool {
    let start = scanner.position
    guard case .node(let node) = focus, let name = scanner.takeName(), scope.model.child(name, of: node) == nil,
      scanner.next != "/", scanner.next != "[", scanner.next != ":"
    else {
      scanner.position = start
      return false
    }
    result += "''"
    expectsValue = false
    return true
  }

  // MARK: - Paths into the primary instance

  private mutating func current(from focus: Focus) throws(XFormProblem) {
    guard scanner.skipEmptyCall() else { throw XFormProblem("current() takes no arguments") }
    let isOwn = if case .node(origin) = focus { depth == 0 } else { false }
    guard scanner.skip("/") else {
      result += isOwn ? "." : "current()"
      expectsValue = false
      return
    }
    if isOwn { return try path(from: .node(origin)) }
    if case .node = focus { result += "current()/" }
    try path(from: .node(origin))
  }

  private mutating func path(from focus: Focus) throws(XFormProblem) {
    switch focus {
    case .item(let list) where scanner.next != "/" && !scanner.stands(".."): try column(of: list)
    case .item: try steps(from: nil)
    case .node(let node): try steps(from: node)
    }
    expectsValue = false
  }

  private mutating func steps(from start: Int?) throws(XFormProblem) {
    var path = XFormPath(from: start)
    if scanner.skip("//") {
      path = XFormPath(from: nil)
      try search(&path)
    } else if scanner.skip("/") {
      path = XFormPath(from: nil)
      try step(of: &path)
    } else if start == nil {
      throw XFormProblem("a path leads up from a list")
    } else {
      try step(of: &path)
    }
    try conditions(of: &path)
    while try continues() {
      try step(of: &path)
      try conditions(of: &path)
    }
    let node = start ?? origin
    result += try path.written(in: scope, around: [node] + scope.model.ancestors(of: node))
  }

  private mutating func conditions(of path: inout XFormPath) throws(XFormProblem) {
    while scanner.skip("[") {
      let (condition, asksPlace) = try condition(from: .node(path.node ?? 0))
      guard path.add(condition, asksPlace: asksPlace) else { throw XFormProblem("a condition follows “.” or “..”") }
    }
  }

  /// Goes down to the only node with a name, at any level.
  private mutating func search(_ path: inout XFormPath) throws(XFormProblem) {
    guard let name = scanner.takeName(), scanner.next != ":", scanner.next != "(" else {
      throw XFormProblem("a path that begins with // has to name a node")
    }
    let found = scope.model.nodes.indices.filter { scope.model.nodes[$0].name == name }
    guard let node = found.first else { throw XFormProblem("there is no node \(name.shortened)") }
    guard found.count == 1 else {
      throw XFormProblem("there are \(found.count) nodes \(name.shortened), so // leads to all of them")
    }
    for step in scope.model.ancestors(of: node).reversed() + [node] {
      path.goDown(to: step, isRepeat: scope.isRepeat(step))
    }
  }

  private mutating func continues() throws(XFormProblem) -> Bool {
    guard scanner.next == "/" else { return false }
    if scanner.ahead(1) == "/" { throw XFormProblem("a path with // is ambiguous") }
    scanner.pass()
    return true
  }

  private mutating func step(of path: inout XFormPath) throws(XFormProblem) {
    if scanner.skip("..") || scanner.skip("parent::node()") {
      guard let node = path.node, let parent = scope.model.nodes[node].parent else {
        throw XFormProblem("a path leads above the primary instance")
      }
      return path.goUp(to: parent, isRepeat: scope.isRepeat(node))
    }
    if scanner.skip("self::node()") || scanner.skip(".") { return }
    _ = scanner.skip("child::")
    if scanner.skip("@") || scanner.skip("attribute::") {
      let name = scanner.takeName() ?? "*"
      guard let node = scope.model.child("@\(name)", of: path.node) else {
        throw XFormProblem("a path leads to the attribute \(name.shortened)")
      }
      return path.goDown(to: node, isRepeat: false)
    }
    if scanner.next == "*" { throw XFormProblem("a path leads to nodes of any name") }
    guard let name = scanner.takeName() else { throw XFormProblem("a path has an empty step") }
    if scanner.stands("::") { throw XFormProblem("a path uses the axis \(name.shortened)") }
    if scanner.next == "(" { throw XFormProblem("a path leads to nodes of the kind \(name)()") }
    guard let node = scope.model.child(name, of: path.node) else {
      throw XFormProblem("there is no node \(name.shortened) at this point of a path")
    }
    path.goDown(to: node, isRepeat: scope.isRepeat(node))
  }

  /// Reads a condition, and whether it uses a position.
  private mutating func condition(from focus: Focus) throws(XFormProblem) -> (text: String, asksPlace: Bool) {
    guard depth < Self.deepest else { throw XFormProblem("more than \(Self.deepest) conditions are nested") }
    let outer = (result, expectsValue, asksPlace)
    (result, expectsValue, asksPlace) = ("", true, false)
    depth += 1
    try run(from: focus, until: "]")
    depth -= 1
    _ = scanner.skip("]")
    let condition = (result, asksPlace || Double(result.trimmed) != nil)
    (result, expectsValue, asksPlace) = outer
    return condition
  }

  // MARK: - Lists

  private mutating func lookUp(from focus: Focus) throws(XFormProblem) {
    guard let name = scanner.skipCallOfText() else {
      throw XFormProblem("instance() takes the name of a list, in quotes")
    }
    guard scope.hasList(name) else { throw XFormProblem("there is no list \(name.shortened)") }
    // The name of the root is irrelevant.
    guard scanner.skip("/"), scanner.takeName() != nil, scanner.next == "/" else {
      throw XFormProblem("a path into a list has no item")
    }
    try items(of: name)
    expectsValue = false
  }

  /// Reads the way from the root of a secondary instance to items, and to a column of them.
  private mutating func items(of instance: String) throws(XFormProblem) {
    var path: [String] = []
    while scanner.skip("/") {
      guard let step = scanner.takeName() else { throw XFormProblem("a path into a list has an empty step") }
      path.append(step)
      let list = scope.list(ofItemsAt: path, in: instance)
      guard let list, !leadsFurther(path, in: instance) else { continue }
      result += "list('\(list)')"
      while scanner.skip("[") {
        let (condition, asksPlace) = try condition(from: .item(list: list))
        if asksPlace, scope.standInSeveral(itemsAt: path, in: instance) {
          throw XFormProblem("a condition uses the position of an item in another one, which a list does not know")
        }
        result += "[\(condition)]"
      }
      if scanner.skip("/") {
        result += "/"
        try column(of: list)
      } else if scope.column(XFormListItems.ownText, ofList: list) != nil {
        result += "/"
        try ownText(of: list)
      }
      return
    }
    throw XFormProblem("a path leads to a column that the list \(instance.shortened) lacks")
  }

  /// Whether the path continues to items within those it has reached.
  private func leadsFurther(_ path: [String], in instance: String) -> Bool {
    var ahead = scanner
    guard ahead.skip("/"), let step = ahead.takeName() else { return false }
    return scope.list(ofItemsAt: path + [step], in: instance) != nil
  }

  private mutating func ownText(of list: String) throws(XFormProblem) {
    guard let column = scope.column(XFormListItems.ownText, ofList: list) else {
      throw XFormProblem("an item of the list \(list.shortened) is not a text")
    }
    result += column
  }

  private mutating func column(of list: String) throws(XFormProblem) {
    if !scanner.skip("./"), scanner.skip(".") { return try ownText(of: list) }
    let mark = scanner.skip(XFormListItems.attributeMark) ? XFormListItems.attributeMark : ""
    guard let name = scanner.takeName().map({ mark + $0 }), scanner.next != "/",
      let column = scope.column(name, ofList: list)
    else {
      throw XFormProblem("a path leads to a column that no item of the list \(list.shortened) has")
    }
    result += column
  }
}
