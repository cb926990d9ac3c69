extension RuleParser {
  /// Reads the arguments after the name of a function.
  ///
  /// The stack frame for nested arguments is kept small; the rest is done afterwards.
  mutating func call(_ name: String, from start: Int) throws(RuleExpressionError) -> Part {
    let function = try function(named: name, at: start)
    return try call(of: function, with: try arguments(), from: start)
  }

  /// Creates a call after checking that the arguments fit the function.
  private mutating func call(
    of function: RuleFunction, with arguments: [Argument], from start: Int
  ) throws(RuleExpressionError) -> Part {
    let name = function.name
    guard function.arity.accepts(arguments.count) else {
      throw fault(
        .wrongNumberOfArguments(function: name, takes: function.arity.description, given: arguments.count), at: start)
    }
    var nodes: [Node] = []
    for (index, argument) in arguments.enumerated() {
      nodes.append(try checked(argument, as: function.role(ofArgument: index), function: name, index: index))
    }
    return try made(.call(name, nodes), aboveDepth: arguments.map(\.part.depth).max() ?? 0, at: start)
  }

  private func function(named name: String, at start: Int) throws(RuleExpressionError) -> RuleFunction {
    if let function = RuleFunctionTable.function(named: name) { return function }
    if RuleFunctionTable.later.contains(name) { throw fault(.laterFunction(name), at: start) }
    if let instead = RuleFunctionTable.outOfScope[name] {
      throw fault(.notInForms("“\(name)()”", instead: instead), at: start)
    }
    throw fault(.unknownFunction(name, nearest: RuleFunctionTable.names.nearest(to: name)), at: start)
  }

  /// An argument, and its position.
  private struct Argument {
    let part: Part
    let start: Int
  }

  private mutating func arguments() throws(RuleExpressionError) -> [Argument] {
    let opening = scanner.position
    _ = scanner.skip("(")
    scanner.skipBlanks()
    if scanner.skip(")") { return [] }
    var arguments: [Argument] = []
    repeat {
      scanner.skipBlanks()
      let start = scanner.position
      let part = try operation(bindingAtLeast: 1)
      arguments.append(Argument(part: part, start: start))
    } while scanner.skip(",")
    try close("(", with: ")", openedAt: opening)
    return arguments
  }

  /// Checks that the function can use the argument.
  private mutating func checked(
    _ argument: Argument, as role: RuleFunction.ArgumentRole, function: String, index: Int
  ) throws(RuleExpressionError) -> Node {
    let node = argument.part.node
    switch (role, node) {
    case (.reference, _) where !node.isReference:
      throw fault(.needsReference(function: function, argument: index + 1), at: argument.start)
    case (.question, .text(let text)):
      return try quotedKey(text, function: function, index: index, at: argument.start)
    case (.question, Self.ownCell): break
    case (.key, _) where !node.isKeyAlone, (.question, _) where !node.isKeyAlone:
      throw fault(.needsKey(function: function, argument: index + 1), at: argument.start)
    case (.pattern, .text(let pattern)):
      do throws(RulePatternError) {
        _ = try RulePattern(pattern)
      } catch {
        throw fault(.pattern(error.description), at: argument.start)
      }
    default: break
    }
    return node
  }

  /// `.`
  private static let ownCell = Node.path(RuleExpression.Path(.itself))

  /// Reads `'${key}'`, XLSForm's notation for the second argument of `jr:choice-name`.
  private mutating func quotedKey(
    _ text: String, function: String, index: Int, at start: Int
  ) throws(RuleExpressionError) -> Node {
    guard var inner = try? RuleParser(text), let node = try? inner.keyAlone() else {
      throw fault(.needsKey(function: function, argument: index + 1), at: start)
    }
    for key in inner.keyPositions.keys { note(key, at: start) }
    return node
  }

  /// Reads a text that is only `${key}` or `.`.
  private mutating func keyAlone() throws(RuleExpressionError) -> Node {
    scanner.skipBlanks()
    let node = scanner.skip(".") ? Self.ownCell : .path(RuleExpression.Path(.steps([RuleExpression.Step(try key())])))
    scanner.skipBlanks()
    guard scanner.isAtEnd else { throw strayThing() }
    return node
  }
}
