import Foundation

/// An error of FormState. Its description says what is wrong and what to do, as clauses without a full stop, and is its
/// `localizedDescription` too.
public protocol FormStateError: LocalizedError, CustomStringConvertible, Sendable {}

extension FormStateError {
  public var errorDescription: String? { description }
}
