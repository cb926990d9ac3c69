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
  coalesce(state.title, cell.title) AS title,
  cell.subtitle AS subtitle,
  iif(state.is_set, state.value, cell.default_value) AS value,
  cell.level AS level,
  CASE WHEN cell.is_expandable THEN coalesce(state.is_expanded, cell.starts_expanded) END AS expanded,
  state.draft AS draft,                                   -- what was typed there and is no value yet
  section.key AS section_key,
  response.id AS response_id,
  cell.id AS cell_id
FROM formstate_response AS response
JOIN formstate_form AS form ON form.id = response.form_id
CROSS JOIN formstate_section AS section ON section.version_id = response.version_id
LEFT JOIN formstate_section_state AS fold
  ON fold.response_id = response.id AND fold.instance = 0 AND fold.section_id = section.id
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
      LEFT JOIN formstate_cell_state AS opened
        ON opened.response_id = response.id AND opened.instance = 0 AND opened.cell_id = step.id
    )
  SELECT '[' || group_concat(walk.position) || ']'
  FROM walk
  CROSS JOIN formstate_cell AS step ON step.section_id = section.id AND step.position = walk.position
  WHERE NOT step.is_hidden
)) AS shown
CROSS JOIN formstate_cell AS cell ON cell.section_id = section.id AND cell.position = shown.value
LEFT JOIN formstate_cell_state AS state
  ON state.response_id = response.id AND state.instance = 0 AND state.cell_id = cell.id;

CREATE VIEW answer AS
-- What each response holds: a line for every cell that has a value, set by the person or by default.
SELECT
  form,
  response,
  cell,
  kind,
  value,
  CASE storage                                            -- the value as a person reads it
    WHEN 'switch' THEN iif(value, coalesce(on_title, 'On'), coalesce(off_title, 'Off'))
    WHEN 'date' THEN CASE substr(value, 6, 2)
        WHEN '01' THEN 'January' WHEN '02' THEN 'February' WHEN '03' THEN 'March'
        WHEN '04' THEN 'April' WHEN '05' THEN 'May' WHEN '06' THEN 'June'
        WHEN '07' THEN 'July' WHEN '08' THEN 'August' WHEN '09' THEN 'September'
        WHEN '10' THEN 'October' WHEN '11' THEN 'November' ELSE 'December'
      END || ' ' || CAST(substr(value, 9, 2) AS INTEGER) || ', ' || CAST(substr(value, 1, 4) AS INTEGER)
    ELSE coalesce(
      (SELECT title FROM formstate_cell WHERE parent_id = held.id AND option_value = held.value),
      CAST(value AS TEXT)
    )
  END AS readable,
  source,
  section,
  position
FROM (
  SELECT
    form.key AS form,
    response.key AS response,
    cell.id AS id,
    cell.key AS cell,
    cell.kind AS kind,
    kind.storage AS storage,
    cell.off_title AS off_title,
    cell.on_title AS on_title,
    iif(state.is_set, state.value, cell.default_value) AS value,
    iif(state.is_set, 'set', 'default') AS source,
    section.position AS section,
    cell.position AS position
  FROM formstate_response AS response
  JOIN formstate_form AS form ON form.id = response.form_id
  JOIN formstate_cell AS cell ON cell.version_id = response.version_id
  JOIN formstate_cell_kind AS kind ON kind.kind = cell.kind
  JOIN formstate_section AS section ON section.id = cell.section_id
  LEFT JOIN formstate_cell_state AS state
    ON state.response_id = response.id AND state.instance = 0 AND state.cell_id = cell.id
) AS held
WHERE value IS NOT NULL
ORDER BY form, response, section, position;

CREATE VIEW set_aside AS
-- What each response holds of cells and sections that its version of the form does not have: answers, drafts and what was
-- open. It comes back when a version has a place for it.
SELECT
  form.key AS form,
  response.key AS response,
  version.number AS version,                              -- the version that has the cell
  cell.key AS cell,                                       -- NULL for a section
  coalesce(
    nullif(cell.title, ''), nullif(cell.subtitle, ''), nullif(parent.title, ''), nullif(parent.subtitle, ''), cell.key
  ) AS question,
  state.value AS value,
  state.draft AS draft,
  state.is_expanded AS expanded,                          -- of a section: whether it is not folded
  coalesce(nullif(section.title, ''), section.key) AS section
FROM formstate_response AS response
JOIN formstate_form AS form ON form.id = response.form_id
JOIN formstate_cell_state AS state ON state.response_id = response.id AND state.origin > 0
JOIN formstate_cell AS cell ON cell.id = state.cell_id
JOIN formstate_version AS version ON version.id = cell.version_id
JOIN formstate_section AS section ON section.id = cell.section_id
LEFT JOIN formstate_cell AS parent ON parent.id = cell.parent_id
WHERE coalesce(state.is_set, state.draft, state.is_expanded) IS NOT NULL
UNION ALL
SELECT
  form.key, response.key, version.number, NULL, NULL, NULL, NULL, NOT state.is_folded,
  coalesce(nullif(section.title, ''), section.key)
FROM formstate_response AS response
JOIN formstate_form AS form ON form.id = response.form_id
JOIN formstate_section_state AS state ON state.response_id = response.id AND state.origin > 0
JOIN formstate_section AS section ON section.id = state.section_id
JOIN formstate_version AS version ON version.id = section.version_id;

CREATE VIEW formstate_content AS
-- What each state change left in its field, whole.
--
-- A text of which only a part is stored is put together from the last change that holds it whole; after a compaction that
-- is the checkpoint.
SELECT
  change.response_id AS response_id,
  change.seq AS seq,
  change.ordinal AS ordinal,
  change.field AS field,
  change.subject AS subject,
  change.instance AS instance,
  change.origin AS origin,
  change.is_touched AS is_touched,
  iif(change.whole_at IS NULL, change.after, (
    WITH RECURSIVE
      text (seq, content) AS (
        SELECT seq, after
        FROM formstate_state_change
        WHERE response_id = change.response_id AND field = change.field AND subject = change.subject
          AND instance = change.instance AND origin = change.origin AND seq = max(
            change.whole_at,
            (SELECT coalesce(compacted_to, 0) FROM formstate_response WHERE id = change.response_id)
          )
        UNION ALL
        SELECT
          part.seq,
          substr(text.content, 1, part.keeps_first) || part.after
            || substr(text.content, length(text.content) - part.keeps_last + 1)
        FROM text
        CROSS JOIN formstate_state_change AS part
          ON part.response_id = change.response_id AND part.field = change.field AND part.subject = change.subject
          AND part.instance = change.instance AND part.origin = change.origin
          AND part.seq = (
            SELECT min(seq)
            FROM formstate_state_change
            WHERE response_id = change.response_id AND field = change.field AND subject = change.subject
              AND instance = change.instance AND origin = change.origin AND seq > text.seq AND seq <= change.seq
          )
      )
    SELECT content FROM text ORDER BY seq DESC LIMIT 1
  )) AS content
FROM formstate_state_change AS change;

CREATE VIEW formstate_change AS
-- What each entry of a journal did to one field, both sides whole: what a field held before is what the change before it left.
SELECT
  change.response_id AS response_id,
  change.seq AS seq,
  change.ordinal AS ordinal,
  change.field AS field,
  change.subject AS subject,
  change.instance AS instance,
  change.origin AS origin,
  coalesce(earlier.is_touched, 0) AS was_touched,
  earlier.content AS before,
  change.is_touched AS is_touched,
  change.content AS after
FROM formstate_content AS change
LEFT JOIN formstate_content AS earlier
  ON earlier.response_id = change.response_id AND earlier.field = change.field AND earlier.subject = change.subject
  AND earlier.instance = change.instance AND earlier.origin = change.origin
  AND earlier.seq = (
    SELECT max(seq)
    FROM formstate_state_change
    WHERE response_id = change.response_id AND field = change.field AND subject = change.subject
      AND instance = change.instance AND origin = change.origin AND seq < change.seq
  );

CREATE VIEW formstate_step AS
-- What each entry of a journal is called: “Set First name”.
SELECT
  action.response_id AS response_id,
  action.seq AS seq,
  coalesce(
    action.group_name,
    CASE
      WHEN action.kind NOT IN ('tap', 'toggleFold') THEN kind.name
      ELSE CASE (
          SELECT iif(change.field = 'fold', 2, 0) + change.after
          FROM formstate_state_change AS change
          WHERE change.response_id = action.response_id AND change.seq = action.seq
            AND change.field IN ('disclosure', 'fold') AND change.subject = action.subject
        )
        WHEN 0 THEN 'Collapse' WHEN 1 THEN 'Expand' WHEN 2 THEN 'Unfold' WHEN 3 THEN 'Fold'
        ELSE kind.name
      END
    END || coalesce(
      CASE
        WHEN action.kind = 'upgrade' THEN ' to version ' || action.version
        WHEN action.subject IS NULL THEN iif(action.kind = 'reset', ' all', '')
        WHEN action.kind IN ('fold', 'unfold', 'toggleFold') THEN ' ' || nullif(section.title, '')
        ELSE ' ' || coalesce(
          nullif(cell.title, ''), nullif(cell.subtitle, ''), nullif(parent.title, ''), nullif(parent.subtitle, ''))
      END,
      ' ' || action.subject
    )
  ) AS name
FROM formstate_action AS action
JOIN formstate_action_kind AS kind ON kind.kind = action.kind
JOIN formstate_response AS response ON response.id = action.response_id
-- What an entry is about is called as the version called it that it was done in.
LEFT JOIN formstate_version AS version ON version.form_id = response.form_id AND version.number = action.version
LEFT JOIN formstate_cell AS cell
  ON cell.version_id = coalesce(version.id, response.version_id) AND cell.key = action.subject
-- A picker or slider often has no title of its own; then the cell above it says what it is.
LEFT JOIN formstate_cell AS parent ON parent.id = cell.parent_id
LEFT JOIN formstate_section AS section
  ON section.version_id = coalesce(version.id, response.version_id) AND section.key = action.subject;

CREATE VIEW history AS
-- What was done, when, and what it changed: a line for every state change, in order. For reading: revision, did,
-- changes, note; for counting and filtering: the columns after them.
SELECT
  form.key AS form,
  response.key AS response,
  action.seq AS revision,
  strftime('%Y-%m-%dT%H:%M:%fZ', action.time / 1000.0, 'unixepoch') AS time,
  CASE
    WHEN action.target IS NOT NULL THEN step.name || ': ' || coalesce(target.name, 'an older step')
    ELSE step.name
  END AS did,
  iif(change.origin > 0, 'set aside: ', '')
    || coalesce(
      nullif(cell.title, ''), nullif(cell.subtitle, ''), nullif(parent.title, ''), nullif(parent.subtitle, ''),
      nullif(section.title, ''), change.subject
    )
    || CASE change.field
      WHEN 'disclosure' THEN iif(coalesce(change.after, cell.starts_expanded), ' opens', ' closes')
      WHEN 'fold'       THEN iif(coalesce(change.after, section.starts_folded), ' is folded', ' is unfolded')
      WHEN 'title'      THEN iif(change.is_touched, ' shows ' || change.after, ' shows its own title')
      WHEN 'draft'      THEN iif(change.is_touched, ' holds the draft ' || change.after, ' holds no draft')
      WHEN 'completion' THEN iif(change.is_touched, ' is completed', ' is in progress')
      ELSE iif(change.field = 'saved', ' saved', '') || ': '
        || coalesce(CAST(iif(change.was_touched, change.before, cell.default_value) AS TEXT), 'nothing') || ' → '
        || coalesce(CAST(iif(change.is_touched, change.after, cell.default_value) AS TEXT), 'nothing')
    END AS changes,
  iif(action.abandoned_by IS NULL, NULL, 'abandoned at revision ' || action.abandoned_by) AS note,
  action.author AS author,
  action.kind AS action,
  action.subject AS subject,
  coalesce(action.payload, iif(action.kind IN ('set', 'draft') AND change.subject = action.subject, change.after, NULL))
    AS payload,
  change.subject AS changed,
  change.field AS field,
  change.before AS before,
  change.after AS after
FROM formstate_action AS action
JOIN formstate_response AS response ON response.id = action.response_id
JOIN formstate_form AS form ON form.id = response.form_id
LEFT JOIN formstate_step AS step ON step.response_id = action.response_id AND step.seq = action.seq
LEFT JOIN formstate_step AS target
  ON target.response_id = action.response_id AND target.seq = action.target
  AND target.seq > coalesce(response.compacted_to, 0)
LEFT JOIN formstate_change AS change
  ON change.response_id = action.response_id AND change.seq = action.seq AND change.field <> 'touched'
LEFT JOIN formstate_version AS version
  ON version.form_id = response.form_id AND version.number = iif(change.origin > 0, change.origin, action.version)
LEFT JOIN formstate_cell AS cell
  ON cell.version_id = coalesce(version.id, response.version_id) AND cell.key = change.subject
  AND change.field <> 'fold'
LEFT JOIN formstate_cell AS parent ON parent.id = cell.parent_id
LEFT JOIN formstate_section AS section
  ON section.version_id = coalesce(version.id, response.version_id) AND section.key = change.subject
  AND change.field = 'fold'
ORDER BY form.key, response.key, action.seq, change.ordinal;
