import FormState
import GRDB

extension FormStore {
  /// Whether a cell shows in a response, and what keeps it from showing; read without loading the form.
  ///
  /// - Parameters:
  ///   - cell: the key of the cell.
  ///   - key: the response; one that has not begun is taken as a fresh one.
  /// - Throws: `ActionError.unknownCell`; ``StoreError/unknownForm(key:nearest:)``.
  /// - Complexity: a handful of reads, and O(v) for the v visible rows of the cell's section when it shows; of a response
  ///   that has not begun, O(n) for n cells.
  public func explain(_ cell: String, of key: ResponseKey) throws -> VisibilityExplanation {
    try read { db in
      let location = try ResponseLocation.find(key, in: db)
      let reader = ResponseReader(db: db, location: location)
      var explanation = try VisibilityExplanation(ofCell: cell, reader: reader)
      if explanation.isVisible, let place = try reader.cell(withKey: cell)?.place {
        // The view knows only responses that have begun.
        explanation.rowPath =
          location.responseID == nil
          ? VisibilityIndex(form: try DefinitionRepository(db: db).form(of: location.version)).rowPath(of: place)
          : try VisiblePositions(db: db, location: location).rowPath(of: place)
      }
      return explanation
    }
  }
}
