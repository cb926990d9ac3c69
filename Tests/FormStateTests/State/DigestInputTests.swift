import Testing

@testable import FormState

@Suite("DigestInput")
struct DigestInputTests {
  private func digest(ofBytes bytes: [UInt8]) -> String {
    var hash = PortableSHA256()
    bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
    return hash.finalize().map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  @Test("Items of every length are netstrings, even across the edge of the buffer")
  func lengths() {
    let lengths = [0, 1, 9, 10, 99, 100, 16_340, 3, 16_361, 16_362, 16_363, 16_384, 16_385, 40_000, 5, 100_000, 2]
    var input = DigestInput()
    var expected: [UInt8] = []
    for length in lengths {
      input.add(String(repeating: "x", count: length))
      input.add(length % 2 == 0)
      input.add(length)
      expected += "\(length):\(String(repeating: "x", count: length)),1:\(length % 2 == 0 ? 1 : 0),".utf8
      expected += "\(String(length).utf8.count):\(length),".utf8
    }
    #expect(input.hexadecimalText() == digest(ofBytes: expected))
  }

  @Test("The digest is that of all bytes at once, wherever items end")
  func edges() {
    for length in stride(from: 0, to: 300, by: 23) {
      var input = DigestInput()
      var expected: [UInt8] = []
      for _ in 0..<(20_000 / (length + 3)) {
        input.add(String(repeating: "é", count: length / 2))
        expected += "\(length / 2 * 2):\(String(repeating: "é", count: length / 2)),".utf8
      }
      #expect(input.hexadecimalText() == digest(ofBytes: expected), "items of \(length) bytes")
    }
  }

  @Test("A value is the letter of its kind, and its plain text")
  func values() throws {
    let values: [(CellValue?, letter: String, content: String?)] = [
      ("12:30", "t", "12:30"), (-7, "i", "-7"), (.real(2.5), "r", "2.5"), (true, "b", "true"),
      (CalendarDate(year: 1835, month: 11, day: 30).map(CellValue.date), "d", "1835-11-30"),
      (ExactDecimal("72.50").map(CellValue.decimal), "n", "72.50"),
      (ClockTime(hour: 7, minute: 30).map(CellValue.time), "c", "07:30:00"),
      (
        OffsetDateTime(isoText: "2026-11-21T14:30:00+01:00").map(CellValue.dateTime), "m",
        "2026-11-21T14:30:00+01:00"
      ),
      (.choices(["a", "b"]), "o", #"["a","b"]"#), (nil, "-", nil),
    ]
    for (value, letter, content) in values {
      let parts = StateDigest.parts(of: value)
      #expect(parts.letter == letter)
      #expect(parts.content == content)
      let held = value.map(FieldContent.value) ?? .cleared
      #expect(DigestInput.text(of: held) == content.map { "\(letter):\($0)" } ?? letter)
    }
    #expect(DigestInput.text(of: .result(RuleResult(false))) == "b:false")
    #expect(try DigestInput.text(of: .result(#require(RuleResult(0.5)))) == "r:0.5")
  }
}
