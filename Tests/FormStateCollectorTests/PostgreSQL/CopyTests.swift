#if Collect
import Testing

@testable import FormStateCollector

@Suite("PostgreSQL: copies") struct CopyTests {
  let cluster: TemporaryCluster
  let connection: PostgresConnection

  init() throws {
    cluster = try TemporaryCluster()
    connection = try PostgresConnection(cluster.address())
    try connection.execute(
      script: """
        CREATE SCHEMA "odd ""schema";
        CREATE TABLE "odd ""schema"."a ""table" (n bigint, "a text" text, truth boolean, raw bytea);
        CREATE TABLE entry (n bigint CONSTRAINT positive CHECK (n > 0), body text)
        """)
  }

  private var count: Int64 { get throws { try connection.execute("SELECT count(*) FROM entry").only[0] } }

  @Test("difficult values are copied as they are, into a table with a difficult name") func roundTrip() throws {
    let texts: [PostgresValue] = difficultTexts.map { .text($0) } + [nil]
    let bytes: [UInt8] = Array(0...255)
    let copied = try connection.copy(
      into: #"a "table"#, schema: #"odd "schema"#, columns: ["n", "a text", "truth", "raw"]
    ) { rows in
      for (number, text) in texts.enumerated() {
        try rows.add([.integer(Int64(number)), text, number.isMultiple(of: 2) ? true : nil, .bytes(bytes)])
      }
    }
    #expect(copied == texts.count)
    let rows = try connection.execute(#"SELECT * FROM "odd ""schema"."a ""table" ORDER BY n"#)
    #expect(rows.count == texts.count)
    for (number, row) in rows.enumerated() {
      let text: String? = try row["a text"]
      #expect(
        text.map { Array($0.unicodeScalars) } == difficultTexts.dropFirst(number).first.map { Array($0.unicodeScalars) }
      )
      #expect(try row["truth"] == (number.isMultiple(of: 2) ? true : nil))
      #expect(try row["raw"] == bytes)
    }
  }

  @Test("100,000 rows are copied, also some longer than the buffer") func manyRows() throws {
    let long = String(repeating: "x\\", count: 100_000)
    let copied = try connection.copy(into: "entry", columns: ["n", "body"]) { rows in
      for number in 1...100_000 as ClosedRange<Int64> {
        try rows.add([.integer(number), .text(number % 20_000 == 0 ? long : "row \(number)")])
      }
    }
    #expect(copied == 100_000)
    #expect(try count == 100_000)
    let lengths: Int64 = try connection.execute("SELECT count(*) FROM entry WHERE length(body) = 200000").only[0]
    #expect(lengths == 5)
  }

  @Test("no row at all is a copy as well") func noRows() throws {
    #expect(try connection.copy(into: "entry", columns: ["n"]) { _ in } == 0)
  }

  @Test("a row that a CHECK refuses gives the server's error and leaves nothing", arguments: [1, 50_000])
  func check(refused: Int64) throws {
    let error = try #require(throws: PostgresError.self) {
      try connection.copy(into: "entry", columns: ["n", "body"]) { rows in
        for number in 1...50_000 as ClosedRange<Int64> {
          try rows.add([.integer(number == refused ? -1 : number), "body"])
        }
      }
    }
    guard case .refused(let report) = error else {
      Issue.record(error)
      return
    }
    #expect(report.sqlState == "23514")
    #expect(report.constraint == "positive")
    #expect(error.description.contains("violates check constraint"))
    #expect(try count == 0)
  }

  @Test("an error of the caller ends the copy without a row, also one that was caught") func callersError() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try connection.copy(into: "entry", columns: ["n"]) { rows in
        for number in 1...20_000 as ClosedRange<Int64> { try rows.add([.integer(number)]) }
        throw Stop()
      }
    }
    #expect(throws: PostgresError.nulCharacter) {
      try connection.copy(into: "entry", columns: ["n", "body"]) { rows in
        try rows.add([1, "whole"])
        try? rows.add([2, "half\0"])
        try? rows.add([3, "whole"])
      }
    }
    #expect(throws: PostgresError.misused("a row has 1 values for 2 columns")) {
      try connection.copy(into: "entry", columns: ["n", "body"]) { try $0.add([1]) }
    }
    #expect(try count == 0)
  }

  @Test("a copy into no table, no column, or a column of another type is refused") func unknownTable() throws {
    #expect(thrownError { try connection.copy(into: "missing", columns: ["n"]) { _ in } }?.sqlState == "42P01")
    #expect(thrownError { try connection.copy(into: "entry", columns: ["m"]) { _ in } }?.sqlState == "42703")
    #expect(thrownError { try connection.copy(into: "entry", columns: []) { _ in } }?.sqlState == "42601")
    #expect(
      thrownError { try connection.copy(into: "entry", columns: ["n"]) { try $0.add(["word"]) } }?.sqlState == "22P02")
    #expect(try count == 0)
  }

  @Test("the connection does nothing else during a copy, and the copy goes on") func busy() throws {
    try connection.copy(into: "entry", columns: ["n"]) { rows in
      try rows.add([1])
      #expect(throws: PostgresError.misused("a statement runs during a copy")) { try connection.execute("SELECT 1") }
      #expect(throws: PostgresError.self) { try connection.copy(into: "entry", columns: ["n"]) { _ in } }
      #expect(throws: PostgresError.self) { try connection.transaction {} }
      try rows.add([2])
    }
    #expect(try count == 2)
  }

  @Test("a copy ends with its call") func escaped() throws {
    var kept: PostgresCopy?
    try connection.copy(into: "entry", columns: ["n"]) { kept = $0 }
    #expect(throws: PostgresError.misused("a row is added after the end of its copy")) { try kept?.add([1]) }
    #expect(try count == 0)
  }

  @Test("a copy that runs as a statement is refused, and the connection remains usable", arguments: ["FROM", "TO"])
  func copyAsStatement(direction: String) throws {
    let end = direction == "FROM" ? "STDIN" : "STDOUT"
    for _ in 0..<3 {
      #expect(throws: PostgresError.misused("a copy runs as a statement")) {
        try connection.execute("COPY entry \(direction) \(end)")
      }
      #expect(throws: PostgresError.misused("a copy runs as a statement")) {
        try connection.execute(script: "COPY entry \(direction) \(end)")
      }
      #expect(try count == 0)
    }
  }
}
#endif
