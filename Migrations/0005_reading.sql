-- Views for an analyst: SELECT * FROM response; SELECT * FROM answer; SELECT * FROM unanswered; SELECT * FROM history;
-- SELECT * FROM history_change;
--
-- Each is cheap when it is asked about one response, WHERE form = '…' AND response = '…': CROSS JOIN keeps SQLite from turning
-- the order of the tables around, and what a line needs of a journal is looked up by its keys.

DROP VIEW answer;
DROP VIEW set_aside;
DROP VIEW history;

CREATE VIEW formstate_question AS
-- What each cell is called, in full: “Roof › Condition”. A heading that shows an answer as its title is called by its second
-- title, which stays. A picker or slider often has no title of its own; then the cell above it says what it is. depth keeps a
-- file in which somebody has made a cell stand above itself from being walked for ever.
SELECT
  cell.id AS cell_id,
  coalesce(
    (
      WITH RECURSIVE
        above (depth, parent_id, name) AS (
          SELECT
            0,
            cell.parent_id,
            coalesce(
              iif(cell.summary IS NULL, NULL, nullif(cell.subtitle, '')), nullif(cell.title, ''), nullif(cell.subtitle, '')
            )
          UNION ALL
          SELECT
            above.depth + 1,
            step.parent_id,
            coalesce(
              coalesce(
                iif(step.summary IS NULL, NULL, nullif(step.subtitle, '')), nullif(step.title, ''), nullif(step.subtitle, '')
              ) || coalesce(' › ' || above.name, ''),
              above.name
            )
          FROM above
          CROSS JOIN formstate_cell AS step ON step.id = above.parent_id
          WHERE above.depth < 100
        )
      SELECT name FROM above ORDER BY depth DESC LIMIT 1
    ),
    cell.key
  ) AS question,
  coalesce(nullif(section.title, ''), section.key) AS section
FROM formstate_cell AS cell
CROSS JOIN formstate_section AS section ON section.id = cell.section_id;

CREATE VIEW formstate_asked AS
-- Every cell that can hold a value, for each response, with what it holds and whether a person gave it. A heading can when
-- options stand directly under it.
SELECT
  form.key AS form,
  response.key AS response,
  coalesce(nullif(section.title, ''), section.key) AS section,
  cell.key AS cell,
  cell.kind AS kind,
  kind.storage AS storage,
  cell.off_title AS off_title,
  cell.on_title AS on_title,
  cell.default_value AS default_value,
  iif(state.is_set, state.value, cell.default_value) AS value,
  coalesce(state.is_set, 0) AS is_set,
  state.draft AS draft,
  cell.is_hidden AS is_hidden,
  cell.parent_id AS parent_id,
  section.position AS section_position,
  cell.position AS position,
  section.key AS section_key,
  response.id AS response_id,
  cell.id AS cell_id
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_cell AS cell ON cell.version_id = response.version_id
CROSS JOIN formstate_cell_kind AS kind ON kind.kind = cell.kind AND kind.storage IS NOT NULL
CROSS JOIN formstate_section AS section ON section.id = cell.section_id
LEFT JOIN formstate_cell_state AS state
  ON state.response_id = response.id AND state.instance = 0 AND state.cell_id = cell.id
WHERE kind.storage <> 'option'
  OR EXISTS (SELECT 1 FROM formstate_cell AS option WHERE option.parent_id = cell.id AND option.option_value IS NOT NULL);

CREATE VIEW response AS
-- Each filling-in of a form: what it fills in, since when, how far it is, and who has worked on it.
SELECT
  form.key AS form,
  response.key AS key,
  lower(hex(response.stream)) AS stream,                  -- its random name, the same in all copies of it
  version.number AS version,
  iif(response.is_completed, 'completed', 'in progress') AS status,
  (
    SELECT strftime('%Y-%m-%dT%H:%M:%fZ', time / 1000.0, 'unixepoch')
    FROM formstate_action
    WHERE response_id = response.id AND seq = 1
  ) AS started,                                           -- NULL where compaction has removed the first entry
  (
    SELECT strftime('%Y-%m-%dT%H:%M:%fZ', time / 1000.0, 'unixepoch')
    FROM formstate_action
    WHERE response_id = response.id
    ORDER BY seq DESC
    LIMIT 1
  ) AS updated,
  (SELECT count(*) FROM formstate_action WHERE response_id = response.id) AS entries,
  (
    SELECT count(*)
    FROM formstate_cell_state
    WHERE response_id = response.id AND instance = 0 AND origin = 0 AND value IS NOT NULL
  ) AS answered,                                          -- how many questions hold a value that a person gave
  (
    SELECT group_concat(author, ', ')
    FROM (
      SELECT DISTINCT author FROM formstate_action WHERE response_id = response.id AND author IS NOT NULL ORDER BY author
    )
  ) AS authors,
  response.id AS response_id
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_version AS version ON version.id = response.version_id
ORDER BY form.key, response.key;

CREATE VIEW answer AS
-- What each response holds: a line for every question that has a value, set by a person or by default.
SELECT
  asked.form AS form,
  asked.response AS response,
  asked.section AS section,
  (SELECT question FROM formstate_question WHERE cell_id = asked.cell_id) AS question,
  (
    SELECT CASE asked.storage
      WHEN 'switch' THEN
        CASE held.value WHEN 0 THEN coalesce(asked.off_title, 'Off') WHEN 1 THEN coalesce(asked.on_title, 'On') END
      WHEN 'date' THEN rtrim(substr(
          'January  February March    April    May      June     July     August   SeptemberOctober  November December ',
          9 * substr(held.value, 6, 2) - 8, 9
        )) || ' ' || CAST(substr(held.value, 9, 2) AS INTEGER) || ', ' || CAST(substr(held.value, 1, 4) AS INTEGER)
      WHEN 'option' THEN coalesce(
          (
            SELECT nullif(title, '')
            FROM formstate_cell
            WHERE parent_id = asked.cell_id AND option_value = held.value
          ),
          held.value
        )
      ELSE CAST(held.value AS TEXT)
    END
    FROM (SELECT asked.value AS value) AS held
  ) AS readable,
  asked.value AS value,                                   -- as it is stored, see formstate_cell_state
  iif(asked.is_set, 'set', 'default') AS source,
  given.author AS author,                                 -- who set it; NULL where nobody said so, or compaction removed it
  strftime('%Y-%m-%dT%H:%M:%fZ', given.time / 1000.0, 'unixepoch') AS time,
  asked.cell AS cell,
  asked.kind AS kind,
  asked.section_key AS section_key,
  asked.section_position AS section_position,
  asked.position AS position,
  asked.response_id AS response_id
FROM formstate_asked AS asked
LEFT JOIN formstate_action AS given
  ON given.response_id = asked.response_id AND given.kind <> 'checkpoint' AND asked.is_set
  AND given.seq = (
    SELECT max(seq)
    FROM formstate_state_change
    WHERE response_id = asked.response_id AND field = 'value' AND subject = asked.cell AND instance = 0 AND origin = 0
  )
WHERE asked.value IS NOT NULL
ORDER BY asked.form, asked.response, asked.section_position, asked.position;

CREATE VIEW unanswered AS
-- What is still to be answered: a line for every question to which no person has given a value, or whose value was cleared.
-- What the definition hides for good is not asked.
SELECT
  asked.form AS form,
  asked.response AS response,
  asked.section AS section,
  (SELECT question FROM formstate_question WHERE cell_id = asked.cell_id) AS question,
  iif(asked.is_set, NULL, asked.default_value) AS by_default, -- what it holds until then, as it is stored
  asked.draft AS draft,                                   -- what was typed there and is no value yet
  asked.cell AS cell,
  asked.kind AS kind,
  asked.section_key AS section_key,
  asked.section_position AS section_position,
  asked.position AS position,
  asked.response_id AS response_id
FROM formstate_asked AS asked
WHERE (asked.value IS NULL OR NOT asked.is_set)
  AND NOT asked.is_hidden
  AND NOT EXISTS (
    WITH RECURSIVE
      above (depth, id) AS (
        SELECT 1, asked.parent_id
        UNION ALL
        SELECT above.depth + 1, step.parent_id
        FROM above
        CROSS JOIN formstate_cell AS step ON step.id = above.id
        WHERE above.depth < 100
      )
    SELECT 1
    FROM above
    CROSS JOIN formstate_cell AS step ON step.id = above.id
    WHERE step.is_hidden
  )
ORDER BY asked.form, asked.response, asked.section_position, asked.position;

CREATE VIEW set_aside AS
-- What each response holds of cells and sections that its version of the form does not have: answers, drafts and what was
-- open. It comes back when a version has a place for it.
SELECT
  form.key AS form,
  response.key AS response,
  version.number AS version,                              -- the version that has the cell
  cell.key AS cell,                                       -- NULL for a section
  asked.question AS question,
  state.value AS value,
  state.draft AS draft,
  state.is_expanded AS expanded,                          -- of a section: whether it is not folded
  asked.section AS section
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_cell_state AS state ON state.response_id = response.id AND state.origin > 0
CROSS JOIN formstate_cell AS cell ON cell.id = state.cell_id
CROSS JOIN formstate_version AS version ON version.id = cell.version_id
CROSS JOIN formstate_question AS asked ON asked.cell_id = cell.id
WHERE coalesce(state.is_set, state.draft, state.is_expanded) IS NOT NULL
UNION ALL
SELECT
  form.key, response.key, version.number, NULL, NULL, NULL, NULL, NOT state.is_folded,
  coalesce(nullif(section.title, ''), section.key)
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_section_state AS state ON state.response_id = response.id AND state.origin > 0
CROSS JOIN formstate_section AS section ON section.id = state.section_id
CROSS JOIN formstate_version AS version ON version.id = section.version_id;

CREATE VIEW formstate_plain_change AS
-- What each state change did, with what words for it need. What nobody has touched is as the definition says.
SELECT
  change.response_id AS response_id,
  change.seq AS seq,
  change.ordinal AS ordinal,
  change.field AS field,
  change.subject AS subject,
  change.instance AS instance,
  change.origin AS origin,
  change.before AS value_before,
  change.after AS value_after,
  CASE
    WHEN change.was_touched THEN change.before
    WHEN change.field IN ('value', 'saved') THEN cell.default_value
    WHEN change.field = 'disclosure' THEN cell.starts_expanded
    WHEN change.field = 'fold' THEN section.starts_folded
    WHEN change.field = 'completion' THEN 0
  END AS before,
  CASE
    WHEN change.is_touched THEN change.after
    WHEN change.field IN ('value', 'saved') THEN cell.default_value
    WHEN change.field = 'disclosure' THEN cell.starts_expanded
    WHEN change.field = 'fold' THEN section.starts_folded
    WHEN change.field = 'completion' THEN 0
  END AS after,
  iif(change.field IN ('value', 'saved'), kind.storage, change.field) AS storage,
  cell.off_title AS off_title,
  cell.on_title AS on_title,
  cell.id AS cell_id,
  (SELECT question FROM formstate_question WHERE cell_id = cell.id) AS question,
  coalesce(
    (SELECT section FROM formstate_question WHERE cell_id = cell.id), nullif(section.title, ''), section.key
  ) AS section
FROM formstate_change AS change
CROSS JOIN formstate_action AS action ON action.response_id = change.response_id AND action.seq = change.seq
CROSS JOIN formstate_response AS response ON response.id = change.response_id
-- What a change is about is called as the version called it that it was done in.
LEFT JOIN formstate_version AS version
  ON version.form_id = response.form_id AND version.number = iif(change.origin > 0, change.origin, action.version)
LEFT JOIN formstate_cell AS cell
  ON cell.version_id = coalesce(version.id, response.version_id) AND cell.key = change.subject
  AND change.field NOT IN ('fold', 'completion')
LEFT JOIN formstate_cell_kind AS kind ON kind.kind = cell.kind
LEFT JOIN formstate_section AS section
  ON section.version_id = coalesce(version.id, response.version_id) AND section.key = change.subject
  AND change.field = 'fold'
WHERE change.field <> 'touched';

CREATE VIEW formstate_told_change AS
-- What each state change did, with both sides as a person reads them.
SELECT
  plain.response_id AS response_id,
  plain.seq AS seq,
  plain.ordinal AS ordinal,
  plain.field AS field,
  plain.subject AS subject,
  plain.instance AS instance,
  plain.origin AS origin,
  plain.value_before AS value_before,
  plain.value_after AS value_after,
  plain.question AS question,
  plain.section AS section,
  (
    SELECT CASE plain.storage
      WHEN 'switch' THEN
        CASE held.value WHEN 0 THEN coalesce(plain.off_title, 'Off') WHEN 1 THEN coalesce(plain.on_title, 'On') END
      WHEN 'date' THEN rtrim(substr(
          'January  February March    April    May      June     July     August   SeptemberOctober  November December ',
          9 * substr(held.value, 6, 2) - 8, 9
        )) || ' ' || CAST(substr(held.value, 9, 2) AS INTEGER) || ', ' || CAST(substr(held.value, 1, 4) AS INTEGER)
      WHEN 'option' THEN coalesce(
          (
            SELECT nullif(title, '')
            FROM formstate_cell
            WHERE parent_id = plain.cell_id AND option_value = held.value
          ),
          held.value
        )
      WHEN 'disclosure' THEN CASE held.value WHEN 0 THEN 'collapsed' WHEN 1 THEN 'expanded' END
      WHEN 'fold' THEN CASE held.value WHEN 0 THEN 'unfolded' WHEN 1 THEN 'folded' END
      WHEN 'completion' THEN CASE held.value WHEN 0 THEN 'in progress' WHEN 1 THEN 'completed' END
      ELSE CAST(held.value AS TEXT)
    END
    FROM (SELECT plain.before AS value) AS held
  ) AS before,
  (
    SELECT CASE plain.storage
      WHEN 'switch' THEN
        CASE held.value WHEN 0 THEN coalesce(plain.off_title, 'Off') WHEN 1 THEN coalesce(plain.on_title, 'On') END
      WHEN 'date' THEN rtrim(substr(
          'January  February March    April    May      June     July     August   SeptemberOctober  November December ',
          9 * substr(held.value, 6, 2) - 8, 9
        )) || ' ' || CAST(substr(held.value, 9, 2) AS INTEGER) || ', ' || CAST(substr(held.value, 1, 4) AS INTEGER)
      WHEN 'option' THEN coalesce(
          (
            SELECT nullif(title, '')
            FROM formstate_cell
            WHERE parent_id = plain.cell_id AND option_value = held.value
          ),
          held.value
        )
      WHEN 'disclosure' THEN CASE held.value WHEN 0 THEN 'collapsed' WHEN 1 THEN 'expanded' END
      WHEN 'fold' THEN CASE held.value WHEN 0 THEN 'unfolded' WHEN 1 THEN 'folded' END
      WHEN 'completion' THEN CASE held.value WHEN 0 THEN 'in progress' WHEN 1 THEN 'completed' END
      ELSE CAST(held.value AS TEXT)
    END
    FROM (SELECT plain.after AS value) AS held
  ) AS after
FROM formstate_plain_change AS plain;

CREATE VIEW formstate_change_text AS
-- What each state change did, as a sentence: “Roof › Condition: nothing → Poor”.
SELECT
  told.response_id AS response_id,
  told.seq AS seq,
  told.ordinal AS ordinal,
  told.field AS field,
  iif(told.origin > 0, 'set aside: ', '')
    || coalesce(told.question, told.section, iif(told.field = 'completion', 'the response', told.subject))
    || (
      SELECT CASE told.field
        WHEN 'disclosure' THEN iif(side.after = 'expanded', ' opens', ' closes')
        WHEN 'fold'       THEN coalesce(' is ' || side.after, ' is folded or unfolded')
        WHEN 'title'      THEN coalesce(' shows ' || side.after, ' shows its own title')
        WHEN 'draft'      THEN coalesce(' holds the draft ' || side.after, ' holds no draft')
        WHEN 'completion' THEN ' is ' || side.after
        ELSE iif(told.field = 'saved', ' saved', '') || ': '
          || coalesce(side.before, 'nothing') || ' → ' || coalesce(side.after, 'nothing')
      END
      FROM (SELECT told.before AS before, told.after AS after) AS side
    ) AS changes
FROM formstate_told_change AS told;

CREATE VIEW formstate_entry AS
-- Each entry of a journal: who did what, and when.
SELECT
  form.key AS form,
  response.key AS response,
  action.seq AS revision,
  strftime('%Y-%m-%dT%H:%M:%fZ', action.time / 1000.0, 'unixepoch') AS time,
  action.author AS author,
  (SELECT name FROM formstate_step WHERE response_id = action.response_id AND seq = action.seq)
    || iif(
      action.target IS NULL,
      '',
      ': ' || coalesce(
        (
          SELECT name
          FROM formstate_step
          WHERE response_id = action.response_id AND seq = action.target AND seq > coalesce(response.compacted_to, 0)
        ),
        'an older step'
      )
    ) AS did,
  'abandoned at revision ' || action.abandoned_by AS note,
  action.kind AS action,
  action.subject AS subject,
  action.payload AS payload,
  action.version AS version,
  -- The change of the one value that it changed; where it changed none, its one change of anything else.
  (
    SELECT ordinal
    FROM (
      SELECT min(ordinal) AS ordinal, count(*) AS changes
      FROM formstate_state_change
      WHERE response_id = action.response_id AND seq = action.seq AND field NOT IN ('touched', 'title')
      GROUP BY field <> 'value'
      ORDER BY field <> 'value'
      LIMIT 1
    )
    WHERE changes = 1
  ) AS ordinal,
  response.id AS response_id
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_action AS action ON action.response_id = response.id;

CREATE VIEW history AS
-- What was done, when and by whom: a line for every action, in order. question, before and after are of the one answer that it
-- changed; changes tells all that it changed, but for titles that follow from it, up to twenty things.
SELECT
  entry.form AS form,
  entry.response AS response,
  entry.revision AS revision,
  entry.time AS time,
  entry.author AS author,
  entry.did AS did,
  (
    SELECT question
    FROM formstate_plain_change
    WHERE response_id = entry.response_id AND seq = entry.revision AND ordinal = entry.ordinal
  ) AS question,
  (
    SELECT before
    FROM formstate_told_change
    WHERE response_id = entry.response_id AND seq = entry.revision AND ordinal = entry.ordinal
  ) AS before,
  (
    SELECT after
    FROM formstate_told_change
    WHERE response_id = entry.response_id AND seq = entry.revision AND ordinal = entry.ordinal
  ) AS after,
  (
    SELECT group_concat(changes, '; ')
    FROM (
      SELECT iif(row_number() OVER (ORDER BY ordinal) > 20, '…', changes) AS changes
      FROM formstate_change_text
      WHERE response_id = entry.response_id AND seq = entry.revision AND field <> 'title'
      ORDER BY ordinal
      LIMIT 21
    )
  ) AS changes,
  entry.note AS note,                                     -- whether an undo has put it out of use for good
  entry.action AS action,
  entry.subject AS subject,                               -- the key of the cell or section; NULL: the whole response
  entry.version AS version,                               -- the number of the form's version in force after it
  entry.response_id AS response_id
FROM formstate_entry AS entry
ORDER BY entry.form, entry.response, entry.revision;

CREATE VIEW history_change AS
-- What each action changed: a line for every state change, in order, derived titles and all. before and after are as a person
-- reads them, value_before and value_after as they are stored; NULL there for what nobody had touched.
SELECT
  entry.form AS form,
  entry.response AS response,
  entry.revision AS revision,
  entry.time AS time,
  entry.author AS author,
  entry.did AS did,
  (
    SELECT changes
    FROM formstate_change_text
    WHERE response_id = told.response_id AND seq = told.seq AND ordinal = told.ordinal
  ) AS changes,
  told.section AS section,
  told.question AS question,
  told.before AS before,
  told.after AS after,
  entry.note AS note,
  entry.action AS action,
  entry.subject AS subject,
  coalesce(
    entry.payload,
    iif(entry.action IN ('set', 'draft') AND told.subject = entry.subject, told.value_after, NULL)
  ) AS payload,
  told.subject AS changed,
  told.field AS field,
  told.value_before AS value_before,
  told.value_after AS value_after,
  entry.response_id AS response_id
FROM formstate_entry AS entry
CROSS JOIN formstate_told_change AS told ON told.response_id = entry.response_id AND told.seq = entry.revision
ORDER BY entry.form, entry.response, entry.revision, told.ordinal;
