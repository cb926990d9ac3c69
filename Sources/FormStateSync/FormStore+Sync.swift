import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// Which way a sync goes.
public struct SyncDirections: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// From the others to this store.
  public static let receive = SyncDirections(rawValue: 1)
  /// From this store to the others.
  public static let send = SyncDirections(rawValue: 2)
}

extension FormStore {
  /// Exchanges answers with a folder: takes what other devices wrote there, joins it with what is here, and writes what
  /// the folder lacks.
  ///
  /// ```swift
  /// let report = try store.sync(with: SyncFolder(path: "/media/stick"))
  /// ```
  ///
  /// What was done in one copy of a response and what was done in another are joined as ``merge(_:isDryRun:progress:)``
  /// does, whichever device is first. A sync may be cut off anywhere and begun again: nothing is lost or taken twice.
  /// From the first sync on, compaction keeps what the folder lacks.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - directions: whether to receive, to send, or both.
  ///   - device: the name of this device, which the files that it writes have; `nil` for none.
  ///   - attachments: the folder of the attached files that answers name, which are exchanged as well; `nil` if they
  ///     are not, which the report says.
  ///   - isDryRun: whether to try everything on a copy of the store, and write nothing.
  ///   - progress: receives the number of files read and written so far.
  /// - Returns: what was received and sent, and the files that were not taken.
  /// - Throws: ``SyncError``; ``StoreError``. What was received and written before stays.
  /// - Complexity: O(f) for f files of the folder, and as ``merge(_:isDryRun:progress:)`` for the new ones.
  @discardableResult
  public func sync(
    with folder: SyncFolder, _ directions: SyncDirections = [.receive, .send], device: String? = nil,
    attachments: String? = nil, isDryRun: Bool = false, progress: (_ done: Int) -> Void = { _ in }
  ) throws -> SyncReport {
    guard !isDryRun else { return try trySync(with: folder, directions, attachments, progress) }
    var exchange = try FolderExchange(store: self, folder: folder)
    if directions.contains(.receive) { try exchange.receive(progress) }
    if directions.contains(.send) { try exchange.send(as: device, progress) }
    return try exchange.report(afterExchanging: directions, with: attachments)
  }

  /// Receives into a copy of the store, and counts what would be sent.
  private func trySync(
    with folder: SyncFolder, _ directions: SyncDirections, _ attachments: String?, _ progress: (_ done: Int) -> Void
  ) throws -> SyncReport {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("formstate-\(UUID().uuidString)").path
    do {
      try PrivateFolder.make(place)
    } catch {
      throw SyncError("the folder “\(place)” cannot be made (\(error))")
    }
    defer { try? FileManager.default.removeItem(atPath: place) }
    try backup(to: "\(place)/copy.sqlite")
    let copy = try FormStore(path: "\(place)/copy.sqlite", access: .write)
    var exchange = try FolderExchange(store: copy, folder: folder, isDryRun: true)
    if directions.contains(.receive) { try exchange.receive(progress) }
    if directions.contains(.send) { try exchange.countWhatLacks() }
    return try exchange.report(afterExchanging: directions, with: attachments)
  }

  /// Exchanges answers with another store, so both have everything; attached files stay where they are.
  ///
  /// - Parameter other: the other store.
  /// - Returns: what was received and sent.
  /// - Throws: ``StoreError``. What was received before stays.
  /// - Complexity: as ``merge(_:isDryRun:progress:)``, both ways.
  @discardableResult
  public func sync(
    with other: FormStore, _ directions: SyncDirections = [.receive, .send]
  ) throws -> SyncReport {
    var report = SyncReport()
    if directions.contains(.receive) { report.received = try merge(parts: other.forEachPart) }
    if directions.contains(.send) { report.noteSent(try other.merge(parts: forEachPart)) }
    return report
  }
}

extension SyncReport {
  /// Notes what another file received.
  package mutating func noteSent(_ report: MergeReport) {
    let sent = report.responses.filter { $0.outcome != .unchanged }
    (sentResponses, sentEntries) = (sent.count, sent.reduce(0) { $0 + $1.newEntries })
  }
}
