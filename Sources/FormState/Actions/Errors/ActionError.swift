import Foundation

/// An action was refused, and nothing has changed.
///
/// ``code`` says why, and more codes may come with each release. ``subject`` is the key or address in question,
/// ``problem`` says what is wrong, and ``fix`` what to do. To handle one reason, catch its code:
///
/// ```swift
/// do {
///   try session.apply(.complete)
/// } catch let error as ActionError where error.code == .faults {
///   show(session.faults)
/// }
/// ```
public struct ActionError: Hashable {
  /// Why the action was refused.
  public let code: Code
  /// The key or the address of the cell, section or instance in question; `nil` for the whole response.
  public let subject: String?
  /// What is wrong, as a clause without a full stop.
  public var problem: String { spoken?.problem ?? what.english }
  /// What to do about it, as a clause without a full stop; `nil` where ``problem`` says all there is to say.
  public var fix: String? { spoken.map(\.fix) ?? remedy?.english }
  /// What is wrong with the answers, in the order of the form; empty for all codes but ``Code/faults``.
  public let faults: [Fault]
  /// Which value was refused, and what would be accepted; `nil` for all codes but ``Code/refusedValue``.
  public let refusedValue: RefusedValue?
  /// Which rule failed; `nil` for all codes but ``Code/failedRule``.
  public let rule: FormRule.Kind?
  /// Why the rule failed.
  let cause: String?
  private let what: Wording
  private let remedy: Wording?
  /// Both in the language of a session; `nil` in English with keys.
  private var spoken: Spoken?

  private struct Spoken: Hashable {
    let problem: String
    let fix: String?
    let semicolon: String
  }

  init(
    _ code: Code, _ subject: String? = nil, problem: Wording, fix: Wording? = nil, faults: [Fault] = [],
    refusedValue: RefusedValue? = nil, rule: FormRule.Kind? = nil, cause: String? = nil
  ) {
    self.code = code
    self.subject = subject
    what = problem
    remedy = fix
    self.faults = faults
    self.refusedValue = refusedValue
    self.rule = rule
    self.cause = cause
  }

  /// The same refusal in the words of a language, with titles instead of keys.
  package func said(in speech: Speech) -> ActionError {
    var said = self
    said.spoken = Spoken(
      problem: what.text(in: speech), fix: remedy?.text(in: speech), semicolon: speech.tongue.semicolon)
    return said
  }
}

extension ActionError: FormStateError {
  /// What was refused and what would be accepted, without a full stop.
  public var description: String { problem + (fix.map { (spoken?.semicolon ?? "; ") + $0 } ?? "") }
  public var recoverySuggestion: String? { fix }
}
