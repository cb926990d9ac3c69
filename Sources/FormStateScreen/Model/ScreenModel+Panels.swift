import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// The queries of the panels beside the form.
extension ScreenModel {
  /// The choices of a question.
  ///
  /// - Throws: `ActionError.Code.unknownCell`, `ActionError.Code.hasNoChoices`; `StoreError`.
  func choices(of cell: String, containing text: String?, from first: Int, limit: Int) throws -> OrderedJSON {
    noteUse()
    let found = try session.choices(of: .key(cell), containing: text, from: first, limit: limit)
    return .object([
      ("cell", .string(cell)), ("count", .integer(found.count)), ("choices", .json(found.choices.line)),
    ])
  }

  /// The history in words, newest first.
  ///
  /// - Parameters:
  ///   - revision: the revision before which to end.
  ///   - limit: the maximum number of entries.
  /// - Complexity: O(k log n) for k changes of the entries.
  func history(before revision: Int, limit: Int) throws -> OrderedJSON {
    noteUse()
    let entries = try store.history(
      of: key, before: revision, limit: limit + 1, in: session.sentenceLanguage)
    let listed = entries.prefix(limit)
    return .object([
      ("entries", .json(listed.map(PrintedEntry.init).line)),
      ("before", entries.count > limit ? OrderedJSON(listed.last?.revision) : .null),
    ])
  }

  /// Explains why a cell is hidden.
  ///
  /// - Throws: `ActionError.Code.unknownCell`; `StoreError`.
  func explain(_ cell: String) throws -> OrderedJSON {
    noteUse()
    return .json(ToldVisibility(try session.explanation(of: .key(cell)), in: speech).line)
  }

  /// The journal as an action script.
  ///
  /// - Parameter revision: the last revision to include.
  /// - Throws: `ExportError` if the journal was compacted; `StoreError`.
  /// - Complexity: O(k log n) for k entries and their changes.
  func script(through revision: Int) throws -> Data {
    noteUse()
    return try ActionScript.write(try store.journal(of: key).filter { $0.revision <= revision })
  }
}
