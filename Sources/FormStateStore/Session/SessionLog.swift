import FormState

/// What has happened on a screen since its observer's last read.
struct SessionLog: Sendable {
  /// A notification for readers.
  struct Notice: Sendable {
    /// Whether anything may have changed.
    var isOfAll = false
    /// The cells whose value or draft changed.
    var cells: Set<StateSubject> = []
    /// Whether the contents of rows or headers changed.
    var hasOtherRows = false
    /// Whether the faults may have changed.
    var mayHaveOtherFaults = false
    /// Whether open questions changed.
    var hasOtherQuestions = false
  }

  /// The changes of the rows.
  struct Rows: Sendable {
    /// Whether all of them must be read again.
    var isOfAll = false
    var batches: [BatchUpdate] = []
    var changes: [PlacedChange] = []
  }

  /// Maximum number of changes kept for an observer who does not read.
  private static let mostChanges = 50_000

  private(set) var notice = Notice()
  private(set) var rows = Rows()

  /// Adds changes and their effect.
  mutating func add(_ changes: [PlacedChange], _ batch: BatchUpdate) {
    for change in changes.lazy.map(\.change) where change.subject.setAsideFrom == nil {
      if change.field.traits.decidesFaults { notice.mayHaveOtherFaults = true }
      if change.field.asksAboutSubject { notice.hasOtherQuestions = true }
      switch change.field {
      case .value, .calculated, .draft: notice.cells.insert(change.subject)
      case .fold: notice.hasOtherRows = true
      default: break
      }
    }
    if !batch.isEmpty { notice.hasOtherRows = true }
    guard !changes.isEmpty, !rows.isOfAll else { return }
    rows.batches.append(batch)
    rows.changes += changes
    if rows.batches.count > 1, rows.changes.count > Self.mostChanges { rows = Rows(isOfAll: true) }
  }

  /// Adds something that changes do not describe.
  mutating func addAll() {
    notice = Notice(isOfAll: true)
    rows = Rows(isOfAll: true)
  }

  /// Returns and resets the notification for readers.
  mutating func takeNotice() -> Notice {
    defer { notice = Notice() }
    return notice
  }

  /// Returns and resets the changes of the rows.
  mutating func takeRows() -> Rows {
    defer { rows = Rows() }
    return rows
  }
}

/// The update of an observer's rows to those of the screen.
enum RowNews {
  case none
  /// By a batch update; with the positions of sections that were folded or unfolded.
  case batch(BatchUpdate, folds: Set<Int>, ShownForm)
  /// By reading all of them.
  case all(ShownForm)
}

extension SessionSnapshot {
  /// Returns and resets what has happened to the rows.
  ///
  /// - Complexity: O(1) after one action, O(k log n) for k changes after several.
  mutating func takeRowNews() -> RowNews {
    guard let news = log?.takeRows() else { return .none }
    if news.isOfAll { return .all(shown) }
    guard var batch = news.batches.first else { return .none }
    if news.batches.count > 1 { batch = batchUpdate(made: news.changes) }
    return .batch(batch, folds: Set(news.changes.lazy.filter { $0.change.field == .fold }.map(\.section)), shown)
  }
}

extension FormSession {
  /// Begins to record changes for one observer.
  func observe() { snapshot.withLock { $0.log = SessionLog() } }

  /// Returns and resets the notification for readers.
  func takeNotice() -> SessionLog.Notice { snapshot.withLock { $0.log?.takeNotice() } ?? SessionLog.Notice() }

  /// Returns and resets what has happened to the rows.
  func takeRowNews() -> RowNews { store.holdingConnection { snapshot.withLock { $0.takeRowNews() } } }
}
