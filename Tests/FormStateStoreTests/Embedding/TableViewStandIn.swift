#if !canImport(UIKit)
  import Foundation

  // A small stand-in for the part of UIKit that the documented data source uses, so that the very same code is compiled
  // and run where there is no UIKit. It keeps what it drew, applies batch updates to that, and insists on the row counts
  // that UIKit insists on.

  @MainActor protocol UITableViewDataSource: AnyObject {
    func numberOfSections(in tableView: UITableView) -> Int
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
  }

  @MainActor protocol UITableViewDelegate: AnyObject {
    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
  }

  @MainActor final class UILabel {
    var text: String?
  }

  @MainActor final class UITableViewCell {
    let textLabel: UILabel? = UILabel()
    let detailTextLabel: UILabel? = UILabel()
    var indentationLevel = 0
  }

  @MainActor final class UITableView {
    enum RowAnimation { case automatic, fade }
    nonisolated static let automaticDimension: CGFloat = -1

    weak var dataSource: (any UITableViewDataSource)?
    weak var delegate: (any UITableViewDelegate)?

    /// What is on the screen: the texts of each section's cells.
    private(set) var drawn: [[String]] = []
    /// The inconsistencies for which UIKit would stop the program.
    private(set) var inconsistencies: [String] = []
    private var deleted: Set<IndexPath> = []
    private var inserted: Set<IndexPath> = []
    private var reloaded: Set<IndexPath> = []

    func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
      UITableViewCell()
    }

    func reloadData() {
      guard let dataSource else { return }
      drawn = (0..<dataSource.numberOfSections(in: self)).map { section in
        (0..<dataSource.tableView(self, numberOfRowsInSection: section)).map { row in
          text(at: IndexPath(row: row, section: section))
        }
      }
    }

    func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) { deleted.formUnion(indexPaths) }

    func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) { inserted.formUnion(indexPaths) }

    func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) { reloaded.formUnion(indexPaths) }

    func performBatchUpdates(_ updates: () -> Void) {
      (deleted, inserted, reloaded) = ([], [], [])
      updates()
      for section in drawn.indices { update(section) }
    }

    private func update(_ section: Int) {
      // A table view draws a reloaded row anew and keeps every other row that is not deleted as it is.
      let kept = drawn[section].indices.map { IndexPath(row: $0, section: section) }.filter { !deleted.contains($0) }
      let count = dataSource?.tableView(self, numberOfRowsInSection: section) ?? 0
      let places = (0..<count).map { IndexPath(row: $0, section: section) }.filter { !inserted.contains($0) }
      guard kept.count == places.count else {
        inconsistencies.append("section \(section): \(kept.count) rows are kept, but there are \(places.count)")
        return
      }
      var rows = (0..<count).map { text(at: IndexPath(row: $0, section: section)) }
      for (old, new) in zip(kept, places) where !reloaded.contains(old) { rows[new.row] = drawn[section][old.row] }
      drawn[section] = rows
    }

    private func text(at indexPath: IndexPath) -> String {
      guard let cell = dataSource?.tableView(self, cellForRowAt: indexPath) else { return "" }
      let indentation = String(repeating: "  ", count: cell.indentationLevel)
      return indentation + "\(cell.textLabel?.text ?? "")|\(cell.detailTextLabel?.text ?? "")"
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
