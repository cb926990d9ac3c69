import FormState
import Foundation

/// An action names a row that has changed since its caller saw it; nothing has changed.
///
/// Another session or process has changed, moved or removed the row. Show the current rows after
/// ``FormSession/refresh(showing:)``, and let the person decide again.
public struct StaleRowsError: FormStateError, Hashable {
  /// The row that the action named.
  public let path: RowPath
  /// The revision at which its caller saw the rows.
  let seenAt: Int
  /// The revision now.
  let revision: Int
  /// The rows that the section shows now, from top to bottom.
  let rows: [FormStore.RowTitle]

  /// What was refused and what to do, without a full stop.
  public var description: String {
    let now =
      rows.indices.contains(path.row)
      ? "“\(rows[path.row].key.shortened)” is there now" : "there is no such row now"
    return
      "the row \(path) has changed since revision \(seenAt): the response is at revision \(revision), and \(now); "
      + "look at the rows again"
  }
}
