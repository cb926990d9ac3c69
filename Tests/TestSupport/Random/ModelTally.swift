import Foundation

/// What tests against the naive models did, for `Scripts/torture model`, which adds it up.
public enum ModelTally {
  /// Prints how many random steps a test took.
  public static func note(_ steps: Int) { print("FORMSTATE_MODEL_STEPS=\(steps)") }

  /// Whether the model forgets an action now and then, if `FORMSTATE_MODEL_CONTROL` is set: the comparison must notice.
  public static var forgets: Bool { ProcessInfo.processInfo.environment["FORMSTATE_MODEL_CONTROL"] != nil }
}
