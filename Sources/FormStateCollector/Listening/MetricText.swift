/// Durations by their size.
struct Histogram {
  /// The upper bounds in seconds; longer ones are beyond.
  static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

  /// How many are at most as long as each bound, and longer than the one before.
  private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
  /// All of them together.
  private(set) var seconds = 0.0

  /// Adds a duration.
  mutating func add(_ time: Duration) {
    let length = time / .seconds(1)
    counts[Self.bounds.firstIndex { length <= $0 } ?? Self.bounds.count] += 1
    seconds += length
  }
}

/// Writes metrics in the text format 0.0.4 of Prometheus.
struct MetricText {
  /// The type of a metric.
  enum Kind: String { case counter, gauge, histogram }

  /// What is written so far.
  private(set) var text = ""
  private var name = ""

  /// Begins a metric.
  mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    self.name = name
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  /// Adds a value of the metric. Names of devices are no labels: each would be a series for good.
  ///
  /// - Parameter labels: words of the program.
  mutating func add(_ labels: [(name: String, value: String)], _ value: some CustomStringConvertible) {
    line("", labels, value)
  }

  /// Adds a histogram of the metric.
  mutating func add(_ labels: [(name: String, value: String)], _ histogram: Histogram) {
    var count = 0
    for (bound, more) in zip(Histogram.bounds.map { "\($0)" } + ["+Inf"], histogram.counts) {
      count += more
      line("_bucket", labels + [("le", bound)], count)
    }
    line("_sum", labels, histogram.seconds)
    line("_count", labels, count)
  }

  private mutating func line(
    _ ending: String, _ labels: [(name: String, value: String)], _ value: some CustomStringConvertible
  ) {
    let list = labels.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: ",")
    text += "\(name)\(ending)\(list.isEmpty ? "" : "{\(list)}") \(value)\n"
  }
}
