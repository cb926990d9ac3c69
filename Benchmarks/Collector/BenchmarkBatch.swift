#if Collect
import FormState
import FormStateInterchange
import Foundation

/// A batch of responses to a form with two questions, which are answered in turns.
enum BenchmarkBatch {
  private static let form = FormDefinition(
    key: "profile", title: "Profile",
    sections: [
      FormSection(
        key: "personal", title: "Personal",
        cells: ["first-name", "last-name"].map { FormCell(key: $0, kind: .text, title: $0) })
    ])

  /// Writes a batch.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - streams: the number of responses.
  ///   - entries: the number of entries of each.
  static func write(_ path: String, streams: Int, entries: Int) throws {
    try Data().write(to: URL(fileURLWithPath: path))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    defer { try? file.close() }
    var writer = PushBatchWriter { try file.write(contentsOf: $0) }
    try writer.begin(device: "benchmark")
    let digest = StateDigest.ofDefinition(form)
    for number in 0..<streams {
      let stream = StreamName.random()
      let start = JournalChain(of: stream)
      let lines = (1...entries).map { entry($0, response: number, digest: digest) }
      let chain = lines.reduce(into: start) { $0.append($1) }
      let part = PushBatch.Part(
        stream: stream, key: ResponseKey(form: form.key, response: "r\(number)"), definitions: [1: digest], after: 0,
        chainBefore: start, lines: lines, chain: chain, outcome: nil)
      try writer.write(part, definitions: number == 0 ? [digest: form] : [:])
    }
    try writer.finish()
  }

  /// Writes a response, and copies of it that go on differently, each into a file.
  ///
  /// - Parameters:
  ///   - name: the beginning of the paths.
  ///   - entries: the number of entries of the response, two or more.
  ///   - copies: the number of copies, which have all but the last entry in common with it.
  /// - Returns: the paths, first that of the response.
  static func writeCopies(_ name: String, entries: Int, copies: Int) throws -> [String] {
    let (stream, digest) = (StreamName.random(), StateDigest.ofDefinition(form))
    let lines = (1...entries).map { entry($0, response: 0, digest: digest) }
    let start = JournalChain(of: stream)
    let fork = lines.dropLast().reduce(into: start) { $0.append($1) }
    return try (0...copies).map { copy in
      let path = "\(name)\(copy).jsonl"
      try Data().write(to: URL(fileURLWithPath: path))
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      defer { try? file.close() }
      let isFirst = copy == 0
      let own = isFirst ? lines : [entry(entries, response: 0, digest: digest, saying: "name \(copy)")]
      let before = isFirst ? start : fork
      var writer = PushBatchWriter { try file.write(contentsOf: $0) }
      try writer.begin(device: "copy \(copy)")
      try writer.write(
        PushBatch.Part(
          stream: stream, key: ResponseKey(form: form.key, response: "r"), definitions: [1: digest],
          after: isFirst ? 0 : entries - 1, chainBefore: before, lines: own,
          chain: own.reduce(into: before) { $0.append($1) }, outcome: nil),
        definitions: isFirst ? [digest: form] : [:])
      try writer.finish()
      return path
    }
  }

  private static func entry(_ revision: Int, response: Int, digest: String, saying said: String? = nil) -> String {
    let cell = revision.isMultiple(of: 2) ? "first-name" : "last-name"
    let value = said ?? "name \(response) \(revision)"
    let version = revision == 1 ? #""version":"\#(digest)","# : ""
    let before = revision > 2 ? #""before":"name \#(response) \#(revision - 2)","# : ""
    let touched = revision > 2 ? "" : #",{"cell":"\#(cell)","field":"touched","after":true}"#
    let fraction = String(format: "%03d", revision % 1000)
    return #"{"revision":\#(revision),\#(version)"time":"2026-11-26T10:00:00.\#(fraction)Z","author":"Ada","#
      + #""action":{"action":"set","cell":"\#(cell)","value":"\#(value)"},"#
      + #""changes":[{"cell":"\#(cell)","field":"value",\#(before)"after":"\#(value)"}\#(touched)]}"#
  }
}
#endif
