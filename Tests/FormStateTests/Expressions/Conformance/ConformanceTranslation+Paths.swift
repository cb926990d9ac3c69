import FormState

extension ConformanceTranslation {
  /// A written step: its path and its conditions.
  private struct Step {
    let path: [String]
    var conditions = ""
  }

  /// One of the routes of a path, since `*` and `//` lead to elements in several places.
  private struct Route {
    var path: [String]
    var steps: [Step] = []

    func down(to name: String) -> Route { down(to: path + [name]) }

    func down(to path: [String]) -> Route { Route(path: path, steps: steps + [Step(path: path)]) }
  }

  /// Writes the references that a path leads to, joined by `|`.
  mutating func reference(from origin: String) throws {
    let context = origin.split(separator: ".").map(String.init)
    var routes = [Route(path: context)]
    var isAnywhere = false
    if next == "/" {
      routes = [Route(path: [])]
      isAnywhere = skip("//")
      if !isAnywhere { position += 1 }
      guard let next, isPathStart(next) else { throw OutOfScope(reason: "the document itself") }
    }
    repeat {
      let hasSeveralNames = try step(&routes, isAnywhere: isAnywhere)
      while next == "[" { try condition(of: &routes, hasSeveralNames: hasSeveralNames) }
      skipBlanksBefore("/")
      isAnywhere = next == "/" && ahead(1) == "/"
    } while skip("//") || skip("/")
    let references = routes.map { written($0.steps, to: $0.path, from: context) }
    switch references.count {
    case 0: result += "${nothing}"
    case 1: result += references[0]
    default: result += "(\(references.joined(separator: " | ")))"
    }
  }

  // MARK: - Steps

  /// Takes a step on all routes.
  ///
  /// - Returns: whether it leads to elements of several names.
  private mutating func step(_ routes: inout [Route], isAnywhere: Bool) throws -> Bool {
    if skip("..") || skip("parent::node()") {
      routes = try routes.map(up)
      return false
    }
    if skip("self::node()") || skip("self::*") || skip(".") { return false }
    _ = skip("child::")
    if skip("@") || skip("attribute::") {
      try attribute(&routes)
      return false
    }
    if skip("*") || takeNodesWithAttributes() {
      let reached = routes.map { route in
        isAnywhere
          ? document.paths(below: route.path).map(route.down(to:))
          : document.childNames(ofPath: route.path.joined(separator: ".")).map { route.down(to: $0) }
      }
      routes = reached.flatMap { $0 }
      return reached.contains { $0.count > 1 }
    }
    guard let name = takeName() else { throw OutOfScope(reason: "no path") }
    if next == ":" { throw OutOfScope(reason: "the axis \(name)") }
    if next == "(" { throw OutOfScope(reason: "kinds of nodes") }
    let local = try localName(name)
    routes = routes.flatMap { route in
      guard isAnywhere else { return [route.down(to: local)] }
      return document.paths(below: route.path).filter { $0.last == local }.map(route.down(to:))
    }
    return false
  }

  /// Skips `node()` before a condition on an attribute, which only elements have.
  private mutating func takeNodesWithAttributes() -> Bool {
    let start = position
    if skip("node()"), next == "[", ahead(1) == "@" { return true }
    position = start
    return false
  }

  /// The name without the prefix of XHTML; where all elements are XHTML, a name without a prefix matches none.
  private func localName(_ name: String) throws -> String {
    let parts = name.split(separator: ":").map(String.init)
    guard parts.count > 1 || document.hasNamespace else { return name }
    guard document.hasNamespace, parts.count < 2 || parts[0] == "xhtml" else { throw OutOfScope(reason: "namespaces") }
    return parts.count > 1 ? parts[1] : "no \(name)"
  }

  private mutating func attribute(_ routes: inout [Route]) throws {
    if skip("*") {
      routes = routes.flatMap { route in
        document.attributeNames(ofPath: route.path.joined(separator: ".")).map { route.down(to: $0) }
      }
      return
    }
    guard let name = takeName(), next != "(", !name.hasPrefix("namespace:") else {
      throw OutOfScope(reason: "kinds of nodes")
    }
    routes = routes.map { $0.down(to: "@\(name)") }
  }

  private func up(_ route: Route) throws -> Route {
    if route.path.isEmpty { throw OutOfScope(reason: "the document itself") }
    var route = route
    if let last = route.steps.last, last.conditions.isEmpty { route.steps.removeLast() }
    route.path.removeLast()
    return route
  }

  // MARK: - Conditions

  private mutating func condition(of routes: inout [Route], hasSeveralNames: Bool) throws {
    let (outer, start) = (result, position + 1)
    for number in routes.indices {
      guard !routes[number].steps.isEmpty else { throw OutOfScope(reason: "conditions of the cell itself") }
      let condition = try condition(at: start, from: routes[number].path)
      if hasSeveralNames, condition.contains("position()") || condition.contains("last()") || Double(condition) != nil {
        throw OutOfScope(reason: "places among elements of several names")
      }
      routes[number].steps[routes[number].steps.count - 1].conditions += "[\(condition)]"
    }
    // Without routes, the condition still has to be skipped.
    if routes.isEmpty { _ = try condition(at: start, from: ["nothing"]) }
    result = outer
  }

  private mutating func condition(at start: Int, from path: [String]) throws -> String {
    (result, position, expectsValue) = ("", start, true)
    try run(from: path.joined(separator: "."), until: "]")
    position += 1
    return result
  }

  private func written(_ steps: [Step], to path: [String], from context: [String]) -> String {
    if steps.isEmpty || steps.last?.path != path && steps.allSatisfy({ $0.conditions.isEmpty }) {
      if path == context { return "." }
      if path == Array(context.dropLast()) { return ".." }
      return "${\(path.joined(separator: "."))}"
    }
    var written = steps.dropLast().filter {
      !$0.conditions.isEmpty || document.isRepeated($0.path.joined(separator: "."))
    }
    written += steps.suffix(1)
    if written.last?.path != path { written.append(Step(path: path)) }
    return written.map { "${\($0.path.joined(separator: "."))}\($0.conditions)" }.joined(separator: "/")
  }
}
