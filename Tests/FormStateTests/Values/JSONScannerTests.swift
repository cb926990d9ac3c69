import FormState
import Foundation
import TestSupport
import Testing

@Suite("The reader of stored JSON")
struct JSONScannerTests {
  @Test(
    "Every kind of value is read",
    arguments: [
      ("null", PropertyValue.null), ("true", .boolean(true)), (" false ", .boolean(false)), ("-12", .integer(-12)),
      ("9223372036854775807", .integer(.max)), ("9223372036854775808", .real(9_223_372_036_854_775_808)),
      ("1.0", .real(1)), ("-0.0", .real(-0.0)), ("1e+16", .real(1e16)), ("2.5e-300", .real(2.5e-300)),
      (#""a\"\\\/\b\f\n\r\tä\u00e4\ud83d\ude00\u0000""#, .string("a\"\\/\u{8}\u{c}\n\r\tää😀\0")),
      ("[]", .array([])),
      ("[1, [2] ,{\"a\" : []}]", .array([.integer(1), .array([.integer(2)]), .dictionary(["a": .array([])])])),
    ])
  func values(text: String, value: PropertyValue) throws {
    #expect(try JSONScanner.value(of: text) == value)
  }

  @Test(
    "Anything else is refused, and nothing traps",
    arguments: [
      "", " ", "nul", "tru", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{", "{\"a\"", "{\"a\":", "{\"a\":1",
      "{\"a\":1,}",
      "{1:2}", "{\"a\":1,\"a\":2}", "\"", "\"a", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12", "\"\\ud83d\"",
      "\"\\ud83d\\u0041\"",
      "\"\\ude00\"", "\"\u{1}\"", "+1", "1.2.3", "--1", "1e999", "-", "e", "1 1", "[] []",
      String(repeating: "[", count: 100_000),
    ])
  func refused(text: String) {
    #expect(throws: JSONScanner.Fault.self) { try JSONScanner.value(of: text) }
  }

  @Test("The elements of an array are read one by one, and the rest is left unread")
  func elements() throws {
    var scanner = JSONScanner(#" [1, "b", what follows is not JSON"#)
    try scanner.enterArray()
    #expect(try scanner.nextElement() == .integer(1))
    #expect(try scanner.nextElement() == .string("b"))
    #expect(throws: JSONScanner.Fault.self) { try scanner.nextElement() }
    var object = JSONScanner("{}")
    #expect(throws: JSONScanner.Fault.self) { try object.enterArray() }
    var longer = JSONScanner("[] 1")
    try longer.enterArray()
    #expect(throws: JSONScanner.Fault.self) { try longer.nextElement() }
  }

  @Test("What is written reads back as Foundation reads it", arguments: TestSeeds.seeds(20, full: 2000))
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var json = JSONWriter(isPretty: false)
    let texts = (0..<50).map { _ in
      String(
        String.UnicodeScalarView(
          (0..<Int.random(in: 0...9, using: &generator)).compactMap { _ in
            Unicode.Scalar(UInt32.random(in: 0...(Bool.random(using: &generator) ? 0x10FFFF : 0xFF), using: &generator))
          }))
    }
    let numbers = (0..<50).map { _ in Double(bitPattern: UInt64.random(in: 0...(.max), using: &generator)) }
      .filter(\.isFinite)
    json.beginArray()
    for text in texts { json.string(text) }
    for number in numbers { json.literal(number.description) }
    json.endArray()
    guard case .array(let read) = try JSONScanner.value(of: json.text) else { throw JSONScanner.Fault() }
    let foundation = try #require(try JSONSerialization.jsonObject(with: json.data) as? [Any])
    for (index, text) in texts.enumerated() {
      #expect(
        read[index] == .string(text) && (foundation[index] as? String)?.utf8.elementsEqual(text.utf8) == true,
        "seed \(seed)")
    }
    let reals = read.dropFirst(texts.count).map { value -> Double? in
      switch value {
      case .real(let number): number
      case .integer(let number): Double(number)
      default: nil
      }
    }
    #expect(reals == numbers, "replay with FORMSTATE_TEST_SEED=\(seed)")
  }
}
