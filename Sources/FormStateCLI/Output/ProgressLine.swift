#if CommandLine
import Dispatch
import FormStateInterchange
import Foundation

/// Shows progress of work that takes longer than a second, only on a terminal.
enum ProgressLine {
  private static let patience = 1.0

  /// Runs work; after a second, standard error shows its name and duration.
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
      // Waits for a line that is being written, so none appears after the erasing.
      queue.sync { if -start.timeIntervalSinceNow >= patience { show("") } }
    }
    return try work()
  }

  /// Counts steps; after a second, standard error shows their number.
  struct Counter {
    private let name: String
    private let isShown = StandardStreams.errorIsTerminal
    private var nextTime = Date() + patience
    private var hasShown = false

    init(_ name: String) {
      self.name = name
    }

    /// Records the number of completed steps.
    mutating func reach(_ count: Int) {
      guard isShown, Date() >= nextTime else { return }
      show("\(name) … \(count)")
      hasShown = true
      nextTime = Date() + 0.2
    }

    /// Erases the line.
    func finish() {
      if hasShown { show("") }
    }
  }

  private static func show(_ text: String) {
    try? Descriptor.write(Data("\r\u{1B}[K\(text)".utf8), to: STDERR_FILENO)
  }
}
#endif
