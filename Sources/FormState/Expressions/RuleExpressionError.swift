import Foundation

/// A text is not an expression of a rule.
public struct RuleExpressionError: Error, Hashable, Sendable {
  /// The faults of a text.
  package enum Problem: Hashable, Sendable {
    /// There is nothing but blanks.
    case empty
    /// The text has more than 32 KB.
    case tooLong
    /// Parts stand within parts more than 64 levels deep.
    case tooDeep
    /// There are more than 4,096 parts.
    case tooManyParts
    /// The text holds a character that no text of a form may hold; which, and what to do.
    case forbidden(String)
    /// The text ends where a value has to follow.
    case endsTooEarly
    /// Something stands where a value has to stand.
    case noValue(String)
    /// Something follows a value that is no operator.
    case noOperator(String)
    /// The mark that closes what began here is missing.
    case unclosed(String, closing: String)
    /// A sign of other languages, and what is written here instead.
    case foreign(String, instead: String)
    /// A number is greater than any that can be computed with.
    case numberTooLarge
    /// Nothing stands between the braces of `${}`.
    case emptyKey
    /// No cell can have the key; why.
    case impossibleKey(String, because: String)
    /// A name stands alone, where `${name}` was meant.
    case bareName(String)
    /// A path leads from the root of a document.
    case absolutePath
    /// Something of XPath has no meaning in a form; what it is, and what to do.
    case notInForms(String, instead: String)
    /// A condition in brackets follows something that cannot have one.
    case misplacedCondition
    /// Something follows a path that cannot continue it.
    case misplacedStep(String)
    /// Something follows a list that is no column.
    case misplacedColumn(String)
    /// There is no function with the name; the nearest one.
    case unknownFunction(String, nearest: String?)
    /// The function is known and not there yet.
    case laterFunction(String)
    /// A function has another number of arguments; what it takes, and what it was given.
    case wrongNumberOfArguments(function: String, takes: String, given: Int)
    /// An argument has to be a reference to cells or items; which argument, from 1.
    case needsReference(function: String, argument: Int)
    /// An argument has to be one `${key}`; which argument, from 1.
    case needsKey(function: String, argument: Int)
    /// A side of `|` is no reference.
    case unionOfValues
    /// The name of a list is not a text in quotes.
    case listNotNamed(function: String)
    /// A condition of a lookup says `.` or `..`, which an item does not have.
    case itemHasNoValue(String)
    /// The pattern of `regex` cannot be read; why.
    case pattern(String)
    /// Parts put together in code cannot be written.
    case unwritable
  }

  /// Where it is, in characters from 1.
  public let column: Int
  /// What is wrong.
  package let problem: Problem

  /// Describes what is wrong where.
  package init(column: Int, problem: Problem) {
    self.column = column
    self.problem = problem
  }
}

extension RuleExpressionError: CustomStringConvertible, LocalizedError {
  public var errorDescription: String? { description }

  /// The place and what would be right, in one sentence without a full stop.
  public var description: String { "column \(column): \(problem)" }
}

extension RuleExpressionError {
  /// What is wrong and what would be right, as clauses without a full stop.
  public var message: String { problem.description }
}

extension RuleExpressionError.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty: "the expression is empty; write what it computes, such as ${age} > 17"
    case .tooLong: "the expression has more than 32 KB of text; share the work among several calculated cells"
    case .tooDeep: "the expression is nested more than 64 levels deep; share the work among several calculated cells"
    case .tooManyParts: "the expression has more than 4,096 parts; share the work among several calculated cells"
    case .forbidden(let problem): "the expression \(problem)"
    case .endsTooEarly: "the expression ends where a value has to follow"
    case .numberTooLarge: "the number is greater than any that can be computed with"
    case .unwritable:
      "the expression cannot be written down as it is; a text cannot hold both ' and \", join two with concat()"
    case .noValue(let found): "“\(found.shortened)” stands where a value has to stand"
    case .noOperator(let found): "“\(found.shortened)” follows a value; put an operator between them"
    case .unclosed(let opening, let closing): "“\(opening)” is never closed; add “\(closing)”"
    case .foreign(let written, let instead): "“\(written)” means nothing here; write \(instead)"
    case .misplacedCondition: "a condition in brackets can follow only ${key} and a list"
    case .misplacedStep(let found):
      "“\(found.shortened)” cannot continue a path; each step is written as ${key}, and ${key} alone finds its cell from anywhere"
    case .misplacedColumn(let found):
      "“\(found.shortened)” cannot follow a list; write the list, its conditions, one column: list('cities')[country = 'it']/name"
    case .emptyKey: "“${}” names no cell; put its key between the braces"
    case .impossibleKey(let key, let problem): "“${\(key.shortened)}” can name no cell: \(problem)"
    case .bareName(let name):
      "“\(name.shortened)” means nothing alone; write ${\(name.shortened)} for a cell, '\(name.shortened)' for a text"
    case .absolutePath: "a path from the root of a document has no meaning in a form; write ${key} for a cell"
    case .notInForms(let part, let instead): "\(part) has no meaning in a form; \(instead)"
    case .itemHasNoValue(let written):
      "“\(written)” has no meaning for an item of a list; write the name of a column, or current()/. for the cell"
    case .unknownFunction(let name, let nearest): "there is no function “\(name.shortened)”" + nearest.asSuggestion
    case .laterFunction(let name): "the function “\(name)” is not supported yet"
    case .wrongNumberOfArguments(let function, let takes, let given):
      "“\(function)” takes \(takes), not \(given)"
    case .needsReference(let function, let argument):
      "argument \(argument) of “\(function)” has to be a reference, such as ${key}"
    case .needsKey(let function, let argument):
      "argument \(argument) of “\(function)” has to name a cell alone, as ${key}"
    case .unionOfValues: "“|” joins references alone, such as ${a} | ${b}; for a choice between conditions write or"
    case .listNotNamed(let function): "“\(function)” takes the name of a list in quotes, as \(function)('cities')"
    case .pattern(let problem): "the pattern cannot be used: \(problem)"
    }
  }
}
