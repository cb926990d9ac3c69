-- Views for people: SELECT * FROM visible_row; SELECT * FROM answer; SELECT * FROM history;

CREATE VIEW visible_row AS
-- The rows that a table shows for each response, top to bottom.
--
-- A section's visible rows are found by walking down its preorder and jumping over the descendants of whatever
-- is collapsed or hidden, so the work follows the number of rows that show. The walk is handed over as a JSON
-- array, because a correlated walk keeps a condition on the response or section cheap; CROSS JOIN keeps SQLite
-- from turning the order of the tables around, which would walk once for every cell. max() makes the walk go
-- forward even in a file whose CHECKs somebody has switched off.
SELECT
  form.key AS form,
  response.key AS response,
  section.position AS section,
  shown.key AS row,                                       -- (section, row) is the row path
  cell.position AS position,                              -- the place among all cells of the section
  cell.key AS key,
  coalesce(displayed_title.title, cell.title) AS title,
  cell.subtitle AS subtitle,
  iif(value.cell_id IS NULL, cell.default_value, value.value) AS value,
  cell.level AS level,
  CASE WHEN cell.is_expandable THEN coalesce(disclosure.is_expanded, cell.starts_expanded) END AS expanded,
  section.key AS section_key,
  response.id AS response_id,
  cell.id AS cell_id
FROM formstate_response AS response
JOIN formstate_form AS form ON form.id = response.form_id
CROSS JOIN formstate_section AS section ON section.version_id = response.version_id
LEFT JOIN formstate_fold AS fold ON fold.response_id = response.id AND fold.section_id = section.id
CROSS JOIN json_each((
  WITH RECURSIVE
    walk (position) AS (
      SELECT 0
      WHERE NOT coalesce(fold.is_folded, section.starts_folded)
      UNION ALL
      SELECT step.position + 1
        + iif(
          NOT step.is_hidden AND coalesce(opened.is_expanded, step.starts_expanded),
          0,
          max(step.additional_rows, 0)
        )
      FROM walk
      CROSS JOIN formstate_cell AS step ON step.section_id = section.id AND step.position = walk.position
      LEFT JOIN formstate_disclosure AS opened ON opened.response_id = response.id AND opened.cell_id = step.id
    )
  SELECT '[' || group_concat(walk.position) || ']'
  FROM walk
  CROSS JOIN formstate_cell AS step ON step.section_id = section.id AND step.position = walk.position
  WHERE NOT step.is_hidden
)) AS shown
CROSS JOIN formstate_cell AS cell ON cell.section_id = section.id AND cell.position = shown.value
LEFT JOIN formstate_disclosure AS disclosure
  ON disclosure.response_id = response.id AND disclosure.cell_id = cell.id
LEFT JOIN formstate_value AS value
  ON value.response_id = response.id AND value.cell_id = cell.id
LEFT JOIN formstate_displayed_title AS displayed_title
  ON displayed_title.response_id = response.id AND displayed_title.cell_id = cell.id;

CREATE VIEW answer AS
-- What each response holds: a line for every cell that has a value, set by the person or by default.
SELECT
  form.key AS form,
  response.key AS response,
  cell.key AS cell,
  cell.kind AS kind,
  iif(value.cell_id IS NULL, cell.default_value, value.value) AS value,
  CASE cell.kind                                          -- the value as a person reads it
    WHEN 'switch' THEN iif(
      iif(value.cell_id IS NULL, cell.default_value, value.value),
      coalesce(cell.on_title, 'On'),
      coalesce(cell.off_title, 'Off')
    )
    WHEN 'date' THEN (
      SELECT CASE substr(iso, 6, 2)
          WHEN '01' THEN 'January' WHEN '02' THEN 'February' WHEN '03' THEN 'March'
          WHEN '04' THEN 'April' WHEN '05' THEN 'May' WHEN '06' THEN 'June'
          WHEN '07' THEN 'July' WHEN '08' THEN 'August' WHEN '09' THEN 'September'
          WHEN '10' THEN 'October' WHEN '11' THEN 'November' ELSE 'December'
        END || ' ' || CAST(substr(iso, 9, 2) AS INTEGER) || ', ' || CAST(substr(iso, 1, 4) AS INTEGER)
      FROM (SELECT iif(value.cell_id IS NULL, cell.default_value, value.value) AS iso)
    )
    ELSE coalesce(
      (
        SELECT option.title
        FROM formstate_cell AS option
        WHERE option.version_id = cell.version_id AND option.parent_id = cell.id AND option.kind = 'option'
          AND option.key = iif(value.cell_id IS NULL, cell.default_value, value.value)
      ),
      CAST(iif(value.cell_id IS NULL, cell.default_value, value.value) AS TEXT)
    )
  END AS readable,
  iif(value.cell_id IS NULL, 'default', 'set') AS source,
  section.position AS section,
  cell.position AS position
FROM formstate_response AS response
JOIN formstate_form AS form ON form.id = response.form_id
JOIN formstate_cell AS cell ON cell.version_id = response.version_id
JOIN formstate_section AS section ON section.id = cell.section_id
LEFT JOIN formstate_value AS value ON value.response_id = response.id AND value.cell_id = cell.id
WHERE iif(value.cell_id IS NULL, cell.default_value, value.value) IS NOT NULL
ORDER BY form.key, response.key, section.position, cell.position;

CREATE VIEW history AS
-- What was done, when, and what it changed: a line for every state change, in order.
SELECT
  form.key AS form,
  response.key AS response,
  action.seq AS revision,
  action.time AS time,
  action.kind AS action,
  action.subject AS subject,
  action.payload AS payload,
  change.subject AS changed,
  change.field AS field,
  change.before AS before,
  change.after AS after
FROM formstate_action AS action
JOIN formstate_response AS response ON response.id = action.response_id
JOIN formstate_form AS form ON form.id = response.form_id
LEFT JOIN formstate_state_change AS change
  ON change.response_id = action.response_id AND change.seq = action.seq
ORDER BY form.key, response.key, action.seq, change.ordinal;
