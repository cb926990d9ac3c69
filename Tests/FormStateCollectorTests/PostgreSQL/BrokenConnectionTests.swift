#if Collect
import Foundation
import Testing

@testable import FormStateCollector

@Suite("PostgreSQL: broken connections") struct BrokenConnectionTests {
  let cluster: TemporaryCluster
  let connection: PostgresConnection
  let other: PostgresConnection

  init() throws {
    // Whatever the test runner does about this signal, the layer must not need it.
    signal(SIGPIPE, SIG_DFL)
    cluster = try TemporaryCluster()
    connection = try PostgresConnection(cluster.address())
    other = try PostgresConnection(cluster.address())
    try connection.execute(script: "CREATE TABLE entry (n bigint, body text)")
  }

  private func cut() throws {
    let process = try connection.execute("SELECT pg_backend_pid()").only[0] as Int64
    try cut(process)
  }

  private func cut(_ process: Int64) throws {
    try other.execute("SELECT pg_terminate_backend($1, 60000)", [.integer(process)])
  }

  private func isDisconnected(_ error: PostgresError?) -> Bool {
    guard let error, case .disconnected(let words) = error else { return false }
    return error.isConnectionGone && !words.isEmpty && !words.contains("\n")
  }

  private func copyUntilCut(_ cut: () throws -> Void) throws {
    try connection.copy(into: "entry", columns: ["n", "body"]) { rows in
      for number in 1...200_000 as ClosedRange<Int64> {
        if number == 10_000 { try cut() }
        try rows.add([.integer(number), "some text that fills the buffer"])
      }
    }
  }

  @Test("a statement on a connection that was cut is an error, and so is each later one") func statement() throws {
    try cut()
    for _ in 0..<3 { #expect(isDisconnected(thrownError { try connection.execute("SELECT 1") })) }
    #expect(!connection.isOpen)
    #expect(isDisconnected(thrownError { try connection.transaction {} }))
    #expect(isDisconnected(thrownError { try connection.copy(into: "entry", columns: ["n"]) { _ in } }))
  }

  @Test("a copy on a connection that was cut is an error and leaves no row") func copy() throws {
    let process: Int64 = try connection.execute("SELECT pg_backend_pid()").only[0]
    #expect(isDisconnected(thrownError { try copyUntilCut { try cut(process) } }))
    #expect(try other.execute("SELECT count(*) FROM entry").only[0] == Int64(0))
  }

  @Test("a server that stops during a copy is an error and leaves no row", arguments: [true, false])
  func stop(immediate: Bool) throws {
    #expect(isDisconnected(thrownError { try copyUntilCut { cluster.stop(immediate: immediate) } }))
    #expect(isDisconnected(thrownError { try other.execute("SELECT 1") }))
    #expect(throws: PostgresError.self) { try PostgresConnection(cluster.address()) }
    try cluster.start()
    let fresh = try PostgresConnection(cluster.address())
    #expect(try fresh.execute("SELECT count(*) FROM entry").only[0] == Int64(0))
  }

  @Test("rows that were committed outlast an immediate stop") func durability() throws {
    try connection.copy(into: "entry", columns: ["n"]) { rows in try rows.add([1]) }
    try cluster.restart(immediate: true)
    let fresh = try PostgresConnection(cluster.address())
    #expect(try fresh.execute("SELECT count(*) FROM entry").only[0] == Int64(1))
  }

  @Test("a transaction in which the connection is cut is rolled back") func transaction() throws {
    let error = thrownError {
      try connection.transaction {
        try connection.execute("INSERT INTO entry VALUES (1)")
        try cut()
        try connection.execute("INSERT INTO entry VALUES (2)")
      }
    }
    #expect(isDisconnected(error))
    #expect(try other.execute("SELECT count(*) FROM entry").only[0] == Int64(0))
  }

  @Test("a commit without an answer is unknown, and is not tried again") func commit() throws {
    var attempts = 0
    let error = try #require(throws: PostgresError.self) {
      try connection.retrying(atMost: 3) {
        attempts += 1
        try connection.transaction {
          try connection.execute("INSERT INTO entry VALUES (1)")
          try cut()
        }
      }
    }
    guard case .commitUnknown = error else {
      Issue.record(error)
      return
    }
    #expect(attempts == 1)
    #expect(error.isConnectionGone)
    #expect(error.description.contains("it is unknown whether the data is stored"))
  }

  @Test("a closed connection is an error") func closed() throws {
    try connection.execute("BEGIN")
    try connection.execute("INSERT INTO entry VALUES (1)")
    connection.close()
    connection.close()
    #expect(throws: PostgresError.disconnected("it was closed")) { try connection.execute("SELECT 1") }
    #expect(!connection.isOpen && !connection.isInTransaction)
    #expect(try other.execute("SELECT count(*) FROM entry").only[0] == Int64(0))
  }

  @Test("a connection that is closed during a copy leaves no row") func closedDuringCopy() throws {
    let error = thrownError {
      try connection.copy(into: "entry", columns: ["n"]) { rows in
        try rows.add([1])
        connection.close()
      }
    }
    #expect(isDisconnected(error))
    #expect(try other.execute("SELECT count(*) FROM entry").only[0] == Int64(0))
  }
}
#endif
