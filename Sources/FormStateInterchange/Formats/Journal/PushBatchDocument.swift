import FormState
import Foundation

/// A batch of journal entries as JSON Lines, for a collector.
///
/// ```json
/// {"formstate-batch":1,"device":"kiosk 3"}
/// {"definition":"ab12…","document":{"formstate":1,"key":"visit", … }}
/// {"stream":"d23f…","form":"visit","response":"p17","definitions":{"2":"ab12…"},"after":11,"chain":"77c0…"}
/// {"revision":12,"time":"2026-11-26T09:34:47.221Z","action":{ … },"changes":[ … ]}
/// {"entries":1,"chain":"5a83…","state":"dbd1…","completed":false}
/// {"parts":1}
/// ```
///
/// First come definitions that the collector may lack. Each part has a line that names its response, a line for each
/// entry, exactly as the chain hashes it, and a line that proves that the part is whole. The last line proves that the
/// batch is.
public enum PushBatchDocument {
  /// The version of the format that is written, and the only one that is read.
  static let version: Int64 = 1
  /// The member that identifies a batch.
  static let mark = "formstate-batch"

  /// Writes a batch.
  ///
  /// - Throws: ``ExportError`` if a definition cannot be written.
  /// - Complexity: O(n) for n entries, changes, and cells of definitions.
  public static func write(_ batch: PushBatch) throws -> Data {
    var data = Data()
    var writer = PushBatchWriter { data.append($0) }
    try writer.begin(device: batch.device)
    for (index, part) in batch.parts.enumerated() {
      try writer.write(part, definitions: index == 0 ? batch.definitions : [:])
    }
    try writer.finish()
    return data
  }
}

extension PushBatchDocument {
  /// Checks that a document begins and ends as a batch does: something on the way may have cut it off.
  ///
  /// - Throws: ``JSONLinesError`` otherwise.
  package static func requireEnd(of document: Data, source: String) throws {
    let lines = document.split(separator: 0x0A, omittingEmptySubsequences: true)
    guard document.starts(with: Data("{\"\(mark)\":".utf8)) else {
      throw JSONLinesError(source: source, line: 1, problem: "is not the beginning of a batch")
    }
    guard document.last == 0x0A, lines.last?.starts(with: Data("{\"parts\":".utf8)) == true else {
      throw JSONLinesError(source: source, line: lines.count + 1, problem: "is missing")
    }
  }
}

/// Writes a batch, one part at a time, to limit memory.
package struct PushBatchWriter {
  private let sink: (Data) throws -> Void
  private var partCount = 0

  /// Begins a batch.
  ///
  /// - Parameter sink: receives the next bytes of the document.
  package init(to sink: @escaping (Data) throws -> Void) { self.sink = sink }

  /// Writes the first line.
  ///
  /// - Parameter device: the name of the device; `nil` for none.
  package mutating func begin(device: String?) throws {
    try write(BatchHead(device: device))
  }

  /// Writes a part.
  ///
  /// - Parameter definitions: definitions that the collector may lack, by their digests.
  /// - Throws: ``ExportError`` if a definition cannot be written; what the sink throws.
  package mutating func write(_ part: PushBatch.Part, definitions: [String: FormDefinition]) throws {
    partCount += 1
    for (digest, form) in definitions.sorted(by: { $0.key < $1.key }) { try write(form, digest) }
    try write(
      PartHead(
        stream: part.stream, form: part.key.form, response: part.key.response, definitions: part.definitions,
        after: part.after, chain: part.chainBefore))
    for line in part.lines { try sink(Data("\(line)\n".utf8)) }
    try write(
      PartEnd(
        entryCount: part.lines.count, chain: part.chain, state: part.outcome?.state,
        isCompleted: part.outcome?.isCompleted))
  }

  /// Writes the last line.
  package mutating func finish() throws { try write(BatchEnd(partCount: partCount)) }

  private func write(_ form: FormDefinition, _ digest: String) throws {
    let document = try FormDocumentWriter.onOneLine(form)
    try sink(Data("{\"definition\":\"\(digest)\",\"document\":".utf8) + document + Data("}\n".utf8))
  }

  private func write<Object: DocumentObject>(_ line: Object) throws {
    try sink(Data((try JSONLine.text(of: line) + "\n").utf8))
  }
}
