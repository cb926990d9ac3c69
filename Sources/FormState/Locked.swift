import Foundation

/// A value for any thread, one at a time.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  // Unchecked because the compiler cannot see that `value` is only accessed while `lock` is held. The checked
  // alternative, Mutex, needs macOS 15 and iOS 18.
  private var value: Value
  private let lock = NSLock()

  package init(_ value: Value) {
    self.value = value
  }

  /// Uses the value while no other thread can.
  package func withLock<Result>(_ work: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try work(&value)
  }
}
