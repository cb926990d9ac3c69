import FormState
import GRDB

extension FormStore {
  /// Whether a cell shows in a response, and what keeps it from showing; read without loading the form.
  ///
  /// - Parameters:
  ///   - cell: the key of the cell.
  ///   - key: the response; one that has not begun is taken as a fresh one.
  /// - Throws: `ActionError.unknownCell`; ``StoreError/unknownForm(key:nearest:)``.
  /// - Complexity: a handful of reads, and O(v) for the v visible rows above the cell when it shows.
  public func explain(_ cell: String, of key: ResponseKey) throws -> VisibilityExplanation {
    try read { db in
      let location = try ResponseLocation.find(key, in: db)
      let reader = ResponseReader(db: db, location: location)
      var explanation = try VisibilityExplanation(ofCell: cell, reader: reader)
      if explanation.isVisible, let place = try reader.cell(withKey: cell)?.place {
        explanation.rowPath = try VisiblePositions(db: db, location: location).rowPath(of: place)
      }
      return explanation
    }
  }
}
