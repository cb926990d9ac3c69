import FormState
import GRDB

extension FormStore {
  /// A view of a form's answers in the database: a line for each response, a column for each question.
  package struct AnswerView: Hashable, Sendable {
    /// What the view is called.
    package let name: String
    /// What its columns are called.
    package let columns: [String]
    /// Whether it took the place of one that was made before.
    package let isReplaced: Bool
  }

  /// Makes a view of a form's answers, or makes it anew, as after another version of the form was taken in.
  ///
  /// It is called `answers_of_` and the key of the form; its columns are `response`, `version`, `status` and the keys of the
  /// questions, those of the version that new responses begin with first, then those that only other versions have that
  /// somebody fills in. FormState itself never makes such a view and has no use for it.
  ///
  /// - Throws: ``StoreError/unknownForm(key:nearest:)``; ``AnswerViewError``; errors of SQLite.
  /// - Complexity: O(n) for n cells of those versions.
  package func makeAnswerView(ofForm form: String) throws -> AnswerView {
    try write { db in
      _ = try ResponseLocation.find(ResponseKey(form: form), in: db)
      let definition = try AnswerViewDefinition(ofForm: form, in: db)
      let isReplaced = try AnswerViewDefinition.drop(form: form, in: db)
      try db.execute(sql: definition.sql)
      // A view is only looked at when it is used.
      _ = try Row.fetchOne(db, sql: "SELECT * FROM \(AnswerViewDefinition.quoted(definition.name)) LIMIT 0")
      return (AnswerView(name: definition.name, columns: definition.columns, isReplaced: isReplaced), .commit)
    }
  }

  /// Takes the view of a form's answers away again.
  ///
  /// - Returns: what the view is called, and whether there was one.
  /// - Throws: ``AnswerViewError/nameTaken(_:)``; errors of SQLite.
  package func dropAnswerView(ofForm form: String) throws -> (name: String, wasThere: Bool) {
    try write { db in
      let wasThere = try AnswerViewDefinition.drop(form: form, in: db)
      return ((AnswerViewDefinition.name(ofForm: form), wasThere), wasThere ? .commit : .rollback)
    }
  }
}

/// Why there can be no view of a form's answers.
package enum AnswerViewError: Error, Hashable, CustomStringConvertible {
  /// Something else is called so.
  case nameTaken(String)
  /// The form asks more than a view has columns.
  case tooManyQuestions(Int)

  package var description: String {
    switch self {
    case .nameTaken(let name):
      "there is a “\(name)” already that is no view of this form's answers; it was left as it is, rename it first"
    case .tooManyQuestions(let count):
      "the form has \(count) questions, and a view has at most \(AnswerViewDefinition.mostColumns) columns; "
        + "the view “answer” has a line for each"
    }
  }
}

/// The statement that makes a view of a form's answers.
struct AnswerViewDefinition {
  /// As many columns as SQLite takes.
  static let mostColumns = 2000

  let name: String
  let columns: [String]
  let sql: String

  /// Looks the questions up.
  init(ofForm form: String, in db: Database) throws {
    let questions = try Self.questions(ofForm: form, in: db)
    var names = UniqueNames(["response", "version", "status"])
    let asked = questions.map { question in (question, names.take(question.key)) }
    columns = names.taken
    guard columns.count <= Self.mostColumns else { throw AnswerViewError.tooManyQuestions(questions.count) }
    name = Self.name(ofForm: form)
    let hasRules = try Self.hasRules(form, in: db)
    let lines = asked.map { question, name in
      ",\n  \(Self.value(of: question, followsRules: hasRules)) AS \(Self.quoted(name))"
    }
    sql = """
      CREATE VIEW \(Self.quoted(name)) AS
      \(Self.mark)
      SELECT
        response.key AS response,
        version.number AS version,
        iif(response.is_completed, 'completed', 'in progress') AS status\(lines.joined())
      FROM formstate_form AS form
      CROSS JOIN formstate_response AS response ON response.form_id = form.id
      CROSS JOIN formstate_version AS version ON version.id = response.version_id
      \(Self.end(ofForm: form))
      """
  }

  /// What a view of a form's answers is called.
  static func name(ofForm form: String) -> String { "answers_of_\(form)" }

  /// Drops the view of a form; whether there was one.
  static func drop(form: String, in db: Database) throws -> Bool {
    let name = name(ofForm: form)
    let found = try Row.fetchOne(
      db, sql: "SELECT name, sql FROM main.sqlite_schema WHERE name = ? COLLATE NOCASE", arguments: [name])
    guard let found else { return false }
    let sql = try found.decode(String?.self, atIndex: 1) ?? ""
    guard sql.contains("\n\(mark)\n"), sql.hasSuffix(end(ofForm: form)) else { throw AnswerViewError.nameTaken(name) }
    try db.execute(sql: "DROP VIEW main.\(quoted(name))")
    return true
  }

  /// A name as it stands in a statement, whatever characters it has.
  static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }

  private static let mark =
    "-- What each response to a form holds, a column for each question. Made by formstate views; made anew by it."

  private static func end(ofForm form: String) -> String { "WHERE form.key = \(literal(form))" }

  private static func literal(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }

  private struct AskedCell {
    let key: String
    /// How its values are stored; `nil` when versions differ in that.
    var type: String?
  }

  private static func questions(ofForm form: String, in db: Database) throws -> [AskedCell] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT
          cell.key,
          CASE
            WHEN kind.storage IN ('switch', 'integer') THEN 'INTEGER'
            WHEN kind.storage = 'number' THEN 'NUMERIC'
            -- SQLite has no exact type for decimals: 70.50 would come out as 70.5, and 18 digits as 15.
            WHEN kind.storage <> 'any' THEN 'TEXT'
          END
        FROM formstate_form AS form
        JOIN formstate_version AS version ON version.form_id = form.id
        -- What is filled in several times has no one value.
        JOIN formstate_question AS question ON question.version_id = version.id AND question.repeat_id IS NULL
        JOIN formstate_section AS section ON section.id = question.section_id
        JOIN formstate_cell AS cell ON cell.id = question.cell_id
        JOIN formstate_cell_kind AS kind ON kind.kind = cell.kind
        WHERE form.key = ?
          AND (version.number = form.version
            OR EXISTS (SELECT 1 FROM formstate_response WHERE version_id = version.id))
        ORDER BY version.number <> form.version, version.number DESC, section.position, cell.position
        """, arguments: [form])
    var cells: [AskedCell] = []
    var places: [String: Int] = [:]
    while let row = try rows.next() {
      let cell = AskedCell(key: try row.decode(atIndex: 0), type: try row.decode(atIndex: 1))
      guard let place = places[cell.key] else {
        places[cell.key] = cells.count
        cells.append(cell)
        continue
      }
      if cells[place].type != cell.type { cells[place].type = nil }
    }
    return cells
  }

  /// Whether anything of a form is asked only by a rule: to look for what is not relevant takes as long as all the rest.
  private static func hasRules(_ form: String, in db: Database) throws -> Bool {
    let rule = try Int.fetchOne(
      db,
      sql: """
        SELECT 1
        FROM formstate_form AS form
        JOIN formstate_version AS version ON version.form_id = form.id
        JOIN formstate_rule AS rule ON rule.version_id = version.id
        WHERE form.key = ?
        LIMIT 1
        """, arguments: [form])
    return rule != nil
  }

  private static func value(of question: AskedCell, followsRules: Bool) -> String {
    let relevance = """

            AND NOT EXISTS (
              SELECT 1
              FROM formstate_unmet
              WHERE response_id = response.id AND cell_id = cell.id
            )
      """
    let held = """
      iif(
              state.is_set,
              state.value,
              coalesce(
                iif(
                  state.is_calculated,
                  state.calculated,
                  (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind IN ('calculate', 'default'))
                ),
                cell.default_value
              )
            )
      """
    let value = """
      (
          SELECT \(followsRules ? held : "iif(state.is_set, state.value, cell.default_value)")
          FROM formstate_cell AS cell
          LEFT JOIN formstate_cell_state AS state
            ON state.response_id = response.id AND state.instance = 0 AND state.cell_id = cell.id
          WHERE cell.version_id = response.version_id AND cell.key = \(literal(question.key))\(followsRules ? relevance : "")
        )
      """
    // The type is that of the column only where it is the last thing that is said.
    return question.type.map { "CAST(\(value) AS \($0))" } ?? value
  }
}

/// Names that SQLite tells apart, which upper and lower case alone do not.
private struct UniqueNames {
  private(set) var taken: [String]
  private var known: Set<String>

  init(_ names: [String]) {
    taken = names
    known = Set(names)
  }

  /// The name, with a number after it when it is taken.
  mutating func take(_ name: String) -> String {
    var (candidate, number) = (name, 1)
    while !known.insert(candidate.lowercased()).inserted {
      number += 1
      candidate = "\(name)_\(number)"
    }
    taken.append(candidate)
    return candidate
  }
}
