import Foundation
import GRDB

extension StoreCheck {
  /// A column with texts that people, hosts and collectors choose.
  private struct TextColumn {
    let table: String
    let name: String
  }

  /// The texts of definitions and answers have digests; these have none.
  private static let textColumns = [
    TextColumn(table: "formstate_form", name: "key"),
    TextColumn(table: "formstate_response", name: "key"),
    TextColumn(table: "formstate_entry", name: "author"),
    TextColumn(table: "formstate_entry", name: "group_name"),
    TextColumn(table: "formstate_line_entry", name: "author"),
    TextColumn(table: "formstate_line_entry", name: "group_name"),
    TextColumn(table: "formstate_destination", name: "name"),
    TextColumn(table: "formstate_pushed", name: "refusal"),
    TextColumn(table: "formstate_place", name: "device"),
    TextColumn(table: "formstate_draft", name: "device"),
    TextColumn(table: "formstate_draft", name: "text"),
  ]

  /// Checks for texts that are not stored as FormState reads them: it cannot find a row by such a name.
  ///
  /// - Complexity: O(n) for n forms, responses, entries, destinations, places and drafts.
  func textFaults() throws -> [String] {
    try Self.textColumns.compactMap { column in
      let count = try unreadableTexts(in: column)
      guard count > 0 else { return nil }
      return "\(count) of the rows of \(column.table) have a \(column.name) that is not UTF-8 or contains NUL"
    }
  }

  private func unreadableTexts(in column: TextColumn) throws -> Int {
    // As text, it would end at NUL, with replacements for what is not UTF-8.
    let texts = try Data.fetchCursor(
      db,
      sql: """
        SELECT CAST(\(column.name) AS BLOB)
        FROM \(column.table)
        WHERE \(column.name) IS NOT NULL
        """)
    var count = 0
    while let text = try texts.next() {
      if text.contains(0) || String(validating: text, as: UTF8.self) == nil { count += 1 }
    }
    return count
  }

  /// Lists of the outbox that cannot be read: names of responses, and chains of entries.
  ///
  /// - Complexity: O(n) for n destinations and what they have.
  func listFaults() throws -> [String] {
    try [("formstate_destination", "missed", 32), ("formstate_pushed", "heads", 64)].compactMap {
      table, column, length in
      let count =
        try Int.fetchOne(
          db,
          sql: """
            SELECT count(*)
            FROM \(table)
            WHERE NOT json_valid(\(column))
              OR EXISTS (
                SELECT 1
                FROM json_each(CASE WHEN json_valid(\(column)) THEN \(column) ELSE '[]' END)
                WHERE type <> 'text' OR length(value) <> \(length) OR value GLOB '*[^0-9a-f]*')
            """) ?? 0
      return count > 0 ? "\(count) of the rows of \(table) have an unreadable list in “\(column)”" : nil
    }
  }
}
