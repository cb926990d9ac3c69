/// The schema's history: a step for each release that changed it.
///
/// The first step is `schema.sql`, which `Scripts/embed` makes of the files beside this one, an area of the schema
/// each. Until 1.0 they are edited in place; a later release adds a step.
public enum Migrations {
  /// All steps, in the order in which they run.
  public static let all = [Migration(number: 1, name: "1.0", sql: schema)]

  /// The whole schema, `schema.sql`: run in an empty database, it makes an empty store.
  public static let schema = pieces.joined(separator: "\n\n")

  /// The schema, split at its empty lines into statements, the guards of a table, and comments.
  public static let pieces = EmbeddedFiles.schema
}
