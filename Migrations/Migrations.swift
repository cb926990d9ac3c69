/// The schema's history: the `.sql` files beside this one, embedded in the binary.
///
/// Files are only ever added. A new file is listed here and among the target's resources in `Package.swift`; a test
/// holds the folder and this list equal. What the steps lead to is written down in `schema.sql`, which makes a new database in
/// a third of their time.
public enum Migrations {
  /// All steps, in the order in which they run.
  public static let all: [Migration] = [
    // SwiftPM replaces a name's first character with an underscore when it is a digit.
    migration(1, "0001_definition", PackageResources._001_definition_sql),
    migration(2, "0002_response", PackageResources._002_response_sql),
    migration(3, "0003_journal", PackageResources._003_journal_sql),
    migration(4, "0004_views", PackageResources._004_views_sql),
    migration(5, "0005_reading", PackageResources._005_reading_sql),
    migration(6, "0006_rules", PackageResources._006_rules_sql),
    migration(7, "0007_validity", PackageResources._007_validity_sql),
    migration(8, "0008_kinds", PackageResources._008_kinds_sql),
    migration(9, "0009_moments", PackageResources._009_moments_sql),
    migration(10, "0010_calculations", PackageResources._010_calculations_sql),
    migration(11, "0011_repeats", PackageResources._011_repeats_sql),
    migration(12, "0012_lists", PackageResources._012_lists_sql),
    migration(13, "0013_languages", PackageResources._013_languages_sql),
    migration(14, "0014_reported_faults", PackageResources._014_reported_faults_sql),
    migration(15, "0015_remaining_forms", PackageResources._015_remaining_forms_sql),
    migration(16, "0016_answers_kept_and_taken_back", PackageResources._016_answers_kept_and_taken_back_sql),
  ]

  /// What an empty database becomes by all the steps, with its record of them: `schema.sql`.
  public static let schema = String(decoding: PackageResources.schema_sql, as: UTF8.self)

  private static func migration(_ number: Int, _ name: String, _ bytes: [UInt8]) -> Migration {
    Migration(number: number, name: name, sql: String(decoding: bytes, as: UTF8.self))
  }
}
