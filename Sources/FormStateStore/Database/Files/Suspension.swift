import FormState
import Foundation
import GRDB

extension FormStore {
  /// Post this before the app goes to the background: stores with `observesSuspension` release their locks
  /// and acquire no others. It is GRDB's own notification, so it reaches a host's databases too.
  public static var suspendNotification: Notification.Name { Database.suspendNotification }

  /// Post this when the app returns: suspended stores resume.
  public static var resumeNotification: Notification.Name { Database.resumeNotification }
}

/// Whether the process has asked its databases to hold no locks, as an app does before it goes to the background.
///
/// GRDB refuses a statement that would acquire a lock, but a pending wait for a lock continues, and the lock is then
/// held until something is written. Stores therefore check here as well.
final class Suspension: Sendable {
  /// The shared instance; it observes notifications since its first use.
  static let shared = Suspension()

  private let state = Locked(false)

  /// Whether locks are currently forbidden.
  var isSuspended: Bool { state.withLock { $0 } }

  private init() {
    observe(FormStore.suspendNotification, isSuspended: true)
    observe(FormStore.resumeNotification, isSuspended: false)
  }

  private func observe(_ name: Notification.Name, isSuspended: Bool) {
    // Observed for the lifetime of the process, so the token is not needed.
    _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [state] _ in
      state.withLock { $0 = isSuspended }
    }
  }
}

extension Database {
  /// Whether GRDB refuses to acquire locks on this connection until its databases are resumed.
  ///
  /// GRDB does not expose this, so this writes to the connection's own temporary database, which needs no lock.
  var isSuspended: Bool {
    do {
      try execute(sql: "PRAGMA temp.application_id = 0")
      return false
    } catch {
      return (error as? DatabaseError)?.resultCode == .SQLITE_ABORT
    }
  }
}
