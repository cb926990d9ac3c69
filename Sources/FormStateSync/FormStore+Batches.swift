import FormState
import FormStateInterchange
import FormStateStore
import Foundation

extension FormStore {
  /// Merges a batch that a folder or a collector has, each response by itself.
  ///
  /// - Parameters:
  ///   - batch: the batch.
  ///   - name: the file that has it, which is noted as taken if all of it was; `nil` for none.
  ///   - destination: the folder or the collector.
  /// - Throws: ``StoreError``, or an error with a ``BatchFault/reason(of:)``; nothing has changed then.
  func take(_ batch: BatchContents, ofFile name: String?, from destination: String) throws -> TakenBatch {
    var contents = batch
    let parts = try contents.contents(
      knowing: definitions(ofForms: contents.forms), inForce: definitionsInForce(after: contents.beginnings))
    var taken = try take(parts, ofFile: contents.missing.isEmpty ? name : nil, from: destination)
    taken.missing += contents.missing
    return taken
  }
}

/// What is wrong with a batch itself.
enum BatchFault {
  /// Why a batch cannot be taken, as a clause; `nil` for an error that is not about the batch.
  static func reason(of error: any Error) -> String? {
    switch error {
    case let error as JSONLinesError: "line \(error.line) \(error.problem)"
    case let error as PushedEntryError: error.description
    case let error as InvalidDefinition: error.description
    default: nil
    }
  }
}

extension PushBatchReader {
  /// Reads a batch in memory.
  init(_ data: Data, source: String) {
    var place = data.startIndex
    let lines = InputLines(name: source) { limit in
      let next = data[place..<min(data.endIndex, place + limit)]
      place = next.endIndex
      return next
    }
    self.init(source: source) { try lines.next(atMost: $0) }
  }
}
