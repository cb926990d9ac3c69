import FormState

/// An action whose rows are fixed to the cells that a session showed when the person acted.
///
/// A commit may wait, and the rows move meanwhile. The action still means what was under the finger.
struct SeenAction: Sendable {
  /// The action, its cells named by key and instance.
  let action: FormAction
  /// The rows that it named by row path.
  let rows: [SeenRow]
  /// What its cell held when the person saw it; `nil` where that is not to be compared.
  var value: SeenValue?
  /// Who did it; `nil` for whom the store names.
  var author: String?
}

/// What a cell held when a person began to answer it.
package struct SeenValue: Hashable, Sendable {
  /// The value as a person types it; empty for none.
  package let text: String

  /// Describes what a cell held.
  package init(text: String) {
    self.text = text
  }

  /// Whether it is what a cell holds now; a number however it is written.
  func agrees(with now: String) -> Bool {
    text == now || Double(text).map { $0 == Double(now) } == true
  }
}

/// Another writer has answered a question since the person who answers it saw it.
package struct ChangedValueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The key or address of the cell.
  package let cell: String
  /// What it holds now, as a person types it; empty for nothing.
  package let text: String

  package var description: String {
    text.isEmpty
      ? "somebody else has cleared “\(cell.shortened)” meanwhile; say whether your answer replaces that"
      : "somebody else has answered “\(cell.shortened)” with “\(text.shortened)” meanwhile; say which answer stays"
  }
}

/// A row as a session showed it at one moment.
struct SeenRow: Sendable {
  let path: RowPath
  /// The cell, and the instance that it is in.
  let place: CellPlace
  /// What the row showed; `nil` where that is not to be compared.
  let content: VisibleRow?
  let revision: Int
  let definitionDigest: String
  /// How often the screen had imported what others did.
  let othersTurn: Int
}

extension SessionSnapshot {
  /// Fixes the rows that an action names to the cells that the screen shows there.
  ///
  /// - Throws: `ActionError` when no row stands there, or one that is kept without height.
  /// - Complexity: O(log n) for each row.
  func seen(_ action: FormAction) throws(ActionError) -> SeenAction {
    var rows: [SeenRow] = []
    let named = try action.mapReferences { reference throws(ActionError) in
      guard case .rowPath(let path) = reference else { return reference }
      let (place, key) = try cell(under: path)
      rows.append(
        SeenRow(
          path: path, place: place, content: row(at: path), revision: revision, definitionDigest: definitionDigest,
          othersTurn: othersTurn))
      return key
    }
    return SeenAction(action: named, rows: rows)
  }

  private func cell(under path: RowPath) throws(ActionError) -> (place: CellPlace, key: CellReference) {
    guard (0..<index.numberOfSections).contains(path.section) else {
      throw .noSuchSection(path, sectionCount: index.numberOfSections)
    }
    if index.isFolded(section: path.section), let section = form.sections.element(at: path.section) {
      throw .rowInFoldedSection(path, section: section.key)
    }
    guard let place = index.place(at: path), let cell = cell(at: place) else {
      throw .noSuchRow(path, rowCount: index.numberOfRows(in: path.section))
    }
    let key = place.instance == 0 ? CellReference.key(cell.key) : .instance(cell.key, number: place.instance)
    guard index.isVisible(place) else { throw .hiddenRow(path, cell: key.description) }
    return (place, key)
  }

  /// Whether a row that the person saw is still what it was, after what others have done meanwhile.
  ///
  /// It may stand elsewhere. What this session did to it is no surprise, so only others' changes count.
  ///
  /// - Parameters:
  ///   - row: the row, as the person saw it.
  ///   - news: what has happened since the revision that the screen shows.
  mutating func keeps(_ row: SeenRow, after news: SessionNews) -> Bool {
    guard row.definitionDigest == definitionDigest, !news.movesToVersion, stillShows(row) else { return false }
    var way: [PlacedChange] = []
    for part in news.parts {
      let changes = placed(part.content)
      if part.cause == .elsewhere, !keeps(row.place, by: changes, after: way) { return false }
      way += changes
    }
    return true
  }

  /// Whether the screen, which may have moved on since, shows the row as it was.
  private func stillShows(_ row: SeenRow) -> Bool {
    guard othersTurn != row.othersTurn else { return true }
    guard let content = row.content, let path = index.rowPath(of: row.place) else { return false }
    return self.row(at: path) == content
  }

  private mutating func keeps(_ place: CellPlace, by changes: [PlacedChange], after way: [PlacedChange]) -> Bool {
    // A row that this session has hidden itself cannot look different.
    guard let before = rowPath(of: place, after: way) else { return true }
    guard let after = rowPath(of: place, after: way + changes) else { return false }
    let batch = batchUpdate(after: .changes(way), by: changes)
    return !batch.reloadedRows.contains(before)
      && !batch.resizedRows.contains { $0.section == after.section && $0.rows.contains(after.row) }
  }
}
