/// What the rows of a definition should be, read in SQL from the file of a device.
///
/// Every row has the columns that ``DefinitionComparison`` compares.
enum DeviceQueries {
  /// Each cell with itself and the cells above it, and how far above they are.
  private static let above = """
    WITH RECURSIVE above (cell_id, id, distance) AS MATERIALIZED (
      SELECT id, id, 0 FROM formstate_cell
      UNION ALL
      SELECT above.cell_id, cell.parent_id, distance + 1
      FROM above
      JOIN formstate_cell AS cell ON cell.id = above.id
      WHERE cell.parent_id IS NOT NULL
    )
    """

  /// The number of repeats around the cell `deciding`.
  private static let repeatsAround = """
    (
      SELECT count(*)
      FROM above AS around
      JOIN formstate_cell AS repeat ON repeat.id = around.id
      WHERE around.cell_id = deciding.id AND around.distance > 0 AND repeat.kind = 'repeat'
    )
    """

  static let sections = "SELECT key, position, coalesce(nullif(title, ''), key) FROM formstate_section"

  static let cells = """
    \(above)
    SELECT
      cell.key, form.key, section.key, name.section, section.position, cell.position, cell.kind, name.question,
      coalesce((
        SELECT repeat.key
        FROM above
        JOIN formstate_cell AS repeat ON repeat.id = above.id
        WHERE above.cell_id = cell.id AND above.distance > 0 AND repeat.kind = 'repeat'
        ORDER BY above.distance
        LIMIT 1
      ), ''),
      counts.minimum, counts.maximum,
      coalesce(cell.list, (SELECT list FROM formstate_rule WHERE cell_id = cell.id AND kind = 'choices')),
      asked.cell_id IS NOT NULL,
      coalesce(asked.is_hidden, EXISTS (
        SELECT 1
        FROM above
        JOIN formstate_cell AS hiding ON hiding.id = above.id
        WHERE above.cell_id = cell.id AND hiding.is_hidden
      )),
      coalesce(asked.is_conditional, EXISTS (
        SELECT 1
        FROM above
        JOIN formstate_rule AS rule ON rule.cell_id = above.id
        WHERE above.cell_id = cell.id AND (rule.kind = 'relevant' OR rule.kind = 'count' AND above.distance > 0)
        UNION ALL
        SELECT 1 FROM formstate_rule WHERE section_id = cell.section_id AND cell_id IS NULL AND kind = 'relevant'
      )),
      coalesce(asked.has_default, 0)
    FROM formstate_cell AS cell
    JOIN formstate_section AS section ON section.id = cell.section_id
    JOIN formstate_name AS name ON name.cell_id = cell.id
    JOIN formstate_version AS version ON version.id = cell.version_id
    JOIN formstate_form AS form ON form.id = version.form_id
    LEFT JOIN formstate_question AS asked ON asked.cell_id = cell.id
    LEFT JOIN formstate_repeat AS counts ON counts.cell_id = cell.id
    """

  /// The repeats around questions as the file has them, apart from those that ``cells`` finds.
  static let repeats = """
    SELECT cell.key, coalesce(repeat.key, '')
    FROM formstate_question AS asked
    JOIN formstate_cell AS cell ON cell.id = asked.cell_id
    LEFT JOIN formstate_cell AS repeat ON repeat.id = asked.repeat_id
    """

  static let values = """
    SELECT
      cell.key,
      \(type(of: "cell.default_value")), \(content(of: "cell.default_value")),
      coalesce(first.readable_default, first.default_value),
      \(type(of: "coalesce(rule.starts, cell.default_value)")),
      \(content(of: "coalesce(rule.starts, cell.default_value)")),
      coalesce(first.readable_starts, first.starts, first.readable_default, first.default_value),
      rule.starts IS NOT NULL
    FROM formstate_question AS asked
    JOIN formstate_first AS first ON first.cell_id = asked.cell_id
    JOIN formstate_cell AS cell ON cell.id = asked.cell_id
    JOIN formstate_cell_kind AS kind ON kind.kind = cell.kind
    LEFT JOIN formstate_rule AS rule ON rule.cell_id = cell.id AND rule.kind IN ('calculate', 'default')
    """

  private static func type(of value: String) -> String {
    """
    CASE
      WHEN \(value) IS NULL THEN NULL
      WHEN kind.storage = 'switch' THEN 'b'
      WHEN kind.storage = 'date' THEN 'd'
      WHEN kind.storage = 'decimal' THEN 'n'
      WHEN kind.storage = 'time' THEN 'c'
      WHEN kind.storage = 'dateTime' THEN 'm'
      WHEN kind.storage = 'choices' THEN 'o'
      ELSE substr(typeof(\(value)), 1, 1)
    END
    """
  }

  private static func content(of value: String) -> String {
    """
    CASE
      WHEN kind.storage = 'switch' THEN CASE \(value) WHEN 1 THEN 'true' WHEN 0 THEN 'false' END
      ELSE CAST(\(value) AS TEXT)
    END
    """
  }

  static let conditions = """
    \(above)
    SELECT cell.key, 'relevance', deciding.key, \(repeatsAround) + (rule.kind = 'count'), iif(rule.kind = 'count', 1, rule.starts)
    FROM above
    JOIN formstate_cell AS cell ON cell.id = above.cell_id
    JOIN formstate_cell AS deciding ON deciding.id = above.id
    JOIN formstate_rule AS rule ON rule.cell_id = deciding.id
    WHERE rule.kind = 'relevant' OR rule.kind = 'count' AND above.distance > 0
    UNION ALL
    SELECT cell.key, 'sectionRelevance', section.key, 0, rule.starts
    FROM formstate_cell AS cell
    JOIN formstate_section AS section ON section.id = cell.section_id
    JOIN formstate_rule AS rule ON rule.section_id = section.id AND rule.cell_id IS NULL AND rule.kind = 'relevant'
    """

  /// The conditions of questions outside of repeats as the file has them.
  static let storedConditions = """
    SELECT
      cell.key, iif(rule.cell_id IS NULL, 'sectionRelevance', 'relevance'), coalesce(deciding.key, section.key), 0,
      rule.starts
    FROM formstate_condition AS condition
    JOIN formstate_cell AS cell ON cell.id = condition.cell_id
    JOIN formstate_rule AS rule ON rule.id = condition.rule_id
    JOIN formstate_section AS section ON section.id = rule.section_id
    LEFT JOIN formstate_cell AS deciding ON deciding.id = rule.cell_id
    """

  static let rules = """
    SELECT
      cell.key,
      CASE rule.kind
        WHEN 'default' THEN 'calculate' WHEN 'choices' THEN 'notOffered' ELSE rule.kind
      END,
      rule.number,
      CASE rule.kind
        WHEN 'required' THEN coalesce(rule.message, 'An answer is needed.')
        WHEN 'constraint' THEN coalesce(rule.message, 'The answer has to fulfil ' || rule.expression || '.')
        WHEN 'choices' THEN 'What is chosen is not among the choices.'
        ELSE 'What is calculated is no ' || cell.kind || ' that can stand here, so nothing does.'
      END,
      iif(rule.kind IN ('calculate', 'default'), 'warning', rule.severity),
      iif(rule.kind IN ('calculate', 'default'), 1, rule.starts)
    FROM formstate_rule AS rule
    JOIN formstate_cell AS cell ON cell.id = rule.cell_id
    JOIN formstate_question AS asked ON asked.cell_id = cell.id
    WHERE rule.kind IN ('required', 'constraint', 'choices', 'calculate', 'default')
    """

  static let options = """
    SELECT question.key, option.option_value, coalesce(nullif(option.title, ''), option.option_value)
    FROM formstate_cell AS option
    JOIN formstate_cell AS question ON question.id = option.parent_id
    WHERE option.kind = 'option'
    UNION ALL
    SELECT key, 'true', coalesce(on_title, 'On') FROM formstate_cell WHERE kind = 'switch'
    UNION ALL
    SELECT key, 'false', coalesce(off_title, 'Off') FROM formstate_cell WHERE kind = 'switch'
    """

  static let lists = """
    SELECT named.name, list.digest
    FROM formstate_version_list AS named
    JOIN formstate_list AS list ON list.id = named.list_id
    """

  static let listItems = """
    SELECT list.digest, item.position, item.value, item.title
    FROM formstate_list_item AS item
    JOIN formstate_list AS list ON list.id = item.list_id
    """

  static let languages = """
    SELECT coalesce(language, ''), 1 FROM formstate_version
    UNION ALL
    SELECT DISTINCT language, 0 FROM formstate_translation
    """

  /// The texts of a file whose form is in one language.
  static let texts = """
    SELECT 'section', key, coalesce(nullif(title, ''), key) FROM formstate_section
    UNION ALL
    SELECT 'cell', cell.key, name.question
    FROM formstate_cell AS cell
    JOIN formstate_name AS name ON name.cell_id = cell.id
    """

  /// The answers in an untouched response, outside of repeats.
  static let answers = """
    SELECT cell, value IS NOT NULL, readable, source FROM answer WHERE instance = 0
    """

  /// The faults in an untouched response, outside of repeats.
  static let faults = """
    SELECT cell, fault, fault_number, message, severity
    FROM fault
    WHERE instance = 0 AND fault IN ('required', 'notOffered', 'constraint', 'calculate')
    """
}
