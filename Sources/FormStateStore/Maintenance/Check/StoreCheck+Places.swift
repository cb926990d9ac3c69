import FormState
import GRDB

extension StoreCheck {
  /// Places and drafts in responses that no device can have reported.
  ///
  /// - Complexity: O(n log n) for n places and drafts.
  func placeFaults() throws -> [String] {
    let impossible =
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM formstate_place AS place WHERE \(PlaceTable.isImpossible)") ?? 0
    let crowded =
      try Int.fetchOne(
        db,
        sql: """
          SELECT count(*)
          FROM (SELECT 1 FROM formstate_place GROUP BY response_id HAVING count(*) > ?)
          """, arguments: [PlaceTable.mostDevices]) ?? 0
    let misplaced =
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM formstate_draft AS draft WHERE \(DraftTable.isImpossible)") ?? 0
    let (places, drafts) = (try unusableDevices(in: "formstate_place"), try unusableDevices(in: "formstate_draft"))
    return [
      impossible > 0
        ? "\(impossible) of the rows of formstate_place name a cell or an instance that does not exist" : nil,
      misplaced > 0
        ? "\(misplaced) of the rows of formstate_draft name a cell or an instance that does not exist" : nil,
      places > 0 ? "\(places) of the rows of formstate_place have the name of a device that cannot be one" : nil,
      drafts > 0 ? "\(drafts) of the rows of formstate_draft have the name of a device that cannot be one" : nil,
      crowded > 0 ? "\(crowded) of the responses have places on more than \(PlaceTable.mostDevices) devices" : nil,
    ].compactMap { $0 }
  }

  /// The number of rows with a name that no device can have; one that is no text at all is reported with its kind.
  private func unusableDevices(in table: String) throws -> Int {
    try Row.fetchAll(db, sql: "SELECT device FROM \(table)").filter { row in
      (try? row.decode(String.self, atIndex: 0)).map(PlaceTable.isDevice) == false
    }.count
  }
}
