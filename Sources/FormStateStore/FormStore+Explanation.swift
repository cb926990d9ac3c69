import FormState
import GRDB

extension FormStore {
  /// Whether a cell shows in a response, and what keeps it from showing; read without loading the form.
  ///
  /// - Parameters:
  ///   - cell: the key of the cell.
  ///   - key: the response; one that has not begun is taken as a fresh one.
  /// - Throws: `ActionError.unknownCell`; ``StoreError/unknownForm(key:nearest:)``.
  /// - Complexity: a handful of reads, one per cell above it.
  public func explain(_ cell: String, of key: ResponseKey) throws -> VisibilityExplanation {
    try read { db in
      let location = try ResponseLocation.find(key, in: db)
      return try VisibilityExplanation(ofCell: cell, reader: ResponseReader(db: db, location: location))
    }
  }
}
