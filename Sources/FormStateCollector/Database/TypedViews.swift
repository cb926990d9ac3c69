#if Collect

/// The typed views of a form: a column for each question, and a view for each repeat.
package struct TypedViews {
  private let connection: PostgresConnection

  package init(connection: PostgresConnection) { self.connection = connection }

  /// Makes the views of a form again from all of its definitions.
  ///
  /// - Returns: the names of the views.
  /// - Throws: ``PostgresError``; the views are as before then.
  package func make(ofForm form: String) throws -> [String] {
    try connection.transaction {
      let rows = try connection.execute(
        "SELECT view, statement FROM formstate_typed_view WHERE form = $1 ORDER BY repeat, view", [.text(form)])
      let views = try rows.map { row in (name: try row[0] as String, statement: try row[1] as String) }
      for view in views {
        let name = PostgresIdentifier.quoted(view.name)
        try connection.execute(script: "DROP VIEW IF EXISTS \(name)")
        try connection.execute(script: view.statement)
        try connection.execute(script: "GRANT SELECT ON \(name) TO formstate_reader")
      }
      return views.map(\.name)
    }
  }

  /// The keys of all forms, in alphabetical order.
  package func forms() throws -> [String] {
    try connection.execute("SELECT DISTINCT form FROM formstate_definition ORDER BY form").map { try $0[0] }
  }
}
#endif
