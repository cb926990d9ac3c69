import Foundation

/// An action was refused, and nothing has changed.
///
/// ``code`` says why, and more codes may come with each release. ``subject`` is the key or address in question,
/// ``problem`` says what is wrong, and ``fix`` what to do. To handle one reason, catch its code:
///
/// ```swift
/// do {
///   try session.apply(.complete)
/// } catch ActionError.Code.faults {
///   show(session.faults)
/// }
/// ```
public struct ActionError: Error, Hashable, Sendable {
  /// Why the action was refused.
  public let code: Code
  /// The key or the address of the cell, section or instance in question; `nil` for the whole response.
  public let subject: String?
  /// What is wrong, as a clause without a full stop.
  public let problem: String
  /// What to do about it, as a clause without a full stop; `nil` where ``problem`` says all there is to say.
  public let fix: String?
  /// What is wrong with the answers, in the order of the form; empty for all codes but ``Code/faults``.
  public let faults: [Fault]
  /// Which value was refused, and what would be accepted; `nil` for all codes but ``Code/refusedValue``.
  public let refusedValue: RefusedValue?
  /// Which rule failed; `nil` for all codes but ``Code/failedRule``.
  public let rule: FormRule.Kind?
  /// Why the rule failed.
  package let cause: String?

  init(
    _ code: Code, _ subject: String? = nil, problem: String, fix: String? = nil, faults: [Fault] = [],
    refusedValue: RefusedValue? = nil, rule: FormRule.Kind? = nil, cause: String? = nil
  ) {
    self.code = code
    self.subject = subject
    self.problem = problem
    self.fix = fix
    self.faults = faults
    self.refusedValue = refusedValue
    self.rule = rule
    self.cause = cause
  }
}

extension ActionError: CustomStringConvertible, LocalizedError {
  /// What was refused and what would be accepted, without a full stop.
  public var description: String { problem + (fix.map { "; \($0)" } ?? "") }
  public var errorDescription: String? { description }
  public var recoverySuggestion: String? { fix }
}

extension ActionError.Code {
  /// Whether an error is an action's with a code, so that a `catch` clause can name the code.
  public static func ~= (code: Self, error: any Error) -> Bool { (error as? ActionError)?.code == code }
}
