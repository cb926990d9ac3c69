#if Collect
import Foundation
import TestSupport
import Testing

@testable import FormStateCollector

@Suite("PostgreSQL: connecting") struct ConnectionTests {
  let cluster: TemporaryCluster

  init() throws { cluster = try TemporaryCluster() }

  @Test("a connection has a name, UTF-8, and settings that values rely on") func settings() throws {
    let owner = try PostgresConnection(cluster.address())
    try owner.execute(
      script: """
        ALTER ROLE postgres SET bytea_output = escape; ALTER ROLE postgres SET datestyle = 'SQL, DMY';
        ALTER ROLE postgres SET timezone = 'Asia/Kolkata'; ALTER ROLE postgres SET standard_conforming_strings = off;
        ALTER ROLE postgres SET client_encoding = 'LATIN1'
        """)
    let connection = try PostgresConnection(cluster.address())
    #expect(try connection.execute("SELECT current_setting('application_name')").only[0] == "formstate-collect")
    #expect(
      try connection.execute(#"SELECT '\', $1::bytea, $2::timestamptz"#, [.bytes([0, 255]), "2026-05-01"]).only[0]
        == #"\"#)
    #expect(try connection.execute("SELECT $1::bytea", [.bytes([0, 255])]).only[0] == [0, 255] as [UInt8])
    #expect(try connection.execute("SELECT '2026-05-01 00:00+01'::timestamptz").only[0] == "2026-04-30 23:00:00+00")
    #expect(try connection.execute("SELECT 'é漢'").only[0] == "é漢")
    #expect(connection.serverVersion >= 100_000)
    let named = try PostgresConnection(cluster.address() + " application_name=mine client_encoding=LATIN1")
    #expect(try named.execute("SELECT current_setting('application_name')").only[0] == "mine")
    #expect(try named.execute("SHOW client_encoding").only[0] == "UTF8")
  }

  @Test("an address may be a URL") func url() throws {
    let folder = cluster.address().split(separator: " ")[0].dropFirst("host=".count)
    let host = folder.replacingOccurrences(of: "/", with: "%2F")
    let connection = try PostgresConnection("postgres://postgres@\(host)/postgres?application_name=url")
    #expect(try connection.execute("SELECT current_setting('application_name')").only[0] == "url")
  }

  @Test("a server that cannot be reached or refuses the user is a clear sentence")
  func unreachable() throws {
    let owner = try PostgresConnection(cluster.address())
    try owner.execute(script: "CREATE ROLE locked LOGIN PASSWORD 'right'")
    let good = cluster.address()
    #expect(throws: Never.self) { try PostgresConnection("\(cluster.address(user: "locked")) password=right") }
    for (address, words) in [
      ("\(cluster.address(user: "locked")) password=wrong", "password authentication failed for user \"locked\""),
      (cluster.address(user: "locked") + " passfile=/missing", "no password supplied"),
      (cluster.address(database: "missing"), "database \"missing\" does not exist"),
      (cluster.address(user: "missing"), "role \"missing\" does not exist"),
      ("\(good) host=/missing", "No such file or directory"),
      ("host=127.0.0.1 port=1 dbname=x", "Connection refused"),
      ("\(good) colour=red", "invalid connection option \"colour\""),
      ("\(good) port=many", "invalid integer value \"many\""),
      ("host='", "unterminated quoted string"),
    ] {
      let error = try #require(throws: PostgresError.self, "\(address)") { try PostgresConnection(address) }
      #expect(error.isConnectionGone)
      #expect(error.description.hasPrefix("cannot connect to PostgreSQL (") && error.description.contains(words))
      #expect(!error.description.contains("\n") && !error.description.contains("wrong"))
    }
    #expect(throws: PostgresError.nulCharacter) { try PostgresConnection("host=a\0b") }
  }

  @Test("a server that does not answer is given up after connect_timeout") func silentServer() throws {
    cluster.suspend()
    defer { cluster.resume() }
    let error = thrownError { try PostgresConnection(cluster.address() + " connect_timeout=1") }
    #expect(error == .unreachable("there is no answer in time"))
  }

  @Test("no notice reaches the standard error, not even one that is sent while connecting") func notices() throws {
    let owner = try PostgresConnection(cluster.address())
    try owner.execute(
      script: "ALTER ROLE postgres SET work_mem = '1MB'; UPDATE pg_db_role_setting SET setconfig = '{work_mem=unfit}'")
    let written = try standardError {
      let connection = try PostgresConnection(cluster.address())
      try connection.execute(script: "DO $$ BEGIN RAISE WARNING 'unfit'; END $$; DROP TABLE IF EXISTS unfit")
      let rows = try connection.execute("SELECT 1")
      #expect(throws: PostgresError.self) { try rows[5][0] as String }
    }
    #expect(!written.contains("unfit"))
    #expect(!written.contains("out of range"))
  }

  @Test("an error of a statement has its code, and what the server says about it") func report() throws {
    let connection = try PostgresConnection(cluster.address())
    let error = try #require(throws: PostgresError.self) { try connection.execute("SELECT lenght('a')") }
    guard case .refused(let report) = error else {
      Issue.record(error)
      return
    }
    #expect(error.sqlState == "42883")
    #expect(report.message == "function lenght(unknown) does not exist")
    #expect(report.hint?.hasPrefix("No function matches") == true)
    #expect(!error.isConnectionGone)
    #expect(throws: PostgresError.self) { try connection.execute("SELECT 1; SELECT 2") }
    #expect(throws: PostgresError.misused("a statement has 70000 values")) {
      try connection.execute("SELECT $1", Array(repeating: 1, count: 70_000))
    }
    #expect(throws: PostgresError.self) { try connection.execute("SELECT $1::int, $2::int", [1]) }
    #expect(try connection.execute("SELECT 1").only[0] == Int64(1))
  }

  /// What the process writes to its standard error meanwhile; it is passed on.
  private func standardError(during work: () throws -> Void) throws -> String {
    let folder = try TemporaryFolder()
    let file = open(folder.path("errors"), O_CREAT | O_RDWR, 0o600)
    let kept = dup(STDERR_FILENO)
    dup2(file, STDERR_FILENO)
    defer {
      dup2(kept, STDERR_FILENO)
      close(kept)
      close(file)
    }
    try work()
    let text = try String(contentsOfFile: folder.path("errors"), encoding: .utf8)
    _ = text.withCString { write(kept, $0, strlen($0)) }
    return text
  }
}
#endif
