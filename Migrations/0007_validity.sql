-- Answers that are required, checked and calculated: rules of further kinds, what they give as columns of a cell's state, and what
-- is wrong with the answers of a response as a view.

CREATE TABLE formstate_moving AS SELECT * FROM formstate_rule;

CREATE TABLE formstate_moving_input AS SELECT * FROM formstate_rule_input;

DROP TABLE formstate_rule_input;

DROP TABLE formstate_rule;

CREATE TABLE formstate_rule (                      -- what an expression decides of a cell or section
  id         INTEGER PRIMARY KEY,
  version_id INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  section_id INTEGER NOT NULL,                     -- the section, or the one that the cell stands in
  cell_id    INTEGER,                              -- NULL: the rule is the section's own
  kind       TEXT NOT NULL CHECK (kind IN (
               'relevant',                         -- whether it is asked at all
               'required',                         -- whether it has to hold something
               'readOnly',                         -- whether nobody may change what it holds
               'constraint',                       -- what has to hold of what it holds
               'calculate',                        -- what it holds as long as nobody enters anything
               'default',                          -- what it holds at first
               'title'                             -- the title that it displays instead of its own
             )),
  number     INTEGER NOT NULL DEFAULT 0            -- of a constraint, its place among those of the cell, from 1; else 0
             CHECK (number >= 0 AND (number > 0) = (kind = 'constraint')),
  expression TEXT NOT NULL CHECK (expression <> ''),
  message    TEXT CHECK (message IS NULL OR kind IN ('required', 'constraint')), -- what a person is told
  severity   TEXT NOT NULL DEFAULT 'error'         -- warning: the response can be completed all the same
             CHECK (severity = 'error' OR (severity = 'warning' AND kind = 'constraint')),
  rank       INTEGER NOT NULL CHECK (rank >= 0),   -- it is worked out after all of lower rank
  starts     ANY                                   -- what it gives as long as nobody has touched anything: 0, 1, a value, a title
) STRICT;

INSERT INTO formstate_rule (id, version_id, section_id, cell_id, kind, expression, rank, starts)
SELECT id, version_id, section_id, cell_id, kind, expression, rank, starts
FROM formstate_moving;

DROP TABLE formstate_moving;

CREATE INDEX formstate_rule_by_version ON formstate_rule (version_id);
CREATE UNIQUE INDEX formstate_rule_of_cell ON formstate_rule (cell_id, kind, number) WHERE cell_id IS NOT NULL;
CREATE UNIQUE INDEX formstate_rule_of_section ON formstate_rule (section_id, kind) WHERE cell_id IS NULL;

CREATE TABLE formstate_rule_input (                -- which cells a rule reads
  rule_id INTEGER NOT NULL REFERENCES formstate_rule (id) ON DELETE CASCADE,
  cell_id INTEGER NOT NULL,
  PRIMARY KEY (rule_id, cell_id)
) STRICT, WITHOUT ROWID;

INSERT INTO formstate_rule_input (rule_id, cell_id) SELECT rule_id, cell_id FROM formstate_moving_input;

DROP TABLE formstate_moving_input;

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
  ('requirement', 'whether a cell is required by its rule; untouched where it is as in a fresh response'),
  ('readOnly',    'whether a cell is read-only by its rule; untouched where it is as in a fresh response'),
  ('calculated',  'what is calculated for a cell; untouched where it is as in a fresh response'),
  ('faults',      'the constraints of a cell that do not hold; untouched where they are as in a fresh response');

-- State gets columns for what rules make of it. A row's CHECK names all columns, so the table is made anew.

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
  -- What rules make of the cell, where that is otherwise than in a fresh response:
  is_relevant INTEGER CHECK (is_relevant IN (0, 1)),
  is_required INTEGER CHECK (is_required IN (0, 1)),
  is_read_only INTEGER CHECK (is_read_only IN (0, 1)),
  is_calculated INTEGER CHECK (is_calculated = 1), -- 1: calculated counts, NULL for nothing
  calculated  ANY CHECK (calculated IS NULL OR is_calculated IS 1), -- what it holds as long as nothing is entered
  faults      TEXT,                                -- the numbers of the constraints that do not hold, as in '1 3'
  PRIMARY KEY (response_id, instance, cell_id),
  CHECK (
    coalesce(
      is_expanded, is_set, title, draft, is_saved, is_touched, is_relevant, is_required, is_read_only, is_calculated, faults
    ) IS NOT NULL
  )
) STRICT, WITHOUT ROWID;

INSERT INTO formstate_cell_state (
  response_id, instance, cell_id, origin, is_expanded, is_set, value, title, draft, is_saved, saved, is_touched, is_relevant
)
SELECT
  response_id, instance, cell_id, origin, is_expanded, is_set, value, title, draft, is_saved, saved, is_touched, is_relevant
FROM formstate_moving;

DROP TABLE formstate_moving;

CREATE INDEX formstate_cell_state_expanded ON formstate_cell_state (response_id, instance, cell_id) WHERE is_expanded;

CREATE INDEX formstate_cell_state_set_aside ON formstate_cell_state (origin, response_id) WHERE origin > 0;

-- What rules make irrelevant is little of a form; whether something stands in it is asked from there.
CREATE INDEX formstate_cell_state_irrelevant ON formstate_cell_state (response_id, cell_id) WHERE is_relevant = 0;

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
  OR (NOT cell.is_expandable AND state.is_expanded IS NOT NULL)
  OR (
    state.title IS NOT NULL AND NOT cell.is_expandable
    AND NOT EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id AND kind = 'title')
  )
  OR (kind.storage IS NULL AND (state.is_set OR state.is_saved))
  OR (NOT kind.takes_input AND state.draft IS NOT NULL)
  OR (
    state.is_relevant IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id AND kind = 'relevant')
  )
  OR (
    state.is_required IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id AND kind = 'required')
  )
  OR (
    state.is_read_only IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id AND kind = 'readOnly')
  )
  OR (
    state.is_calculated IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id AND kind IN ('calculate', 'default'))
  )
  OR (
    state.faults IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id AND kind IN ('constraint', 'calculate', 'default'))
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
  coalesce(
    nullif(coalesce(state.title, (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'title')), ''),
    cell.title
  ) AS title,
  cell.subtitle AS subtitle,
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
  ) AS value,
  cell.level AS level,
  CASE WHEN cell.is_expandable THEN coalesce(state.is_expanded, cell.starts_expanded) END AS expanded,
  state.draft AS draft,                                   -- what was typed there and is no value yet
  coalesce(
    state.is_required, (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'required'), 0
  ) AS is_required,                                       -- whether it has to hold something
  coalesce(
    state.is_read_only, (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'readOnly'), 0
  ) AS is_read_only,                                      -- whether nobody may change what it holds
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
  -- What it holds as long as nobody enters anything.
  coalesce(
    iif(
      state.is_calculated,
      state.calculated,
      (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind IN ('calculate', 'default'))
    ),
    cell.default_value
  ) AS default_value,
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
  ) AS value,
  coalesce(state.is_set, 0) AS is_set,
  -- Whether that is calculated.
  iif(
    state.is_calculated,
    state.calculated,
    (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind IN ('calculate', 'default'))
  ) IS NOT NULL AS is_calculated,
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

DROP VIEW answer;

CREATE VIEW answer AS
-- What each response holds: a line for every question that has a value: set by a person, calculated by a rule, or by default.
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
  iif(asked.is_set, 'set', iif(asked.is_calculated, 'calculated', 'default')) AS source,
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
    ELSE CASE change.field
      WHEN 'relevance' THEN (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'relevant')
      WHEN 'sectionRelevance' THEN (
        SELECT starts FROM formstate_rule WHERE section_id = section.id AND cell_id IS NULL AND kind = 'relevant'
      )
      WHEN 'requirement' THEN (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'required')
      WHEN 'readOnly' THEN (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'readOnly')
      WHEN 'calculated' THEN (
        SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind IN ('calculate', 'default')
      )
      WHEN 'faults' THEN (
        SELECT group_concat(number, ' ')
        FROM (SELECT number FROM formstate_rule WHERE cell_id = cell.id AND kind = 'constraint' AND NOT starts ORDER BY number)
      )
    END
  END AS before,
  CASE
    WHEN change.is_touched THEN change.after
    WHEN change.field IN ('value', 'saved') THEN cell.default_value
    WHEN change.field = 'disclosure' THEN cell.starts_expanded
    WHEN change.field = 'fold' THEN section.starts_folded
    WHEN change.field = 'completion' THEN 0
    ELSE CASE change.field
      WHEN 'relevance' THEN (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'relevant')
      WHEN 'sectionRelevance' THEN (
        SELECT starts FROM formstate_rule WHERE section_id = section.id AND cell_id IS NULL AND kind = 'relevant'
      )
      WHEN 'requirement' THEN (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'required')
      WHEN 'readOnly' THEN (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'readOnly')
      WHEN 'calculated' THEN (
        SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind IN ('calculate', 'default')
      )
      WHEN 'faults' THEN (
        SELECT group_concat(number, ' ')
        FROM (SELECT number FROM formstate_rule WHERE cell_id = cell.id AND kind = 'constraint' AND NOT starts ORDER BY number)
      )
    END
  END AS after,
  iif(change.field IN ('value', 'saved', 'calculated'), kind.storage, change.field) AS storage,
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
      WHEN 'requirement' THEN CASE held.value WHEN 0 THEN 'not required' WHEN 1 THEN 'required' END
      WHEN 'readOnly' THEN CASE held.value WHEN 0 THEN 'not read-only' WHEN 1 THEN 'read-only' END
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
      WHEN 'requirement' THEN CASE held.value WHEN 0 THEN 'not required' WHEN 1 THEN 'required' END
      WHEN 'readOnly' THEN CASE held.value WHEN 0 THEN 'not read-only' WHEN 1 THEN 'read-only' END
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
        WHEN 'requirement' THEN ' is ' || side.after
        WHEN 'readOnly' THEN ' is ' || side.after
        WHEN 'faults' THEN iif(coalesce(side.after, '') = '', ' is without faults', ' has a fault')
        ELSE CASE told.field WHEN 'saved' THEN ' saved' WHEN 'calculated' THEN ' by its rule' ELSE '' END || ': '
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
      WHERE response_id = action.response_id AND seq = action.seq
        AND field NOT IN (
          'touched', 'title', 'relevance', 'sectionRelevance', 'requirement', 'readOnly', 'calculated', 'faults'
        )
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

CREATE VIEW fault AS
-- What is wrong with the answers of each response: what is required and blank, and constraints that do not hold. A response with
-- errors cannot be completed; warnings never refuse. What is not relevant has no faults; what is folded or collapsed has.
SELECT
  form.key AS form,
  response.key AS response,
  coalesce(nullif(section.title, ''), section.key) AS section,
  (SELECT question FROM formstate_question WHERE cell_id = cell.id) AS question,
  CASE rule.kind
    WHEN 'required' THEN coalesce(rule.message, 'An answer is needed.')
    WHEN 'constraint' THEN coalesce(rule.message, 'The answer has to fulfil ' || rule.expression || '.')
    ELSE 'What is calculated is no ' || cell.kind || ' that can stand here, so nothing does.'
  END AS message,
  iif(rule.kind IN ('calculate', 'default'), 'warning', rule.severity) AS severity,
  iif(rule.kind = 'default', 'calculate', rule.kind) AS kind,
  cell.key AS cell,
  section.position AS section_position,
  cell.position AS position,
  rule.number AS number,
  response.id AS response_id
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_rule AS rule
  ON rule.version_id = response.version_id AND rule.kind IN ('required', 'constraint', 'calculate', 'default')
CROSS JOIN formstate_cell AS cell ON cell.id = rule.cell_id
CROSS JOIN formstate_section AS section ON section.id = cell.section_id
LEFT JOIN formstate_cell_state AS state
  ON state.response_id = response.id AND state.instance = 0 AND state.cell_id = cell.id
WHERE CASE rule.kind
    WHEN 'required' THEN coalesce(state.is_required, rule.starts) AND coalesce(
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
        ),
        ''
      ) = ''
    WHEN 'constraint' THEN iif(
        state.faults IS NULL, NOT rule.starts, instr(' ' || state.faults || ' ', ' ' || rule.number || ' ') > 0
      )
    ELSE instr(' ' || state.faults || ' ', ' calculate ') > 0
  END
  AND NOT EXISTS (SELECT 1 FROM formstate_irrelevance WHERE response_id = response.id AND cell_id = cell.id)
ORDER BY
  form.key,
  response.key,
  section.position,
  cell.position,
  CASE rule.kind WHEN 'required' THEN 0 WHEN 'constraint' THEN 1 ELSE 2 END,
  rule.number;
