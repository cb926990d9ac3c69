-- Faults from outside: what a server or another check found wrong with an answer is laid on its cell, or on the response.

INSERT INTO formstate_action_kind (kind, name, meaning) VALUES
  ('reportFault',    'Report a fault in', 'said from outside what is wrong with a cell, or with the response as a whole'),
  ('withdrawFaults', 'Withdraw faults from', 'withdrew what a reporter had found wrong with a cell, or with the whole response');

INSERT INTO formstate_field (field, meaning) VALUES
  ('reportedFaults', 'what others reported on a cell: reporters and messages in turn, as a JSON array'),
  ('responseFaults', 'what others reported on the response as a whole, likewise');

ALTER TABLE formstate_response ADD COLUMN
  reported_faults TEXT                             -- what others found wrong with it as a whole, as in formstate_cell_state
                  CHECK (reported_faults GLOB '[[]"*","*"]');

-- A row's CHECK names all columns, so the table is made anew.

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
  reported_faults TEXT                             -- what others found wrong with what it holds: a JSON array of the reporter,
              CHECK (reported_faults GLOB '[[]"*","*"]'), -- '' for nobody, and the message of each fault in turn
  PRIMARY KEY (response_id, instance, cell_id),
  CHECK (
    coalesce(
      is_expanded, is_set, title, draft, is_saved, is_touched, is_relevant, is_required, is_read_only, is_calculated, faults,
      reported_faults
    ) IS NOT NULL
  )
) STRICT, WITHOUT ROWID;

INSERT INTO formstate_cell_state (
  response_id, instance, cell_id, origin, is_expanded, is_set, value, title, draft, is_saved, saved, is_touched, is_relevant,
  is_required, is_read_only, is_calculated, calculated, faults
)
SELECT
  response_id, instance, cell_id, origin, is_expanded, is_set, value, title, draft, is_saved, saved, is_touched, is_relevant,
  is_required, is_read_only, is_calculated, calculated, faults
FROM formstate_moving;

DROP TABLE formstate_moving;

CREATE INDEX formstate_cell_state_expanded ON formstate_cell_state (response_id, instance, cell_id) WHERE is_expanded;

CREATE INDEX formstate_cell_state_set_aside ON formstate_cell_state (origin, response_id) WHERE origin > 0;

CREATE INDEX formstate_cell_state_irrelevant ON formstate_cell_state (response_id, cell_id) WHERE is_relevant = 0;

CREATE INDEX formstate_cell_state_in_instances ON formstate_cell_state (response_id, cell_id, instance) WHERE instance > 0;

-- Whether anything is reported is asked whenever an answer changes.
CREATE INDEX formstate_cell_state_reported ON formstate_cell_state (response_id, cell_id) WHERE reported_faults IS NOT NULL;

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
WHEN (
  NEW.response_id IS NOT OLD.response_id OR NEW.instance IS NOT OLD.instance OR NEW.cell_id IS NOT OLD.cell_id
  OR NEW.origin IS NOT OLD.origin OR NEW.is_expanded IS NOT OLD.is_expanded OR NEW.is_set IS NOT OLD.is_set
  OR NEW.value IS NOT OLD.value OR NEW.title IS NOT OLD.title OR NEW.draft IS NOT OLD.draft
  OR NEW.is_saved IS NOT OLD.is_saved OR NEW.saved IS NOT OLD.saved
  OR (OLD.is_relevant IS NULL AND NEW.is_relevant IS NOT NULL)
  OR (OLD.is_required IS NULL AND NEW.is_required IS NOT NULL)
  OR (OLD.is_read_only IS NULL AND NEW.is_read_only IS NOT NULL)
  OR (OLD.is_calculated IS NULL AND NEW.is_calculated IS NOT NULL)
  OR (OLD.faults IS NULL AND NEW.faults IS NOT NULL)
) AND EXISTS (
  SELECT 1
  FROM formstate_unfit_state
  WHERE response_id = NEW.response_id AND instance = NEW.instance AND cell_id = NEW.cell_id
)
BEGIN
  SELECT RAISE(ABORT, 'the state is not one that a cell of the response''s own form version can have');
END;

DROP VIEW formstate_step;

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
        WHEN action.subject IS NULL THEN CASE
          WHEN action.kind = 'reset' THEN ' all'
          WHEN action.kind IN ('reportFault', 'withdrawFaults') THEN ' the response'
          ELSE ''
        END
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
    -- As long as nobody enters anything, a cell holds what was calculated last.
    WHEN change.field = 'value' THEN coalesce(
      (
        SELECT iif(calculated.is_touched, calculated.content, rule.starts)
        FROM formstate_rule AS rule
        LEFT JOIN formstate_content AS calculated
          ON calculated.response_id = change.response_id AND calculated.field = 'calculated'
          AND calculated.subject = change.subject AND calculated.instance = change.instance
          AND calculated.origin = change.origin AND calculated.seq = (
            SELECT max(seq)
            FROM formstate_state_change
            WHERE response_id = change.response_id AND field = 'calculated' AND subject = change.subject
              AND instance = change.instance AND origin = change.origin AND seq < change.seq
          )
        WHERE rule.cell_id = cell.id AND rule.kind IN ('calculate', 'default')
      ),
      cell.default_value
    )
    WHEN change.field = 'saved' THEN cell.default_value
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
    WHEN change.field = 'value' THEN coalesce(
      (
        SELECT iif(calculated.is_touched, calculated.content, rule.starts)
        FROM formstate_rule AS rule
        LEFT JOIN formstate_content AS calculated
          ON calculated.response_id = change.response_id AND calculated.field = 'calculated'
          AND calculated.subject = change.subject AND calculated.instance = change.instance
          AND calculated.origin = change.origin AND calculated.seq = (
            SELECT max(seq)
            FROM formstate_state_change
            WHERE response_id = change.response_id AND field = 'calculated' AND subject = change.subject
              AND instance = change.instance AND origin = change.origin AND seq <= change.seq
          )
        WHERE rule.cell_id = cell.id AND rule.kind IN ('calculate', 'default')
      ),
      cell.default_value
    )
    WHEN change.field = 'saved' THEN cell.default_value
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
  cell.unit AS unit,
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
  AND change.field NOT IN ('fold', 'completion', 'sectionRelevance', 'responseFaults')
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
      WHEN 'reportedFaults' THEN (
          SELECT group_concat(message, ' ')
          FROM (
            SELECT
              message.value || iif(reporter.value = '', '', ' (' || reporter.value || ')') AS message
            FROM json_each(iif(held.value GLOB '[[]"*"]', held.value, '[]')) AS message
            CROSS JOIN json_each(iif(held.value GLOB '[[]"*"]', held.value, '[]')) AS reporter
              ON reporter.key = message.key - 1
            WHERE message.key % 2 = 1
            ORDER BY message.key
          )
        )
      WHEN 'responseFaults' THEN (
          SELECT group_concat(message, ' ')
          FROM (
            SELECT
              message.value || iif(reporter.value = '', '', ' (' || reporter.value || ')') AS message
            FROM json_each(iif(held.value GLOB '[[]"*"]', held.value, '[]')) AS message
            CROSS JOIN json_each(iif(held.value GLOB '[[]"*"]', held.value, '[]')) AS reporter
              ON reporter.key = message.key - 1
            WHERE message.key % 2 = 1
            ORDER BY message.key
          )
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
      WHEN 'reportedFaults' THEN (
          SELECT group_concat(message, ' ')
          FROM (
            SELECT
              message.value || iif(reporter.value = '', '', ' (' || reporter.value || ')') AS message
            FROM json_each(iif(held.value GLOB '[[]"*"]', held.value, '[]')) AS message
            CROSS JOIN json_each(iif(held.value GLOB '[[]"*"]', held.value, '[]')) AS reporter
              ON reporter.key = message.key - 1
            WHERE message.key % 2 = 1
            ORDER BY message.key
          )
        )
      WHEN 'responseFaults' THEN (
          SELECT group_concat(message, ' ')
          FROM (
            SELECT
              message.value || iif(reporter.value = '', '', ' (' || reporter.value || ')') AS message
            FROM json_each(iif(held.value GLOB '[[]"*"]', held.value, '[]')) AS message
            CROSS JOIN json_each(iif(held.value GLOB '[[]"*"]', held.value, '[]')) AS reporter
              ON reporter.key = message.key - 1
            WHERE message.key % 2 = 1
            ORDER BY message.key
          )
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
    || coalesce(told.question, told.section, iif(told.field IN ('completion', 'responseFaults'), 'the response', told.subject))
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
        WHEN 'reportedFaults' THEN coalesce(' has a reported fault: ' || side.after, ' has no reported fault any more')
        WHEN 'responseFaults' THEN coalesce(' has a reported fault: ' || side.after, ' has no reported fault any more')
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

DROP VIEW fault;

CREATE VIEW fault AS
-- What is wrong with the answers of each response: what is required and blank, constraints that do not hold, and repeats with too few
-- or too many instances, and what others reported on a cell, or on the response as a whole, which has no cell then. A response with
-- errors cannot be completed; warnings never refuse. What is not relevant has no faults; what is folded or collapsed has.
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
  ), cell.position, CASE rule.kind WHEN 'required' THEN 0 WHEN 'choices' THEN 1 WHEN 'constraint' THEN 2 ELSE 3 END, rule.number) AS place,
                                                          -- sorts as the section does, and the faults of a cell
  NULL AS reporter                                        -- who reported it, where somebody did and was named
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
  ), cell.position),
  NULL
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
UNION ALL
-- What others reported on a cell.
SELECT
  form.key,
  response.key,
  coalesce(nullif(section.title, ''), section.key),
  (SELECT question FROM formstate_question WHERE cell_id = cell.id),
  message.value,
  'error',
  'reported',
  cell.key,
  state.instance,
  section.position,
  cell.position,
  message.key / 2 + 1,
  response.id,
  printf('%s%010d 4 %02d', (
    SELECT place FROM formstate_order WHERE response_id = response.id AND instance = state.instance
  ), cell.position, message.key / 2 + 1),
  nullif(reporter.value, '')
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_cell_state AS state
  ON state.response_id = response.id AND state.origin = 0 AND state.reported_faults IS NOT NULL
CROSS JOIN formstate_cell AS cell ON cell.id = state.cell_id
CROSS JOIN formstate_section AS section ON section.id = cell.section_id
CROSS JOIN json_each(state.reported_faults) AS message ON message.key % 2 = 1
CROSS JOIN json_each(state.reported_faults) AS reporter ON reporter.key = message.key - 1
WHERE NOT EXISTS (SELECT 1 FROM formstate_irrelevance WHERE response_id = response.id AND cell_id = cell.id)
  AND NOT EXISTS (
    SELECT 1
    FROM formstate_irrelevance_inside
    WHERE response_id = response.id AND cell_id = cell.id AND instance = state.instance
  )
UNION ALL
-- And on the response as a whole.
SELECT
  form.key,
  response.key,
  NULL,
  NULL,
  message.value,
  'error',
  'reported',
  NULL,
  0,
  NULL,
  NULL,
  message.key / 2 + 1,
  response.id,
  printf('%02d', message.key / 2 + 1),
  nullif(reporter.value, '')
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id AND response.reported_faults IS NOT NULL
CROSS JOIN json_each(response.reported_faults) AS message ON message.key % 2 = 1
CROSS JOIN json_each(response.reported_faults) AS reporter ON reporter.key = message.key - 1
ORDER BY form, response, section_position, place;
