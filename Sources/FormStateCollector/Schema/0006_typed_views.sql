-- Typed views: a column for each question.
-- Devices choose the keys of forms, so the views named after them have a schema of their own, and nothing there is dropped that
-- formstate_made_view does not list.

CREATE SCHEMA formstate_forms;

CREATE TABLE formstate_made_view (                 -- a view in formstate_forms that formstate-collect views made
  view text COLLATE "C" PRIMARY KEY,
  form text COLLATE "C" NOT NULL                   -- the key of the form
);

CREATE VIEW formstate_typed_view AS
-- The queries of the typed views of each form: one with a row for each line, and one of each repeat with a row for each
-- instance. formstate-collect views FORM makes those of the form again. After 1,500 questions a view goes on in another.
-- Columns of the newest version come first. A column has the type of its kind, or text where versions differ; times are texts, because
-- they may have an offset, and so are choices. A name of more than 63 bytes, or of a fixed column, is cut and ends in its MD5.
WITH
  question AS (
    SELECT
      definition.form, cell.repeat, cell.cell,
      CASE WHEN max(asked.type) = min(asked.type) THEN max(asked.type) ELSE 'text' END AS type,
      row_number() OVER (
        PARTITION BY definition.form, cell.repeat
        ORDER BY max(definition.received) DESC, max(cell.section_position), max(cell.position), cell.cell
      ) - 1 AS number
    FROM formstate_cell AS cell
    JOIN formstate_definition AS definition ON definition.digest = cell.definition
    CROSS JOIN LATERAL (
      SELECT CASE
        WHEN cell.kind IN ('integer', 'decimal', 'slider') THEN 'numeric'
        WHEN cell.kind = 'switch' THEN 'boolean'
        WHEN cell.kind = 'date' THEN 'date'
        WHEN cell.kind = 'dateTime' THEN 'timestamptz'
        ELSE 'text'
      END AS type
    ) AS asked
    WHERE cell.is_question
    GROUP BY definition.form, cell.repeat, cell.cell
  ),
  part AS (
    SELECT
      form,
      repeat,
      CASE WHEN repeat <> '' THEN 'instances_of_' || form || '_' || repeat ELSE form END || CASE WHEN number >= 1500 THEN ' ' || number / 1500 + 1 ELSE '' END AS view,
      string_agg(
        E',\n  (held.answers ->> ' || quote_literal(cell) || ')::' || type || ' AS "' || replace(name, '"', '""') || '"',
        '' ORDER BY number
      ) AS columns
    FROM question
    CROSS JOIN LATERAL (
      SELECT CASE
        WHEN octet_length(cell) > 63
          OR cell IN ('response', 'version', 'status', 'instance', 'position', 'within', 'stream', 'line', 'device', 'is_main')
          THEN left(cell, max(length)) || ' ' || md5(cell)
        ELSE cell
      END AS name
      FROM generate_series(0, 30) AS length
      WHERE octet_length(left(cell, length)) <= 30
    ) AS called
    GROUP BY form, repeat, number / 1500, view
  )
SELECT
  form,
  repeat,                                                 -- '': the view has a row for each line
  name AS view,
  -- The name if another view has that one: instances_of_a_b_c is of the repeat c of a_b, or of b_c of a.
  left(name, 7) || ' ' || md5(quote_literal(form) || quote_literal(repeat) || view) AS spare_name,
  'SELECT
  line.response AS response,
  array_position(line.definitions, line.definition) AS version,
  ' || CASE repeat
    WHEN '' THEN 'CASE WHEN line.completed THEN ''completed'' ELSE ''in progress'' END AS status'
    ELSE 'inside.instance AS instance, inside.position AS position, inside.within'
  END || ',
  line.stream AS stream, line.line AS line, line.device AS device, line.is_main AS is_main' || columns || '
FROM formstate_line AS line
' || CASE repeat
    WHEN '' THEN 'CROSS JOIN (VALUES (0)) AS inside (number)'
    ELSE 'JOIN instance AS inside ON inside.stream = line.stream AND inside.line = line.line AND inside.repeat = '
      || quote_literal(repeat)
  END || '
CROSS JOIN LATERAL (
  SELECT jsonb_object_agg(cell, CASE
    WHEN is_masked THEN CASE
      WHEN kind NOT IN (''integer'', ''decimal'', ''slider'', ''switch'', ''date'', ''dateTime'') THEN ''•••''
    END
    -- A value that does not fit its kind would end the query, as would the year 0.
    WHEN kind IN (''integer'', ''decimal'', ''slider'') AND type NOT IN (''i'', ''r'', ''n'') THEN NULL
    WHEN kind = ''switch'' AND type <> ''b'' THEN NULL
    WHEN kind IN (''date'', ''dateTime'') AND (type NOT IN (''d'', ''m'') OR value < ''0001'') THEN NULL
    ELSE value
  END) AS answers
  FROM formstate_answer
  WHERE stream = line.stream AND line = line.line AND instance = inside.number
) AS held
WHERE line.form = ' || quote_literal(form) AS query
FROM part
CROSS JOIN LATERAL (
  SELECT CASE WHEN octet_length(view) > 63 THEN left(view, max(length)) || ' ' || md5(view) ELSE view END AS name
  FROM generate_series(0, 30) AS length
  WHERE octet_length(left(view, length)) <= 30
) AS called;
