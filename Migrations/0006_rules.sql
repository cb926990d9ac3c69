-- Rules: whether a question is asked follows from what was answered. What rules make of a response is state like any other: it is
-- written with the action that it follows from, and taken back with it.

CREATE TABLE formstate_rule (                      -- what an expression decides of a cell or section
  id         INTEGER PRIMARY KEY,
  version_id INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  section_id INTEGER NOT NULL,                     -- the section, or the one that the cell stands in
  cell_id    INTEGER,                              -- NULL: the rule is the section's own
  kind       TEXT NOT NULL CHECK (kind IN ('relevant')), -- relevant: whether it is asked at all
  expression TEXT NOT NULL CHECK (expression <> ''),
  rank       INTEGER NOT NULL CHECK (rank >= 0),   -- it is worked out after all of lower rank
  starts     INTEGER NOT NULL CHECK (starts IN (0, 1)) -- what it gives as long as nobody has touched anything
) STRICT;

CREATE INDEX formstate_rule_by_version ON formstate_rule (version_id);
CREATE UNIQUE INDEX formstate_rule_of_cell ON formstate_rule (cell_id, kind) WHERE cell_id IS NOT NULL;
CREATE UNIQUE INDEX formstate_rule_of_section ON formstate_rule (section_id, kind) WHERE cell_id IS NULL;

CREATE TABLE formstate_rule_input (                -- which cells a rule reads
  rule_id INTEGER NOT NULL REFERENCES formstate_rule (id) ON DELETE CASCADE,
  cell_id INTEGER NOT NULL,
  PRIMARY KEY (rule_id, cell_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX formstate_rule_input_by_cell ON formstate_rule_input (cell_id);

CREATE TRIGGER formstate_rule_stays BEFORE UPDATE ON formstate_rule
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: import the changed definition as a new version');
END;

CREATE TRIGGER formstate_rule_remains BEFORE DELETE ON formstate_rule
WHEN EXISTS (SELECT 1 FROM formstate_version WHERE id = OLD.version_id)
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: delete the whole version, or import another one');
END;

INSERT INTO formstate_field (field, meaning) VALUES
  ('relevance',        'whether a cell is relevant by its rule; untouched where it is as in a fresh response'),
  ('sectionRelevance', 'whether a section is relevant by its rule; untouched where it is as in a fresh response');

-- State gets a column for what rules make of it. A row's CHECK names all columns, so the tables are made anew.

CREATE TABLE formstate_moving AS SELECT * FROM formstate_cell_state;

DROP TABLE formstate_cell_state;

CREATE TABLE formstate_cell_state (                -- what a person has done to a cell; gone when all of it is
  response_id INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  instance    INTEGER NOT NULL DEFAULT 0           -- which instance of a repeat the cell stands in; 0 outside repeats
              CHECK (instance >= 0),
  cell_id     INTEGER NOT NULL,                    -- a cell of the response's own version, see formstate_unfit_state
  origin      INTEGER NOT NULL DEFAULT 0           -- the number of the version that has the cell, where it is set aside;
              CHECK (origin >= 0),                 -- 0: the response's own
  is_expanded INTEGER CHECK (is_expanded IN (0, 1)),
  is_set      INTEGER CHECK (is_set = 1),          -- 1: value counts, NULL for a cell that was cleared
  value       ANY CHECK (value IS NULL OR is_set IS 1), -- text, a number, 0 or 1 for a switch, YYYY-MM-DD for a date,
                                                   -- the value of the chosen option
  title       TEXT,                                -- the title that an expandable cell displays instead of its own
  draft       TEXT,                                -- raw input that survives, and is never an answer
  is_saved    INTEGER CHECK (is_saved = 1),        -- 1: saved counts: what was there when it was last marked as saved
  saved       ANY CHECK (saved IS NULL OR is_saved IS 1),
  is_touched  INTEGER CHECK (is_touched = 1),      -- 1: the person has entered something at some time, undone or not
  is_relevant INTEGER CHECK (is_relevant IN (0, 1)), -- by its rule, where that is otherwise than in a fresh response
  PRIMARY KEY (response_id, instance, cell_id),
  CHECK (coalesce(is_expanded, is_set, title, draft, is_saved, is_touched, is_relevant) IS NOT NULL)
) STRICT, WITHOUT ROWID;

INSERT INTO formstate_cell_state (
  response_id, instance, cell_id, origin, is_expanded, is_set, value, title, draft, is_saved, saved, is_touched
)
SELECT response_id, instance, cell_id, origin, is_expanded, is_set, value, title, draft, is_saved, saved, is_touched
FROM formstate_moving;

DROP TABLE formstate_moving;

CREATE INDEX formstate_cell_state_expanded ON formstate_cell_state (response_id, instance, cell_id) WHERE is_expanded;

CREATE INDEX formstate_cell_state_set_aside ON formstate_cell_state (origin, response_id) WHERE origin > 0;

-- What rules make irrelevant is little of a form; whether something stands in it is asked from there.
CREATE INDEX formstate_cell_state_irrelevant ON formstate_cell_state (response_id, cell_id) WHERE is_relevant = 0;

CREATE TABLE formstate_moving AS SELECT * FROM formstate_section_state;

DROP TABLE formstate_section_state;

CREATE TABLE formstate_section_state (             -- what a person, or a rule, has done to a section
  response_id INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  instance    INTEGER NOT NULL DEFAULT 0 CHECK (instance >= 0),
  section_id  INTEGER NOT NULL,                    -- a section of the response's own version
  origin      INTEGER NOT NULL DEFAULT 0           -- the number of the version that has the section, where it is set aside;
              CHECK (origin >= 0),                 -- 0: the response's own
  is_folded   INTEGER CHECK (is_folded IN (0, 1)),
  is_relevant INTEGER CHECK (is_relevant IN (0, 1)), -- by its rule, where that is otherwise than in a fresh response
  PRIMARY KEY (response_id, instance, section_id),
  CHECK (coalesce(is_folded, is_relevant) IS NOT NULL)
) STRICT, WITHOUT ROWID;

INSERT INTO formstate_section_state (response_id, instance, section_id, origin, is_folded)
SELECT response_id, instance, section_id, origin, is_folded
FROM formstate_moving;

DROP TABLE formstate_moving;

CREATE INDEX formstate_section_state_set_aside ON formstate_section_state (origin, response_id) WHERE origin > 0;

DROP VIEW formstate_unfit_state;

CREATE VIEW formstate_unfit_state AS
-- State that does not fit the cell it is of. Guards look here before a change is kept, and so does `formstate check`;
-- there is none unless somebody has switched the guards off.
SELECT state.response_id, state.instance, state.cell_id, cell.key AS cell
FROM formstate_cell_state AS state
JOIN formstate_response AS response ON response.id = state.response_id
LEFT JOIN formstate_cell AS cell
  ON cell.id = state.cell_id
  AND cell.version_id = iif(
    state.origin = 0,
    response.version_id,
    (
      SELECT id
      FROM formstate_version
      WHERE form_id = response.form_id AND number = state.origin AND id <> response.version_id
    )
  )
LEFT JOIN formstate_cell_kind AS kind ON kind.kind = cell.kind
WHERE cell.id IS NULL
  OR (NOT cell.is_expandable AND (state.is_expanded IS NOT NULL OR state.title IS NOT NULL))
  OR (kind.storage IS NULL AND (state.is_set OR state.is_saved))
  OR (NOT kind.takes_input AND state.draft IS NOT NULL)
  OR (
    state.is_relevant IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id AND kind = 'relevant')
  )
  OR (state.value IS NOT NULL AND NOT CASE kind.storage
    WHEN 'text'   THEN typeof(state.value) = 'text'
    WHEN 'switch' THEN typeof(state.value) = 'integer' AND state.value IN (0, 1)
    WHEN 'date'   THEN typeof(state.value) = 'text' AND date(state.value, '+0 days') IS state.value
    WHEN 'number' THEN typeof(state.value) IN ('integer', 'real')
                       AND state.value BETWEEN coalesce(cell.minimum, state.value) AND coalesce(cell.maximum, state.value)
    WHEN 'option' THEN EXISTS (
      SELECT 1 FROM formstate_cell WHERE parent_id = cell.id AND option_value = state.value
    )
    ELSE typeof(state.value) IN ('integer', 'real', 'text')
  END);

CREATE TRIGGER formstate_cell_state_fits AFTER INSERT ON formstate_cell_state
WHEN EXISTS (
  SELECT 1
  FROM formstate_unfit_state
  WHERE response_id = NEW.response_id AND instance = NEW.instance AND cell_id = NEW.cell_id
)
BEGIN
  SELECT RAISE(ABORT, 'the state is not one that a cell of the response''s own form version can have');
END;

CREATE TRIGGER formstate_cell_state_still_fits AFTER UPDATE ON formstate_cell_state
WHEN EXISTS (
  SELECT 1
  FROM formstate_unfit_state
  WHERE response_id = NEW.response_id AND instance = NEW.instance AND cell_id = NEW.cell_id
)
BEGIN
  SELECT RAISE(ABORT, 'the state is not one that a cell of the response''s own form version can have');
END;

CREATE TRIGGER formstate_section_state_fits BEFORE INSERT ON formstate_section_state
WHEN NOT EXISTS (
  SELECT 1
  FROM formstate_response AS response
  JOIN formstate_version AS version
    ON version.form_id = response.form_id AND (version.id = response.version_id) = (NEW.origin = 0)
    AND NEW.origin IN (0, version.number)
  JOIN formstate_section AS section ON section.version_id = version.id
  WHERE response.id = NEW.response_id AND section.id = NEW.section_id
    AND (NEW.is_folded IS NULL OR section.is_foldable)
    AND (
      NEW.is_relevant IS NULL
      OR EXISTS (SELECT 1 FROM formstate_rule WHERE section_id = section.id AND cell_id IS NULL AND kind = 'relevant')
    )
)
BEGIN
  SELECT RAISE(ABORT, 'only a foldable section of the response''s own form version can be folded, and only one with a rule be irrelevant');
END;

DROP VIEW visible_row;

CREATE VIEW visible_row AS
-- The rows that a table shows for each response, top to bottom.
--
-- A section's visible rows are found by walking down its preorder and jumping over the descendants of whatever
-- is collapsed, hidden or not relevant, so the work follows the number of rows that show. The walk is handed over as a JSON
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
        AND coalesce(
          fold.is_relevant,
          (SELECT starts FROM formstate_rule WHERE section_id = section.id AND cell_id IS NULL AND kind = 'relevant'),
          1
        )
      UNION ALL
      SELECT step.position + 1
        + iif(
          NOT step.is_hidden AND coalesce(opened.is_expanded, step.starts_expanded) AND coalesce(
            opened.is_relevant, (SELECT starts FROM formstate_rule WHERE cell_id = step.id AND kind = 'relevant'), 1
          ),
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
  LEFT JOIN formstate_cell_state AS asked
    ON asked.response_id = response.id AND asked.instance = 0 AND asked.cell_id = step.id
  WHERE NOT step.is_hidden AND coalesce(
    asked.is_relevant, (SELECT starts FROM formstate_rule WHERE cell_id = step.id AND kind = 'relevant'), 1
  )
)) AS shown
CROSS JOIN formstate_cell AS cell ON cell.section_id = section.id AND cell.position = shown.value
LEFT JOIN formstate_cell_state AS state
  ON state.response_id = response.id AND state.instance = 0 AND state.cell_id = cell.id;

DROP VIEW formstate_asked;

CREATE VIEW formstate_irrelevance AS
-- What keeps a cell of a response from being asked: its own rule, that of a cell above it, or that of its section. Asked about one
-- response and one cell it looks up the few things above the cell; depth bounds the walk in a file in which a cell stands above itself.
SELECT
  response.id AS response_id,
  cell.id AS cell_id
FROM formstate_response AS response
CROSS JOIN formstate_cell AS cell ON cell.version_id = response.version_id
WHERE EXISTS (
    WITH RECURSIVE
      above (depth, id) AS (
        SELECT 0, cell.id
        UNION ALL
        SELECT above.depth + 1, step.parent_id
        FROM above
        CROSS JOIN formstate_cell AS step ON step.id = above.id
        WHERE above.depth < 100 AND step.parent_id IS NOT NULL
      )
    SELECT rule.id
    FROM above
    CROSS JOIN formstate_rule AS rule ON rule.cell_id = above.id AND rule.kind = 'relevant'
    LEFT JOIN formstate_cell_state AS state
      ON state.response_id = response.id AND state.instance = 0 AND state.cell_id = above.id
    WHERE NOT coalesce(state.is_relevant, rule.starts)
    UNION ALL
    SELECT rule.id
    FROM formstate_rule AS rule
    LEFT JOIN formstate_section_state AS state
      ON state.response_id = response.id AND state.instance = 0 AND state.section_id = rule.section_id
    WHERE rule.section_id = cell.section_id AND rule.cell_id IS NULL AND rule.kind = 'relevant'
      AND NOT coalesce(state.is_relevant, rule.starts)
  );

CREATE VIEW formstate_asked AS
-- Every cell that can hold a value, for each response, with what it holds and whether a person gave it. A heading can when
-- options stand directly under it. What is not relevant, or stands in something that is not, is kept and not listed.
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
WHERE (
    kind.storage <> 'option'
    OR EXISTS (SELECT 1 FROM formstate_cell AS option WHERE option.parent_id = cell.id AND option.option_value IS NOT NULL)
  )
  AND (
    NOT EXISTS (SELECT 1 FROM formstate_rule WHERE version_id = response.version_id)
    OR NOT EXISTS (SELECT 1 FROM formstate_irrelevance WHERE response_id = response.id AND cell_id = cell.id)
  );

DROP VIEW formstate_plain_change;

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
    WHEN change.field IN ('relevance', 'sectionRelevance') THEN rule.starts
  END AS before,
  CASE
    WHEN change.is_touched THEN change.after
    WHEN change.field IN ('value', 'saved') THEN cell.default_value
    WHEN change.field = 'disclosure' THEN cell.starts_expanded
    WHEN change.field = 'fold' THEN section.starts_folded
    WHEN change.field = 'completion' THEN 0
    WHEN change.field IN ('relevance', 'sectionRelevance') THEN rule.starts
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
  AND change.field NOT IN ('fold', 'completion', 'sectionRelevance')
LEFT JOIN formstate_cell_kind AS kind ON kind.kind = cell.kind
LEFT JOIN formstate_section AS section
  ON section.version_id = coalesce(version.id, response.version_id) AND section.key = change.subject
  AND change.field IN ('fold', 'sectionRelevance')
LEFT JOIN formstate_rule AS rule
  ON rule.kind = 'relevant' AND change.field IN ('relevance', 'sectionRelevance')
  AND (rule.cell_id = cell.id OR (rule.cell_id IS NULL AND rule.section_id = section.id))
WHERE change.field <> 'touched';

DROP VIEW formstate_told_change;

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
      WHEN 'relevance' THEN CASE held.value WHEN 0 THEN 'not relevant' WHEN 1 THEN 'relevant' END
      WHEN 'sectionRelevance' THEN CASE held.value WHEN 0 THEN 'not relevant' WHEN 1 THEN 'relevant' END
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
      WHEN 'relevance' THEN CASE held.value WHEN 0 THEN 'not relevant' WHEN 1 THEN 'relevant' END
      WHEN 'sectionRelevance' THEN CASE held.value WHEN 0 THEN 'not relevant' WHEN 1 THEN 'relevant' END
      ELSE CAST(held.value AS TEXT)
    END
    FROM (SELECT plain.after AS value) AS held
  ) AS after
FROM formstate_plain_change AS plain;

DROP VIEW formstate_change_text;

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
        WHEN 'relevance'  THEN ' is ' || side.after
        WHEN 'sectionRelevance' THEN ' is ' || side.after
        ELSE iif(told.field = 'saved', ' saved', '') || ': '
          || coalesce(side.before, 'nothing') || ' → ' || coalesce(side.after, 'nothing')
      END
      FROM (SELECT told.before AS before, told.after AS after) AS side
    ) AS changes
FROM formstate_told_change AS told;

DROP VIEW formstate_entry;

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
      WHERE response_id = action.response_id AND seq = action.seq AND field NOT IN ('touched', 'title', 'relevance', 'sectionRelevance')
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

DROP VIEW response;

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
    FROM formstate_cell_state AS state
    WHERE response_id = response.id AND instance = 0 AND origin = 0 AND value IS NOT NULL
      AND (
        NOT EXISTS (SELECT 1 FROM formstate_rule WHERE version_id = response.version_id)
        OR NOT EXISTS (
          SELECT 1 FROM formstate_irrelevance WHERE response_id = state.response_id AND cell_id = state.cell_id
        )
      )
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
