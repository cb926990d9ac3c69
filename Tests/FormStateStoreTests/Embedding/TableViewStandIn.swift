#if !canImport(UIKit)
import Foundation
import TestSupport

// A small stand-in for the part of UIKit that the documented data source uses, so that the very same code is compiled
// and run where there is no UIKit. It keeps what it drew, applies batch updates to that, and insists on the row counts
// and the thread that UIKit insists on.

@MainActor protocol UITableViewDataSource: AnyObject {
  func numberOfSections(in tableView: UITableView) -> Int
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
  func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool
  func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath)
  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool
  func tableView(_ tableView: UITableView, moveRowAt source: IndexPath, to destination: IndexPath)
}

@MainActor protocol UITableViewDelegate: AnyObject {
  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
}

/// Part of a delegate in UIKit, where a subclass may implement it too.
@MainActor protocol UITableViewHeaderProvider {
  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView?
}

// The optional methods of a data source and a delegate.

extension UITableViewDataSource {
  func numberOfSections(in tableView: UITableView) -> Int { 1 }

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }

  func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { false }

  func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {}

  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }

  func tableView(_ tableView: UITableView, moveRowAt source: IndexPath, to destination: IndexPath) {}
}

extension UITableViewDelegate {
  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    UITableView.automaticDimension
  }
}

@MainActor final class UILabel {
  var text: String?
  var numberOfLines = 1
}

@MainActor class UITableViewCell: UIView {
  enum EditingStyle { case none, delete, insert }
  enum CellStyle { case `default`, value1, subtitle }

  fileprivate(set) var reuseIdentifier: String?
  var accessoryView: UIView?
  let textLabel: UILabel? = UILabel()
  let detailTextLabel: UILabel? = UILabel()
  var indentationLevel = 0

  init(style: CellStyle = .default, reuseIdentifier: String? = nil) {
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
  }

  required init?(coder: NSCoder) { super.init(frame: .zero) }

  /// The text of the cell as a person sees it.
  var text: String {
    let indentation = String(repeating: "  ", count: indentationLevel)
    let lines = textLabel?.numberOfLines ?? 0
    return indentation + "\(textLabel?.text ?? "")|\(detailTextLabel?.text ?? "")" + (lines > 0 ? "|\(lines)" : "")
  }
}

@MainActor final class UITableView {
  enum RowAnimation { case automatic, fade, none }
  nonisolated static let automaticDimension: CGFloat = -1

  weak var dataSource: (any UITableViewDataSource)?
  weak var delegate: (any UITableViewDelegate)?

  private var classes: [String: UITableViewCell.Type] = [:]
  private var headerViews: [Int: UITableViewHeaderFooterView] = [:]
  private var headerClass: UITableViewHeaderFooterView.Type?
  private var cells: [[UITableViewCell]] = []
  /// The cell that the data source gets from its next request, since it is configured again.
  private var reconfiguredCell: UITableViewCell?
  /// The headers of the sections; `nil` for none.
  private(set) var headers: [String?] = []
  /// The heights of the rows.
  private(set) var heights: [[CGFloat]] = []
  /// The inconsistencies for which UIKit would stop the program.
  private(set) var inconsistencies: [String] = []
  private var deleted: Set<IndexPath> = []
  private var inserted: Set<IndexPath> = []
  private var reconfigured: Set<IndexPath> = []
  private var sections: (deleted: IndexSet, inserted: IndexSet) = ([], [])

  /// The texts of each section's cells on the screen.
  var drawn: [[String]] { cells.map { $0.map(\.text) } }

  func register(_ cellClass: UITableViewCell.Type, forCellReuseIdentifier identifier: String) {
    classes[identifier] = cellClass
  }

  func register(
    _ headerClass: UITableViewHeaderFooterView.Type, forHeaderFooterViewReuseIdentifier identifier: String
  ) {
    self.headerClass = headerClass
  }

  func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
    guard let cell = reconfiguredCell else {
      // Of the initializers, UIKit requires only this one.
      let coder = NSKeyedArchiver(requiringSecureCoding: false)
      let cell = classes[identifier]?.init(coder: coder) ?? UITableViewCell()
      cell.reuseIdentifier = identifier
      return cell
    }
    reconfiguredCell = nil
    if cell.reuseIdentifier != identifier { inconsistencies.append("\(indexPath) is reconfigured as another cell") }
    return cell
  }

  func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView? {
    headerClass?.init(coder: NSKeyedArchiver(requiringSecureCoding: false))
  }

  func headerView(forSection section: Int) -> UITableViewHeaderFooterView? { headerViews[section] }

  func indexPath(for cell: UITableViewCell) -> IndexPath? {
    for (section, cells) in cells.enumerated() {
      if let row = cells.firstIndex(where: { $0 === cell }) { return IndexPath(row: row, section: section) }
    }
    return nil
  }

  func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
    guard cells.indices.contains(indexPath.section) else { return nil }
    let section = cells[indexPath.section]
    return section.indices.contains(indexPath.row) ? section[indexPath.row] : nil
  }

  func reloadData() {
    requireMainActor()
    guard let dataSource else { return }
    cells = (0..<dataSource.numberOfSections(in: self)).map { section in
      (0..<dataSource.tableView(self, numberOfRowsInSection: section)).map { row in
        dataSource.tableView(self, cellForRowAt: IndexPath(row: row, section: section))
      }
    }
    headers = cells.indices.map { dataSource.tableView(self, titleForHeaderInSection: $0) }
    for section in cells.indices {
      let provider = delegate as? any UITableViewHeaderProvider
      headerViews[section] = provider?.tableView(self, viewForHeaderInSection: section) as? UITableViewHeaderFooterView
    }
    askForHeights()
  }

  func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
    for section in sections where headers.indices.contains(section) {
      headers[section] = dataSource?.tableView(self, titleForHeaderInSection: section)
    }
  }

  func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) { deleted.formUnion(indexPaths) }

  func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) { inserted.formUnion(indexPaths) }

  func reconfigureRows(at indexPaths: [IndexPath]) { reconfigured.formUnion(indexPaths) }

  func deleteSections(_ sections: IndexSet, with animation: RowAnimation) { self.sections.deleted.formUnion(sections) }

  func insertSections(_ sections: IndexSet, with animation: RowAnimation) { self.sections.inserted.formUnion(sections) }

  private func requireMainActor() {
    if !isOnMainActor() { inconsistencies.append("the table view is used off the main actor") }
  }

  func performBatchUpdates(_ updates: (() -> Void)?) {
    requireMainActor()
    (deleted, inserted, reconfigured) = ([], [], [])
    sections = ([], [])
    updates?()
    let kept = cells.indices.filter { !sections.deleted.contains($0) }
    let count = dataSource?.numberOfSections(in: self) ?? 0
    let places = (0..<count).filter { !sections.inserted.contains($0) }
    guard kept.count == places.count else {
      inconsistencies.append("\(kept.count) sections are kept, but there are \(places.count)")
      return
    }
    let old = Dictionary(uniqueKeysWithValues: zip(places, kept))
    cells = (0..<count).map { section in updated(section, from: old[section]) }
    // A table view requests the header of a kept section again only when the section is reloaded.
    headers = (0..<count).map { section in
      old[section].map { headers[$0] } ?? dataSource?.tableView(self, titleForHeaderInSection: section)
    }
    askForHeights()
  }

  /// The cells of a section, given its previous number; `nil` for an inserted section.
  private func updated(_ section: Int, from old: Int?) -> [UITableViewCell] {
    let count = dataSource?.tableView(self, numberOfRowsInSection: section) ?? 0
    let all = (0..<count).map { IndexPath(row: $0, section: section) }
    guard let old else { return all.compactMap { dataSource?.tableView(self, cellForRowAt: $0) } }
    // A table view has the cell of a reconfigured row set again, and keeps every other row that is not deleted.
    let kept = cells[old].indices.map { IndexPath(row: $0, section: old) }.filter { !deleted.contains($0) }
    let places = all.filter { !inserted.contains($0) }
    guard kept.count == places.count else {
      inconsistencies.append("section \(section): \(kept.count) rows are kept, but there are \(places.count)")
      return cells[old]
    }
    let before = Dictionary(uniqueKeysWithValues: zip(places, kept))
    return all.compactMap { place in
      guard let before = before[place] else { return dataSource?.tableView(self, cellForRowAt: place) }
      let cell = cells[old][before.row]
      guard reconfigured.contains(before) else { return cell }
      return reconfiguring(cell) { dataSource?.tableView(self, cellForRowAt: place) }
    }
  }

  /// Has a cell set again: the next request for a cell returns it.
  func reconfiguring(_ cell: UITableViewCell?, _ work: () -> UITableViewCell?) -> UITableViewCell? {
    reconfiguredCell = cell
    defer { reconfiguredCell = nil }
    return work()
  }

  private func askForHeights() {
    heights = cells.indices.map { section in
      cells[section].indices.map { row in
        delegate?.tableView(self, heightForRowAt: IndexPath(row: row, section: section)) ?? 0
      }
    }
  }
}

extension IndexPath {
  init(row: Int, section: Int) {
    self.init(indexes: [section, row])
  }

  var section: Int { self[0] }
  var row: Int { self[1] }
}
#endif
