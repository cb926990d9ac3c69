/// A function that expressions can call.
struct RuleFunction: Sendable {
  /// How a function receives its arguments.
  enum Body: Sendable {
    /// As values.
    case values(@Sendable (inout RuleEvaluation, RuleArguments) throws -> RuleValue)
    /// As parts, which it evaluates itself as needed.
    case parts(@Sendable (inout RuleEvaluation, [RuleExpression.Node]) throws -> RuleValue)
  }

  /// The role of an argument.
  enum ArgumentRole: Sendable {
    /// Any value.
    case value
    /// A reference to cells or items.
    case reference
    /// `${key}` alone.
    case key
    /// A question: `${key}` alone, also in quotes, or `.`.
    case question
    /// A pattern, which is parsed with the expression if it is a literal text.
    case pattern
  }

  /// The number of arguments of a function.
  enum Arity: Sendable {
    case exactly(Int)
    case between(Int, Int)
    case atLeast(Int)
    case oneOf([Int])
    /// An even number, at least a minimum.
    case even(atLeast: Int)
  }

  let name: String
  let arity: Arity
  /// The roles of the arguments; those after the last one may be anything.
  let roles: [ArgumentRole]
  /// Whether the result is references, which can be an argument of `count`.
  let givesReferences: Bool
  /// Whether the result may change without a change of the inputs.
  let isVolatile: Bool
  let body: Body

  /// Creates a function that receives the values of its arguments.
  init(
    _ name: String, _ arity: Arity, roles: [ArgumentRole] = [], isVolatile: Bool = false,
    _ body: @escaping @Sendable (inout RuleEvaluation, RuleArguments) throws -> RuleValue
  ) {
    self.name = name
    self.arity = arity
    self.roles = roles
    self.isVolatile = isVolatile
    givesReferences = false
    self.body = .values(body)
  }

  /// Creates a function that evaluates its arguments itself.
  init(
    unevaluated name: String, _ arity: Arity, roles: [ArgumentRole] = [], givesReferences: Bool = false,
    _ body: @escaping @Sendable (inout RuleEvaluation, [RuleExpression.Node]) throws -> RuleValue
  ) {
    self.name = name
    self.arity = arity
    self.roles = roles
    self.givesReferences = givesReferences
    isVolatile = false
    self.body = .parts(body)
  }

  /// Whether the result depends only on the arguments, or if they are omitted on the expression's cell.
  var readsArgumentsOnly: Bool {
    let others: Set = ["position", "last", "indexed-repeat", "once", "pulldata", "jr:choice-name"]
    return !isVolatile && !others.contains(name)
  }

  /// The role of an argument.
  func role(ofArgument index: Int) -> ArgumentRole {
    roles.indices.contains(index) ? roles[index] : .value
  }
}

extension RuleFunction.Arity: CustomStringConvertible {
  /// Whether a number of arguments is valid.
  func accepts(_ count: Int) -> Bool {
    switch self {
    case .exactly(let number): count == number
    case .between(let least, let most): (least...most).contains(count)
    case .atLeast(let least): count >= least
    case .oneOf(let numbers): numbers.contains(count)
    case .even(let least): count >= least && count.isMultiple(of: 2)
    }
  }

  /// The number of arguments in messages.
  var description: String {
    switch self {
    case .exactly(0): "no arguments"
    case .exactly(let number): Self.counted(number)
    case .between(let least, let most): "\(least) or \(Self.counted(most))"
    case .atLeast(let least): "at least \(Self.counted(least))"
    case .oneOf(let numbers):
      numbers.dropLast().map(String.init).joined(separator: ", ") + " or " + Self.counted(numbers.last ?? 0)
    case .even(let least): "an even number of arguments, at least \(least)"
    }
  }

  private static func counted(_ number: Int) -> String { number == 1 ? "1 argument" : "\(number) arguments" }
}

/// The values of a function's arguments.
struct RuleArguments {
  let values: [RuleValue]

  init(_ values: [RuleValue]) { self.values = values }

  var count: Int { values.count }

  /// An argument; blank if omitted.
  subscript(index: Int) -> RuleValue { values.indices.contains(index) ? values[index] : .blank }

  /// An argument; `nil` if omitted.
  func optional(_ index: Int) -> RuleValue? { values.indices.contains(index) ? values[index] : nil }
}
