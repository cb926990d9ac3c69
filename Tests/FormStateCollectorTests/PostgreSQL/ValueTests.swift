#if Collect
import Testing

@testable import FormStateCollector

/// Texts that are written and read with care.
let difficultTexts = [
  "", " ", "plain", "NULL", #"\N"#, #"\."#, #"'; DROP TABLE x; --"#, #""quoted""#, #"C:\new\table\\"#, "tab\there",
  "line\nline\r\nline\rend", "e\u{301}", "👩‍👩‍👧‍👦 ٣ 漢字", "\u{1}\u{8}\u{b}\u{c}\u{7f}\u{feff}\u{fffe}", "$1", "%s", "{1,2}",
]

@Suite("PostgreSQL: values") struct ValueTests {
  let cluster: TemporaryCluster
  let connection: PostgresConnection

  init() throws {
    cluster = try TemporaryCluster()
    connection = try PostgresConnection(cluster.address())
  }

  @Test("a value of every type is read as it was written, also by a prepared statement") func roundTrip() throws {
    // The second and third runs are prepared.
    for _ in 0..<3 {
      for text in difficultTexts {
        let read: String = try connection.execute("SELECT $1::text", [.text(text)]).only[0]
        #expect(Array(read.unicodeScalars) == Array(text.unicodeScalars))
      }
      for number in [0, 1, -1, .max, .min] as [Int64] {
        #expect(try connection.execute("SELECT $1::bigint", [.integer(number)]).only[0] == number)
      }
      for truth in [true, false] {
        #expect(try connection.execute("SELECT $1::boolean", [.bool(truth)]).only[0] == truth)
      }
      for bytes in [[], [0], Array(0...255), Array(repeating: 0x5c, count: 3)] as [[UInt8]] {
        #expect(try connection.execute("SELECT $1::bytea", [.bytes(bytes)]).only[0] == bytes)
      }
      let nothing: String? = try connection.execute("SELECT $1::text", [nil]).only[0]
      #expect(nothing == nil)
    }
  }

  @Test("a bytea of 3 MB is read as it was written") func bigBytes() throws {
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let read: [UInt8] = try connection.execute("SELECT $1::bytea", [.bytes(bytes)]).only[0]
    #expect(read == bytes)
  }

  @Test("values take the types of their columns") func typesOfColumns() throws {
    try connection.execute(
      script: "CREATE TABLE thing (id uuid, small smallint, at timestamptz, body jsonb, ratio float8)")
    try connection.execute(
      "INSERT INTO thing VALUES ($1, $2, $3, $4, $5)",
      ["00112233445566778899aabbccddeeff", 7, "2026-05-01 12:00:00.25+02", #"{"a": 1}"#, "0.1"])
    let row = try connection.execute("SELECT * FROM thing").only
    #expect(try row["id"] == "00112233-4455-6677-8899-aabbccddeeff")
    #expect(try row["small"] == Int64(7))
    #expect(try row["at"] == "2026-05-01 10:00:00.25+00")
    #expect(try row["body"] == #"{"a": 1}"#)
    #expect(try row["ratio"] == "0.1")
  }

  @Test("rows know their columns and how many were changed") func rowsAndColumns() throws {
    try connection.execute(script: "CREATE TABLE number (n bigint)")
    #expect(try connection.execute("INSERT INTO number SELECT generate_series(1, 10)").affected == 10)
    let rows = try connection.execute("SELECT n, n * n AS square FROM number ORDER BY n")
    #expect(rows.columns == ["n", "square"])
    #expect(try rows.map { try $0["square"] as Int64 } == (1...10).map { $0 * $0 })
    #expect(try connection.execute("UPDATE number SET n = 0 WHERE n > $1", [7]).affected == 3)
    #expect(try connection.execute("").isEmpty)
  }

  @Test("a value that is not of the type, or does not exist, is an error") func mismatches() throws {
    let rows = try connection.execute("SELECT NULL AS nothing, 'abc' AS word, 1.5 AS ratio")
    let row = try rows.only
    #expect(throws: PostgresError.unexpectedAnswer("the column “nothing” is NULL")) { try row[0] as String }
    #expect(throws: PostgresError.unexpectedAnswer("the column “nothing” is NULL")) { try row[0] as [UInt8] }
    #expect(throws: PostgresError.unexpectedAnswer("the column “ratio” is “1.5” and not an integer of 64 bits")) {
      try row["ratio"] as Int64
    }
    #expect(throws: PostgresError.unexpectedAnswer("the column “word” is “abc” and not a truth value")) {
      try row["word"] as Bool?
    }
    #expect(throws: PostgresError.unexpectedAnswer("the column “word” has no bytes")) { try row["word"] as [UInt8] }
    #expect(throws: PostgresError.unexpectedAnswer("there is no column 4 in row 1")) { try row[3] as String }
    #expect(throws: PostgresError.unexpectedAnswer("there is no column 1 in row 2")) { try rows[1][0] as String }
    #expect(throws: PostgresError.unexpectedAnswer("there is no column 0 in row 1")) { try row[-1] as String }
    #expect(throws: PostgresError.unexpectedAnswer("there is no column “other”")) { try row["other"] as String }
    #expect(throws: PostgresError.unexpectedAnswer("there are 0 rows instead of 1")) {
      try connection.execute("SELECT 1 WHERE false").only
    }
  }

  @Test("a NUL is refused wherever it is, and the connection remains usable") func nul() throws {
    #expect(throws: PostgresError.nulCharacter) { try connection.execute("SELECT $1::text", ["a\0b"]) }
    #expect(throws: PostgresError.nulCharacter) { try connection.execute("SELECT 1 \0") }
    #expect(throws: PostgresError.nulCharacter) { try connection.execute(script: "SELECT 1; \0") }
    #expect(try connection.execute("SELECT 1").only[0] == Int64(1))
  }

  @Test("a thousand different statements are run, prepared and forgotten") func manyStatements() throws {
    for round in 0..<2 {
      for number in 0..<500 {
        let sql = "SELECT $1::bigint + \(number % 150)"
        #expect(try connection.execute(sql, [.integer(Int64(round))]).only[0] == Int64(round + number % 150))
      }
    }
    let prepared: Int64 = try connection.execute("SELECT count(*) FROM pg_prepared_statements").only[0]
    #expect((1...64).contains(prepared))
  }

  @Test("a statement still runs after a script has changed its table") func changedTable() throws {
    try connection.execute(script: "CREATE TABLE growing (a int); INSERT INTO growing VALUES (1)")
    for _ in 0..<3 { try connection.execute("SELECT * FROM growing") }
    try connection.execute(script: "ALTER TABLE growing ADD b int DEFAULT 2")
    #expect(try connection.execute("SELECT * FROM growing").only["b"] == Int64(2))
  }
}
#endif
