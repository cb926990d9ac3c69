import GRDB

/// An empty store in memory, created once per process, for comparison by `check`.
enum ReferenceStore {
  private static let database = Result {
    let database = try DatabaseQueue()
    try SchemaMigrator.migrate(database)
    return database
  }

  /// Reads the empty store.
  static func read<Value>(_ work: (Database) throws -> Value) throws -> Value { try database.get().read(work) }

  /// Writes to the store, which is empty again afterwards.
  static func writeForNow<Value>(_ work: (Database) throws -> Value) throws -> Value {
    var value: Result<Value, any Error>?
    try database.get().inTransaction { db in
      value = Result { try WriteGate.opening(db) { try work(db) } }
      return .rollback
    }
    guard let value else { throw StoreError.damaged("the reference store returned nothing") }
    return try value.get()
  }
}
