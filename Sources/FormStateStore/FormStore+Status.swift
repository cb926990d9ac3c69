import FormState
import GRDB

extension FormStore {
  /// How the value of a cell stands, read without loading the form.
  ///
  /// - Parameters:
  ///   - cell: the key of the cell.
  ///   - key: the response; one that has not begun is taken as a fresh one.
  /// - Throws: `ActionError.unknownCell`; ``StoreError/unknownForm(key:nearest:)``.
  /// - Complexity: a read by key.
  public func status(ofCell cell: String, in key: ResponseKey) throws -> CellStatus {
    try read { db in
      let reader = ResponseReader(db: db, location: try ResponseLocation.find(key, in: db))
      guard let snapshot = try reader.cell(withKey: cell) else {
        throw ActionError.unknownCell(key: cell, nearest: try reader.nearestCellKey(to: cell))
      }
      return CellStatus(of: snapshot)
    }
  }

  /// How the values of all cells stand that hold one or could, in the order of the form, and whether the response is
  /// completed.
  ///
  /// - Throws: ``StoreError/unknownForm(key:nearest:)``.
  /// - Complexity: O(n) for n cells.
  public func status(of key: ResponseKey) throws -> (isCompleted: Bool, cells: [CellStatus]) {
    let contents = try contents(of: key)
    let cells = contents.form.sections.flatMap(\.cells).filter(\.kind.holdsValue).map {
      CellStatus(of: $0, in: contents.state)
    }
    return (contents.state.isCompleted, cells)
  }
}
