import FormState
import GRDB

/// The contents that are discarded from those that a response has set aside.
struct SetAsideDiscard {
  /// The discarded contents, in the order of the versions and of their cells.
  let cells: [SetAsideCell]
  /// The move for the journal.
  let move: UpgradeRecord

  /// Reads what is set aside.
  ///
  /// - Parameters:
  ///   - keys: the keys of the cells; `nil` for all.
  ///   - key: the response.
  /// - Throws: ``StoreError/Code/notSetAside``, ``StoreError/Code/unknownForm``.
  init(_ keys: Set<String>?, of key: ResponseKey, in db: Database, _ definitions: OpenDefinitions) throws {
    let keys = keys.map { Set($0.map(\.canonicalKey)) }
    let location = try ResponseLocation.find(key, in: db)
    let state = try StateTables(db: db, location: location).state()
    let known = Set((Array(state.cells.keys) + state.instances.keys).filter { $0.setAsideFrom != nil }.map(\.key))
    if let unknown = keys?.subtracting(known).min() {
      throw StoreError.notSetAside(
        cell: unknown, response: key.response, nearest: known.sorted().nearest(to: unknown))
    }
    let versions = VersionIndexes(db, definitions)
    func index(_ number: Int) throws -> FormIndex? { try versions.index(ofVersion: number, of: location) }
    let move = try UpgradeRecord(
      discarding: keys, setAsideIn: state, version: location.version.number, index: index)
    self.move = move
    cells = try SetAsideCell.all(in: state, version: index)
      .filter { move.cells[StateSubject($0.key, setAsideFrom: $0.version)] != nil }
  }
}
