import FormState
import GRDB

/// Writes and reads the outlines of large forms.
struct OutlineTables {
  let db: Database
  let versionID: Int64

  /// Writes an outline.
  ///
  /// - Parameters:
  ///   - outline: the outline.
  ///   - form: the form, whose cells are already written.
  ///   - firstCellIDs: the rows of the first cell of each section; the others follow in preorder.
  /// - Complexity: O(p log p) for p pages.
  func insert(_ outline: FormOutline, of form: FormDefinition, _ firstCellIDs: [Int64]) throws {
    for (page, rows) in outline.pages.enumerated() {
      for (number, row) in rows.enumerated() {
        try db.cachedStatement(
          sql: """
            INSERT INTO formstate_page (version_id, page, number, identifier, points, rows) VALUES (?, ?, ?, ?, ?, ?)
            """
        ).execute(arguments: [versionID, page, number, row.identifier, row.height.points, row.count])
      }
    }
    var section = 0
    var start = 1
    for cell in outline.spanning {
      while cell.ordinal >= start + form.sections[section].cells.count {
        start += form.sections[section].cells.count + 1
        section += 1
      }
      try db.cachedStatement(sql: "INSERT INTO formstate_spanning_cell (version_id, cell_id) VALUES (?, ?)")
        .execute(arguments: [versionID, firstCellIDs[section] + Int64(cell.ordinal - start)])
    }
  }

  /// The digest of the outline; `nil` for a version that is read whole.
  func digest() throws -> String? {
    let statement = try db.cachedStatement(sql: "SELECT outline FROM formstate_version WHERE id = ?")
    return try String.fetchOne(statement, arguments: [versionID])
  }

  /// Reads the outline of a version that has one.
  ///
  /// - Parameters:
  ///   - digest: its digest.
  ///   - cellCounts: the number of cells of each section.
  /// - Throws: ``StoreError/Code/damaged`` if it differs from the written one.
  /// - Complexity: O(p log p) for p pages.
  func outline(_ digest: String, cellCounts: [Int]) throws -> FormOutline {
    let starts = cellCounts.reduce(into: [1]) { $0.append($0[$0.count - 1] + $1 + 1) }
    let repeats = try RepeatTable(db: db, versionID: versionID).nesting()
    let leaves = repeats.leafCount(ofOrdinals: starts[cellCounts.count] - 1)
    let paging = LeafPaging(leafCount: max(0, leaves), pageSize: FormOutline.limits.pageSize)
    let outline = FormOutline(pages: try pages(paging.pageCount), spanning: try spanningCells(starts), repeats: repeats)
    guard outline.digest == digest else {
      throw StoreError.damaged("the outline of a form is not the one that was written")
    }
    return outline
  }

  private func pages(_ count: Int) throws -> [[FormOutline.Rows]] {
    var pages = [[FormOutline.Rows]](repeating: [], count: count)
    let rows = try Row.fetchCursor(
      db, sql: "SELECT page, identifier, points, rows FROM formstate_page WHERE version_id = ? ORDER BY page, number",
      arguments: [versionID])
    while let row = try rows.next() {
      let page = try row.position(atIndex: 0)
      guard pages.indices.contains(page) else {
        throw StoreError.damaged("the outline of a form names a page past its end")
      }
      pages[page].append(
        FormOutline.Rows(
          identifier: try row.decode(atIndex: 1), height: RowHeight(storedPoints: try row.decode(atIndex: 2)),
          count: try row.position(atIndex: 3)))
    }
    return pages
  }

  private func spanningCells(_ starts: [Int]) throws -> [FormOutline.SpanningCell] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT
          section.position, cell.position, cell.additional_rows, cell.is_hidden, cell.starts_expanded,
          coalesce((SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'relevant'), TRUE)
        FROM formstate_spanning_cell AS spanning
        CROSS JOIN formstate_cell AS cell ON cell.id = spanning.cell_id AND cell.version_id = spanning.version_id
        JOIN formstate_section AS section ON section.id = cell.section_id
        WHERE spanning.version_id = ?
        ORDER BY spanning.cell_id
        """, arguments: [versionID])
    return try rows.map { row in
      guard let start = starts.dropLast().element(at: try row.position(atIndex: 0)) else {
        throw StoreError.damaged("a cell is in an unknown section")
      }
      return FormOutline.SpanningCell(
        ordinal: start + (try row.position(atIndex: 1)), additionalRows: try row.position(atIndex: 2),
        isHidden: try row.decode(atIndex: 3), startsExpanded: try row.decode(atIndex: 4),
        startsRelevant: try row.decode(atIndex: 5))
    }
  }
}
