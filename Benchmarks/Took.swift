/// The cost of work: elapsed seconds, and processor seconds, which do not include waiting for the disk.
struct Took {
  private(set) var seconds = Double.infinity
  private(set) var processor = Double.infinity

  /// Runs work, and keeps the least of this and earlier runs.
  mutating func run(_ work: () throws -> Void) rethrows {
    let before = Measurement.processorTime
    seconds = min(seconds, try Measurement.seconds(runs: 1, work))
    processor = min(processor, Measurement.processorTime - before)
  }

  /// The cost of one of several operations.
  func divided(by operations: Int) -> Took {
    var each = self
    each.seconds /= Double(operations)
    each.processor /= Double(operations)
    return each
  }
}
