internal import EmbeddedSchema

/// One step from an older schema to a newer one.
struct Migration: Hashable, Sendable {
  /// The place of the step in the order of all steps: 1, 2, 3 …
  let number: Int
  /// The release that came with it.
  let name: String
  /// The statements of the step; the last one adds its row to `formstate_migration`.
  let sql: String
}

/// The schema's history: a step for each release that changed it.
///
/// The first step is `schema.sql`, which `Scripts/schema` joins from the files in `Migrations`, an area of the schema
/// each. Until 1.0 they are edited in place; a later release adds a step.
enum Migrations {
  /// All steps, in the order in which they run.
  static let all = [Migration(number: 1, name: "1.0", sql: schema)]

  /// The whole schema, `schema.sql`: run in an empty database, it makes an empty store.
  static let schema = String(cString: embedded_schema())
}
