/// One step from an older schema to a newer one.
public struct Migration: Hashable, Sendable {
  /// The place of the step in the order of all steps: 1, 2, 3 …
  public let number: Int
  /// The name of the file in `Migrations/`, without its ending.
  public let name: String
  /// The statements of the step.
  public let sql: String
}
