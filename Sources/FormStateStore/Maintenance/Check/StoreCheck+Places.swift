import FormState
import GRDB

extension StoreCheck {
  /// Places in responses that no device can have reported.
  ///
  /// - Complexity: O(n log n) for n places.
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
    // As bytes: a name that is no text at all is reported with all others of its kind.
    let unusable = try Row.fetchAll(db, sql: "SELECT device FROM formstate_place").filter { row in
      guard let device = try? row.decode(String.self, atIndex: 0) else { return false }
      return PlaceTable.problem(withDevice: device) != nil || !device.utf8.elementsEqual(device.canonicalKey.utf8)
    }.count
    return [
      impossible > 0
        ? "\(impossible) of the rows of formstate_place name a cell or an instance that does not exist" : nil,
      unusable > 0 ? "\(unusable) of the rows of formstate_place have the name of a device that cannot be one" : nil,
      crowded > 0 ? "\(crowded) of the responses have places on more than \(PlaceTable.mostDevices) devices" : nil,
    ].compactMap { $0 }
  }
}
