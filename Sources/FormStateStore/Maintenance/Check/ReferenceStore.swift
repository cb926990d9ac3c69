import GRDB

/// A store in memory with nothing in it, made once in a process, against which `check` holds files.
enum ReferenceStore {
  private static let database = Result {
    let database = try DatabaseQueue()
    try SchemaMigrator.migrate(database)
    return database
  }

  /// Reads the empty store.
  static func read<Value>(_ work: (Database) throws -> Value) throws -> Value { try database.get().read(work) }

  /// Writes into the store, which is empty again afterwards.
  static func writeForNow<Value>(_ work: (Database) throws -> Value) throws -> Value {
    var value: Result<Value, any Error>?
    try database.get().inTransaction { db in
      value = Result { try WriteGate.opening(db) { try work(db) } }
      return .rollback
    }
    guard let value else { throw StoreError.damaged("the reference store did not answer") }
    return try value.get()
  }
}
