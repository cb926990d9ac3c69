import FormState
import FormStateStore
import Foundation

#if canImport(UIKit)
import UIKit
#endif

// The article on table views shows the code below this line word for word; a test holds them equal.

@MainActor class FormTableController: NSObject, UITableViewDataSource, UITableViewDelegate {
  let session: FormSession
  var watch: SessionWatch?

  init(session: FormSession) {
    self.session = session
  }

  func numberOfSections(in tableView: UITableView) -> Int { session.numberOfSections }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    session.hidesHeader(ofSection: section) ? nil : session.title(ofSection: section)
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
    show(row, in: cell)
    return cell
  }

  func show(_ row: VisibleRow, in cell: UITableViewCell) {
    cell.textLabel?.text = row.title
    cell.textLabel?.numberOfLines = row.lineLimit ?? 0
    cell.detailTextLabel?.text = row.draft ?? (row.valueText.isEmpty ? row.subtitle : row.valueText)
    cell.indentationLevel = row.level
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tap(indexPath.rowPath, on: tableView)
  }

  // Names the cell now: the rows may move before the commit.
  @discardableResult
  func tap(_ path: RowPath, on tableView: UITableView) -> Task<Void, Never> {
    let tap = session.perform(.tap(.rowPath(path))) { self.take($0, in: tableView) }
    return Task {
      do {
        _ = try await tap.value
      } catch is StaleRowsError {
        // Someone else has changed the row: show it as it is now, and let the person decide again.
        _ = try? session.refresh { self.take($0, in: tableView) }
      } catch {
        // A refused action or a full disk changes nothing, so the table stays as it is.
      }
    }
  }

  // The commit runs on another thread; the rows move on this one, between two calls of the data source.
  func perform(_ action: FormAction, on tableView: UITableView) async throws {
    try await session.apply(action) { self.take($0, in: tableView) }
  }

  func undo(on tableView: UITableView) async throws {
    try await session.undo { self.take($0, in: tableView) }
  }

  // Shows the changes of others as they happen, on the view's queue.
  func follow(on tableView: UITableView) {
    watch = session.watch(on: .main) { [weak self, weak tableView] stage in
      MainActor.assumeIsolated {
        if let tableView { self?.take(stage, in: tableView) }
      }
    }
  }

  // Reloads come first, then everything else; the session answers each stage as the table view expects.
  func take(_ stage: BatchUpdate, in tableView: UITableView) {
    tableView.performBatchUpdates {
      // A row with other contents keeps its cell, and a text field in it the keyboard; `reloadRows` replaces both.
      tableView.reconfigureRows(at: stage.reloadedRows.map(\.indexPath))
      tableView.deleteRows(at: stage.deletedRows.flatMap(\.paths).map(\.indexPath), with: .fade)
      tableView.insertRows(at: stage.insertedRows.flatMap(\.paths).map(\.indexPath), with: .fade)
      // An upgrade adds and removes sections.
      tableView.deleteSections(IndexSet(stage.deletedSections), with: .fade)
      tableView.insertSections(IndexSet(stage.insertedSections), with: .fade)
    }
    // A rule shows or hides the header of its section, and a language changes its title.
    let headers = stage.changedHeaders + stage.reloadedHeaders
    if !headers.isEmpty { tableView.reloadSections(IndexSet(headers), with: .none) }
    resize(stage.resizedRows.flatMap(\.paths), of: tableView)
  }

  // Rows that grow in place keep their cells: set the lines of each, then have the table ask for all heights.
  func resize(_ paths: [RowPath], of tableView: UITableView) {
    guard !paths.isEmpty else { return }
    for path in paths {
      guard let cell = tableView.cellForRow(at: path.indexPath), let row = session.row(at: path) else { continue }
      show(row, in: cell)
    }
    tableView.performBatchUpdates(nil)
  }
}

extension IndexPath { var rowPath: RowPath { RowPath(section: section, row: row) } }
extension RowPath { var indexPath: IndexPath { IndexPath(row: row, section: section) } }
