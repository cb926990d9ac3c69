import FormState
import Foundation

/// Reads a dump, a part at a time, so that not even a large store has to be held in memory.
///
/// ```swift
/// let reader = StoreDumpReader(sourceName: "dump.json") { try file.read(upToCount: 1 << 16) ?? Data() }
/// try store.restore(parts: reader.forEachPart)
/// ```
public final class StoreDumpReader {
  private enum Content {
    case parts(FormPartsReader)
    /// No JSON, which is read to say what it is.
    case other(DocumentWindow)
  }

  private let sourceName: String
  private let content: Content

  /// Begins with a dump.
  ///
  /// - Parameters:
  ///   - sourceName: what messages call it.
  ///   - next: gives the next bytes of the document; none at its end.
  public init(sourceName: String, reading next: @escaping () throws -> Data) {
    self.sourceName = sourceName
    let window = DocumentWindow(reading: next)
    content =
      (try? DocumentFormat.detect(window.bytes)) == .json
      ? .parts(FormPartsReader(.dump, in: window, settings: ImportSettings(sourceName: sourceName))) : .other(window)
  }

  /// Hands out the forms, each with all of its versions, and after each its responses; once.
  ///
  /// With the first fault nothing more is handed out, and the document is read on to tell all of them. Members may
  /// stand in any order but behind the responses of a form or the journal of a response, as no writer of ours has them;
  /// ``StoreDump/read(_:sourceName:)`` takes these as well.
  ///
  /// - Parameter body: takes the parts.
  /// - Throws: ``ImportError`` with every fault at once; what `body` throws, and what gives the bytes.
  /// - Complexity: O(n) in the size of the document; a definition is in memory, and one journal.
  public func forEachPart(_ body: (FormContents.Part) throws -> Void) throws {
    switch content {
    case .parts(var reader):
      while let part = try reader.next() { try body(part) }
    case .other(let window):
      let data = window.rest(atMost: DefinitionImporter.largestDocument)
      if let failure = window.failure { throw failure }
      for form in try StoreDump.read(data, sourceName: sourceName) { try form.parts.forEach(body) }
    }
  }
}

extension FormContents {
  /// The form without its responses, then each of them in alphabetical order.
  var parts: [Part] {
    var form = self
    form.responses = [:]
    return [.form(form)] + responses.sorted { $0.key < $1.key }.map { .response(key: $0.key, $0.value) }
  }
}
