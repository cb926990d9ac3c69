import FormState
import GRDB

/// Reads sections: their definition, with their touched state.
extension ResponseReader {
  func section(withKey key: String) throws -> SectionSnapshot? {
    try index.position(ofSection: key).flatMap(section)
  }

  func section(at position: Int) throws -> SectionSnapshot? {
    try memory.section(at: position) {
      try sections(where: "section.position = :position", ["position": position]).first
    }
  }

  func unfoldedSections(besides section: SectionSnapshot) throws -> [SectionSnapshot] {
    guard index.form.accordion == .sections else { return [] }
    return try sections(
      where: """
        section.is_foldable AND NOT coalesce(state.is_folded, section.starts_folded)
        AND section.position <> :position
        """,
      ["position": section.position])
  }

  func touchedSections() throws -> [SectionSnapshot] { try sections(where: "state.is_folded IS NOT NULL") }

  func sectionCount() -> Int { index.form.sections.count }

  private func sections(
    where condition: String, _ arguments: [String: (any DatabaseValueConvertible)?] = [:]
  ) throws -> [SectionSnapshot] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT section.position, state.is_folded, state.is_relevant
        FROM formstate_section AS section
        LEFT JOIN formstate_section_state AS state
          ON state.response_id = :response AND state.instance = 0 AND state.section_id = section.id
        WHERE section.version_id = :version AND \(condition)
        ORDER BY section.position
        """)
    let all = arguments.merging(
      ["response": location.responseID, "version": location.version.id]
    ) { given, _ in given }
    return try Row.fetchAll(statement, arguments: StatementArguments(all)).compactMap { row in
      index.snapshot(
        ofSection: try row.position(atIndex: 0), fold: try row.decode(atIndex: 1), relevance: try row.decode(atIndex: 2)
      )
    }
  }
}
