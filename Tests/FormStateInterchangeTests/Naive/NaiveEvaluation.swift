import Foundation

/// The result of an expression, evaluated in the slow and obvious way on trees of nodes.
///
/// It shares nothing with the real evaluation, neither the parser nor the functions, and follows XPath 1.0 and ODK.
struct NaiveEvaluation {
  enum Value {
    case nodes([NaiveNode])
    case text(String)
    case number(Double)
    case condition(Bool)
  }

  /// The context of a part of the expression.
  struct Focus {
    let node: NaiveNode
    var position = 1
    var size = 1
  }

  /// The node above the root of the primary instance.
  let document: NaiveNode
  /// The nodes above the roots of the secondary instances, by name.
  let secondary: [String: NaiveNode]
  /// The context node of the whole expression.
  let current: NaiveNode
  let clock: NaiveClock

  /// The result of the whole expression as one text; empty if it is not a number.
  func text(_ expression: NaiveXPath) -> String {
    let value = value(expression, Focus(node: current))
    if case .number(let number) = value, number.isNaN { return "" }
    return text(value)
  }

  /// Whether the whole expression is true.
  func holds(_ expression: NaiveXPath) -> Bool { isTrue(value(expression, Focus(node: current))) }

  /// The nodes of a path from the context node of the whole expression; if it is free, of the path without conditions.
  func nodes(_ path: NaiveXPath.Path, isFree: Bool) -> [NaiveNode] {
    nodes(path, Focus(node: current), isFree: isFree)
  }

  func value(_ expression: NaiveXPath, _ focus: Focus) -> Value {
    switch expression {
    case .text(let text): .text(text)
    case .number(let number): .number(Double(number))
    case .operation(let left, let sign, let right): operation(left, sign, right, focus)
    case .call(let name, let arguments): call(name, arguments, focus)
    case .path(let path): .nodes(nodes(path, focus))
    }
  }

  // MARK: - Paths

  /// The nodes of a path.
  ///
  /// - Parameter isFree: whether the conditions of the path are ignored.
  private func nodes(_ path: NaiveXPath.Path, _ focus: Focus, isFree: Bool = false) -> [NaiveNode] {
    var found: [NaiveNode]
    switch path.start {
    case .context: found = [focus.node]
    case .current: found = [current]
    case .root: found = [document]
    case .instance(let name): found = secondary[name].map { [$0] } ?? []
    }
    // A path from the root refers to the instances around the node, as in all ODK clients.
    let own = path.start.isRoot ? (isPrimary(focus.node) ? focus.node : current).lineage : []
    var isOneOfMany = false
    for (number, step) in path.steps.enumerated() {
      found = found.flatMap { reached(from: $0, by: step, isFree) }
      if let pinned = found.first(where: { node in node.instance != nil && own.contains { $0 === node } }),
        step.conditions.isEmpty, number < path.steps.count - 1
      {
        found = [pinned]
      } else if step.name != "..", step.name != ".", found.contains(where: { $0.instance != nil }) {
        isOneOfMany = true
      }
    }
    return isOneOfMany ? found.filter(\.isAsked) : found
  }

  /// All inputs of an expression with their values, so that a change is noticed.
  func inputs(of expression: NaiveXPath, _ focus: Focus) -> [String] {
    switch expression {
    case .text, .number: return []
    case .operation(let left, _, let right): return inputs(of: left, focus) + inputs(of: right, focus)
    case .call(_, let arguments): return arguments.flatMap { inputs(of: $0, focus) }
    case .path(let path):
      var inputs = nodes(path, focus, isFree: true).map { "\($0.name):\($0.place)=\($0.isAsked)\($0.read)" }
      for (number, step) in path.steps.enumerated() where !step.conditions.isEmpty {
        let before = NaiveXPath.Path(start: path.start, steps: Array(path.steps[...number]))
        for node in nodes(before, focus, isFree: true) {
          inputs += step.conditions.flatMap { self.inputs(of: $0, Focus(node: node)) }
        }
      }
      return inputs
    }
  }

  private func isPrimary(_ node: NaiveNode) -> Bool { node.lineage.last === document }

  private func reached(from node: NaiveNode, by step: NaiveXPath.Step, _ isFree: Bool) -> [NaiveNode] {
    var found: [NaiveNode]
    switch step.name {
    case ".": found = [node]
    case "..": found = node.parent.map { [$0] } ?? []
    default: found = node.children.filter { $0.name == step.name && ($0.instance == nil || $0.isAsked) }
    }
    for condition in isFree ? [] : step.conditions {
      let asked = found
      found = asked.enumerated().filter { index, node in
        let value = value(condition, Focus(node: node, position: index + 1, size: asked.count))
        if case .number(let number) = value { return number == Double(index + 1) }
        return isTrue(value)
      }.map(\.element)
    }
    return found
  }

  // MARK: - Conversions

  func text(_ value: Value) -> String {
    switch value {
    case .nodes(let nodes): nodes.first.map { text($0.read) } ?? ""
    case .text(let text): text
    case .number(let number): Self.written(number)
    case .condition(let holds): holds ? "true" : "false"
    }
  }

  func text(_ content: NaiveNode.Content) -> String {
    switch content {
    case .text(let text): text
    case .number(let number): Self.written(number)
    }
  }

  func number(_ value: Value) -> Double {
    switch value {
    case .nodes(let nodes): nodes.first.map { number($0.read) } ?? .nan
    case .text(let text): clock.number(text)
    case .number(let number): number
    case .condition(let holds): holds ? 1 : 0
    }
  }

  func number(_ content: NaiveNode.Content) -> Double {
    switch content {
    case .text(let text): clock.number(text)
    case .number(let number): number
    }
  }

  /// A node is true or false by its content.
  func isTrue(_ value: Value) -> Bool {
    switch value {
    case .nodes(let nodes):
      switch nodes.first?.read {
      case .number(let number)?: number != 0
      case .text(let text)?: !text.isEmpty
      case nil: false
      }
    case .text(let text): !text.isEmpty
    case .number(let number): !number.isNaN && number != 0
    case .condition(let holds): holds
    }
  }

  private static func written(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : number.isNaN ? "NaN" : "\(number)"
  }

  // MARK: - Operators

  private func operation(_ left: NaiveXPath, _ sign: String, _ right: NaiveXPath, _ focus: Focus) -> Value {
    let (left, right) = (value(left, focus), value(right, focus))
    switch sign {
    case "and": return .condition(isTrue(left) && isTrue(right))
    case "or": return .condition(isTrue(left) || isTrue(right))
    case "+": return .number(number(left) + number(right))
    case "-":
      let (left, right) =
        contents(left).first.flatMap { left in contents(right).first.map { numbers(left, $0) } }
        ?? (.nan, .nan)
      return .number(left - right)
    case "*": return .number(number(left) * number(right))
    case "div": return .number(number(left) / number(right))
    case "mod": return .number(fmod(number(left), number(right)))
    default: return .condition(compare(left, sign, right))
    }
  }

  private func compare(_ left: Value, _ sign: String, _ right: Value) -> Bool {
    if case .condition(let holds) = left { return (holds == isTrue(right)) == (sign == "=") }
    if case .condition(let holds) = right { return (holds == isTrue(left)) == (sign == "=") }
    return contents(left).contains { left in
      contents(right).contains { right in
        switch sign {
        case "=": areEqual(left, right)
        case "!=": !areEqual(left, right)
        case "<": numbers(left, right).0 < numbers(left, right).1
        case "<=": numbers(left, right).0 <= numbers(left, right).1
        case ">": numbers(left, right).0 > numbers(left, right).1
        default: numbers(left, right).0 >= numbers(left, right).1
        }
      }
    }
  }

  private func numbers(_ left: NaiveNode.Content, _ right: NaiveNode.Content) -> (Double, Double) {
    if case (.text(let left), .text(let right)) = (left, right) { return clock.numbers(left, right) }
    return (number(left), number(right))
  }

  private func areEqual(_ left: NaiveNode.Content, _ right: NaiveNode.Content) -> Bool {
    if case (.text(let left), .text(let right)) = (left, right) { return left == right }
    return number(left) == number(right)
  }

  /// All contents of a value.
  func contents(_ value: Value) -> [NaiveNode.Content] {
    switch value {
    case .nodes(let nodes): nodes.map(\.read)
    case .number(let number): [.number(number)]
    case .text, .condition: [.text(text(value))]
    }
  }
}

extension NaiveXPath.Start {
  fileprivate var isRoot: Bool { if case .root = self { true } else { false } }
}
