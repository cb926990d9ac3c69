#if Collect
import FormState
import Foundation
import Testing

/// A batch that asks too much, or is none.
struct HostileBatch: Sendable, CustomTestStringConvertible {
  let name: String
  /// Where the program finds the fault, and its words.
  let problem: String
  /// The batch, of a size.
  let write: @Sendable (_ size: Int) throws -> Data
  /// The size in the usual run.
  var size = 1
  /// The size in the full run.
  var fullSize = 1

  var testDescription: String { name }

  static func data(_ lines: [String]) -> Data { Data((lines.joined(separator: "\n") + "\n").utf8) }

  /// A batch whose fourth line is this entry.
  private static func batch(entry: String) throws -> Data {
    var batch = try WrittenBatch()
    batch.add([entry])
    return data(batch.lines)
  }

  private static func batch(more: String) throws -> Data {
    try batch(entry: WrittenBatch.entry(1, "Tom", more: #","more":\#(more)"#))
  }

  private static func batch(after: Int) throws -> Data {
    var batch = try WrittenBatch()
    batch.add([WrittenBatch.entry(1, "Tom")], after: after)
    return data(batch.lines)
  }

  private static let first = #"{"formstate-batch":1}"#

  static let all = [
    HostileBatch(
      name: "An object with very many keys", problem: "2: is no part of a batch; write it with formstate outbox write",
      write: { size in data([first, "{\((0..<size).map { "\"k\($0)\":1" }.joined(separator: ","))}"]) },
      size: 20_000, fullSize: 1_000_000),
    HostileBatch(
      name: "A line of 100 MB", problem: "2: the line is longer than 64 MB",
      write: { _ in data([first]) + Data(#"{"definition":""#.utf8) + Data(repeating: 0x78, count: 100_000_000) }),
    HostileBatch(
      name: "An entry of 100 MB", problem: "4: the line is longer than 16 MB",
      write: { _ in
        data([first] + (try WrittenBatch()).begun.dropFirst() + [head()]) + Data(repeating: 0x78, count: 100_000_000)
      }),
    HostileBatch(
      name: "Very many values", problem: "4: column 6000253: the document holds more than 3000000 values and keys",
      write: { _ in try batch(more: "[\(String(repeating: "1,", count: 7_000_000))1]") }),
    HostileBatch(
      name: "Deep nesting", problem: "4: column 577: containers are nested more than 256 levels deep",
      write: { size in try batch(more: String(repeating: "[", count: size) + String(repeating: "]", count: size)) },
      size: 100_000, fullSize: 100_000),
    HostileBatch(
      name: "A part with very many entries",
      problem: "20004: the part has more than 20000 entries or 16 MB; send it in smaller parts",
      write: { size in try batch(entry: WrittenBatch.entries(size).joined(separator: "\n")) },
      size: 20_001, fullSize: 1_000_000),
    HostileBatch(
      name: "A part of many megabytes",
      problem: "37: the part has more than 20000 entries or 16 MB; send it in smaller parts",
      write: { _ in
        let long = String(repeating: "x", count: 500_000)
        return try batch(
          entry: (1...40).map {
            WrittenBatch.entry($0, "Tom", after: $0 == 1 ? nil : "Tom", more: #","more":"\#(long)""#)
          }
          .joined(separator: "\n"))
      }),
    HostileBatch(
      name: "Very many empty lines", problem: "1000002: the batch ends here without its last line; send it again",
      write: { _ in data([first]) + Data(repeating: 0x0A, count: 1_000_000) }),
    HostileBatch(
      name: "Another version of the format",
      problem: "1: the batch is the number 2, not version 1 of the format; use a FormState that supports it",
      write: { _ in data([#"{"formstate-batch":2}"#]) }),
    HostileBatch(
      name: "A number beyond all", problem: "4: column 322: a number is too large to be represented",
      write: { _ in try batch(more: "1e999999999") }),
    HostileBatch(
      name: "The greatest revision", problem: "4: is not the entry 1, which comes next; send the batch again",
      write: { _ in try batch(entry: WrittenBatch.entry(.max, "Tom")) }),
    HostileBatch(
      name: "A part after the greatest revision",
      problem: "3: after: is not a revision; write the number of an entry of the journal",
      write: { _ in try batch(after: .max) }),
    HostileBatch(
      name: "A part after the least revision",
      problem: "3: after: is not a revision; write the number of an entry of the journal",
      write: { _ in try batch(after: .min) }),
    HostileBatch(
      name: "The character NUL",
      problem: "4: column 195: a text holds the control character U+0000, which no XML property list can; remove it",
      write: { _ in try batch(entry: WrittenBatch.entry(1, #"T\u0000m"#)) }),
    HostileBatch(
      name: "Half a character", problem: "4: column 195: half of a surrogate pair is unpaired",
      write: { _ in try batch(entry: WrittenBatch.entry(1, #"T\ud800m"#)) }),
    HostileBatch(
      name: "Bytes that are no text", problem: "4: column 195: the text is not valid UTF-8",
      write: { _ in
        var batch = try batch(entry: WrittenBatch.entry(1, "T?m"))
        while let place = batch.firstIndex(of: UInt8(ascii: "?")) { batch[place] = 0xFF }
        return batch
      }),
    HostileBatch(
      name: "Too many definitions",
      problem: "3: definitions: does not name digests by the numbers of versions; "
        + "write the digest of each definition under the number of its version",
      write: { _ in
        var batch = try WrittenBatch()
        batch.add([WrittenBatch.entry(1, "Tom")], definitions: definitions(10_001))
        return data(batch.lines)
      }),
  ]

  private static func head() -> String {
    #"{"stream":"\#(StreamName.random())","form":"profile","response":"r","definitions":{},"after":0}"#
  }

  /// As many definitions, of which only the first one exists.
  static func definitions(_ count: Int) -> String {
    let digits = (2...count).map { "\"\($0)\":\"" + String(repeating: "0", count: 59) + "\(10_000 + $0)\"" }
    return "{\"1\":\"\(WrittenBatch.digest)\",\(digits.joined(separator: ","))}"
  }
}
#endif
