/// The names of FormState's objects in a database, which may be a host's.
enum SchemaNames {
  /// The views for people, which have plain names; all other names begin with `formstate_`.
  static let plainViews = [
    "visible_row", "section", "response", "answer", "unanswered", "fault", "set_aside", "instance", "list_item",
    "history", "conflict",
  ]

  /// A condition in SQL: whether a column has a name of FormState's.
  static func condition(_ column: String) -> String {
    let names = plainViews.map { "'\($0)'" }.joined(separator: ", ")
    return "(\(column) GLOB 'formstate_*' OR \(column) COLLATE NOCASE IN (\(names)))"
  }
}
