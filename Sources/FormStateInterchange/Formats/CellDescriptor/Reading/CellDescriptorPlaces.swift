import FormState

/// The positions of the usual keys' values in a row, calculated once for all rows with the same keys.
struct CellDescriptorPlaces {
  /// The position of each usual key's value, in the order of the usual keys; `nil` if a row has none.
  private let usual: [Int?]
  /// Whether a row has the eight usual keys and no other.
  let areStandardAlone: Bool
  /// Whether a row has one of the keys that make a dictionary a cell.
  let describeCell: Bool

  init(of keys: DocumentKeys, names: CellDescriptorNames) {
    let usual = names.usualPlaces(in: keys.names)
    self.usual = usual
    areStandardAlone = keys.names.count == usual.count && usual.allSatisfy { $0 != nil }
    describeCell = CellDescriptorKey.describingRows.contains { key in
      key.placeAmongUsual.map { usual[$0] != nil } ?? false
    }
  }

  /// The value of a usual key in a row; `nil` for none and for any other key.
  @inline(__always)
  func value(of key: CellDescriptorKey, in row: DocumentRow) -> PropertyValue? {
    guard let place = key.placeAmongUsual, let index = usual[place] else { return nil }
    return row.values[index]
  }
}
