import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

@Suite("BinaryPropertyListWriter")
struct BinaryPropertyListWriterTests {
  /// Writes a value, and compares it with what FormState's reader and Foundation read.
  @discardableResult
  private func written(_ value: PropertyValue, sourceLocation: SourceLocation = #_sourceLocation) throws -> [UInt8] {
    let data = try WrittenPropertyList.data(of: value, as: .binary)
    let root = try Document.read(data).root
    #expect(exactDifference(root, value) == nil, sourceLocation: sourceLocation)
    let foundation = try FoundationOracle.root(of: data, format: .binaryPropertyList)
    #expect(exactDifference(foundation, value) == nil, sourceLocation: sourceLocation)
    return Array(data)
  }

  /// The bytes of an offset and of a reference, and the number of objects.
  private func trailer(_ file: [UInt8]) throws -> (offset: Int, reference: Int, objects: Int) {
    let trailer = try #require(file.count >= 32 ? Array(file.suffix(32)) : nil)
    return (Int(trailer[6]), Int(trailer[7]), trailer[8..<16].reduce(0) { $0 << 8 | Int($1) })
  }

  @Test("scalars are written in their smallest form", arguments: Self.scalars)
  func smallestForm(value: PropertyValue, bytes: [UInt8]) throws {
    let file = try written(.array([value]))
    #expect(Array(file.dropFirst(8).prefix(bytes.count)) == bytes)
    #expect(file.count == 8 + bytes.count + 2 + 2 + 32)
  }

  private static let scalars: [(PropertyValue, [UInt8])] = [
    (.boolean(false), [0x08]), (.boolean(true), [0x09]),
    (.integer(0), [0x10, 0]), (.integer(255), [0x10, 255]), (.integer(256), [0x11, 1, 0]),
    (.integer(65_535), [0x11, 255, 255]), (.integer(65_536), [0x12, 0, 1, 0, 0]),
    (.integer(4_294_967_295), [0x12, 255, 255, 255, 255]), (.integer(4_294_967_296), [0x13, 0, 0, 0, 1, 0, 0, 0, 0]),
    (.integer(.max), [0x13, 127, 255, 255, 255, 255, 255, 255, 255]),
    (.integer(.min), [0x13, 128, 0, 0, 0, 0, 0, 0, 0]),
    (.integer(-1), [0x13] + Array(repeating: 255, count: 8)),
    (.real(1), [0x23, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0]), (.real(-0.0), [0x23, 0x80, 0, 0, 0, 0, 0, 0, 0]),
    (.date(Date(timeIntervalSinceReferenceDate: 0.5)), [0x33, 0x3F, 0xE0, 0, 0, 0, 0, 0, 0]),
    (.data(Data()), [0x40]), (.data(Data([0, 255])), [0x42, 0, 255]),
    (.string(""), [0x50]), (.string("a\u{7F}"), [0x52, 0x61, 0x7F]), (.string("é"), [0x61, 0, 0xE9]),
    (.string("😀"), [0x62, 0xD8, 0x3D, 0xDE, 0x00]), (.string("e\u{301}"), [0x62, 0, 0x65, 3, 1]),
  ]

  @Test("counts at the limits of each encoding are written", arguments: [14, 15, 16, 255, 256, 65_536])
  func counts(count: Int) throws {
    try written(.array(Array(repeating: .boolean(true), count: count)))
    try written(.dictionary(Dictionary(uniqueKeysWithValues: (0..<count).map { ("key \($0)", .integer(Int64($0))) })))
    for character in ["a", "é", "😀", "e\u{301}"] { try written(.string(String(repeating: character, count: count))) }
    try written(.data(Data(repeating: 7, count: count)))
  }

  @Test(
    "references have the bytes that the number of objects needs, as CoreFoundation requires",
    arguments: [(255, 1), (256, 2), (257, 2), (65_535, 2), (65_536, 4), (65_537, 4)])
  func widths(objects: Int, reference: Int) throws {
    let file = try written(.array((1..<objects).map { .integer(Int64($0)) }))
    let trailer = try trailer(file)
    #expect(trailer.objects == objects)
    #expect(trailer.reference == reference)
  }

  @Test("offsets have the bytes that the place of their table needs", arguments: [(249, 1), (250, 2), (251, 2)])
  func offsetWidths(length: Int, offset: Int) throws {
    // A header of 8 bytes, a text with a head of 3 and an array of 2 or, in a document of 256 bytes, one more.
    let file = try written(.array([.string(String(repeating: "a", count: length - 7))]))
    #expect(try trailer(file).offset == offset, "the table lies at \(length + 6)")
    for length in [65_500, 65_530, 65_540] { try written(.array([.string(String(repeating: "a", count: length))])) }
  }

  @Test("empty containers are written, alone and nested")
  func empty() throws {
    for value: PropertyValue in [
      .array([]), .dictionary([:]), .array([.array([]), .dictionary([:]), .array([.array([])])]),
      .dictionary(["": .array([])]),
      .dictionary(["a": .dictionary([:])]), .string(""), .data(Data()),
    ] {
      try written(value)
    }
  }

  @Test("identical scalars are written once; merely equal ones stay distinct")
  func sharing() throws {
    let moment = Date(timeIntervalSinceReferenceDate: 1)
    let scalars: [PropertyValue] = [
      .string("text"), .string("é"), .integer(1), .real(1), .boolean(true), .date(moment), .data(Data([1])),
      .string("e\u{301}"), .real(0), .real(-0.0), .integer(0), .boolean(false), .string("1"), .data(Data("text".utf8)),
    ]
    let file = try written(.array(scalars + scalars + [.dictionary(["text": .string("text")])]))
    #expect(try trailer(file).objects == scalars.count + 2)
  }

  @Test("equal values have equal bytes, whatever the order of their dictionaries")
  func determinism() throws {
    let names = (0..<200).map { "name \($0)" }
    let entries = names.map { ($0, PropertyValue.string("value of \($0)")) }
    let first = try written(.dictionary(Dictionary(uniqueKeysWithValues: entries)))
    var other: [String: PropertyValue] = [:]
    other.reserveCapacity(5_000)
    for (name, value) in entries.reversed() { other[name] = value }
    #expect(try written(.dictionary(other)) == first)
  }

  @Test("null is omitted, in a dictionary with its key")
  func null() throws {
    for format in CellDescriptorPlist.PlistFormat.allCases {
      let value = PropertyValue.array([.null, .dictionary(["a": .null, "b": .array([.null])]), .integer(1)])
      let data = try WrittenPropertyList.data(of: value, as: format)
      #expect(try Document.read(data).root == .array([.dictionary(["b": .array([])]), .integer(1)]))
    }
  }

  @Test(
    "a long text in thousands of places is mostly shared, and read again",
    arguments: [(300, 20_000), (5_000, 1_500)])
  func longSharedText(length: Int, places: Int) throws {
    let text = PropertyValue.string(String(repeating: "long ", count: length / 5))
    let value = PropertyValue.array(Array(repeating: text, count: places))
    let data = try WrittenPropertyList.data(of: value, as: .binary)
    #expect(try Document.read(data).root == value)
    #expect(data.count < places * length / 20, "most of them are shared")
  }

  @Test("FormState's reader and Foundation read any tree equally", arguments: TestSeeds.seeds(1, full: 40))
  func randomTrees(seed: UInt64) throws {
    var random = RandomPropertyValue(seed: seed)
    for _ in 0..<150 {
      let value = PropertyValue.array([random.value(depth: 4)])
      let data = try WrittenPropertyList.data(of: value, as: .binary)
      let root = try Document.read(data).root
      #expect(exactDifference(root, value) == nil, "FORMSTATE_TEST_SEED=\(seed) replays it")
      let foundation = try FoundationOracle.root(of: data, format: .binaryPropertyList)
      #expect(exactDifference(foundation, value) == nil, "FORMSTATE_TEST_SEED=\(seed) replays it")
    }
  }

  @Test(
    "values that no property list can contain are refused with their place, in both formats",
    arguments: CellDescriptorPlist.PlistFormat.allCases)
  func refusals(format: CellDescriptorPlist.PlistFormat) throws {
    let dates =
      "a property is a date outside the years 1 to 9999, which property lists cannot hold; write a text"
    let numbers = "a property is a number that is not finite; property lists have none"
    let deep = (0..<300).reduce(PropertyValue.array([])) { value, _ in .array([value]) }
    let cases: [(PropertyValue, String)] = [
      (.real(.infinity), numbers), (.real(.nan), numbers),
      (.date(Date(timeIntervalSinceReferenceDate: 1e300)), dates),
      (.date(Date(timeIntervalSinceReferenceDate: .nan)), dates),
      (.date(Date(timeIntervalSinceReferenceDate: -63_113_904_001)), dates),
      (deep, "a property is nested too deep to be read again; flatten it"),
    ]
    for (value, reason) in cases {
      let cell = FormCell(key: "c", kind: .text, title: "C", properties: ["mine": .array([value])])
      let form = FormDefinition(key: "f", sections: [FormSection(key: "s", cells: [cell])])
      let contents = ResponseContents(
        key: ResponseKey(form: "f"), stream: nil, version: 1, form: form, revision: 0, state: ResponseState(),
        definitionDigest: "")
      let error = #expect(throws: ExportError.self) { try CellDescriptorPlist.write(contents, as: format) }
      #expect(error?.description == "section 0, row 0: \(reason)")
    }
  }
}
