/// The place of a cell in its form, visible or not.
package struct CellPlace: Hashable, Sendable, Comparable {
  /// The position of the section in the form, from 0.
  package var section: Int
  /// The position in the section's preorder, from 0.
  package var position: Int
  /// The number of its instance of a repeat; 0 outside of repeats.
  package var instance: Int

  /// Creates a place.
  package init(section: Int, position: Int, instance: Int = 0) {
    self.section = section
    self.position = position
    self.instance = instance
  }

  /// The place in an instance.
  package func within(_ instance: Int) -> CellPlace {
    CellPlace(section: section, position: position, instance: instance)
  }

  /// Orders places as in the form; those of one cell by the numbers of their instances.
  package static func < (left: CellPlace, right: CellPlace) -> Bool {
    (left.section, left.position, left.instance) < (right.section, right.position, right.instance)
  }
}
