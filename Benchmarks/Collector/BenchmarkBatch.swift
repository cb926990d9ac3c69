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

  private static func entry(_ revision: Int, response: Int, digest: String) -> String {
    let cell = revision.isMultiple(of: 2) ? "first-name" : "last-name"
    let value = "name \(response) \(revision)"
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
