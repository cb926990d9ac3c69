import Foundation

/// A line of an action script cannot be understood.
public struct ActionScriptError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  public var errorDescription: String? { description }

  /// The name of the script.
  public let source: String
  /// The number of the line, from 1.
  public let line: Int
  /// What is wrong with the line and how to mend it, as clauses without a full stop.
  public let problem: String

  /// Creates the error.
  public init(source: String, line: Int, problem: String) {
    self.source = source
    self.line = line
    self.problem = problem
  }

  /// Where, what and how to mend it: `ACTIONS.jsonl:3: cell: is missing; name the cell, or where it stands with “at”`.
  public var description: String { "\(source):\(line): \(problem)" }
}
