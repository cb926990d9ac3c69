/// Where a cell stands in its form, shown or not.
public struct CellPlace: Hashable, Sendable, Comparable {
  /// The position of the section in the form, from 0.
  public var section: Int
  /// The position in the section's preorder, from 0.
  public var position: Int

  /// Creates a place.
  public init(section: Int, position: Int) {
    self.section = section
    self.position = position
  }

  /// Orders places as the form does.
  public static func < (left: CellPlace, right: CellPlace) -> Bool {
    (left.section, left.position) < (right.section, right.position)
  }
}
