import FormState
import Foundation
import GRDB

extension FormStore {
  /// Post this before the app goes to the background: stores with ``Settings/observesSuspension`` give up their locks
  /// and take no others. It is GRDB's own, so it reaches a host's databases too.
  public static var suspendNotification: Notification.Name { Database.suspendNotification }

  /// Post this when the app comes back: stores that were suspended go on.
  public static var resumeNotification: Notification.Name { Database.resumeNotification }
}

/// Whether the process has asked its databases to hold no locks, as an app does before it goes to the background.
///
/// GRDB refuses a statement that would take a lock, but a wait for a lock goes on, and the lock that comes at last is
/// held until something is written. So stores ask here as well.
final class Suspension: Sendable {
  /// The one of the process; it knows of notifications since it was first asked for.
  static let shared = Suspension()

  private let state = Locked(false)

  /// Whether no locks may be held now.
  var isSuspended: Bool { state.withLock { $0 } }

  private init() {
    observe(FormStore.suspendNotification, isSuspended: true)
    observe(FormStore.resumeNotification, isSuspended: false)
  }

  private func observe(_ name: Notification.Name, isSuspended: Bool) {
    // Observed as long as the process lasts, so nobody needs the token.
    _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [state] _ in
      state.withLock { $0 = isSuspended }
    }
  }
}

extension Database {
  /// Whether GRDB refuses to take locks on this connection until its databases are resumed.
  ///
  /// GRDB does not say, so this writes to the connection's own temporary database, which locks nothing.
  var isSuspended: Bool {
    do {
      try execute(sql: "PRAGMA temp.application_id = 0")
      return false
    } catch {
      return (error as? DatabaseError)?.resultCode == .SQLITE_ABORT
    }
  }
}
