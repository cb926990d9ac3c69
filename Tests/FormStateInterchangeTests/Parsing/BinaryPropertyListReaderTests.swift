import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

@Suite("BinaryPropertyListReader")
struct BinaryPropertyListReaderTests {
  /// A file with one object.
  private func file(_ object: [UInt8]) -> Data {
    var builder = BinaryPropertyListBuilder()
    builder.add(object)
    return builder.data
  }

  /// The fault in a file that a closure builds.
  private func problem(_ build: (inout BinaryPropertyListBuilder) -> Void) -> DocumentProblem? {
    var builder = BinaryPropertyListBuilder()
    build(&builder)
    return fault(in: builder.data)?.problem
  }

  /// The eight bytes of a real or a date after its marker.
  private func real(_ marker: UInt8, _ value: Double) -> [UInt8] {
    [marker] + BinaryPropertyListBuilder.wide(value.bitPattern)
  }

  @Test("a bare header and any truncated file are refused")
  func truncated() throws {
    #expect(fault(in: "bplist00") == DocumentFault(problem: .truncated, place: .byte(8)))
    let cells: [[String: Any]] = [["a": 1, "b": "é", "c": [true, 2.5]]]
    let data = try PropertyListSerialization.data(fromPropertyList: cells, format: .binary, options: 0)
    #expect(fault(in: data) == nil)
    for length in 1..<data.count { #expect(fault(in: data.prefix(length)) != nil, "cut to \(length) bytes") }
    #expect(fault(in: data + [0]) != nil)
    #expect(fault(in: data + data) != nil)
  }

  @Test("a container that contains itself is a cycle, directly or through others")
  func cycles() {
    #expect(problem { $0.array([0]) } == .cycle)
    let indirect = problem { builder in
      builder.array([1])
      builder.dictionary([2], [0])
      builder.add("key")
    }
    #expect(indirect == .cycle)
  }

  @Test("shared nodes are counted without expansion, and limited by the document's size")
  func sharedNodes() {
    var builder = BinaryPropertyListBuilder()
    for level in 1...25 { builder.array([level, level, level, level]) }
    builder.add([0x09])
    #expect(fault(in: builder.data)?.problem == .tooManySharedNodes(maximumNodes: 10_948))
    let few = problem { builder in
      builder.array([1, 1, 1])
      builder.add("shared")
    }
    #expect(few == nil)
  }

  @Test("depth counts through a container that was first measured at a shallower place")
  func sharedDepth() {
    var builder = BinaryPropertyListBuilder()
    builder.array([4, 1])
    builder.array([2])
    builder.array([3])
    builder.array([4])
    builder.array([5])
    builder.array([])
    #expect(fault(in: builder.data, limits: DocumentLimits(maximumDepth: 6)) == nil)
    #expect(
      fault(in: builder.data, limits: DocumentLimits(maximumDepth: 5))?.problem == .tooDeep(maximumDepth: 5))
  }

  @Test("shared text counts as often as it is referenced")
  func sharedBytes() {
    var builder = BinaryPropertyListBuilder()
    for level in 1...6 { builder.array(Array(repeating: level, count: 14)) }
    builder.add([0x5F, 0x11, 0x10, 0x00] + Array(repeating: 0x61, count: 4_096))
    #expect(fault(in: builder.data)?.problem == .tooManySharedBytes(maximumBytes: 1_188_416))
  }

  @Test("overlapping objects are refused, since no writer makes them")
  func overlaps() {
    let aliased = problem { builder in
      builder.array([1, 2])
      builder.add([0x09])
      builder.alias(0)
    }
    #expect(aliased == .malformed("the object overlaps another one"))
  }

  @Test(
    "unsupported types are refused by name",
    arguments: [
      ([0x00], "null"), ([0x80, 0x01], "a UID"), ([0xC0], "a set"), ([0xB0], "an ordered set"),
      ([0x0F], "an object of type 0xf"),
      ([0x14] + [UInt8](repeating: 0, count: 16), "an integer of 16 bytes"),
      ([0x70], "an object of type 0x70"), ([0xE0], "an object of type 0xe0"),
      ([0x20, 0], "an object of type 0x20"),
    ] as [([UInt8], String)])
  func unsupportedTypes(object: [UInt8], name: String) {
    #expect(
      fault(in: file(object)) == DocumentFault(problem: .unsupportedType(name), place: .object(0, byte: 8)))
  }

  @Test(
    "negative and oversized counts are refused",
    arguments: [
      [0xAF, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      [0xAF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      [0xDF, 0x13, 0x40, 0, 0, 0, 0, 0, 0, 0], [0x5F, 0x12, 0xFF, 0xFF, 0xFF, 0xFF], [0x4F, 0x10, 2, 0],
      [0x5F, 0x50], [0x5F, 0x14], [0x5F], [0x65, 0, 0x61], [0x13, 1], [0x23], [0x33, 0], [0x52, 0x61],
      [0xDF, 0x10],
    ] as [[UInt8]])
  func counts(object: [UInt8]) throws {
    guard case .malformed = try #require(fault(in: file(object))).problem else {
      Issue.record("refused for another reason")
      return
    }
  }

  @Test("a wrong trailer is refused")
  func trailers() {
    for declared: UInt64 in [0, 2, 1 << 61, .max] {
      var builder = BinaryPropertyListBuilder()
      builder.add([0x09])
      builder.declaredCount = declared
      #expect(fault(in: builder.data) != nil)
      builder.declaredCount = nil
      builder.declaredTable = declared
      #expect(fault(in: builder.data) != nil)
    }
    #expect(
      problem {
        $0.top = 1
        $0.add([0x09])
      } != nil)
    #expect(problem { $0.array([9]) } != nil)
  }

  @Test("an invalid offset is refused even if nothing refers to it")
  func unreachableObjects() {
    var builder = BinaryPropertyListBuilder()
    builder.add([0x09])
    builder.add([0x08])
    var data = builder.data
    #expect(fault(in: data) == nil)
    data[data.count - BinaryPropertyListLayout.trailerLength - 1] = 0xFF
    #expect(fault(in: data)?.problem == .malformed("object 1 is outside of the document's objects"))
  }

  @Test("keys must be strings that differ in content, not only in reference or encoding")
  func keys() {
    let number = problem { builder in
      builder.dictionary([1], [1])
      builder.add([0x10, 1])
    }
    #expect(number == .nonStringKey)
    let twice = problem { builder in
      builder.dictionary([1, 2], [3, 3])
      builder.add("key")
      builder.add([0x63, 0, 0x6B, 0, 0x65, 0, 0x79])
      builder.add([0x09])
    }
    #expect(twice == .duplicateKey("key"))
    let composed = problem { builder in
      builder.dictionary([1, 2], [3, 3])
      builder.add([0x61, 0, 0xE9])
      builder.add([0x62, 0, 0x65, 0x03, 0x01])
      builder.add([0x09])
    }
    #expect(composed == .duplicateKey("é"))
  }

  @Test("invalid text, reals and dates are refused")
  func scalars() {
    #expect(fault(in: file([0x51, 0xE9]))?.problem == .malformed("the text is not ASCII"))
    #expect(
      fault(in: file([0x61, 0xD8, 0x00]))?.problem == .malformed("half of a surrogate pair is unpaired"))
    #expect(fault(in: file([0x62, 0xD8, 0x3D, 0xDE, 0x00])) == nil)
    let notFinite = DocumentProblem.invalidNumber("a real is not a finite number")
    #expect(fault(in: file(real(0x23, .nan)))?.problem == notFinite)
    #expect(fault(in: file([0x22, 0x7F, 0x80, 0, 0]))?.problem == notFinite)
    #expect(fault(in: file(real(0x33, .infinity)))?.problem == .invalidDate)
    #expect(fault(in: file(real(0x33, 1e300)))?.problem == .invalidDate)
    #expect(fault(in: file(real(0x33, 0))) == nil)
  }

  @Test("characters that XML cannot contain are refused in both encodings of text")
  func forbiddenCharacters() {
    #expect(fault(in: file([0x52, 0x61, 0x01]))?.description.hasPrefix("object 0 at byte 8: a text holds") == true)
    #expect(fault(in: file([0x52, 0x61, 0x00]))?.problem == .forbiddenCharacter(0))
    #expect(fault(in: file([0x61, 0x00, 0x0B]))?.problem == .forbiddenCharacter(0xB))
    #expect(fault(in: file([0x61, 0xFF, 0xFF]))?.problem == .forbiddenCharacter(0xFFFF))
    #expect(fault(in: file([0x53, 0x09, 0x0A, 0x0D])) == nil)
  }
}
