import FormState
import GRDB

/// A list in the store, of which only the needed parts are read.
final class StoredList: RuleList {
  private let db: Database
  private let id: Int64
  private let outline: OptionList.Outline
  /// The number of texts read individually from each column.
  private var readings: [OptionColumn: Int] = [:]
  /// Wholly read columns, by the numbers of the options.
  private var wholeColumns: [OptionColumn: [Int: String]] = [:]

  /// Begins to query a list, within the caller's transaction.
  init(db: Database, id: Int64, outline: OptionList.Outline) {
    self.db = db
    self.id = id
    self.outline = outline
  }

  var count: Int { outline.count }

  /// The number of individually read texts of a column from which on the whole column is read.
  private static let fewReadings = 256

  private func column(_ name: String) -> OptionColumn? { OptionColumn(name, isColumn: outline.columns.contains) }

  func text(row: Int, column name: String) throws -> String? {
    guard let column = column(name) else { return nil }
    if let whole = wholeColumns[column] { return whole[row] }
    readings[column, default: 0] += 1
    guard readings[column, default: 0] <= Self.fewReadings else {
      let whole = try texts(in: column)
      wholeColumns[column] = whole
      return whole[row]
    }
    return try String.fetchOne(
      try db.cachedStatement(sql: "\(column.selection) AND position = :row"),
      arguments: column.arguments(["list": id, "row": row]))
  }

  private func texts(in column: OptionColumn) throws -> [Int: String] {
    let rows = try Row.fetchCursor(
      try db.cachedStatement(sql: column.selection), arguments: column.arguments(["list": id]))
    var texts: [Int: String] = [:]
    texts.reserveCapacity(outline.count)
    while let row = try rows.next() { texts[try row.position(atIndex: 1)] = try row.decode(atIndex: 0) }
    return texts
  }

  func rows(where columns: [(name: String, text: String)]) throws -> [Int] {
    var parts: [String] = []
    var arguments: [String: (any DatabaseValueConvertible)?] = ["list": id]
    for (number, condition) in columns.enumerated() {
      guard let column = column(condition.name) else { return [] }
      parts.append(column.search(number))
      arguments["text\(number)"] = condition.text
      if case .other(let name) = column { arguments["name\(number)"] = name }
    }
    let statement = try db.cachedStatement(sql: "\(parts.joined(separator: " INTERSECT ")) ORDER BY position")
    return try Int.fetchAll(statement, arguments: StatementArguments(arguments))
  }
}

extension OptionColumn {
  /// A query for the texts in the column, with their options.
  fileprivate var selection: String {
    switch self {
    case .value: "SELECT value, position FROM formstate_list_item WHERE list_id = :list"
    case .title: "SELECT title, position FROM formstate_list_item WHERE list_id = :list"
    case .other: "SELECT value, position FROM formstate_list_column WHERE list_id = :list AND name = :name"
    }
  }

  /// A query for the options with a text in the column.
  ///
  /// - Parameter number: distinguishes its parameters from others.
  fileprivate func search(_ number: Int) -> String {
    switch self {
    case .value: "SELECT position FROM formstate_list_item WHERE list_id = :list AND value = :text\(number)"
    case .title: "SELECT position FROM formstate_list_item WHERE list_id = :list AND title = :text\(number)"
    case .other:
      "SELECT position FROM formstate_list_column WHERE list_id = :list AND name = :name\(number) AND value = :text\(number)"
    }
  }

  fileprivate func arguments(_ given: [String: (any DatabaseValueConvertible)?]) -> StatementArguments {
    guard case .other(let name) = self else { return StatementArguments(given) }
    return StatementArguments(given.merging(["name": name]) { first, _ in first })
  }
}
