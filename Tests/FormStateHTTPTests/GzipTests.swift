#if CommandLine || Collect
import FormStateGzip
import Foundation
import TestSupport
import Testing

@Suite("Compressed bodies") struct GzipTests {
  /// Bytes that repeat more or less.
  private static func bytes(_ count: Int, using random: inout SeededGenerator) -> Data {
    let letters = UInt8.random(in: 1...255, using: &random)
    return Data((0..<count).map { _ in UInt8.random(in: 0...letters, using: &random) })
  }

  @Test("What was compressed is expanded, at all sizes around a piece", arguments: TestSeeds.seeds(20, full: 500))
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let size = [0, 1, 1 << 16, 1 << 18].randomElement(using: &random)!
    let data = Self.bytes(max(0, size + Int.random(in: -2...2, using: &random)), using: &random)
    let compressed = try Gzip.compressed(data)
    #expect(try Gzip.expanded(compressed, atMost: data.count) == data)
    if !data.isEmpty {
      #expect(throws: GzipFault.tooLong(data.count - 1)) {
        try Gzip.expanded(compressed, atMost: data.count - 1)
      }
    }
  }

  @Test("The program gzip expands what we compress, and we what it compresses")
  func otherProgram() throws {
    var random = SeededGenerator(seed: 3)
    let data = Self.bytes(300_000, using: &random)
    let folder = try TemporaryFolder()
    func gzip(_ argument: String, _ input: Data) throws -> Data {
      try input.write(to: URL(fileURLWithPath: folder.path("input")))
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "gzip \(argument) < '\(folder.path("input"))' > '\(folder.path("output"))'"]
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
      return try Data(contentsOf: URL(fileURLWithPath: folder.path("output")))
    }
    #expect(try gzip("-d", try Gzip.compressed(data)) == data)
    #expect(try Gzip.expanded(try gzip("-9", data), atMost: .max) == data)
  }

  @Test(
    "Cut off anywhere, changed anywhere, or with more at its end, it is refused",
    arguments: TestSeeds.seeds(20, full: 500))
  func damage(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let data = Self.bytes(5000, using: &random)
    let compressed = try Gzip.compressed(data)
    let cut = Int.random(in: 0..<compressed.count, using: &random)
    #expect(throws: GzipFault.cutOff) { try Gzip.expanded(compressed.prefix(cut), atMost: .max) }
    #expect(throws: GzipFault.damaged) { try Gzip.expanded(compressed + [0], atMost: .max) }
    var changed = compressed
    // The header's time, flags about speed and system say nothing about the content.
    changed[Int.random(in: 10..<changed.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    #expect(throws: GzipFault.self) { try Gzip.expanded(changed, atMost: 10_000) }
    #expect(throws: GzipFault.damaged) { try Gzip.expanded(data, atMost: .max) }
  }

  @Test("A small body with a very long content ends at the limit")
  func bomb() throws {
    let compressed = try Gzip.compressed(Data(count: 64 << 20))
    #expect(compressed.count < 100_000)
    var most = 0
    var rest = compressed
    #expect(throws: GzipFault.tooLong(1 << 20)) {
      let read: Gzip.Reading = { count in
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
      }
      try Gzip.expand(read, atMost: 1 << 20) { most += $0.count }
    }
    #expect(most <= 1 << 20)
  }
}
#endif
