/// What a counted tree sums up: its metrics.
struct RowSums: Hashable, Sendable {
  /// The places: one for each instance, header and cell, and one for each cell of a repeat's template.
  var count = 0
  /// The visible rows.
  var shown = 0
  /// All rows, including those kept without height.
  var all = 0
  /// The visible height.
  var height = 0.0

  /// The sums of the same while it is hidden.
  var hidden: RowSums { RowSums(count: count, all: all) }

  /// The sums together with those of what follows, which may be hidden.
  @inline(__always)
  func followed(by next: RowSums, isVisible: Bool) -> RowSums {
    var sums = self
    sums += isVisible ? next : next.hidden
    return sums
  }

  @inline(__always)
  static func += (left: inout RowSums, right: RowSums) {
    left.count += right.count
    // Repeats in repeats may have more rows than can be counted.
    left.shown = left.shown.clampedSum(right.shown)
    left.all = left.all.clampedSum(right.all)
    left.height += right.height
  }
}

/// A distance along one of the metrics.
protocol RowDistance: Comparable, AdditiveArithmetic, Sendable {
  /// The distance, or the greatest one below a limit.
  func clamped(below limit: Self) -> Self
}

extension Int: RowDistance {
  func clamped(below limit: Int) -> Int { Swift.min(self, limit - 1) }
}

extension Double: RowDistance {
  // Sums of heights are rounded.
  func clamped(below limit: Double) -> Double { Swift.min(self, limit.nextDown) }
}
