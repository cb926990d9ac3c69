-- Words: the views behind the views for people.

CREATE VIEW formstate_masked AS
-- The sensitive cells that are masked for the user: all, unless the user has the role formstate_reveal.
SELECT form, cell, is_option
FROM formstate_sensitive
WHERE NOT coalesce(pg_has_role(to_regrole('formstate_reveal'), 'USAGE'), false);

CREATE VIEW formstate_place AS
-- The place of each instance in its section: texts that sort in the order of the form, however repeats are nested. The place of
-- a cell in an instance is this text, and behind it its position in ten digits; outside of repeats its position alone.
SELECT
  inside.stream AS stream,
  inside.line AS line,
  inside.instance AS instance,
  coalesce(
    (
      SELECT string_agg(
        lpad(cell.position::text, 10, '0') || CASE WHEN around.rank < 0 THEN '0' ELSE '1' END
          || lpad(to_hex(around.rank), 16, '0') || lpad(around.instance::text, 16, '0'),
        '' ORDER BY cardinality(around.path)
      )
      FROM formstate_instance AS around
      JOIN formstate_cell AS cell ON cell.definition = line.definition AND cell.cell = around.repeat
      WHERE around.stream = inside.stream AND around.line = inside.line AND around.instance = ANY (inside.path)
    ),
    ''
  ) AS place
FROM formstate_instance AS inside
JOIN formstate_line AS line ON line.stream = inside.stream AND line.line = inside.line;

CREATE VIEW formstate_spelling AS
-- What people call an instance of a repeat: its counter, and where other instances of the line have that too, behind it as much of its
-- tag, in letters and digits, as tells it apart.
SELECT
  own.stream AS stream,
  own.line AS line,
  own.instance AS instance,
  (own.instance >> 32) || coalesce(
    (
      SELECT left(
        substr('bcdfghjkmnpqrstv', (own.instance & 15)::integer + 1, 1)
          || substr('0123456789abcdefghjkmnpqrstvwxyz', (own.instance >> 4 & 31)::integer + 1, 1)
          || substr('0123456789abcdefghjkmnpqrstvwxyz', (own.instance >> 9 & 31)::integer + 1, 1)
          || substr('0123456789abcdefghjkmnpqrstvwxyz', (own.instance >> 14 & 31)::integer + 1, 1)
          || substr('0123456789abcdefghjkmnpqrstvwxyz', (own.instance >> 19 & 31)::integer + 1, 1)
          || substr('0123456789abcdefghjkmnpqrstvwxyz', (own.instance >> 24 & 31)::integer + 1, 1)
          || substr('0123456789abcdefghjkmnpqrstvwxyz', (own.instance >> 29 & 3)::integer + 1, 1),
        max(                                              -- the place of the first letter that differs from another's
          CASE
            WHEN (own.instance & 15) <> (other.instance & 15) THEN 1
            WHEN (own.instance & 511) <> (other.instance & 511) THEN 2
            WHEN (own.instance & 16383) <> (other.instance & 16383) THEN 3
            WHEN (own.instance & 524287) <> (other.instance & 524287) THEN 4
            WHEN (own.instance & 16777215) <> (other.instance & 16777215) THEN 5
            WHEN (own.instance & 536870911) <> (other.instance & 536870911) THEN 6
            ELSE 7
          END
        )
      )
      FROM formstate_instance AS other
      WHERE other.stream = own.stream AND other.line = own.line AND other.origin = '' AND other.instance <> own.instance
        AND other.instance > (own.instance | 4294967295) - 4294967296 AND other.instance <= (own.instance | 4294967295)
    ),
    ''
  ) AS spelling
FROM formstate_instance AS own;

CREATE VIEW formstate_located AS
-- Every cell of each line, and in a repeat once for each instance; and whether it is relevant.
SELECT
  line.stream, line.line, line.response, line.device, line.is_main, line.last_seq, inside.instance, cell.*,
  CASE WHEN inside.instance > 0 THEN (
    SELECT place FROM formstate_place WHERE stream = inside.stream AND line = inside.line AND instance = inside.instance
  ) ELSE '' END || lpad(cell.position::text, 10, '0') AS place,
  NOT cell.is_conditional OR NOT EXISTS (
    SELECT
    FROM formstate_condition AS condition
    LEFT JOIN formstate_state AS result
      ON result.stream = line.stream AND result.line = line.line AND result.field = condition.field
      AND result.subject = condition.subject AND result.instance = coalesce(inside.path[condition.depth], 0)
      AND result.origin = ''
    WHERE condition.definition = cell.definition AND condition.cell = cell.cell
      AND NOT coalesce(result.content = 'true', condition.holds)
  ) AS is_relevant,
  EXISTS (SELECT FROM formstate_sensitive WHERE form = line.form AND cell = cell.cell) AS is_sensitive,
  EXISTS (SELECT FROM formstate_masked WHERE form = line.form AND cell = cell.cell) AS is_masked
FROM formstate_line AS line
JOIN formstate_cell AS cell ON cell.definition = line.definition AND cell.form = line.form
JOIN formstate_instance AS inside
  ON inside.stream = line.stream AND inside.line = line.line AND inside.repeat = cell.repeat AND inside.origin = '';

CREATE VIEW formstate_given AS
-- The answers that a person gave, also the cleared ones, which have no value.
SELECT
  place.*, given.type, given.content AS value, coalesce(given.readable, given.content) AS readable, given.translations,
  'set' AS source, given.author, given.time
FROM formstate_state AS given
JOIN formstate_located AS place
  ON place.stream = given.stream AND place.line = given.line AND place.form = given.form AND place.cell = given.subject
  AND place.instance = given.instance
WHERE given.field = 'value' AND given.origin = '' AND place.is_question;

CREATE VIEW formstate_left AS
-- The questions that nobody gave a value or cleared, with the value until then: the last result of a rule where it is another than
-- in a new response, or else the first value.
SELECT
  place.*,
  CASE WHEN rule.type IS NULL THEN place.first_type WHEN rule.type = '-' THEN place.default_type ELSE rule.type END AS type,
  CASE WHEN rule.type IS NULL THEN first_content WHEN rule.type = '-' THEN default_content ELSE rule.content END AS value,
  CASE
    WHEN rule.type IS NULL THEN coalesce(place.first_readable, place.first_content)
    WHEN rule.type = '-' THEN coalesce(place.default_readable, place.default_content)
    ELSE coalesce(rule.readable, rule.content)
  END AS readable,
  CASE
    WHEN rule.type IS NULL THEN place.first_translations
    WHEN rule.type = '-' THEN place.default_translations
    ELSE rule.translations
  END AS translations,
  CASE WHEN coalesce(rule.type <> '-', place.is_first_calculated) THEN 'calculated' ELSE 'default' END AS source,
  NULL::text AS author,
  NULL::timestamptz AS time
FROM formstate_located AS place
LEFT JOIN formstate_state AS rule
  ON rule.stream = place.stream AND rule.line = place.line AND rule.form = place.form AND rule.field = 'calculated'
  AND rule.subject = place.cell AND rule.instance = place.instance AND rule.origin = ''
-- A subquery, because it is looked up for a few rows sooner than all answers are sorted for NOT EXISTS.
WHERE place.is_question AND (
  SELECT type
  FROM formstate_state
  WHERE stream = place.stream AND line = place.line AND field = 'value' AND instance = place.instance AND subject = place.cell
    AND origin = ''
) IS NULL;

CREATE VIEW formstate_answer AS
-- Every relevant question with a value. Relevance takes the longest to find, so it comes last.
SELECT * FROM formstate_given WHERE type <> '-' AND is_relevant
UNION ALL
SELECT * FROM formstate_left WHERE has_default AND value IS NOT NULL AND is_relevant;

CREATE VIEW formstate_fault AS
-- What can be wrong in each cell, also where it is not relevant; sort orders the faults of a cell.
SELECT
  place.*, rule.kind AS fault, rule.number AS number, rule.message AS message, rule.severity AS severity, NULL AS reporter,
  CASE rule.kind WHEN 'required' THEN 0 WHEN 'notOffered' THEN 1 WHEN 'constraint' THEN 2 ELSE 3 END || ' ' || rule.number AS sort
FROM formstate_located AS place
JOIN formstate_rule AS rule ON rule.definition = place.definition AND rule.cell = place.cell
LEFT JOIN formstate_state AS result
  ON result.stream = place.stream AND result.line = place.line AND result.form = place.form
  AND result.field IN ('requirement', 'faults') AND (result.field = 'requirement') = (rule.kind = 'required')
  AND result.subject = place.cell AND result.instance = place.instance AND result.origin = ''
WHERE CASE rule.kind
  WHEN 'constraint' THEN coalesce(strpos(' ' || result.content || ' ', ' ' || rule.number || ' ') > 0, NOT rule.holds)
  WHEN 'notOffered' THEN coalesce(strpos(' ' || result.content || ' ', ' choices ') > 0, NOT rule.holds)
  WHEN 'calculate' THEN strpos(' ' || result.content || ' ', ' calculate ') > 0
  ELSE coalesce(result.content = 'true', rule.holds) AND NOT EXISTS (
    SELECT
    FROM formstate_state
    WHERE stream = place.stream AND line = place.line AND field = 'value' AND subject = place.cell
      AND instance = place.instance AND origin = '' AND content <> ''
    UNION ALL
    SELECT
    FROM formstate_left
    WHERE stream = place.stream AND line = place.line AND cell = place.cell AND instance = place.instance
      AND has_default AND value <> ''
  )
END
UNION ALL
-- Of a repeat: too few or too many instances that count. A response without any action has no instances yet, and no fault.
SELECT
  place.*, CASE WHEN counted.instances < place.minimum THEN 'tooFew' ELSE 'tooMany' END, 0,
  CASE
    WHEN counted.instances < place.minimum
      THEN 'At least ' || place.minimum || CASE place.minimum WHEN 1 THEN ' is' ELSE ' are' END || ' needed.'
    ELSE 'At most ' || place.maximum || CASE place.maximum WHEN 1 THEN ' is' ELSE ' are' END || ' possible.'
  END, 'error', NULL, '3'
FROM formstate_located AS place
CROSS JOIN LATERAL (
  SELECT count(*) AS instances
  FROM formstate_instance AS own
  WHERE own.stream = place.stream AND own.line = place.line AND own.repeat = place.cell AND own.parent = place.instance
    AND own.origin = '' AND own.instance > 0 AND NOT EXISTS (
      SELECT
      FROM formstate_state
      WHERE stream = own.stream AND line = own.line AND field = 'relevance' AND subject = own.repeat
        AND instance = own.instance AND origin = '' AND content = 'false'
    )
) AS counted
WHERE place.kind = 'repeat' AND place.last_seq > 0
  AND (counted.instances < place.minimum OR counted.instances > place.maximum)
UNION ALL
-- An answer to an earlier version of the form that this one does not accept; different answers; and what others reported.
SELECT
  place.*,
  CASE state.field WHEN 'original' THEN 'refused' WHEN 'alternatives' THEN 'question' ELSE 'reported' END,
  CASE state.field WHEN 'reportedFaults' THEN number ELSE 0 END,
  CASE state.field
    WHEN 'original' THEN 'An earlier version of the form accepted this answer; this version does not.'
    WHEN 'alternatives' THEN 'Different answers were given at the same time; choose one, or answer again.'
    ELSE state.content::json ->> (2 * number - 1)
  END,
  'error',
  CASE state.field WHEN 'reportedFaults' THEN nullif(state.content::json ->> (2 * number - 2), '') END,
  CASE state.field
    WHEN 'original' THEN '4'
    WHEN 'alternatives' THEN '4 1'
    ELSE '5 ' || lpad(number::text, greatest(2, length(number::text)), '0')
  END
FROM formstate_state AS state
JOIN formstate_located AS place
  ON place.stream = state.stream AND place.line = state.line AND place.form = state.form AND place.cell = state.subject
  AND place.instance = state.instance
CROSS JOIN LATERAL generate_series(
  1, CASE WHEN state.field = 'reportedFaults' THEN json_array_length(state.content::json) / 2 ELSE 1 END
) AS number
WHERE state.field IN ('original', 'reportedFaults', 'alternatives') AND state.origin = ''
  AND (state.field <> 'alternatives' OR place.kind <> 'repeat')
  AND (state.field <> 'original' OR NOT EXISTS (
    SELECT
    FROM formstate_state AS given
    WHERE given.stream = state.stream AND given.line = state.line AND given.field = 'value' AND given.subject = state.subject
      AND given.instance = state.instance AND given.origin = ''
  ));

CREATE VIEW formstate_journal AS
-- Each entry once, with the version in force after it and the line that has it: that which counts, or else the first.
SELECT
  line.form, line.response, line.device, line.is_main, line.definitions, part.line AS of_line, part.definition, entry.stream, entry.seq,
  entry.time, entry.kind, entry.subject, entry.author, entry.body
FROM formstate_entry AS entry
JOIN formstate_part AS part
  ON part.stream = entry.stream AND part.source = entry.line AND entry.seq BETWEEN part.first AND part.last
JOIN formstate_line AS line ON line.stream = part.stream AND line.line = part.line
WHERE (
  line.is_main OR NOT EXISTS (
    SELECT
    FROM formstate_part AS shared
    JOIN formstate_line AS other ON other.stream = shared.stream AND other.line = shared.line
    WHERE shared.stream = entry.stream AND shared.source = entry.line AND entry.seq BETWEEN shared.first AND shared.last
      AND (other.is_main OR other.line < line.line)
  )
  -- A checkpoint gives way to the entries that it replaces, where another device has sent them since.
) AND (
  entry.kind <> 'checkpoint' OR NOT EXISTS (
    SELECT
    FROM formstate_entry AS replaced
    WHERE replaced.stream = entry.stream AND replaced.seq = entry.seq AND replaced.chain = entry.leads_to
      AND replaced.chain <> entry.chain
  )
)
UNION ALL
-- What joins the lines, until somebody builds upon it.
SELECT
  form, response, device, is_main, definitions, line, definition, stream, last_seq + 1, (merge::json ->> 'time')::timestamptz, 'merge',
  NULL, NULL, merge
FROM formstate_line
WHERE merge IS NOT NULL;

CREATE VIEW formstate_line_entry AS
-- The entries of each line, also those that it shares with another, without checkpoints.
SELECT part.line AS of_line, entry.stream, entry.seq, entry.kind, entry.body
FROM formstate_part AS part
JOIN formstate_entry AS entry
  ON entry.stream = part.stream AND entry.line = part.source AND entry.seq BETWEEN part.first AND part.last
WHERE entry.kind <> 'checkpoint';

CREATE VIEW formstate_abandoned AS
-- The steps that were undone in a line and that a later action put out of use for good, since they were not done again before.
SELECT
  undo.stream, undo.of_line,
  coalesce(undo.body::json ->> 'target', undo.body::json ->> 'reverts')::bigint AS target, -- the last revision of the step
  next.seq AS abandoned_by
FROM formstate_line_entry AS undo
CROSS JOIN LATERAL (
  SELECT seq
  FROM formstate_line_entry
  WHERE stream = undo.stream AND of_line = undo.of_line AND seq > undo.seq AND kind NOT IN (
    'undo', 'redo', 'markSaved', 'complete', 'reopen', 'recalculate', 'reportFault', 'withdrawFaults', 'merge'
  )
  ORDER BY seq
  LIMIT 1
) AS next
-- A subquery that reads up to the next action: NOT EXISTS would be a join, which reads all of a long journal for each row.
WHERE undo.kind = 'undo' AND (
  SELECT seq
  FROM formstate_line_entry
  WHERE stream = undo.stream AND of_line = undo.of_line AND seq > undo.seq AND seq < next.seq AND kind = 'redo'
    AND (body::json ->> 'reverts')::bigint = undo.seq
  ORDER BY seq
  LIMIT 1
) IS NULL;

CREATE VIEW formstate_title AS
-- What the values of questions with options mean.
SELECT definition, cell, value, title FROM formstate_option
UNION ALL
SELECT cell.definition, cell.cell, item.value, item.title
FROM formstate_cell AS cell
JOIN formstate_list AS named ON named.definition = cell.definition AND named.name = cell.list
JOIN formstate_list_item AS item ON item.list = named.list;
