import FormState
import GRDB

/// The statement that creates a view of a form's answers.
struct AnswerViewDefinition {
  /// SQLite's maximum number of columns.
  static let mostColumns = 2000

  let name: String
  let columns: [String]
  let sql: String

  /// Reads the questions.
  ///
  /// - Parameter key: the repeat whose instances have a row each; `nil` for a row per response.
  init(ofForm form: String, inRepeat key: String?, in db: Database) throws {
    let questions = try Self.questions(ofForm: form, inRepeat: key, in: db)
    let first =
      key == nil ? ["response", "version", "status"] : ["response", "version", "instance", "position", "within"]
    var names = UniqueNames(first)
    let hasRules = try Self.hasRules(form, in: db)
    let lines = questions.flatMap { question in
      Self.values(of: question, inRepeat: key != nil, followsRules: hasRules).map { suffix, value in
        ",\n  \(value) AS \(Self.quoted(names.take(question.key + suffix)))"
      }
    }
    columns = names.taken
    guard columns.count <= Self.mostColumns else {
      throw AnswerViewError.tooManyColumns(columns.count, questions: questions.count)
    }
    name = Self.name(ofForm: form, inRepeat: key)
    sql = """
      CREATE VIEW \(Self.quoted(name)) AS
      \(Self.mark)
      SELECT
        response.key AS response,
        version.number AS version,
        \(key == nil ? Self.status : Self.place)\(lines.joined())
      FROM formstate_form AS form
      CROSS JOIN formstate_response AS response ON response.form_id = form.id
      CROSS JOIN formstate_version AS version ON version.id = response.version_id
      \(key.map(Self.instances) ?? "")\(Self.end(ofForm: form))
      """
  }

  private static let status = "iif(response.is_completed, 'completed', 'in progress') AS status"

  /// The place of an instance: what people call it, its position among its siblings from 1, and the instance around the
  /// repeat.
  private static let place = """
    (SELECT spelling FROM formstate_spelling WHERE response_id = inside.response_id AND instance = inside.instance)
        AS instance,
      (
        SELECT count(*)
        FROM formstate_instance
        WHERE response_id = inside.response_id AND cell_id = inside.cell_id AND parent = inside.parent AND origin = 0
          AND (rank, instance) <= (inside.rank, inside.instance)
      ) AS position,
      (SELECT spelling FROM formstate_spelling WHERE response_id = inside.response_id AND instance = inside.parent)
        AS within
    """

  private static func instances(of key: String) -> String {
    """
    CROSS JOIN formstate_cell AS repeating ON repeating.version_id = version.id AND repeating.key = \(literal(key))
    CROSS JOIN formstate_instance AS inside
      ON inside.response_id = response.id AND inside.cell_id = repeating.id AND inside.origin = 0\n
    """
  }

  /// The name of a view of a form's answers.
  static func name(ofForm form: String, inRepeat key: String? = nil) -> String {
    key.map { "instances_of_\(form)_\($0)" } ?? "answers_of_\(form)"
  }

  /// The keys of the repeats of the versions in use, in alphabetical order.
  static func repeatKeys(ofForm form: String, in db: Database) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT DISTINCT cell.key
        FROM formstate_form AS form
        JOIN formstate_version AS version ON version.form_id = form.id
        JOIN formstate_repeat AS repeating ON repeating.version_id = version.id
        JOIN formstate_cell AS cell ON cell.id = repeating.cell_id
        WHERE form.key = ?
          AND (version.number = form.version OR EXISTS (SELECT 1 FROM formstate_response WHERE version_id = version.id))
        ORDER BY cell.key
        """, arguments: [form])
  }

  /// Whether a name is taken.
  static func isTaken(_ name: String, in db: Database) throws -> Bool {
    try Int.fetchOne(db, sql: "SELECT 1 FROM main.sqlite_schema WHERE name = ? COLLATE NOCASE", arguments: [name])
      != nil
  }

  /// Drops the views of a form.
  ///
  /// - Returns: their names, in lower case.
  static func drop(form: String, in db: Database) throws -> [String] {
    let found = try Row.fetchAll(
      db,
      sql: """
        SELECT name, coalesce(sql, '')
        FROM main.sqlite_schema
        WHERE lower(name) = lower(?) OR (type = 'view' AND instr(lower(name), lower(?)) = 1)
        """, arguments: [name(ofForm: form), name(ofForm: form, inRepeat: "")])
    var dropped: [String] = []
    for row in found {
      let (name, sql): (String, String) = (try row.decode(atIndex: 0), try row.decode(atIndex: 1))
      guard sql.contains("\n\(mark)\n"), sql.hasSuffix(end(ofForm: form)) else {
        // A name that only begins like that of a repeat's view may belong to another form.
        if name.lowercased() != Self.name(ofForm: form).lowercased() { continue }
        throw AnswerViewError.nameTaken(name)
      }
      try db.execute(sql: "DROP VIEW main.\(quoted(name))")
      dropped.append(name.lowercased())
    }
    return dropped
  }

  /// A name in SQL, whatever characters it has.
  static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }

  private static let mark =
    "-- What each response to a form holds, a column for each question. Made by formstate views, which replaces it."

  private static func end(ofForm form: String) -> String { "WHERE form.key = \(literal(form))" }

  private static func literal(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }

  private struct AskedCell {
    let key: String
    /// The type of its values; `nil` if versions differ in that.
    var type: String?
    /// Whether it may have more digits than a `REAL`, as SQLite has no exact type for decimals.
    var isDecimal: Bool
    /// Whether its values are true and false, which are no numbers.
    let isSwitch: Bool

    /// Adds how another version stores its values. Whole numbers and others are numbers together.
    mutating func combine(_ other: AskedCell) {
      isDecimal = isDecimal || other.isDecimal
      guard type != other.type else { return }
      let areNumbers = [type, other.type].allSatisfy { ["INTEGER", "REAL"].contains($0 ?? "") }
      type = areNumbers && !isSwitch && !other.isSwitch ? "REAL" : nil
    }
  }

  private static func questions(
    ofForm form: String, inRepeat key: String?, in db: Database
  ) throws -> [AskedCell] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT
          cell.key,
          CASE
            WHEN kind.storage IN ('switch', 'integer') THEN 'INTEGER'
            WHEN kind.storage IN ('number', 'decimal') THEN 'REAL'
            WHEN kind.storage <> 'any' THEN 'TEXT'
          END,
          kind.storage = 'decimal',
          kind.storage = 'switch'
        FROM formstate_form AS form
        JOIN formstate_version AS version ON version.form_id = form.id
        JOIN formstate_question AS question ON question.version_id = version.id
        LEFT JOIN formstate_cell AS repeating ON repeating.id = question.repeat_id
        JOIN formstate_section AS section ON section.id = question.section_id
        JOIN formstate_cell AS cell ON cell.id = question.cell_id
        JOIN formstate_cell_kind AS kind ON kind.kind = cell.kind
        WHERE form.key = :form AND repeating.key IS :repeat
          AND (version.number = form.version
            OR EXISTS (SELECT 1 FROM formstate_response WHERE version_id = version.id))
        ORDER BY version.number <> form.version, version.number DESC, section.position, cell.position
        """, arguments: ["form": form, "repeat": key])
    var cells: [AskedCell] = []
    var places: [String: Int] = [:]
    while let row = try rows.next() {
      let cell = AskedCell(
        key: try row.decode(atIndex: 0), type: try row.decode(atIndex: 1), isDecimal: try row.decode(atIndex: 2),
        isSwitch: try row.decode(atIndex: 3))
      guard let place = places[cell.key] else {
        places[cell.key] = cells.count
        cells.append(cell)
        continue
      }
      cells[place].combine(cell)
    }
    return cells
  }

  /// Whether a rule of the form decides any relevance: checking for irrelevant cells takes as long as all the rest.
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

  /// The columns of a question, each with the suffix of its name: its value, and the digits of a decimal that its
  /// number does not show.
  private static func values(
    of question: AskedCell, inRepeat: Bool, followsRules: Bool
  ) -> [(suffix: String, value: String)] {
    let value = value(of: question, inRepeat: inRepeat, followsRules: followsRules)
    // The column has the type only if the cast is the outermost expression.
    let typed = question.type.map { "CAST(\(value) AS \($0))" } ?? value
    guard question.isDecimal, question.type == "REAL" else { return [("", typed)] }
    let digits = """
      CAST((
          SELECT iif(digits IN (shown, replace(shown || ' ', '.0 ', '')), NULL, digits)
          FROM (SELECT CAST(value AS TEXT) AS digits, CAST(CAST(value AS REAL) AS TEXT) AS shown
            FROM (SELECT \(value) AS value))
        ) AS TEXT)
      """
    return [("", typed), ("_exact", digits)]
  }

  private static func value(of question: AskedCell, inRepeat: Bool, followsRules: Bool) -> String {
    let outside = """

            AND NOT EXISTS (
              SELECT 1
              FROM formstate_unmet
              WHERE response_id = response.id AND cell_id = cell.id
            )
      """
    let inside = """

            AND NOT EXISTS (
              SELECT 1
              FROM formstate_irrelevance
              WHERE response_id = response.id AND cell_id = cell.id AND instance = inside.instance
            )
      """
    let relevance = followsRules ? (inRepeat ? inside : outside) : ""
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
    return """
      (
          SELECT \(followsRules ? held : "iif(state.is_set, state.value, cell.default_value)")
          FROM formstate_cell AS cell
          LEFT JOIN formstate_cell_state AS state
            ON state.response_id = response.id AND state.instance = \(inRepeat ? "inside.instance" : "0") AND state.cell_id = cell.id
          WHERE cell.version_id = response.version_id AND cell.key = \(literal(question.key))\(relevance)
        )
      """
  }
}

/// Names that are unique in SQLite, which ignores case.
private struct UniqueNames {
  private(set) var taken: [String]
  private var known: Set<String>

  init(_ names: [String]) {
    taken = names
    known = Set(names)
  }

  /// The name, with a number appended if it is taken.
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
