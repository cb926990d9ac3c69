import FormState
import Foundation

/// One of several actions was refused, and with it all of them.
public struct ReplayError: FormStateError, Hashable {
  /// The place of the refused action among those given, from 0.
  public let index: Int
  /// Why it was refused.
  public let reason: ActionError

  /// Which action was refused and why.
  public var description: String { "action \(index + 1): \(reason)" }
}

/// Some of several actions were refused, and with them all.
package struct RefusedActions: Error, CustomStringConvertible {
  /// The refusals, each with the place of its action among those given, from 0.
  package let errors: [(index: Int, error: ActionError)]

  package var description: String { errors.map(\.error.description).joined(separator: "; ") }
}
