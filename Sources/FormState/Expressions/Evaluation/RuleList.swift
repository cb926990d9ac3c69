/// Choices as data that expressions look up: rows with columns, numbered from 0.
///
/// A list may be in a file, so queries can fail.
package protocol RuleList: AnyObject {
  /// The number of items.
  var count: Int { get throws }
  /// The text in a column of an item; `nil` for an unknown column or an empty one.
  func text(row: Int, column: String) throws -> String?
  /// The items with certain texts in their columns, compared scalar by scalar, in order.
  ///
  /// - Parameter columns: the text for each column; never empty.
  func rows(where columns: [(name: String, text: String)]) throws -> [Int]
}

extension RuleList {
  /// The title of the items with a value; `nil` if there are none, and the value itself if they have different titles,
  /// so that no other item than the chosen one is named.
  ///
  /// - Parameter offered: the items among which to look first; not called if all items with the value have one title.
  package func title(ofValue value: String, among offered: () throws -> [Int] = { [] }) throws -> String? {
    let rows = try rows(where: [("value", value)])
    guard let first = rows.first else { return nil }
    let title = try text(row: first, column: "title")
    if try isTitle(title, ofAll: rows.dropFirst()) { return title }
    let asked = Set(rows).intersection(try offered()).sorted()
    guard let only = asked.first else { return value }
    let found = try text(row: only, column: "title")
    return try isTitle(found, ofAll: asked.dropFirst()) ? found : value
  }

  private func isTitle(_ title: String?, ofAll rows: ArraySlice<Int>) throws -> Bool {
    try rows.allSatisfy { try text(row: $0, column: "title").map(FieldContent.text) == title.map(FieldContent.text) }
  }

  /// The value that a text refers to: itself, or that of the items with this title if they all have the same; `nil` for
  /// none.
  func value(meantBy text: String) throws -> String? {
    if try !rows(where: [("value", text)]).isEmpty { return text }
    let values = try rows(where: [("title", text)]).compactMap { try self.text(row: $0, column: "value") }
    return Set(values).count == 1 ? values.first : nil
  }
}

/// A list in memory, which indexes a column on first use.
package final class IndexedOptions: RuleList, Sendable {
  private let options: [OptionList.Option]
  private let names: Set<String>
  private let rowsByText = Locked<[OptionColumn: [String: [Int]]]>([:])

  /// Prepares the lookup. O(n) for n options.
  init(_ list: OptionList) {
    options = list.options
    names = Set(list.columns)
  }

  package var count: Int { options.count }

  private func column(_ name: String) -> OptionColumn? { OptionColumn(name, isColumn: names.contains) }

  package func text(row: Int, column: String) -> String? {
    guard let option = options.element(at: row), let column = self.column(column) else { return nil }
    return option.text(in: column)
  }

  package func rows(where columns: [(name: String, text: String)]) -> [Int] {
    guard let first = columns.first else { return [] }
    return rows(in: first.name, first.text).filter { row in
      columns.dropFirst().allSatisfy { text(row: row, column: $0.name)?.isSpelled(like: $0.text) ?? false }
    }
  }

  private func rows(in name: String, _ text: String) -> [Int] {
    guard let column = column(name) else { return [] }
    let rows = rowsByText.withLock { indexes in
      let index = indexes[column] ?? self.index(of: column)
      indexes[column] = index
      return index[text] ?? []
    }
    // Equal strings in Swift may have different spellings.
    return rows.filter { options.element(at: $0)?.text(in: column)?.isSpelled(like: text) ?? false }
  }

  private func index(of column: OptionColumn) -> [String: [Int]] {
    var index: [String: [Int]] = [:]
    for (row, option) in options.enumerated() {
      if let text = option.text(in: column) { index[text, default: []].append(row) }
    }
    return index
  }
}
