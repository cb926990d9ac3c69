import FormState
import FormStateStore

/// What a sync received and sent.
public struct SyncReport: Hashable, Sendable {
  /// A file that was not taken, or not all of it. It is read again by the next sync.
  public struct SkippedFile: Hashable, Sendable {
    /// Its path in the folder.
    public let name: String
    /// Why, as a clause.
    public let reason: String
  }

  /// What was received, by response.
  public package(set) var received = MergeReport()
  /// The number of responses of which something was sent.
  public package(set) var sentResponses = 0
  /// The number of entries that were sent.
  public package(set) var sentEntries = 0
  /// The files that were written into a folder, by their paths in it.
  public package(set) var writtenFiles: [String] = []
  /// The files that were not taken.
  public package(set) var skipped: [SkippedFile] = []
  /// The responses that cannot be sent.
  public package(set) var unsent: [OutboxStatus.Refused] = []

  package init() {}
}
