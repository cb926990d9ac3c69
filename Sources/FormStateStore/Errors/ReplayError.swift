import FormState
import Foundation

/// One of several actions was refused, and with it all of them.
public struct ReplayError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  /// The place of the refused action among those given, from 0.
  public let index: Int
  /// Why it was refused.
  public let reason: ActionError

  public var errorDescription: String? { description }

  /// Which action was refused and why.
  public var description: String { "action \(index + 1): \(reason)" }
}
