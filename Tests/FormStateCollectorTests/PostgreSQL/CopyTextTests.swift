import Testing

@testable import FormStateCollector

@Suite("PostgreSQL: the text of a copy") struct CopyTextTests {
  private func text(of rows: [[PostgresValue]]) throws -> String {
    var text = CopyText()
    for row in rows { try text.append(row) }
    return String(decoding: text.bytes, as: UTF8.self)
  }

  @Test("rows are lines, and values are between tabs") func rows() throws {
    #expect(try text(of: [[1, "a", true, nil], [-2, "", false, "b"]]) == "1\ta\tt\t\\N\n-2\t\tf\tb\n")
  }

  @Test(
    "characters with a meaning are escaped",
    arguments: [
      (#"\N"#, #"\\N"#), (#"\."#, #"\\."#), ("a\tb", #"a\tb"#), ("\n\r\n", #"\n\r\n"#), ("\\\\", #"\\\\"#),
      ("\u{1}\u{8}", "\u{1}\u{8}"), ("é👩‍👧", "é👩‍👧"),
    ]) func escapes(value: String, expected: String) throws
  {
    #expect(try text(of: [[.text(value)]]) == expected + "\n")
  }

  @Test("bytes are hexadecimal") func bytes() throws {
    #expect(try text(of: [[.bytes([0, 0x5c, 0xff])], [.bytes([])]]) == "\\\\x005cff\n\\\\x\n")
  }

  @Test("the character NUL is refused") func nul() {
    for value in ["\0", "a\0", "\ta\0b"] {
      #expect(throws: PostgresError.nulCharacter) { try text(of: [[.text(value)]]) }
    }
  }

  @Test("names are quoted") func names() {
    #expect(PostgresIdentifier.quoted(#"a "b" é"#) == #""a ""b"" é""#)
    #expect(PostgresIdentifier.quoted("\"\u{301}") == "\"\"\"\u{301}\"")
  }
}
