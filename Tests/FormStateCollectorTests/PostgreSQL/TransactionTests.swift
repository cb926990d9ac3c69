#if Collect
import FormState
import TestSupport
import Testing

@testable import FormStateCollector

@Suite("PostgreSQL: transactions") struct TransactionTests {
  let cluster: TemporaryCluster
  let connection: PostgresConnection
  let other: PostgresConnection

  init() throws {
    cluster = try TemporaryCluster()
    connection = try PostgresConnection(cluster.address())
    other = try PostgresConnection(cluster.address())
    try connection.execute(
      script: """
        CREATE TABLE counter (name text PRIMARY KEY, n bigint);
        INSERT INTO counter VALUES ('a', 0), ('b', 0);
        CREATE TABLE checked (n bigint UNIQUE DEFERRABLE INITIALLY DEFERRED)
        """)
  }

  private func value(_ name: String) throws -> Int64 {
    try other.execute("SELECT n FROM counter WHERE name = $1", [.text(name)]).only[0]
  }

  @Test(
    "a transaction takes effect as a whole",
    arguments: [.readCommitted, .repeatableRead, .serializable] as [PostgresIsolation])
  func commit(isolation: PostgresIsolation) throws {
    let result = try connection.transaction(isolation: isolation) {
      try connection.execute("UPDATE counter SET n = 1")
      #expect(try value("a") == 0)
      return try connection.execute("SHOW transaction_isolation").only[0] as String
    }
    #expect(result == isolation.rawValue.lowercased())
    #expect(try value("a") == 1)
  }

  @Test("an error rolls the transaction back") func rollback() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.execute("UPDATE counter SET n = 1")
        throw Stop()
      }
    }
    #expect(throws: PostgresError.self) { try connection.transaction { try connection.execute("SELECT 1 / 0") } }
    #expect(!connection.isInTransaction)
    #expect(try value("a") == 0)
  }

  @Test("a transaction in which a statement failed is not reported as committed") func caughtError() throws {
    #expect(throws: PostgresError.rolledBack) {
      try connection.transaction {
        try connection.execute("UPDATE counter SET n = 1")
        _ = try? connection.execute("SELECT 1 / 0")
      }
    }
    #expect(try value("a") == 0)
  }

  @Test("an error of the commit itself is the server's") func failingCommit() throws {
    let error = thrownError {
      try connection.transaction { try connection.execute("INSERT INTO checked VALUES (1), (1)") }
    }
    #expect(error?.sqlState == "23505")
    #expect(try connection.transaction { try connection.execute("SELECT 1").only[0] } == Int64(1))
  }

  @Test("transactions are not nested, and end where they begin") func misuse() throws {
    #expect(throws: PostgresError.misused("a transaction begins within another one")) {
      try connection.transaction { try connection.transaction {} }
    }
    #expect(throws: PostgresError.misused("a transaction ended before its commit")) {
      try connection.transaction { try connection.execute("COMMIT") }
    }
  }

  @Test("a transaction that meets a conflict runs again") func retry() throws {
    var attempts = 0
    let pause: (Int) -> Void = { #expect($0 == attempts) }
    try connection.retrying(atMost: 3, pause: pause) {
      attempts += 1
      try connection.transaction(isolation: .serializable) {
        let read: Int64 = try connection.execute("SELECT n FROM counter WHERE name = 'a'").only[0]
        if attempts == 1 { try other.execute("UPDATE counter SET n = n + 10 WHERE name = 'a'") }
        try connection.execute("UPDATE counter SET n = $1 WHERE name = 'a'", [.integer(read + 1)])
      }
    }
    #expect(attempts == 2)
    #expect(try value("a") == 11)
  }

  @Test("a conflict that remains ends with a clear error") func givingUp() throws {
    var pauses = 0
    let pause: (Int) -> Void = { _ in pauses += 1 }
    let error = try #require(throws: PostgresError.self) {
      try connection.retrying(atMost: 4, pause: pause) {
        try connection.transaction(isolation: .repeatableRead) {
          try connection.execute("SELECT 1")
          try other.execute("UPDATE counter SET n = n + 1")
          try connection.execute("UPDATE counter SET n = 0")
        }
      }
    }
    guard case .conflictRemains(attempts: 4, let report) = error else {
      Issue.record(error)
      return
    }
    #expect(report.sqlState == "40001")
    #expect(pauses == 3)
    #expect(error.description.hasPrefix("other transactions were in the way 4 times; try again"))
    #expect(try value("a") == 4)
  }

  @Test("other errors end a retry at once") func otherErrors() throws {
    var attempts = 0
    let error = thrownError {
      try connection.retrying(atMost: 5) {
        attempts += 1
        try connection.transaction { try connection.execute("SELECT 1 / 0") }
      }
    }
    #expect(error?.sqlState == "22012")
    #expect(attempts == 1)
  }

  @Test("two transactions that wait for each other both succeed in the end") func deadlock() async throws {
    let address = cluster.address()
    let holders = Locked(0)
    let tasks = [("a", "b"), ("b", "a")].map { first, second in
      onOwnThread {
        let connection = try PostgresConnection(address)
        try connection.execute("SET deadlock_timeout = '10ms'")
        var attempts = 0
        try connection.retrying(atMost: 20) {
          attempts += 1
          try connection.transaction {
            try connection.execute("UPDATE counter SET n = n + 1 WHERE name = $1", [.text(first)])
            if attempts == 1 {
              holders.withLock { $0 += 1 }
              try waitOnThread { holders.withLock { $0 == 2 } }
            }
            try connection.execute("UPDATE counter SET n = n + 1 WHERE name = $1", [.text(second)])
          }
        }
        return attempts
      }
    }
    var attempts = 0
    for task in tasks { attempts += try await task.value }
    #expect(attempts >= 3)
    #expect(try value("a") == 2)
    #expect(try value("b") == 2)
  }

  @Test("a pause grows, and is a second at most") func pauses() {
    #expect(PostgresPause.longest(after: 1) == 0.02)
    #expect(PostgresPause.longest(after: 3) == 0.08)
    #expect(PostgresPause.longest(after: 100_000) == 1)
  }
}
#endif
