import FormState

/// What has happened on a screen since its observer last looked.
struct SessionLog: Sendable {
  /// What readers are told of.
  struct Notice: Sendable {
    /// Whether anything may have changed.
    var isOfAll = false
    /// The cells that hold something else, or another draft.
    var cells: Set<StateSubject> = []
    /// Whether rows or headers show something else.
    var hasOtherRows = false
    /// Whether other answers may be wrong.
    var hasOtherFaults = false
  }

  /// What has happened to the rows.
  struct Rows: Sendable {
    /// Whether all of them have to be read again.
    var isOfAll = false
    var batches: [BatchUpdate] = []
    var changes: [PlacedChange] = []
  }

  /// How many changes are kept for an observer who does not look.
  private static let mostChanges = 50_000

  private(set) var notice = Notice()
  private(set) var rows = Rows()

  /// Adds what changes did.
  mutating func add(_ changes: [PlacedChange], _ batch: BatchUpdate) {
    for change in changes.lazy.map(\.change) where change.subject.setAsideFrom == nil {
      switch change.field {
      case .value, .calculated:
        notice.cells.insert(change.subject)
        notice.hasOtherFaults = true
      case .draft: notice.cells.insert(change.subject)
      case .relevance, .sectionRelevance, .requirement, .faults, .original, .reportedFaults, .responseFaults, .instance:
        notice.hasOtherFaults = true
      case .fold: notice.hasOtherRows = true
      case .disclosure, .title, .saved, .touched, .completion, .readOnly: break
      }
    }
    if !batch.isEmpty { notice.hasOtherRows = true }
    guard !changes.isEmpty, !rows.isOfAll else { return }
    rows.batches.append(batch)
    rows.changes += changes
    if rows.batches.count > 1, rows.changes.count > Self.mostChanges { rows = Rows(isOfAll: true) }
  }

  /// Adds something of which no changes tell.
  mutating func addAll() {
    notice = Notice(isOfAll: true)
    rows = Rows(isOfAll: true)
  }

  /// Hands over what readers are to be told.
  mutating func takeNotice() -> Notice {
    defer { notice = Notice() }
    return notice
  }

  /// Hands over what has happened to the rows.
  mutating func takeRows() -> Rows {
    defer { rows = Rows() }
    return rows
  }
}

/// How an observer's rows become those of the screen.
enum RowNews {
  case none
  /// By a batch update; some sections were folded or unfolded besides, named by their positions.
  case batch(BatchUpdate, folds: Set<Int>, ShownForm)
  /// By reading all of them.
  case all(ShownForm)
}

extension SessionSnapshot {
  /// Tells what has happened to the rows since this was last asked.
  ///
  /// - Complexity: O(1) after one action, otherwise O(k log n) for k changes.
  mutating func takeRowNews() -> RowNews {
    guard let news = log?.takeRows() else { return .none }
    if news.isOfAll { return .all(shown) }
    guard var batch = news.batches.first else { return .none }
    if news.batches.count > 1 { batch = batchUpdate(made: news.changes) }
    return .batch(batch, folds: Set(news.changes.lazy.filter { $0.change.field == .fold }.map(\.section)), shown)
  }
}

extension FormSession {
  /// Begins to note what happens, for one observer.
  func observe() { snapshot.withLock { $0.log = SessionLog() } }

  /// What readers are to be told of what has happened since this was last asked.
  func takeNotice() -> SessionLog.Notice { snapshot.withLock { $0.log?.takeNotice() } ?? SessionLog.Notice() }

  /// What has happened to the rows since this was last asked.
  func takeRowNews() -> RowNews { snapshot.withLock { $0.takeRowNews() } }
}
