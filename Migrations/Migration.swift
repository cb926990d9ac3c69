/// One step from an older schema to a newer one.
public struct Migration: Hashable, Sendable {
  /// The place of the step in the order of all steps: 1, 2, 3 …
  public let number: Int
  /// The release that came with it.
  public let name: String
  /// The statements of the step; the last one adds its row to `formstate_migration`.
  public let sql: String
}
