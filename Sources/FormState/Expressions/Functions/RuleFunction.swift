/// A function that expressions can call.
struct RuleFunction: Sendable {
  /// How a function is given its arguments.
  enum Body: Sendable {
    /// As values.
    case values(@Sendable (inout RuleEvaluation, RuleArguments) throws -> RuleValue)
    /// As parts, of which it evaluates those that it needs.
    case parts(@Sendable (inout RuleEvaluation, [RuleExpression.Node]) throws -> RuleValue)
  }

  /// What an argument has to be.
  enum ArgumentRole: Sendable {
    /// Anything.
    case value
    /// A reference to cells or items.
    case reference
    /// `${key}` alone.
    case key
    /// A question: `${key}` alone, also in quotes, or `.`.
    case question
    /// A pattern, which is read with the expression where it stands there as a text.
    case pattern
  }

  /// How many arguments a function takes.
  enum Arity: Sendable {
    case exactly(Int)
    case between(Int, Int)
    case atLeast(Int)
    case oneOf([Int])
    /// An even number, at least so many.
    case even(atLeast: Int)
  }

  let name: String
  let arity: Arity
  /// What the arguments have to be; those after the last one named may be anything.
  let roles: [ArgumentRole]
  /// Whether it gives references, which can be an argument of `count`.
  let givesReferences: Bool
  /// Whether it gives something else at another time, though nothing that it reads changed.
  let isVolatile: Bool
  let body: Body

  /// A function that is given the values of its arguments.
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

  /// A function that evaluates its arguments itself.
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

  /// Whether what it gives depends on its arguments alone, or on the cell that it is asked of where these are left out.
  var readsArgumentsOnly: Bool {
    let others: Set = ["position", "last", "indexed-repeat", "once", "pulldata", "jr:choice-name"]
    return !isVolatile && !others.contains(name)
  }

  /// What an argument has to be.
  func role(ofArgument index: Int) -> ArgumentRole {
    roles.indices.contains(index) ? roles[index] : .value
  }
}

extension RuleFunction.Arity: CustomStringConvertible {
  /// Whether a number of arguments is right.
  func accepts(_ count: Int) -> Bool {
    switch self {
    case .exactly(let number): count == number
    case .between(let least, let most): (least...most).contains(count)
    case .atLeast(let least): count >= least
    case .oneOf(let numbers): numbers.contains(count)
    case .even(let least): count >= least && count.isMultiple(of: 2)
    }
  }

  /// The number of arguments, as messages say it.
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

  /// An argument; blank when it was left out.
  subscript(index: Int) -> RuleValue { values.indices.contains(index) ? values[index] : .blank }

  /// An argument; `nil` if it was left out.
  func optional(_ index: Int) -> RuleValue? { values.indices.contains(index) ? values[index] : nil }
}
