-- Repeats: cells that a person fills in several times, the instances of each response, and every view that walks over cells.

INSERT INTO formstate_cell_kind (kind, storage, takes_input, meaning) VALUES
  ('repeat', NULL, 0, 'a heading over cells that are filled in several times, once in each of its instances');

INSERT INTO formstate_action_kind (kind, name, meaning) VALUES
  ('add',    'Add to',      'added an instance to a repeat'),
  ('remove', 'Remove from', 'removed an instance of a repeat with all that was done in it'),
  ('move',   'Move in',     'moved an instance among those of its repeat');

INSERT INTO formstate_field (field, meaning) VALUES
  ('instance', 'where an instance of a repeat stands: the number of the instance around it, and its rank; untouched: nowhere');

-- Rules get a further kind. A CHECK says which there are, so the table is made anew, and what names its rows with it.

CREATE TABLE formstate_moving AS SELECT * FROM formstate_rule;

CREATE TABLE formstate_moving_input AS SELECT * FROM formstate_rule_input;

DROP TABLE formstate_rule_input;

DROP TABLE formstate_rule;

CREATE TABLE formstate_rule (                      -- what an expression decides of a cell or section
  id          INTEGER PRIMARY KEY,
  version_id  INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  section_id  INTEGER NOT NULL,                    -- the section, or the one that the cell stands in
  cell_id     INTEGER,                             -- NULL: the rule is the section's own
  kind        TEXT NOT NULL CHECK (kind IN (
                'relevant',                        -- whether it is asked at all
                'required',                        -- whether it has to hold something
                'readOnly',                        -- whether nobody may change what it holds
                'constraint',                      -- what has to hold of what it holds
                'calculate',                       -- what it holds as long as nobody enters anything
                'default',                         -- what it holds at first
                'title',                           -- the title that it displays instead of its own
                'count',                           -- how many instances of a repeat count
                'choices',                         -- which items of a list can be chosen
                'set'                              -- what it is set to whenever one of its inputs changes
              )),
  number      INTEGER NOT NULL DEFAULT 0           -- of a constraint or set, its place among those of the cell, from 1; else 0
              CHECK (number >= 0 AND (number > 0) = (kind IN ('constraint', 'set'))),
  expression  TEXT NOT NULL CHECK (expression <> ''),
  message     TEXT CHECK (message IS NULL OR kind IN ('required', 'constraint')), -- what a person is told
  severity    TEXT NOT NULL DEFAULT 'error'        -- warning: the response can be completed all the same
              CHECK (severity = 'error' OR (severity = 'warning' AND kind = 'constraint')),
  rank        INTEGER NOT NULL CHECK (rank >= 0),  -- it is worked out after all of lower rank
  starts      ANY,                                 -- what it gives as long as nobody has touched anything: 0, 1, a value, a
                                                   -- title; of a cell within a repeat, what holds without the rule
  is_volatile INTEGER NOT NULL DEFAULT 0           -- whether it asks the clock or chance
              CHECK (is_volatile IN (0, 1)),
  list        TEXT                                 -- of choices, the name of the list
              CHECK ((list IS NOT NULL) = (kind = 'choices'))
) STRICT;

INSERT INTO formstate_rule (
  id, version_id, section_id, cell_id, kind, number, expression, message, severity, rank, starts, is_volatile
)
SELECT id, version_id, section_id, cell_id, kind, number, expression, message, severity, rank, starts, is_volatile
FROM formstate_moving;

DROP TABLE formstate_moving;

CREATE INDEX formstate_rule_by_version ON formstate_rule (version_id);
CREATE UNIQUE INDEX formstate_rule_of_cell ON formstate_rule (cell_id, kind, number) WHERE cell_id IS NOT NULL;
CREATE UNIQUE INDEX formstate_rule_of_section ON formstate_rule (section_id, kind) WHERE cell_id IS NULL;

CREATE TABLE formstate_rule_input (                -- which cells a rule reads; of one that sets, those that it waits for, or
                                                   -- none: it waits for the response to be opened
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

CREATE TABLE formstate_repeat (                    -- a cell whose descendants are filled in several times
  cell_id        INTEGER PRIMARY KEY,
  version_id     INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  section_id     INTEGER NOT NULL,
  first_position INTEGER NOT NULL CHECK (first_position >= 1), -- the template of its instances: the section's positions
  last_position  INTEGER NOT NULL                  -- from the first to the last, both included
                 CHECK (last_position >= first_position),
  around_id      INTEGER,                          -- the innermost repeat that it stands in itself; NULL: none
  minimum        INTEGER NOT NULL CHECK (minimum >= 0), -- no fewer instances are left by removing
  maximum        INTEGER CHECK (maximum >= minimum AND maximum >= 1), -- no more are added; NULL: any number
  initial        INTEGER NOT NULL CHECK (initial >= 0) -- how many there are at first, if that is more than the minimum
) STRICT;

CREATE INDEX formstate_repeat_by_position ON formstate_repeat (section_id, first_position);
CREATE INDEX formstate_repeat_by_version ON formstate_repeat (version_id);

CREATE TRIGGER formstate_repeat_stays BEFORE UPDATE ON formstate_repeat
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: import the changed definition as a new version');
END;

CREATE TRIGGER formstate_repeat_remains BEFORE DELETE ON formstate_repeat
WHEN EXISTS (SELECT 1 FROM formstate_version WHERE id = OLD.version_id)
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: delete the whole version, or import another one');
END;

CREATE TABLE formstate_instance (                  -- one of the times that a repeat is filled in
  response_id INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  instance    INTEGER NOT NULL CHECK (instance >= 1), -- its number; no other instance of the response ever has it
  cell_id     INTEGER NOT NULL,                    -- the repeat, a cell of the response's own version
  origin      INTEGER NOT NULL DEFAULT 0           -- the number of the version that has the repeat, where it is set aside;
              CHECK (origin >= 0),                 -- 0: the response's own
  parent      INTEGER NOT NULL DEFAULT 0           -- the instance that the repeat itself stands in; 0: none
              CHECK (parent >= 0 AND parent < instance),
  rank        INTEGER NOT NULL,                    -- those of one repeat stand in the order of rank and instance
  PRIMARY KEY (response_id, instance)
) STRICT, WITHOUT ROWID;

CREATE INDEX formstate_instance_by_rank ON formstate_instance (response_id, cell_id, parent, rank);
CREATE INDEX formstate_instance_by_parent ON formstate_instance (response_id, parent) WHERE parent > 0;
CREATE INDEX formstate_instance_set_aside ON formstate_instance (origin, response_id) WHERE origin > 0;

ALTER TABLE formstate_response ADD COLUMN
  next_instance INTEGER NOT NULL DEFAULT 1 CHECK (next_instance >= 1); -- the number of the next instance that is added

-- What a cell holds in all instances is asked for at once.
CREATE INDEX formstate_cell_state_in_instances ON formstate_cell_state (response_id, cell_id, instance) WHERE instance > 0;

CREATE TRIGGER formstate_instance_numbers_grow BEFORE UPDATE OF next_instance ON formstate_response
WHEN NEW.next_instance < OLD.next_instance
BEGIN
  SELECT RAISE(ABORT, 'no number of an instance is given twice: the next one only grows');
END;

CREATE VIEW formstate_unfit_instance AS
-- Instances that do not stand where they can: of a cell that is no repeat of the response's version, or with another parent than
-- an instance of the repeat around theirs. Guards look here before an instance is kept, and so does `formstate check`.
SELECT instance.response_id, instance.instance, instance.cell_id
FROM formstate_instance AS instance
JOIN formstate_response AS response ON response.id = instance.response_id
LEFT JOIN formstate_version AS version
  ON version.form_id = response.form_id AND (version.id = response.version_id) = (instance.origin = 0)
  AND instance.origin IN (0, version.number)
LEFT JOIN formstate_repeat AS owner ON owner.cell_id = instance.cell_id AND owner.version_id = version.id
LEFT JOIN formstate_instance AS parent
  ON parent.response_id = instance.response_id AND parent.instance = instance.parent
WHERE owner.cell_id IS NULL
  OR instance.instance >= response.next_instance
  OR (instance.origin = 0 AND (
    (owner.around_id IS NULL) <> (instance.parent = 0)
    OR (instance.parent > 0 AND (parent.cell_id IS NOT owner.around_id OR parent.origin <> 0))
  ));

CREATE TRIGGER formstate_instance_fits AFTER INSERT ON formstate_instance
WHEN EXISTS (
  SELECT 1 FROM formstate_unfit_instance WHERE response_id = NEW.response_id AND instance = NEW.instance
)
BEGIN
  SELECT RAISE(ABORT, 'an instance is one of a repeat of the response''s own form version, and stands in one of the repeat around that');
END;

CREATE TRIGGER formstate_instance_still_fits AFTER UPDATE ON formstate_instance
WHEN EXISTS (
  SELECT 1 FROM formstate_unfit_instance WHERE response_id = NEW.response_id AND instance = NEW.instance
)
BEGIN
  SELECT RAISE(ABORT, 'an instance is one of a repeat of the response''s own form version, and stands in one of the repeat around that');
END;

CREATE TRIGGER formstate_version_of_instance_is_kept BEFORE DELETE ON formstate_version
WHEN EXISTS (
  SELECT 1
  FROM formstate_instance
  WHERE origin = OLD.number AND origin > 0
    AND response_id IN (SELECT id FROM formstate_response WHERE form_id = OLD.form_id)
)
BEGIN
  SELECT RAISE(ABORT, 'a response has something set aside from this version of the form: delete the response first');
END;

CREATE VIEW formstate_order AS
-- Where each instance of a response stands in its section: texts that sort as the form does, whatever stands in whatever. The place
-- of a cell in an instance is this text, and behind it its position in ten digits; that of a cell outside of repeats its position
-- alone.
SELECT
  instance.response_id AS response_id,
  instance.instance AS instance,
  (
    WITH RECURSIVE
      above (depth, parent, place) AS (
        SELECT
          0,
          instance.parent,
          printf('%010d', (SELECT first_position - 1 FROM formstate_repeat WHERE cell_id = instance.cell_id))
            || iif(instance.rank < 0, '0', '1') || printf('%016x', instance.rank) || printf('%010d', instance.instance)
        UNION ALL
        SELECT
          above.depth + 1,
          step.parent,
          printf('%010d', (SELECT first_position - 1 FROM formstate_repeat WHERE cell_id = step.cell_id))
            || iif(step.rank < 0, '0', '1') || printf('%016x', step.rank) || printf('%010d', step.instance) || above.place
        FROM above
        CROSS JOIN formstate_instance AS step
          ON step.response_id = instance.response_id AND step.instance = above.parent
        WHERE above.depth < 100
      )
    SELECT place FROM above ORDER BY depth DESC LIMIT 1
  ) AS place
FROM formstate_instance AS instance;

CREATE VIEW instance AS
-- What repeats are filled in with: a line for every instance of every response, in the order of the form.
SELECT
  form.key AS form,
  response.key AS response,
  cell.key AS repeat,
  instance.instance AS instance,                          -- its number, which cells are addressed with: name:7
  row_number() OVER (
    PARTITION BY form.key, response.key, instance.cell_id, instance.parent ORDER BY instance.rank, instance.instance
  ) AS position,                                          -- its place among those of the repeat, from 1
  instance.parent AS parent,                              -- the instance that the repeat itself stands in; 0: none
  coalesce(state.is_relevant, 1) AS counts,               -- 0: there are more than the repeat's rule counts
  section.position AS section_position,
  (SELECT place FROM formstate_order WHERE response_id = instance.response_id AND instance = instance.instance) AS place,
  instance.response_id AS response_id
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_instance AS instance ON instance.response_id = response.id AND instance.origin = 0
CROSS JOIN formstate_cell AS cell ON cell.id = instance.cell_id
CROSS JOIN formstate_section AS section ON section.id = cell.section_id
LEFT JOIN formstate_cell_state AS state
  ON state.response_id = instance.response_id AND state.instance = instance.instance AND state.cell_id = instance.cell_id
ORDER BY form.key, response.key, section.position, 9;

-- What hides a cell, or asks nobody, is looked up in the cell's own instance.

CREATE VIEW formstate_irrelevance_inside AS
-- What keeps a cell in an instance of a repeat from being asked: the same as outside of repeats, along all that the instance stands
-- in, and an instance that its repeat's rule does not count.
SELECT
  inside.response_id AS response_id,
  cell.id AS cell_id,
  inside.instance AS instance
FROM formstate_instance AS inside
CROSS JOIN formstate_repeat AS owner ON owner.cell_id = inside.cell_id
CROSS JOIN formstate_cell AS cell
  ON cell.section_id = owner.section_id AND cell.position BETWEEN owner.first_position AND owner.last_position
WHERE EXISTS (
    WITH RECURSIVE
      -- came_up: whether the step before was a cell below. A repeat that is come up to stands for the instance at first.
      above (depth, id, instance, came_up) AS (
        SELECT 0, cell.id, inside.instance, 0
        UNION ALL
        SELECT
          above.depth + 1,
          iif(above.came_up AND step.kind = 'repeat', step.id, step.parent_id),
          iif(
            above.came_up AND step.kind = 'repeat',
            (SELECT parent FROM formstate_instance WHERE response_id = inside.response_id AND instance = above.instance),
            above.instance
          ),
          NOT (above.came_up AND step.kind = 'repeat')
        FROM above
        CROSS JOIN formstate_cell AS step ON step.id = above.id
        WHERE above.depth < 200 AND (step.parent_id IS NOT NULL OR (above.came_up AND step.kind = 'repeat'))
      )
    SELECT 1
    FROM above
    CROSS JOIN formstate_cell AS step ON step.id = above.id
    LEFT JOIN formstate_rule AS rule
      ON rule.cell_id = above.id AND rule.kind = 'relevant' AND NOT (above.came_up AND step.kind = 'repeat')
    LEFT JOIN formstate_cell_state AS state
      ON state.response_id = inside.response_id AND state.instance = above.instance AND state.cell_id = above.id
    WHERE NOT coalesce(state.is_relevant, rule.starts, 1)
    UNION ALL
    SELECT 1
    FROM formstate_rule AS rule
    LEFT JOIN formstate_section_state AS state
      ON state.response_id = inside.response_id AND state.instance = 0 AND state.section_id = rule.section_id
    WHERE rule.section_id = cell.section_id AND rule.cell_id IS NULL AND rule.kind = 'relevant'
      AND NOT coalesce(state.is_relevant, rule.starts)
  );

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
    WHERE response_id = response.id AND origin = 0 AND value IS NOT NULL
      AND (
        NOT EXISTS (SELECT 1 FROM formstate_rule WHERE version_id = response.version_id)
        OR (
          NOT EXISTS (SELECT 1 FROM formstate_irrelevance WHERE response_id = state.response_id AND cell_id = state.cell_id)
          AND NOT EXISTS (
            SELECT 1
            FROM formstate_irrelevance_inside
            WHERE response_id = state.response_id AND cell_id = state.cell_id AND instance = state.instance
          )
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
  -- A cell within a repeat stands in an instance of it, and a repeat may stand for one of its own; every other one in none.
  OR (
    state.origin = 0
    AND coalesce(
      (
        SELECT instance.cell_id
        FROM formstate_instance AS instance
        WHERE instance.response_id = state.response_id AND instance.instance = state.instance AND instance.origin = 0
          AND (instance.cell_id <> cell.id OR state.is_relevant IS NOT NULL)
      ),
      0
    ) NOT IN (
      coalesce(
        (
          SELECT around.cell_id
          FROM formstate_repeat AS around
          WHERE around.section_id = cell.section_id
            AND cell.position BETWEEN around.first_position AND around.last_position
          ORDER BY around.first_position DESC
          LIMIT 1
        ),
        0
      ),
      iif(cell.kind = 'repeat' AND state.instance > 0, cell.id, -1)
    )
  )
  OR (NOT cell.is_expandable AND state.is_expanded IS NOT NULL)
  OR (
    state.title IS NOT NULL AND NOT cell.is_expandable
    AND NOT EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id AND kind IN ('title', 'choices'))
  )
  OR (kind.storage IS NULL AND (state.is_set OR state.is_saved))
  OR (NOT kind.takes_input AND state.draft IS NOT NULL)
  OR (
    state.is_relevant IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id AND kind IN ('relevant', 'count'))
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
    AND NOT EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id AND kind IN ('constraint', 'calculate', 'default', 'choices'))
  )
  OR (state.value IS NOT NULL AND NOT CASE kind.storage
    WHEN 'text'   THEN typeof(state.value) = 'text'
    WHEN 'switch' THEN typeof(state.value) = 'integer' AND state.value IN (0, 1)
    WHEN 'date'   THEN typeof(state.value) = 'text' AND date(state.value, '+0 days') IS state.value
    WHEN 'number' THEN typeof(state.value) IN ('integer', 'real')
                       AND state.value BETWEEN coalesce(cell.minimum, state.value) AND coalesce(cell.maximum, state.value)
    WHEN 'integer' THEN typeof(state.value) = 'integer'
                        AND state.value BETWEEN coalesce(cell.minimum, state.value) AND coalesce(cell.maximum, state.value)
    -- A sign, digits, and after a point more digits; what SQLite makes of them may be off by a little.
    WHEN 'decimal' THEN typeof(state.value) = 'text' AND length(state.value) <= 64
                        AND substr('0' || state.value, 2 + (state.value GLOB '[-+]*')) NOT GLOB '*[^0-9.]*'
                        AND substr(state.value, 1 + (state.value GLOB '[-+]*')) GLOB '[0-9]*'
                        AND state.value GLOB '*[0-9]' AND state.value NOT GLOB '*.*.*'
                        AND CAST(state.value AS REAL) BETWEEN
                          coalesce(cell.minimum - abs(cell.minimum) * 1e-12, CAST(state.value AS REAL))
                          AND coalesce(cell.maximum + abs(cell.maximum) * 1e-12, CAST(state.value AS REAL))
    WHEN 'time' THEN typeof(state.value) = 'text' AND time(substr(state.value, 1, 8)) IS substr(state.value, 1, 8)
                     AND state.value < '24'
                     AND (substr(state.value, 9) = '' OR substr(state.value, 9) GLOB '.[0-9][0-9][0-9]')
    WHEN 'dateTime' THEN typeof(state.value) = 'text' AND substr(state.value, 11, 1) = 'T'
                         AND date(substr(state.value, 1, 10), '+0 days') IS substr(state.value, 1, 10)
                         AND time(substr(state.value, 12, 8)) IS substr(state.value, 12, 8)
                         AND substr(state.value, 12, 2) < '24'
                         AND (substr(state.value, 20) IN ('Z', '+14:00', '-14:00')
                           OR substr(state.value, 20) GLOB '[-+]0[0-9]:[0-5][0-9]'
                           OR substr(state.value, 20) GLOB '[-+]1[0-3]:[0-5][0-9]'
                           OR (substr(state.value, 20) GLOB '.[0-9][0-9][0-9]?*'
                             AND (substr(state.value, 24) IN ('Z', '+14:00', '-14:00')
                               OR substr(state.value, 24) GLOB '[-+]0[0-9]:[0-5][0-9]'
                               OR substr(state.value, 24) GLOB '[-+]1[0-3]:[0-5][0-9]')))
    WHEN 'file' THEN typeof(state.value) = 'text' AND state.value <> ''
    -- Options are taken off the text one by one, each once: json_each fails where there is no JSON at all.
    WHEN 'choices' THEN typeof(state.value) = 'text' AND EXISTS (
      WITH RECURSIVE
        option (id, text) AS (
          SELECT
            id,
            '"' || replace(replace(replace(replace(replace(
              option_value, '\', '\\'), '"', '\"'), char(9), '\u0009'), char(10), '\u000a'), char(13), '\u000d') || '"'
          FROM formstate_cell
          WHERE parent_id = cell.id AND option_value IS NOT NULL
        ),
        rest (text, is_open, taken) AS (
          SELECT substr(state.value, 2), substr(state.value, 1, 1) = '[', ','
          UNION ALL
          SELECT
            substr(rest.text, length(option.text) + 2),
            substr(rest.text, length(option.text) + 1, 1) = ',',
            rest.taken || option.id || ','
          FROM rest
          CROSS JOIN option
            ON substr(rest.text, 1, length(option.text)) = option.text
            AND substr(rest.text, length(option.text) + 1, 1) IN (',', ']')
          WHERE rest.is_open AND instr(rest.taken, ',' || option.id || ',') = 0
        )
      SELECT 1 FROM rest WHERE NOT is_open AND text = '' AND taken <> ','
    ) OR (
      -- What is no longer on a list is kept.
      state.value GLOB '[[]"*"]' AND EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id AND kind = 'choices')
    )
    WHEN 'option' THEN EXISTS (
      SELECT 1 FROM formstate_cell WHERE parent_id = cell.id AND option_value = state.value
    ) OR (
      typeof(state.value) = 'text' AND state.value <> ''
      AND EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id AND kind = 'choices')
    )
    ELSE typeof(state.value) IN ('integer', 'real', 'text')
  END);

DROP VIEW visible_row;

CREATE VIEW visible_row AS
-- The rows that a table shows for each response, top to bottom.
--
-- A section's visible rows are found by walking down its preorder and jumping over the descendants of whatever
-- is collapsed, hidden or not relevant, so the work follows the number of rows that show. At a repeat the walk goes through its
-- template once for each instance: first_position and last_position are those of the template that it is in. The walk is handed
-- over as a JSON array of positions, to which 4294967296 times the instance is added, because a correlated walk keeps a condition on
-- the response or section cheap; CROSS JOIN keeps SQLite from turning the order of the tables around, which would walk once for
-- every cell. max() makes the walk go forward even in a file whose CHECKs somebody has switched off.
SELECT
  form.key AS form,
  response.key AS response,
  section.position AS section,
  shown.key AS row,                                       -- (section, row) is the row path
  cell.position AS position,                              -- the place among all cells of the section
  cell.key AS key,
  shown.value >> 32 AS instance,                          -- of the repeat that it stands in; 0: none
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
    walk (position, instance, first_position, last_position) AS (
      SELECT 0, 0, 0, NULL
      WHERE NOT coalesce(fold.is_folded, section.starts_folded)
        AND coalesce(
          fold.is_relevant,
          (SELECT starts FROM formstate_rule WHERE section_id = section.id AND cell_id IS NULL AND kind = 'relevant'),
          1
        )
      UNION ALL
      -- On to the next cell; from a repeat that is open into the first instance of it that counts.
      SELECT
        CASE
          WHEN NOT (
            NOT step.is_hidden AND coalesce(opened.is_expanded, step.starts_expanded) AND coalesce(
              opened.is_relevant, (SELECT starts FROM formstate_rule WHERE cell_id = step.id AND kind = 'relevant'), 1
            )
          ) THEN step.position + 1 + max(step.additional_rows, 0)
          WHEN step.kind <> 'repeat' THEN step.position + 1
          ELSE step.position + 1 + iif(entered.instance IS NULL, max(step.additional_rows, 0), 0)
        END,
        coalesce(entered.instance, walk.instance),
        iif(entered.instance IS NULL, walk.first_position, step.position + 1),
        iif(entered.instance IS NULL, walk.last_position, step.position + step.additional_rows)
      FROM walk
      CROSS JOIN formstate_cell AS step ON step.section_id = section.id AND step.position = walk.position
      LEFT JOIN formstate_cell_state AS opened
        ON opened.response_id = response.id AND opened.instance = walk.instance AND opened.cell_id = step.id
      LEFT JOIN formstate_instance AS entered
        ON step.kind = 'repeat' AND NOT step.is_hidden AND coalesce(opened.is_expanded, step.starts_expanded)
        AND coalesce(
          opened.is_relevant, (SELECT starts FROM formstate_rule WHERE cell_id = step.id AND kind = 'relevant'), 1
        )
        AND entered.response_id = response.id AND entered.instance = (
          SELECT instance.instance
          FROM formstate_instance AS instance
          WHERE instance.response_id = response.id AND instance.cell_id = step.id AND instance.parent = walk.instance
            AND instance.origin = 0 AND NOT EXISTS (
              SELECT 1
              FROM formstate_cell_state
              WHERE response_id = response.id AND instance = instance.instance AND cell_id = step.id AND NOT is_relevant
            )
          ORDER BY instance.rank, instance.instance
          LIMIT 1
        )
      WHERE walk.last_position IS NULL OR walk.position <= walk.last_position
      UNION ALL
      -- Behind the last cell of an instance: on to the next instance that counts, or behind the repeat.
      SELECT
        iif(next.instance IS NULL, walk.last_position + 1, walk.first_position),
        coalesce(next.instance, own.parent),
        iif(next.instance IS NULL, coalesce(around.first_position, 0), walk.first_position),
        iif(next.instance IS NULL, around.last_position, walk.last_position)
      FROM walk
      CROSS JOIN formstate_instance AS own ON own.response_id = response.id AND own.instance = walk.instance
      LEFT JOIN formstate_instance AS next
        ON next.response_id = response.id AND next.instance = (
          SELECT instance.instance
          FROM formstate_instance AS instance
          WHERE instance.response_id = response.id AND instance.cell_id = own.cell_id AND instance.parent = own.parent
            AND instance.origin = 0 AND instance.rank >= own.rank
            AND (instance.rank > own.rank OR instance.instance > own.instance)
            AND NOT EXISTS (
              SELECT 1
              FROM formstate_cell_state
              WHERE response_id = response.id AND instance = instance.instance AND cell_id = own.cell_id AND NOT is_relevant
            )
          ORDER BY instance.rank, instance.instance
          LIMIT 1
        )
      LEFT JOIN formstate_instance AS outer_instance
        ON next.instance IS NULL AND outer_instance.response_id = response.id AND outer_instance.instance = own.parent
      LEFT JOIN formstate_repeat AS around ON around.cell_id = outer_instance.cell_id
      WHERE walk.position > walk.last_position
    )
  SELECT '[' || group_concat(walk.position + (walk.instance << 32)) || ']'
  FROM walk
  CROSS JOIN formstate_cell AS step ON step.section_id = section.id AND step.position = walk.position
  LEFT JOIN formstate_cell_state AS asked
    ON asked.response_id = response.id AND asked.instance = walk.instance AND asked.cell_id = step.id
  WHERE (walk.last_position IS NULL OR walk.position <= walk.last_position) AND NOT step.is_hidden AND coalesce(
    asked.is_relevant, (SELECT starts FROM formstate_rule WHERE cell_id = step.id AND kind = 'relevant'), 1
  )
)) AS shown
CROSS JOIN formstate_cell AS cell ON cell.section_id = section.id AND cell.position = (shown.value & 4294967295)
LEFT JOIN formstate_cell_state AS state
  ON state.response_id = response.id AND state.instance = (shown.value >> 32) AND state.cell_id = cell.id;

DROP VIEW formstate_asked;

CREATE VIEW formstate_asked AS
-- Every cell that can hold a value, for each response, with what it holds and whether a person gave it. A heading can when
-- options stand directly under it. What is not relevant, or stands in something that is not, is kept and not listed.
SELECT
  form.key AS form,
  response.key AS response,
  coalesce(nullif(section.title, ''), section.key) AS section,
  cell.key AS cell,
  coalesce(inside.instance, 0) AS instance,               -- of the repeat that it stands in; 0: none
  printf('%s%010d', (
    SELECT place FROM formstate_order WHERE response_id = inside.response_id AND instance = inside.instance
  ), cell.position) AS place,                             -- sorts as the section does
  cell.kind AS kind,
  kind.storage AS storage,
  cell.off_title AS off_title,
  cell.on_title AS on_title,
  cell.unit AS unit,
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
-- A cell within a repeat is asked once for each instance.
LEFT JOIN formstate_repeat AS around ON around.cell_id = (
    SELECT cell_id
    FROM formstate_repeat
    WHERE section_id = cell.section_id AND cell.position BETWEEN first_position AND last_position
    ORDER BY first_position DESC
    LIMIT 1
  )
LEFT JOIN formstate_instance AS inside
  ON inside.response_id = response.id AND inside.cell_id = around.cell_id AND inside.origin = 0
LEFT JOIN formstate_cell_state AS state
  ON state.response_id = response.id AND state.instance = coalesce(inside.instance, 0) AND state.cell_id = cell.id
WHERE (around.cell_id IS NULL OR inside.instance IS NOT NULL)
  AND (
    kind.storage NOT IN ('option', 'choices')
    OR EXISTS (SELECT 1 FROM formstate_cell AS option WHERE option.parent_id = cell.id AND option.option_value IS NOT NULL)
    OR EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id AND kind = 'choices')
  )
  AND (
    NOT EXISTS (SELECT 1 FROM formstate_rule WHERE version_id = response.version_id)
    OR (
      NOT EXISTS (SELECT 1 FROM formstate_irrelevance WHERE response_id = response.id AND cell_id = cell.id)
      AND NOT EXISTS (
        SELECT 1
        FROM formstate_irrelevance_inside
        WHERE response_id = response.id AND cell_id = cell.id AND instance = inside.instance
      )
    )
  );

DROP VIEW unanswered;

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
  asked.instance AS instance,                             -- of the repeat that it stands in; 0: none
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
ORDER BY asked.form, asked.response, asked.section_position, asked.place;

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
      WHEN 'time' THEN substr(held.value, 1, iif(substr(held.value, 6) = ':00', 5, 12))
      WHEN 'dateTime' THEN rtrim(substr(
          'January  February March    April    May      June     July     August   SeptemberOctober  November December ',
          9 * substr(held.value, 6, 2) - 8, 9
        )) || ' ' || CAST(substr(held.value, 9, 2) AS INTEGER) || ', ' || CAST(substr(held.value, 1, 4) AS INTEGER)
        || ' at ' || substr(
          held.value, 12,
          CASE WHEN substr(held.value, 20, 1) = '.' THEN 12 WHEN substr(held.value, 17, 3) = ':00' THEN 5 ELSE 8 END
        ) || ' ' || replace(substr(held.value, iif(substr(held.value, 20, 1) = '.', 24, 20)), 'Z', 'UTC')
      WHEN 'integer' THEN held.value || coalesce(' ' || asked.unit, '')
      WHEN 'decimal' THEN held.value || coalesce(' ' || asked.unit, '')
      WHEN 'number' THEN held.value || coalesce(' ' || asked.unit, '')
      WHEN 'choices' THEN (
          SELECT group_concat(title, ', ')
          FROM (
            SELECT coalesce(
                (SELECT nullif(title, '') FROM formstate_cell WHERE parent_id = asked.cell_id AND option_value = chosen.value),
                (SELECT nullif(title, '') FROM formstate_choice WHERE cell_id = asked.cell_id AND value = chosen.value LIMIT 1),
                chosen.value
              ) AS title
            FROM json_each(iif(held.value GLOB '[[]"*"]', held.value, '[]')) AS chosen
            ORDER BY chosen.key
          )
        )
      WHEN 'option' THEN coalesce(
          (
            SELECT nullif(title, '')
            FROM formstate_cell
            WHERE parent_id = asked.cell_id AND option_value = held.value
          ),
          (SELECT nullif(title, '') FROM formstate_choice WHERE cell_id = asked.cell_id AND value = held.value LIMIT 1),
          held.value
        )
      ELSE CAST(held.value AS TEXT)
    END
    FROM (SELECT asked.value AS value) AS held
  ) AS readable,
  asked.value AS value,                                   -- as it is stored, see formstate_cell_state
  CASE
    WHEN asked.storage = 'decimal' THEN CAST(asked.value AS NUMERIC)
    WHEN asked.storage <> 'switch' AND typeof(asked.value) IN ('integer', 'real') THEN asked.value
  END AS number,                                          -- to count with; NULL for what is no number
  iif(asked.is_set, 'set', iif(asked.is_calculated, 'calculated', 'default')) AS source,
  given.author AS author,                                 -- who set it; NULL where nobody said so, or compaction removed it
  strftime('%Y-%m-%dT%H:%M:%fZ', given.time / 1000.0, 'unixepoch') AS time,
  asked.cell AS cell,
  asked.instance AS instance,                             -- of the repeat that it stands in; 0: none
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
    WHERE response_id = asked.response_id AND field = 'value' AND subject = asked.cell AND instance = asked.instance
      AND origin = 0
  )
WHERE asked.value IS NOT NULL
ORDER BY asked.form, asked.response, asked.section_position, asked.place;

DROP VIEW fault;

CREATE VIEW fault AS
-- What is wrong with the answers of each response: what is required and blank, constraints that do not hold, and repeats with too few
-- or too many instances. A response with errors cannot be completed; warnings never refuse. What is not relevant has no faults; what
-- is folded or collapsed has.
SELECT
  form.key AS form,
  response.key AS response,
  coalesce(nullif(section.title, ''), section.key) AS section,
  (SELECT question FROM formstate_question WHERE cell_id = cell.id) AS question,
  CASE rule.kind
    WHEN 'required' THEN coalesce(rule.message, 'An answer is needed.')
    WHEN 'constraint' THEN coalesce(rule.message, 'The answer has to fulfil ' || rule.expression || '.')
    WHEN 'choices' THEN 'What is chosen is not among the choices.'
    ELSE 'What is calculated is no ' || cell.kind || ' that can stand here, so nothing does.'
  END AS message,
  iif(rule.kind IN ('calculate', 'default'), 'warning', rule.severity) AS severity,
  CASE rule.kind WHEN 'default' THEN 'calculate' WHEN 'choices' THEN 'notOffered' ELSE rule.kind END AS kind,
  cell.key AS cell,
  coalesce(inside.instance, 0) AS instance,               -- of the repeat that it stands in; 0: none
  section.position AS section_position,
  cell.position AS position,
  rule.number AS number,
  response.id AS response_id,
  printf('%s%010d %d %d', (
    SELECT place FROM formstate_order WHERE response_id = inside.response_id AND instance = inside.instance
  ), cell.position, CASE rule.kind WHEN 'required' THEN 0 WHEN 'choices' THEN 1 WHEN 'constraint' THEN 2 ELSE 3 END, rule.number) AS place
                                                          -- sorts as the section does, and the faults of a cell
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_rule AS rule
  ON rule.version_id = response.version_id
  AND rule.kind IN ('required', 'constraint', 'calculate', 'default', 'choices')
CROSS JOIN formstate_cell AS cell ON cell.id = rule.cell_id
CROSS JOIN formstate_section AS section ON section.id = cell.section_id
LEFT JOIN formstate_repeat AS around ON around.cell_id = (
    SELECT cell_id
    FROM formstate_repeat
    WHERE section_id = cell.section_id AND cell.position BETWEEN first_position AND last_position
    ORDER BY first_position DESC
    LIMIT 1
  )
LEFT JOIN formstate_instance AS inside
  ON inside.response_id = response.id AND inside.cell_id = around.cell_id AND inside.origin = 0
LEFT JOIN formstate_cell_state AS state
  ON state.response_id = response.id AND state.instance = coalesce(inside.instance, 0) AND state.cell_id = cell.id
WHERE (around.cell_id IS NULL OR inside.instance IS NOT NULL) AND CASE rule.kind
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
    WHEN 'choices' THEN iif(
        state.faults IS NULL, NOT rule.starts, instr(' ' || state.faults || ' ', ' choices ') > 0
      )
    ELSE instr(' ' || state.faults || ' ', ' calculate ') > 0
  END
  AND NOT EXISTS (SELECT 1 FROM formstate_irrelevance WHERE response_id = response.id AND cell_id = cell.id)
  AND NOT EXISTS (
    SELECT 1
    FROM formstate_irrelevance_inside
    WHERE response_id = response.id AND cell_id = cell.id AND instance = inside.instance
  )
UNION ALL
-- Of a repeat: too few or too many instances that count. A response that nothing has happened to has none yet, and no fault.
SELECT
  form.key,
  response.key,
  coalesce(nullif(section.title, ''), section.key),
  (SELECT question FROM formstate_question WHERE cell_id = cell.id),
  iif(
    counted.instances < counted.minimum,
    'At least ' || counted.minimum || iif(counted.minimum = 1, ' is', ' are') || ' needed.',
    'At most ' || counted.maximum || iif(counted.maximum = 1, ' is', ' are') || ' possible.'
  ),
  'error',
  iif(counted.instances < counted.minimum, 'tooFew', 'tooMany'),
  cell.key,
  counted.instance,
  section.position,
  cell.position,
  0,
  response.id,
  printf('%s%010d 3', (
    SELECT place FROM formstate_order WHERE response_id = response.id AND instance = counted.instance
  ), cell.position)
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN (
  SELECT
    filled.id AS response_id,
    owner.cell_id AS cell_id,
    coalesce(inside.instance, 0) AS instance,
    owner.minimum AS minimum,
    owner.maximum AS maximum,
    (
      SELECT count(*)
      FROM formstate_instance AS own
      WHERE own.response_id = filled.id AND own.cell_id = owner.cell_id AND own.parent = coalesce(inside.instance, 0)
        AND own.origin = 0 AND NOT EXISTS (
          SELECT 1
          FROM formstate_cell_state
          WHERE response_id = filled.id AND instance = own.instance AND cell_id = own.cell_id AND NOT is_relevant
        )
    ) AS instances
  FROM formstate_response AS filled
  CROSS JOIN formstate_repeat AS owner ON owner.version_id = filled.version_id
  LEFT JOIN formstate_instance AS inside
    ON inside.response_id = filled.id AND inside.cell_id = owner.around_id AND inside.origin = 0
  WHERE (owner.around_id IS NULL OR inside.instance IS NOT NULL)
) AS counted ON counted.response_id = response.id
CROSS JOIN formstate_cell AS cell ON cell.id = counted.cell_id
CROSS JOIN formstate_section AS section ON section.id = cell.section_id
WHERE (counted.instances < counted.minimum OR counted.instances > counted.maximum)
  AND EXISTS (SELECT 1 FROM formstate_action WHERE response_id = response.id)
  AND NOT EXISTS (SELECT 1 FROM formstate_irrelevance WHERE response_id = response.id AND cell_id = cell.id)
  AND NOT EXISTS (
    SELECT 1
    FROM formstate_irrelevance_inside
    WHERE response_id = response.id AND cell_id = cell.id AND instance = counted.instance
  )
ORDER BY form, response, section_position, place;

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
      WHEN 'time' THEN substr(held.value, 1, iif(substr(held.value, 6) = ':00', 5, 12))
      WHEN 'dateTime' THEN rtrim(substr(
          'January  February March    April    May      June     July     August   SeptemberOctober  November December ',
          9 * substr(held.value, 6, 2) - 8, 9
        )) || ' ' || CAST(substr(held.value, 9, 2) AS INTEGER) || ', ' || CAST(substr(held.value, 1, 4) AS INTEGER)
        || ' at ' || substr(
          held.value, 12,
          CASE WHEN substr(held.value, 20, 1) = '.' THEN 12 WHEN substr(held.value, 17, 3) = ':00' THEN 5 ELSE 8 END
        ) || ' ' || replace(substr(held.value, iif(substr(held.value, 20, 1) = '.', 24, 20)), 'Z', 'UTC')
      WHEN 'integer' THEN held.value || coalesce(' ' || plain.unit, '')
      WHEN 'decimal' THEN held.value || coalesce(' ' || plain.unit, '')
      WHEN 'number' THEN held.value || coalesce(' ' || plain.unit, '')
      WHEN 'choices' THEN (
          SELECT group_concat(title, ', ')
          FROM (
            SELECT coalesce(
                (SELECT nullif(title, '') FROM formstate_cell WHERE parent_id = plain.cell_id AND option_value = chosen.value),
                (SELECT nullif(title, '') FROM formstate_choice WHERE cell_id = plain.cell_id AND value = chosen.value LIMIT 1),
                chosen.value
              ) AS title
            FROM json_each(iif(held.value GLOB '[[]"*"]', held.value, '[]')) AS chosen
            ORDER BY chosen.key
          )
        )
      WHEN 'option' THEN coalesce(
          (
            SELECT nullif(title, '')
            FROM formstate_cell
            WHERE parent_id = plain.cell_id AND option_value = held.value
          ),
          (SELECT nullif(title, '') FROM formstate_choice WHERE cell_id = plain.cell_id AND value = held.value LIMIT 1),
          held.value
        )
      WHEN 'disclosure' THEN CASE held.value WHEN 0 THEN 'collapsed' WHEN 1 THEN 'expanded' END
      WHEN 'instance' THEN iif(held.value IS NULL, NULL, 'there')
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
      WHEN 'time' THEN substr(held.value, 1, iif(substr(held.value, 6) = ':00', 5, 12))
      WHEN 'dateTime' THEN rtrim(substr(
          'January  February March    April    May      June     July     August   SeptemberOctober  November December ',
          9 * substr(held.value, 6, 2) - 8, 9
        )) || ' ' || CAST(substr(held.value, 9, 2) AS INTEGER) || ', ' || CAST(substr(held.value, 1, 4) AS INTEGER)
        || ' at ' || substr(
          held.value, 12,
          CASE WHEN substr(held.value, 20, 1) = '.' THEN 12 WHEN substr(held.value, 17, 3) = ':00' THEN 5 ELSE 8 END
        ) || ' ' || replace(substr(held.value, iif(substr(held.value, 20, 1) = '.', 24, 20)), 'Z', 'UTC')
      WHEN 'integer' THEN held.value || coalesce(' ' || plain.unit, '')
      WHEN 'decimal' THEN held.value || coalesce(' ' || plain.unit, '')
      WHEN 'number' THEN held.value || coalesce(' ' || plain.unit, '')
      WHEN 'choices' THEN (
          SELECT group_concat(title, ', ')
          FROM (
            SELECT coalesce(
                (SELECT nullif(title, '') FROM formstate_cell WHERE parent_id = plain.cell_id AND option_value = chosen.value),
                (SELECT nullif(title, '') FROM formstate_choice WHERE cell_id = plain.cell_id AND value = chosen.value LIMIT 1),
                chosen.value
              ) AS title
            FROM json_each(iif(held.value GLOB '[[]"*"]', held.value, '[]')) AS chosen
            ORDER BY chosen.key
          )
        )
      WHEN 'option' THEN coalesce(
          (
            SELECT nullif(title, '')
            FROM formstate_cell
            WHERE parent_id = plain.cell_id AND option_value = held.value
          ),
          (SELECT nullif(title, '') FROM formstate_choice WHERE cell_id = plain.cell_id AND value = held.value LIMIT 1),
          held.value
        )
      WHEN 'disclosure' THEN CASE held.value WHEN 0 THEN 'collapsed' WHEN 1 THEN 'expanded' END
      WHEN 'instance' THEN iif(held.value IS NULL, NULL, 'there')
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
-- What each state change did, as a sentence: “Roof › Condition: nothing → Poor”. Titles that follow from an answer go without saying,
-- and so does what rules make of an instance that comes or goes, and whether anything in it is open.
SELECT
  told.response_id AS response_id,
  told.seq AS seq,
  told.ordinal AS ordinal,
  told.field AS field,
  iif(told.origin > 0, 'set aside: ', '')
    || coalesce(told.question, told.section, iif(told.field = 'completion', 'the response', told.subject))
    || iif(told.instance > 0, ' (' || told.instance || ')', '')
    || (
      SELECT CASE told.field
        WHEN 'disclosure' THEN iif(side.after = 'expanded', ' opens', ' closes')
        WHEN 'fold'       THEN coalesce(' is ' || side.after, ' is folded or unfolded')
        WHEN 'title'      THEN coalesce(' shows ' || side.after, ' shows its own title')
        WHEN 'draft'      THEN coalesce(' holds the draft ' || side.after, ' holds no draft')
        WHEN 'completion' THEN ' is ' || side.after
        WHEN 'relevance'  THEN ' is ' || coalesce(side.after, 'relevant')
        WHEN 'sectionRelevance' THEN ' is ' || coalesce(side.after, 'relevant')
        WHEN 'requirement' THEN ' is ' || coalesce(side.after, 'not required')
        WHEN 'readOnly' THEN ' is ' || coalesce(side.after, 'not read-only')
        WHEN 'instance' THEN CASE
          WHEN told.value_before IS NULL THEN ' is added' WHEN told.value_after IS NULL THEN ' is removed' ELSE ' is moved'
        END
        WHEN 'faults' THEN iif(coalesce(side.after, '') = '', ' is without faults', ' has a fault')
        ELSE CASE told.field WHEN 'saved' THEN ' saved' WHEN 'calculated' THEN ' by its rule' ELSE '' END || ': '
          || coalesce(side.before, 'nothing') || ' → ' || coalesce(side.after, 'nothing')
      END
      FROM (SELECT told.before AS before, told.after AS after) AS side
    ) AS changes,
  told.field = 'title' OR (
    told.instance > 0 AND told.field NOT IN ('instance', 'value', 'draft')
    AND EXISTS (
      -- The journal names instances by their repeats, which are few.
      SELECT 1
      FROM formstate_response AS response
      CROSS JOIN formstate_version AS version ON version.form_id = response.form_id
      CROSS JOIN formstate_repeat AS repeating ON repeating.version_id = version.id
      CROSS JOIN formstate_cell AS owner ON owner.id = repeating.cell_id
      CROSS JOIN formstate_change AS coming
        ON coming.response_id = told.response_id AND coming.field = 'instance' AND coming.subject = owner.key
        AND coming.instance = told.instance AND coming.seq = told.seq
      WHERE response.id = told.response_id AND coming.was_touched <> coming.is_touched
    )
  ) AS goes_without_saying
FROM formstate_told_change AS told;

DROP VIEW set_aside;

CREATE VIEW set_aside AS
-- What each response holds of cells and sections that its version of the form does not have: answers, drafts and what was
-- open. It comes back when a version has a place for it.
SELECT
  form.key AS form,
  response.key AS response,
  version.number AS version,                              -- the version that has the cell
  cell.key AS cell,                                       -- NULL for a section
  state.instance AS instance,                             -- of the repeat that it stood in; 0: none
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
  form.key, response.key, version.number, NULL, 0, NULL, NULL, NULL, NOT state.is_folded,
  coalesce(nullif(section.title, ''), section.key)
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_section_state AS state ON state.response_id = response.id AND state.origin > 0
CROSS JOIN formstate_section AS section ON section.id = state.section_id
CROSS JOIN formstate_version AS version ON version.id = section.version_id;

DROP VIEW history_change;

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
  told.instance AS instance,                              -- of the repeat that it stands in; 0: none
  told.field AS field,
  told.value_before AS value_before,
  told.value_after AS value_after,
  entry.response_id AS response_id
FROM formstate_entry AS entry
CROSS JOIN formstate_told_change AS told ON told.response_id = entry.response_id AND told.seq = entry.revision
ORDER BY entry.form, entry.response, entry.revision, told.ordinal;

DROP VIEW history;

CREATE VIEW history AS
-- What was done, when and by whom: a line for every action, in order. question, before and after are of the one answer that it
-- changed; changes tells all that it changed, but for what goes without saying, up to twenty things.
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
      WHERE response_id = entry.response_id AND seq = entry.revision AND NOT goes_without_saying
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
