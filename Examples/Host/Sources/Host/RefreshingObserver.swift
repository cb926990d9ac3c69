import FormState
import FormStateStore
import GRDB

/// Keeps a session up to date with whatever the app commits.
final class RefreshingObserver: TransactionObserver {
  private let session: FormSession
  private(set) var commits = 0
  private(set) var failure: (any Error)?

  init(_ session: FormSession) { self.session = session }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidRollback(_ db: Database) {}

  func databaseDidCommit(_ db: Database) {
    commits += 1
    do { try session.refresh() } catch { failure = error }
  }
}
