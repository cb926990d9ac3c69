#if Collect

/// The typed views of a form: a column for each question, and a view for each repeat.
package struct TypedViews {
  private let connection: PostgresConnection

  package init(connection: PostgresConnection) { self.connection = connection }

  /// The schema of the views, which has nothing else.
  package static let schema = "formstate_forms"

  /// Makes the views of a form again from all of its definitions.
  ///
  /// - Returns: the names of the views in ``schema``.
  /// - Throws: ``PostgresError``; the views are as before then.
  package func make(ofForm form: String) throws -> [String] {
    try connection.transaction {
      try leaveSchema()
      let rows = try connection.execute(
        "SELECT view, spare_name, query FROM formstate_typed_view WHERE form = $1 ORDER BY repeat, view", [.text(form)])
      let views = try rows.map { (names: [try $0[0] as String, try $0[1]], query: try $0[2] as String) }
      for made in try connection.execute(
        "DELETE FROM formstate_made_view WHERE form = $1 RETURNING view", [.text(form)])
      {
        try connection.execute(script: "DROP VIEW IF EXISTS \(Self.quoted(try made[0]))")
      }
      return try views.map { view in
        let name = try isFree(view.names[0]) ? view.names[0] : view.names[1]
        try connection.execute(script: "CREATE VIEW \(Self.quoted(name)) AS \(view.query)")
        try connection.execute(script: "GRANT SELECT ON \(Self.quoted(name)) TO formstate_reader")
        try connection.execute(
          "INSERT INTO formstate_made_view (view, form) VALUES ($1, $2)", [.text(name), .text(form)])
        return name
      }
    }
  }

  /// A name in ``schema``, for a statement.
  package static func quoted(_ view: String) -> String { "\(schema).\(PostgresIdentifier.quoted(view))" }

  private func isFree(_ name: String) throws -> Bool {
    try connection.execute(
      """
      SELECT to_regclass(format('\(Self.schema).%I', $1::text)) IS NULL
      """, [.text(name)]
    ).only[0]
  }

  /// Looks for the collector's tables and views in the other schemas of the search path alone, where no device chooses
  /// names.
  private func leaveSchema() throws {
    try connection.execute(
      """
      SELECT set_config('search_path', string_agg(quote_ident(name), ', ' ORDER BY place), true)
      FROM unnest(current_schemas(false)) WITH ORDINALITY AS path (name, place)
      WHERE name <> $1
      """, [.text(Self.schema)])
  }

  /// The keys of all forms, in alphabetical order.
  package func forms() throws -> [String] {
    try connection.execute("SELECT DISTINCT form FROM formstate_definition ORDER BY form").map { try $0[0] }
  }
}
#endif
