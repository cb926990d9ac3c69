import FormState
import GRDB

extension StoreCheck {
  /// What is not FormState's, or not as FormState made it.
  func schemaFaults() throws -> [String] {
    try SchemaInspection.faults(in: db, allowing: allowed).map(\.description)
  }

  /// A table whose rows are part of the schema: the column that names a row, and those that say something of it.
  private struct Vocabulary {
    let table: String
    let name: String
    let columns: [String]
  }

  private static let vocabularies = [
    Vocabulary(table: "formstate_migration", name: "number", columns: ["name"]),
    Vocabulary(table: "formstate_cell_kind", name: "kind", columns: ["storage", "takes_input", "meaning"]),
    Vocabulary(table: "formstate_action_kind", name: "kind", columns: ["name", "meaning"]),
    Vocabulary(table: "formstate_field", name: "field", columns: ["meaning"]),
  ]

  /// The words of a new store, made once in a process.
  private static let reference = Result {
    let database = try DatabaseQueue()
    try SchemaMigrator.migrate(database)
    return try database.read { db in try vocabularies.map { try words(of: $0, in: db) } }
  }

  /// What the rows of a vocabulary say, by the word that names each.
  private static func words(of vocabulary: Vocabulary, in db: Database) throws -> [String: [DatabaseValue]] {
    let columns = ([vocabulary.name] + vocabulary.columns).joined(separator: ", ")
    let rows = try Row.fetchAll(db, sql: "SELECT \(columns) FROM \(vocabulary.table)").map { Array($0.databaseValues) }
    let words = rows.map { row in
      (String((row.first.flatMap { String.fromDatabaseValue($0) ?? $0.description } ?? "").prefix(40)), row)
    }
    return Dictionary(words) { first, _ in first }
  }

  /// Compares the words that the schema brings along with those of a new store.
  func vocabularyFaults() throws -> [String] {
    try zip(Self.vocabularies, Self.reference.get()).flatMap { vocabulary, expected in
      let found = try Self.words(of: vocabulary, in: db)
      return Set(expected.keys).union(found.keys).sorted().compactMap { word -> String? in
        let row = "the row “\(word)” of \(vocabulary.table)"
        switch (expected[word], found[word]) {
        case (_?, nil): return "\(row) is missing"
        case (nil, _?): return "\(row) is not FormState's"
        case (let expected, let found): return expected == found ? nil : "\(row) is not as FormState has it"
        }
      }
    }
  }
}
