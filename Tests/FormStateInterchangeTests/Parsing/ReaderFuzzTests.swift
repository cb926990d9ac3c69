import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

/// Random damage to the bytes of valid documents: no reader traps, and no decoder traps on a document that a reader
/// accepts. ``HostileReaderTests`` has mutations that know the grammars, for the readers above these.
@Suite("Readers under random damage")
struct ReaderFuzzTests {
  /// How many damaged documents are tried for each format and seed: a hundred thousand of a format in a full run.
  private static let iterations = 4_000

  /// A document with values of every type.
  private static func document(_ format: DocumentFormat) throws -> Data {
    let text: [String: Any] = ["title": "Ünï & <x>", "empty": "", "rows": 3, "height": 44.5, "open": true]
    let dated: [String: Any] = ["when": Date(timeIntervalSince1970: 1_000_000), "blob": Data([1, 2, 3, 4])]
    switch format {
    case .xmlPropertyList, .binaryPropertyList:
      let object: [Any] = [[text, dated], [text, ["nested": [text, -1, 1 << 40]]]]
      return try PropertyListSerialization.data(
        fromPropertyList: object, format: format == .xmlPropertyList ? .xml : .binary, options: 0)
    case .json:
      let object: [Any] = [[text], [text, ["nested": [text, -1, 1e-9, NSNull()]]]]
      return try JSONSerialization.data(withJSONObject: object, options: [.prettyPrinted, .sortedKeys])
    }
  }

  @Test(
    "damage traps no reader, and an accepted document traps no decoder",
    arguments: DocumentFormat.allCases, TestSeeds.seeds(1, full: 25))
  func survives(format: DocumentFormat, seed: UInt64) throws {
    // A trap cannot print the seed, so it is printed in advance.
    print("FORMSTATE_TEST_SEED=\(seed) replays the damage to \(format.rawValue)")
    let valid = Array(try Self.document(format))
    var source = MutationSource(seed: seed)
    var passed = 0
    for _ in 0..<Self.iterations {
      var bytes = valid
      // Often a single place: a reader refuses a document with much damage early.
      for _ in 0..<source.pick([1, 1, 1, 2, 3, 4]) { BinaryMutator.damage(&bytes, &source) }
      let data = Data(bytes)
      guard let found = (try? Document.read(data))?.format else { continue }
      passed += 1
      _ = FoundationDecoders.accepting(data, format: found)
    }
    #expect(fault(in: Data(valid)) == nil)
    #expect(passed > 0, "the damage should leave some documents valid")
  }

  @Test("random bytes after each format's start trap no reader", arguments: TestSeeds.seeds(1, full: 20))
  func survivesNoise(seed: UInt64) {
    print("FORMSTATE_TEST_SEED=\(seed) replays the noise")
    var generator = SeededGenerator(seed: seed)
    for start in ["<", "<plist>", "bplist00", "{", "[", "[\""] {
      for _ in 0..<1_000 {
        let length = Int.random(in: 0...200, using: &generator)
        let noise = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
        _ = fault(in: Data(Array(start.utf8) + noise))
      }
    }
  }
}
