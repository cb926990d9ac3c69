import Foundation

/// Times work, and sets it in proportion to a baseline that runs in the same process.
enum Measurement {
  /// The least time of several runs, in seconds: the run that the machine's other work disturbed least.
  ///
  /// - Parameters:
  ///   - runs: how often to run.
  ///   - work: returns something, so it cannot be optimised away.
  static func seconds<Result>(runs: Int, _ work: () throws -> Result) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<self.runs(runs) {
      let clock = ContinuousClock()
      let duration = try clock.measure { blackHole(try work()) }
      let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
      best = min(best, seconds)
    }
    return best
  }

  /// The seconds that the processor has worked for this process, on all threads.
  static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Whether all is to run once at a small size, which shows that it does and measures nothing.
  static var isQuick: Bool { Request.current.isQuick }

  /// The number of runs, or one for a quick run.
  static func runs(_ runs: Int) -> Int { isQuick ? 1 : runs }

  /// A size, or a twentieth of it for a quick run.
  static func size(_ size: Int) -> Int { isQuick ? max(size / 20, 50) : size }

  /// Prints a line at once, so piped output is complete when the rest is cut off.
  static func tell(_ line: String) {
    print(line)
    fflush(nil)
  }

  /// Prints a line of the report.
  static func report(
    _ name: String, seconds: Double, operations: Int,
    baseline: (name: String, seconds: Double, operations: Int)
  ) {
    let each = seconds / Double(operations)
    let baselineEach = baseline.seconds / Double(baseline.operations)
    let ratio = each / baselineEach
    tell(
      "\(name): \(text(each)) each; \(baseline.name): \(text(baselineEach)) each; ratio \(significant(ratio))"
    )
  }

  /// A time in a unit that a person reads easily.
  static func text(_ seconds: Double) -> String {
    switch seconds {
    case ..<1e-6: "\(significant(seconds * 1e9)) ns"
    case ..<1e-3: "\(significant(seconds * 1e6)) µs"
    case ..<1: "\(significant(seconds * 1e3)) ms"
    default: "\(significant(seconds)) s"
    }
  }

  /// A number with three digits that count.
  static func significant(_ number: Double) -> String {
    guard number != 0, number.isFinite else { return "\(number)" }
    var scale = 1.0
    while abs(number) * scale < 100 { scale *= 10 }
    let rounded = (number * scale).rounded() / scale
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  @inline(never)
  private static func blackHole<Content>(_ content: Content) {}
}
