/// The division of a level's headers and cells into pages of neighbours.
package enum LeafPaging {
  /// The number of places per page, a power of two: few enough to build without a noticeable delay. Tests lower it.
  @TaskLocal package static var size = 1_024
}
