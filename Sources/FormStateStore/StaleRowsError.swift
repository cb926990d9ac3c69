import FormState
import Foundation

/// An action named a row that is not the one any more that its caller saw; nothing was changed.
///
/// Another session or process has changed the row, moved it or taken it away since. Show the rows as they are now, after
/// ``FormSession/refresh()``, and let the person decide anew.
public struct StaleRowsError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  /// The row that the action named.
  public let path: RowPath
  /// The revision at which its caller saw the rows.
  public let seenAt: Int
  /// The revision now.
  public let revision: Int
  /// The rows that the section shows now, from top to bottom.
  public let rows: [FormStore.RowTitle]

  public var errorDescription: String? { description }

  /// What was refused and what to do, without a full stop.
  public var description: String {
    let now =
      rows.indices.contains(path.row)
      ? "“\(rows[path.row].key.shortened)” stands there now" : "there is no such row now"
    return
      "the row \(path) is not as it was at revision \(seenAt): the response is at revision \(revision), and \(now); "
      + "look at the rows again"
  }
}
