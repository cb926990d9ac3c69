import FormState
import GRDB
import GRDBSQLite

/// Allows only FormState's own transactions to write to FormState's tables.
///
/// A trigger on each table calls a function whose name states who may write, and how. Other programs lack the function,
/// so SQLite refuses their statements and quotes that name. On a store's connection the function exists, and fails
/// while the gate is closed, which refuses a host's own statements as well.
///
/// It prevents accidents, not intent: a trigger can be dropped, which ``SchemaGuard`` detects.
final class WriteGate: Sendable {
  /// The functions that the triggers call.
  static let functions = [
    "only FormState writes here", "only FormState writes here: use formstate set",
    "only FormState writes here: use formstate import", "only FormState writes here: use formstate form delete",
    "only FormState writes here: use formstate response delete",
    "only FormState writes here: use formstate set --draft",
  ]

  /// The error for a statement of the host.
  static let refusal = "only FormState writes to its tables: act through a FormStore"

  /// The gates of open connections, by the connections' addresses.
  private static let gates = Locked<[UInt: WriteGate]>([:])

  /// The nesting depth of FormState's transactions on the connection.
  private let depth = Locked(0)
  private let connection: UInt
  /// The response that the connection has changed last.
  let lastResponse = LastResponse()
  /// What is to be done when its transaction ends.
  let ends = TransactionEnds()

  private init(connection: UInt) {
    self.connection = connection
  }

  /// The gate of a connection, which is closed by default. O(1).
  ///
  /// - Throws: errors of SQLite, if the connection refuses the functions.
  static func of(_ db: Database) throws -> WriteGate {
    guard let handle = db.sqliteConnection else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
    let connection = UInt(bitPattern: handle)
    if let known = gates.withLock({ $0[connection] }) { return known }
    let gate = WriteGate(connection: connection)
    for function in functions {
      // SQLite calls the last closure when the connection closes, and also if it refuses the function.
      let code = sqlite3_create_function_v2(
        handle, function, 0, SQLITE_UTF8 | SQLITE_INNOCUOUS, Unmanaged.passRetained(gate).toOpaque(),
        { context, _, _ in
          guard let gate = sqlite3_user_data(context) else { return }
          guard !Unmanaged<WriteGate>.fromOpaque(gate).takeUnretainedValue().isOpen else { return }
          sqlite3_result_error(context, WriteGate.refusal, -1)
        }, nil, nil,
        { gate in
          guard let gate else { return }
          Unmanaged<WriteGate>.fromOpaque(gate).takeRetainedValue().forget()
        })
      guard code == SQLITE_OK else {
        throw DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
      }
    }
    gates.withLock { $0[connection] = gate }
    db.add(transactionObserver: gate.ends, extent: .databaseLifetime)
    return gate
  }

  private var isOpen: Bool { depth.withLock { $0 > 0 } }

  /// Another connection may get the address of a closed one.
  private func forget() {
    Self.gates.withLock { gates in
      if gates[connection] === self { gates[connection] = nil }
    }
  }

  /// Allows work on a connection to write to FormState's tables.
  static func opening<Result>(_ db: Database, _ work: () throws -> Result) throws -> Result {
    let gate = try of(db)
    gate.depth.withLock { $0 += 1 }
    defer { gate.depth.withLock { $0 -= 1 } }
    return try work()
  }
}
