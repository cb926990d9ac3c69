import Foundation

/// A text is not a valid expression of a rule.
package struct RuleExpressionError: Hashable {
  /// The faults of a text.
  package enum Problem: Hashable, Sendable {
    /// There is only whitespace.
    case empty
    /// The text has more than 32 KB.
    case tooLong
    /// Parts are nested more than 64 levels deep.
    case tooDeep
    /// There are more than 4,096 parts.
    case tooManyParts
    /// The text contains a character that no text of a form may contain; the problem with it.
    case forbidden(String)
    /// The text ends before a value.
    case endsTooEarly
    /// Something else is in place of a value.
    case noValue(String)
    /// Something that is not an operator follows a value.
    case noOperator(String)
    /// A closing mark is missing.
    case unclosed(String, closing: String)
    /// A sign of another language, and what to write here instead.
    case foreign(String, instead: String)
    /// A number is too great.
    case numberTooLarge
    /// There is nothing between the braces of `${}`.
    case emptyKey
    /// No cell can have the key, and why.
    case impossibleKey(String, because: String)
    /// A name without `${}`.
    case bareName(String)
    /// A path begins at the root of a document.
    case absolutePath
    /// Something of XPath has no meaning in a form, and what to do instead.
    case notInForms(String, instead: String)
    /// A condition in brackets follows something that cannot have one.
    case misplacedCondition
    /// Something follows a path that cannot continue it.
    case misplacedStep(String)
    /// Something that is not a column follows a list.
    case misplacedColumn(String)
    /// There is no function with the name; with the nearest one.
    case unknownFunction(String, nearest: String?)
    /// The function is known but not supported yet.
    case laterFunction(String)
    /// A function has a wrong number of arguments; the permitted and the given one.
    case wrongNumberOfArguments(function: String, takes: String, given: Int)
    /// An argument must be a reference to cells or items; its number, from 1.
    case needsReference(function: String, argument: Int)
    /// An argument must be a single `${key}`; its number, from 1.
    case needsKey(function: String, argument: Int)
    /// A side of `|` is not a reference.
    case unionOfValues
    /// The name of a list is not a text in quotes.
    case listNotNamed(function: String)
    /// A condition of a lookup has `.` or `..`, which an item does not have.
    case itemHasNoValue(String)
    /// The pattern of `regex` is invalid, and why.
    case pattern(String)
    /// Parts built in code cannot be written.
    case unwritable
  }

  /// The position, in characters from 1.
  let column: Int
  /// What is wrong.
  package let problem: Problem
}

extension RuleExpressionError: FormStateError {
  /// The position and the fix, in one sentence without a full stop.
  package var description: String { "column \(column): \(problem)" }
}

extension RuleExpressionError {
  /// What is wrong and how to fix it, as clauses without a full stop.
  var message: String { problem.description }
}

extension RuleExpressionError.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty: "the expression is empty; write one, such as ${age} > 17"
    case .tooLong: "the expression has more than 32 KB of text; split it into several calculated cells"
    case .tooDeep: "the expression is nested more than 64 levels deep; split it into several calculated cells"
    case .tooManyParts: "the expression has more than 4,096 parts; split it into several calculated cells"
    case .forbidden(let problem): "the expression \(problem)"
    case .endsTooEarly: "the expression ends before a value"
    case .numberTooLarge: "the number is too great"
    case .unwritable:
      "the expression cannot be written; a text cannot contain both ' and \", join two with concat()"
    case .noValue(let found): "“\(found.shortened)” is not a value"
    case .noOperator(let found): "“\(found.shortened)” follows a value; put an operator between them"
    case .unclosed(let opening, let closing): "“\(opening)” is never closed; add “\(closing)”"
    case .foreign(let written, let instead): "“\(written)” is invalid here; write \(instead)"
    case .misplacedCondition: "a condition in brackets can follow only ${key} and a list"
    case .misplacedStep(let found):
      "“\(found.shortened)” cannot continue a path; each step is written as ${key}, and ${key} alone refers to its cell from anywhere"
    case .misplacedColumn(let found):
      "“\(found.shortened)” cannot follow a list; write the list, its conditions, one column: list('cities')[country = 'it']/name"
    case .emptyKey: "“${}” names no cell; put its key between the braces"
    case .impossibleKey(let key, let problem): "“${\(key.shortened)}” can name no cell: \(problem)"
    case .bareName(let name):
      "“\(name.shortened)” is invalid by itself; write ${\(name.shortened)} for a cell, '\(name.shortened)' for a text"
    case .absolutePath: "a path from the root of a document has no meaning in a form; write ${key} for a cell"
    case .notInForms(let part, let instead): "\(part) has no meaning in a form; \(instead)"
    case .itemHasNoValue(let written):
      "“\(written)” has no meaning for an item of a list; write the name of a column, or current()/. for the cell"
    case .unknownFunction(let name, let nearest): "there is no function “\(name.shortened)”" + nearest.asSuggestion
    case .laterFunction(let name): "the function “\(name)” is not supported yet"
    case .wrongNumberOfArguments(let function, let takes, let given):
      "“\(function)” takes \(takes), not \(given)"
    case .needsReference(let function, let argument):
      "argument \(argument) of “\(function)” must be a reference, such as ${key}"
    case .needsKey(let function, let argument):
      "argument \(argument) of “\(function)” must be a single cell, such as ${key}"
    case .unionOfValues: "“|” joins only references, such as ${a} | ${b}; for a choice between conditions write or"
    case .listNotNamed(let function): "“\(function)” needs the name of a list in quotes, as in \(function)('cities')"
    case .pattern(let problem): "the pattern is invalid: \(problem)"
    }
  }
}
