#if Collect

/// Statements for many rows at once. The numbers of rows are powers of two, so few statements are prepared.
struct RowChunks {
  let connection: PostgresConnection

  /// The most rows of a statement.
  private static let most = 256

  /// Runs a statement for rows.
  ///
  /// - Parameters:
  ///   - rows: the rows, each with the same number of values.
  ///   - statement: the statement around a list of rows such as `($1, $2), ($3, $4)`.
  /// - Complexity: O(n) for n values.
  func execute(_ rows: [[PostgresValue]], _ statement: (_ list: String) -> String) throws {
    var rest = rows[...]
    while let width = rest.first?.count {
      var size = Self.most
      while size > rest.count { size /= 2 }
      try connection.execute(statement(Self.list(rows: size, width: width)), rest.prefix(size).flatMap { $0 })
      rest = rest.dropFirst(size)
    }
  }

  private static func list(rows: Int, width: Int) -> String {
    (0..<rows).map { row in
      "(\((0..<width).map { "$\(row * width + $0 + 1)" }.joined(separator: ", ")))"
    }.joined(separator: ", ")
  }
}
#endif
