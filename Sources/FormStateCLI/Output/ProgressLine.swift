#if CommandLine
import Dispatch
import FormStateInterchange
import Foundation

/// Tells a person at a terminal that work goes on which takes longer than a second, and nobody else.
enum ProgressLine {
  private static let patience = 1.0

  /// Runs work; from a second on, standard error shows what it is and for how long it has been going on.
  static func during<Result>(_ name: String, _ work: () throws -> Result) rethrows -> Result {
    guard StandardStreams.errorIsTerminal else { return try work() }
    let start = Date()
    let queue = DispatchQueue(label: "progress")
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + patience, repeating: patience)
    timer.setEventHandler { show("\(name) … \(Int(-start.timeIntervalSinceNow)) s") }
    timer.resume()
    defer {
      timer.cancel()
      // Waits for a line that is just being written, so that none appears after the erasing.
      queue.sync { if -start.timeIntervalSinceNow >= patience { show("") } }
    }
    return try work()
  }

  /// Counts steps; from a second on, standard error shows how many were done.
  struct Counter {
    private let name: String
    private let isShown = StandardStreams.errorIsTerminal
    private var nextTime = Date() + patience
    private var hasShown = false

    init(_ name: String) {
      self.name = name
    }

    /// Notes that so many steps have been done.
    mutating func reach(_ count: Int) {
      guard isShown, Date() >= nextTime else { return }
      show("\(name) … \(count)")
      hasShown = true
      nextTime = Date() + 0.2
    }

    /// Takes the line away.
    func finish() {
      if hasShown { show("") }
    }
  }

  private static func show(_ text: String) {
    try? Descriptor.write(Data("\r\u{1B}[K\(text)".utf8), to: STDERR_FILENO)
  }
}
#endif
