import FormState
import FormStateStore
import Foundation

#if canImport(UIKit)
import UIKit
#endif

// The article InAnApp.md shows the code below this line word for word; a test holds them equal.

let visit = FormDefinition(key: "visit", title: "Visit") {
  FormSection(key: "patient", title: "Patient") {
    Cell.group("name", subtitle: "Full name") {
      Cell.text("first-name", title: "First name")
      Cell.text("last-name", title: "Last name")
    }
    Cell.group("walks", subtitle: "Walks") {
      Cell.option("alone", title: "Alone")
      Cell.option("with-help", title: "With help")
    }
  }
}

@MainActor final class VisitTable: NSObject, UITableViewDataSource, UITableViewDelegate {
  let session: FormSession

  init(path: String) throws {
    let store = try FormStore(path: path)
    try store.save(visit)
    session = try store.session(for: ResponseKey(form: "visit"))
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    session.numberOfRows(in: section)
  }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
    let row = session.row(at: RowPath(section: indexPath.section, row: indexPath.row))
    cell.textLabel?.text = row?.title
    cell.detailTextLabel?.text = row?.subtitle
    return cell
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    let tap = FormAction.tap(.rowPath(RowPath(section: indexPath.section, row: indexPath.row)))
    _ = try? session.apply(tap) { stage in
      tableView.performBatchUpdates {
        tableView.reconfigureRows(at: stage.reloadedRows.map { [$0.section, $0.row] })
        tableView.deleteRows(at: stage.deletedRows.flatMap(\.paths).map { [$0.section, $0.row] }, with: .fade)
        tableView.insertRows(at: stage.insertedRows.flatMap(\.paths).map { [$0.section, $0.row] }, with: .fade)
      }
    }
  }
}
