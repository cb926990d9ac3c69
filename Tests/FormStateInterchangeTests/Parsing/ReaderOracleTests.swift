import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

/// The readers compared with Foundation's decoders, on sound documents that Foundation wrote.
@Suite("Readers against Foundation")
struct ReaderOracleTests {
  /// How many documents are tried for each format and seed.
  private static let iterations = 150

  /// Texts that a format has to write in a special way.
  private static let texts = [
    "", "a", "title", "<&>\"'", "]]>", "é", "e\u{301}", "名前", "😀", "a\nb\tc", "\\u0041", "  ", "x\u{7F}\u{85}",
    "\u{2028}", "0", "true", String(repeating: "long text ", count: 30), "\u{10FFFD}",
  ]

  /// Whole numbers at the limits of one to eight bytes.
  private static let integers: [Int64] = [
    0, 1, -1, 127, 128, 255, 256, 32_767, 65_535, 65_536, 1 << 31, 1 << 32, (1 << 53) + 1, .max, .min, .min + 4096,
  ]

  /// Numbers with a fraction, and some without one.
  private static let reals: [Double] = [
    0, 0.1, -0.5, 1, 1e22, 1e23, 123_456.789, 1e-7, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    .leastNormalMagnitude, .pi,
    9_007_199_254_740_992, 0x1p64,
  ]

  /// A value of random shape for Foundation's writers.
  private static func value(
    depth: Int, format: DocumentFormat, with generator: inout SeededGenerator
  ) -> Any {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 7), using: &generator) {
    case 0: return Bool.random(using: &generator)
    case 1: return integers.randomElement(using: &generator) ?? 0
    case 2: return Int64.random(in: .min ... .max, using: &generator) >> Int64.random(in: 0..<64, using: &generator)
    case 3: return (reals.randomElement(using: &generator) ?? 0) * (Bool.random(using: &generator) ? 1 : -1)
    case 4 where format == .json: return NSNull()
    case 4:
      // Whole seconds, the precision of XML.
      return Date(
        timeIntervalSinceReferenceDate: Double(Int.random(in: -63_113_904_000..<252_423_993_600, using: &generator)))
    case 5 where format != .json:
      return Data(
        (0..<Int.random(in: 0...9, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) })
    case 5, 6: return texts.randomElement(using: &generator) ?? ""
    case 7:
      return (0..<Int.random(in: 0...20, using: &generator)).map { _ in
        value(depth: depth - 1, format: format, with: &generator)
      }
    default:
      var members: [String: Any] = [:]
      for number in 0..<Int.random(in: 0...20, using: &generator) {
        let name = (texts.randomElement(using: &generator) ?? "") + "\(number)"
        members[name] = value(depth: depth - 1, format: format, with: &generator)
      }
      return members
    }
  }

  /// The first difference between two values; `nil` if they are equal.
  private func difference(_ left: PropertyValue, _ right: PropertyValue) -> String? {
    switch (left, right) {
    case (.array(let lefts), .array(let rights)) where lefts.count == rights.count:
      return zip(lefts, rights).lazy.compactMap { difference($0, $1) }.first
    case (.dictionary(let lefts), .dictionary(let rights)) where lefts.count == rights.count:
      return lefts.lazy.compactMap { name, value in rights[name].map { difference(value, $0) } ?? "no “\(name)”" }.first
    case (.string(let left), .string(let right)) where left.utf8.elementsEqual(right.utf8): return nil
    // Foundation on Linux decodes some negative whole numbers of 19 digits as reals, off by the last bit.
    case (.integer(let whole), .real(let real))
    where whole <= -1_000_000_000_000_000_000 && abs(real - Double(whole)) <= abs(real) * 1e-15:
      return nil
    default: return left == right ? nil : "\(left) and \(right)"
    }
  }

  private static func document(of object: Any, format: DocumentFormat) throws -> Data {
    switch format {
    case .xmlPropertyList: try PropertyListSerialization.data(fromPropertyList: object, format: .xml, options: 0)
    case .binaryPropertyList: try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
    case .json: try JSONSerialization.data(withJSONObject: object, options: [.prettyPrinted])
    }
  }

  @Test(
    "random documents have the same values, including the types of numbers",
    arguments: DocumentFormat.allCases, TestSeeds.seeds(1, full: 40))
  func sameValues(format: DocumentFormat, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<Self.iterations {
      let object = [Self.value(depth: 4, format: format, with: &generator)]
      let data = try Self.document(of: object, format: format)
      let document = try Document.read(data)
      #expect(document.format == format)
      let difference = difference(document.root, try FoundationOracle.root(of: data, format: format))
      #expect(difference == nil, "FORMSTATE_TEST_SEED=\(seed) replays it")
    }
  }

  @Test(
    "the XML writer's output has the same values for its reader and for Foundation",
    arguments: TestSeeds.seeds(1, full: 40))
  func writtenAgain(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<Self.iterations {
      let object = [Self.value(depth: 4, format: .xmlPropertyList, with: &generator)]
      let value = try PropertyValue(foundationObject: object)
      let data = try WrittenPropertyList.data(of: value, as: .xml)
      let root = try Document.read(data).root
      #expect(difference(root, value) == nil, "FORMSTATE_TEST_SEED=\(seed)")
      #expect(
        difference(root, try FoundationOracle.root(of: data, format: .xmlPropertyList)) == nil,
        "FORMSTATE_TEST_SEED=\(seed)")
    }
  }

  @Test("carriage returns survive XML")
  func carriageReturns() throws {
    let data = try WrittenPropertyList.data(of: .array([.string("a\rb\r\nc\n\r")]), as: .xml)
    #expect(try Document.read(data).root == .array([.string("a\rb\r\nc\n\r")]))
  }

  @Test(
    "JSON numbers in any notation have Foundation's value and type",
    arguments: [
      "0", "-0", "0.0", "-0.0", "1.0", "10", "1e2", "1E-2", "1e0", "9223372036854775807", "9223372036854775808",
      "-9223372036854775808", "18446744073709551615", "18446744073709551616",
      "123456789012345678901234567890", "1.7976931348623157e308", "4.9e-324", "1e-400",
      "3.141592653589793238462643383279", "9007199254740993", "9007199254740993.0", "0.1e1",
      "100000000000000000000e-20",
    ])
  func numbers(text: String) throws {
    let data = Data("[\(text)]".utf8)
    let root = try Document.read(data).root
    let expected = try FoundationOracle.root(of: data, format: .json)
    #expect(root == expected)
  }

  @Test("values that Foundation reads wrongly are exact: close numbers, and a byte order mark")
  func exactValues() throws {
    #expect(try Document.read(Data("[\"\u{FEFF}a\"]".utf8)).root == .array([.string("\u{FEFF}a")]))
    let xml = Data(propertyList("<string>\u{FEFF}a</string>").utf8)
    #expect(try Document.read(xml).root == .string("\u{FEFF}a"))
    let text = "[-9223372036854775807,0.30000000000000004,-9223372036854775809,9007199254740993.0,5e-324]"
    let expected: [PropertyValue] = [
      .integer(.min + 1), .real(0.1 + 0.2), .real(-0x1p63), .real(0x1p53), .real(.leastNonzeroMagnitude),
    ]
    #expect(try Document.read(Data(text.utf8)).root == .array(expected))
  }

  @Test(
    "dates of XML property lists equal Foundation's, also before 1582",
    arguments: [
      "2001-01-01T00:00:00Z", "2000-02-29T23:59:59Z", "1970-01-01T00:00:00Z", "1582-10-14T12:00:00Z",
      "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "1900-03-01T00:00:00Z",
    ])
  func moments(text: String) throws {
    let data = Data(propertyList("<date>\(text)</date>").utf8)
    #expect(try Document.read(data).root == FoundationOracle.root(of: data, format: .xmlPropertyList))
  }
}
