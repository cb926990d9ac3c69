import FormState
import Foundation

/// Reads a dump, one part at a time, to limit memory.
///
/// ```swift
/// let reader = StoreDumpReader(sourceName: "dump.json") { try file.read(upToCount: 1 << 16) ?? Data() }
/// try store.restore(parts: reader.forEachPart)
/// ```
public final class StoreDumpReader {
  private enum Content {
    case parts(FormPartsReader)
    /// Not JSON; it is read to identify it.
    case other(DocumentWindow)
  }

  private let sourceName: String
  private let content: Content

  /// Begins with a dump.
  ///
  /// - Parameters:
  ///   - sourceName: its name in messages.
  ///   - next: returns the next bytes of the document; empty at its end.
  public init(sourceName: String, reading next: @escaping () throws -> Data) {
    self.sourceName = sourceName
    let window = DocumentWindow(reading: next)
    content =
      (try? DocumentFormat.detect(window.bytes)) == .json
      ? .parts(FormPartsReader(.dump, in: window, settings: ImportSettings(sourceName: sourceName))) : .other(window)
  }

  /// Passes on the forms, each with all of its versions, and after each its responses; once.
  ///
  /// After the first fault no more parts are passed on, and the document is read on to report all faults. Members may
  /// be in any order except after the responses of a form or the journal of a response, where FormState never writes
  /// any; `StoreDump.read` accepts these as well.
  ///
  /// - Parameter body: receives the parts.
  /// - Throws: ``ImportError`` with every fault at once; what `body` and `next` throw.
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
