import FormState
import FormStateStore

/// What a sync received and sent.
public struct SyncReport: Hashable, Sendable {
  /// A file of a folder, a response of a collector or an attached file that was not taken, or not all of it. The next
  /// sync tries again.
  public struct Skipped: Hashable, Sendable {
    /// The path of the file in the folder, the keys of the form and of the response at the collector, or the name of
    /// the attached file.
    public let name: String
    /// Why, as a clause.
    public let reason: String

    package init(name: String, reason: String) { (self.name, self.reason) = (name, reason) }
  }

  /// What was received, by response.
  public package(set) var received = MergeReport()
  /// The number of responses of which something was sent.
  public package(set) var sentResponses = 0
  /// The number of entries that were sent.
  public package(set) var sentEntries = 0
  /// The files that were written into a folder, by their paths in it.
  public package(set) var writtenFiles: [String] = []
  /// The attached files that were received, by their names.
  public package(set) var receivedAttachments: [String] = []
  /// The attached files that were sent, by their names.
  public package(set) var sentAttachments: [String] = []
  /// What was not taken.
  public package(set) var skipped: [Skipped] = []
  /// The responses that cannot be sent.
  public package(set) var unsent: [OutboxStatus.Refused] = []

  package init() {}
}
