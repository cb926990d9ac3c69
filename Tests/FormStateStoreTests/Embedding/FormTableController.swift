import FormState
import FormStateStore
import Foundation

#if canImport(UIKit)
  import UIKit
#endif

// README.md and the documentation show the code below this line word for word; a test holds them equal.

@MainActor final class FormTableController: NSObject, UITableViewDataSource, UITableViewDelegate {
  let session: FormSession

  init(session: FormSession) {
    self.session = session
  }

  func numberOfSections(in tableView: UITableView) -> Int { session.numberOfSections }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    session.title(ofSection: section)
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    session.numberOfRows(in: section)
  }

  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    session.height(at: indexPath.rowPath)?.points.map { CGFloat($0) } ?? UITableView.automaticDimension
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    guard let row = session.row(at: indexPath.rowPath) else { return UITableViewCell() }
    let cell = tableView.dequeueReusableCell(withIdentifier: row.identifier, for: indexPath)
    cell.textLabel?.text = row.title
    cell.detailTextLabel?.text = row.valueText.isEmpty ? row.subtitle : row.valueText
    cell.indentationLevel = row.level
    return cell
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    // A refused action, or a disk that is full, changes nothing: the table stays as it is.
    try? perform(.tap(.rowPath(indexPath.rowPath)), on: tableView)
  }

  func perform(_ action: Action, on tableView: UITableView) throws {
    let batch = try session.apply(action).batch
    tableView.performBatchUpdates {
      tableView.reloadRows(at: batch.reloadedRows.map(\.indexPath), with: .automatic)
      tableView.deleteRows(at: batch.deletedRows.flatMap(\.paths).map(\.indexPath), with: .fade)
      tableView.insertRows(at: batch.insertedRows.flatMap(\.paths).map(\.indexPath), with: .fade)
    }
  }
}

extension IndexPath { var rowPath: RowPath { RowPath(section: section, row: row) } }
extension RowPath { var indexPath: IndexPath { IndexPath(row: row, section: section) } }
