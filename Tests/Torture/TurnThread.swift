import Foundation

/// A thread that takes turns with others at the calls to a simulated disk.
final class TurnThread: Sendable {
  private let disk: TortureDisk
  private let number: Int
  private let total: Int
  private let work: @Sendable () -> Void
  private let end = DispatchSemaphore(value: 0)

  init(_ number: Int, of total: Int, on disk: TortureDisk, _ work: @escaping @Sendable () -> Void) {
    self.disk = disk
    self.number = number
    self.total = total
    self.work = work
  }

  func start() {
    let thread = Thread { [self] in
      disk.use()
      disk.join(number, of: total)
      work()
      disk.leave()
      end.signal()
    }
    // As the main thread's, for rules that nest deeply.
    thread.stackSize = 8 << 20
    thread.start()
  }

  func join() { end.wait() }
}
