import FormState
import GRDB

/// Migrates a database's schema, and refuses an unknown one.
///
/// FormState keeps its own record instead of using GRDB's migrator, whose table a host app's migrations may use in the
/// same database: neither may mistake the other's steps for unknown ones.
enum SchemaMigrator {
  /// The name of the first step before 1.0.
  private static let firstUnreleased = "0001_definition"

  /// The schema version of a database; 0 without FormState tables.
  ///
  /// - Parameter steps: the known steps; all of them except in tests.
  /// - Throws: ``StoreError/Code/newerSchema``, ``StoreError/Code/unreleasedSchema`` or
  ///   ``StoreError/Code/foreignSchema``.
  static func version(in db: Database, steps: [Migration] = Migrations.all) throws -> Int {
    // GRDB caches which tables do not exist, and would not see those that another process has just created.
    let hasRecord = try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM main.sqlite_schema WHERE name = 'formstate_migration' AND type = 'table')")
    guard hasRecord == true else { return 0 }
    let rows = try Row.fetchAll(db, sql: "SELECT number, name FROM formstate_migration ORDER BY number")
    for (row, index) in zip(rows, 1...) {
      let number: Int = try row.decode(atIndex: 0)
      guard let expected = steps.element(at: index - 1)?.name else { continue }
      let found: String = try row.decode(atIndex: 1)
      if index == 1, found == firstUnreleased { throw StoreError.unreleasedSchema(found: rows.count) }
      guard number == index, found == expected else {
        throw StoreError.foreignSchema(number: index, found: found, expected: expected)
      }
    }
    guard rows.count <= steps.count else {
      throw StoreError.newerSchema(found: rows.count, supported: steps.count)
    }
    return rows.count
  }

  /// Runs the steps that a database lacks, all of them in one transaction, or none.
  ///
  /// - Parameters:
  ///   - database: the database; all objects under FormState's names must be FormState's, before and after.
  ///   - steps: the steps to run; all of them except in tests.
  ///   - allowed: the names, in lower case, of the host's own triggers and indexes on FormState's tables.
  ///   - willUpdate: is called before an existing schema is changed, while others cannot write.
  /// - Throws: as ``version(in:steps:)``; ``StoreError/Code/nameTaken``; what `willUpdate` throws;
  ///   ``StoreError/Code/stepFailed``; as ``SchemaInspection``; errors of SQLite.
  static func migrate(
    _ database: any DatabaseWriter, steps: [Migration] = Migrations.all, allowing allowed: Set<String> = [],
    willUpdate: () throws -> Void = {}
  ) throws {
    try database.unsafeReentrantWrite { db in
      if try version(in: db, steps: steps) == steps.count { return }
      try withoutForeignKeys(db) {
        try db.inTransaction(.immediate) {
          // Another process may have run the steps since, so the decision is made inside the transaction.
          let version = try version(in: db, steps: steps)
          guard version < steps.count else { return .rollback }
          if version == 0 {
            try prepare(db)
            try run(steps, in: db)
          } else {
            try requireSchema(in: db, allowing: allowed, after: Array(steps.prefix(version)))
            try willUpdate()
            try update(db, from: version, steps: steps)
          }
          // If this were detected later, the steps could not be reverted any more.
          try requireSchema(in: db, allowing: allowed, after: steps)
          return .commit
        }
      }
    }
  }

  /// Creates the tables if they do not exist and works with them, in one transaction.
  ///
  /// - Parameter work: returns its result, and whether to keep the tables and what it wrote.
  /// - Returns: what `work` returns; `nil` if another process has created the tables meanwhile.
  /// - Throws: as ``migrate(_:steps:allowing:willUpdate:)``; what `work` throws, with nothing kept.
  static func create<Result>(
    in db: Database, _ work: (Database) throws -> (Result, Database.TransactionCompletion)
  ) throws -> (Result, Database.TransactionCompletion)? {
    var outcome: (Result, Database.TransactionCompletion)?
    try db.inTransaction(.immediate) {
      guard try version(in: db) == 0 else { return .rollback }
      try prepare(db)
      try run(Migrations.all, in: db)
      try requireSchema(in: db, allowing: [], after: Migrations.all)
      let (result, completion) = try WriteGate.opening(db) { try work(db) }
      outcome = (result, completion)
      return completion
    }
    return outcome
  }

  /// Runs steps one after the other; each records itself.
  static func run(_ steps: some Sequence<Migration>, in db: Database) throws {
    try WriteGate.opening(db) {
      for step in steps { try db.execute(sql: step.sql) }
    }
  }

  private static func update(_ db: Database, from version: Int, steps: [Migration]) throws {
    let before = try foreignKeyFaults(in: db)
    for step in steps.dropFirst(version) {
      do {
        try run([step], in: db)
      } catch let error as DatabaseError where !error.isOfOthersMaking {
        throw StoreError.stepFailed(step: step.name, version: version, reason: error.message ?? "no message")
      }
      // Earlier faults are reported by the check of the store, and are no reason to refuse the step.
      guard try foreignKeyFaults(in: db) <= before else {
        throw StoreError.stepFailed(
          step: step.name, version: version, reason: "it leaves dangling foreign keys")
      }
    }
  }

  /// The number of dangling foreign keys.
  private static func foreignKeyFaults(in db: Database) throws -> Int {
    try Int.fetchOne(
      db,
      sql: """
        SELECT count(*)
        FROM main.sqlite_schema AS t
        JOIN pragma_foreign_key_check(t.name)
        WHERE t.type = 'table' AND t.name GLOB 'formstate_*'
        """) ?? 0
  }

  /// Runs work in which a table can be rebuilt and replace the old one, without deleting the rows that refer to the old
  /// one's.
  static func withoutForeignKeys(_ db: Database, _ work: () throws -> Void) throws {
    guard try Bool.fetchOne(db, sql: "PRAGMA foreign_keys") == true else { return try work() }
    // Within a transaction the setting would have no effect.
    try db.execute(sql: "PRAGMA foreign_keys = OFF")
    let result = Result { try work() }
    try db.execute(sql: "PRAGMA foreign_keys = ON")
    try result.get()
  }

  private static func requireSchema(
    in db: Database, allowing allowed: Set<String>, after steps: [Migration]
  ) throws {
    if let fault = try SchemaInspection.faults(in: db, allowing: allowed, after: steps).first { throw fault }
  }

  private static func prepare(_ db: Database) throws {
    let taken = try Row.fetchOne(
      db,
      sql: """
        SELECT type, name
        FROM sqlite_schema
        WHERE \(SchemaNames.condition("name"))
        ORDER BY name
        """)
    if let taken { throw StoreError.nameTaken(type: try taken.decode(atIndex: 0), name: try taken.decode(atIndex: 1)) }
  }
}

extension DatabaseError {
  /// Whether another connection, or a suspension of the database, is the cause, so another attempt may succeed.
  fileprivate var isOfOthersMaking: Bool {
    [.SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_INTERRUPT, .SQLITE_ABORT].contains(resultCode)
  }
}
