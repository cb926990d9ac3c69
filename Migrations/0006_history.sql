-- History: undo and redo, groups, compaction; drafts, saved values, completion; and whether state was edited by hand.

ALTER TABLE formstate_response ADD COLUMN
  is_completed INTEGER NOT NULL DEFAULT 0 /* 1: its values are refused until it is reopened; 0: in progress */
               CHECK (is_completed IN (0, 1));

ALTER TABLE formstate_response ADD COLUMN
  compacted_to INTEGER /* the revision of the checkpoint that its journal begins with; NULL: the whole journal is there */
               CHECK (compacted_to >= 1);

ALTER TABLE formstate_response ADD COLUMN
  is_writing INTEGER NOT NULL DEFAULT 0 /* 1 while FormState writes its state, within one transaction */
             CHECK (is_writing IN (0, 1));

ALTER TABLE formstate_response ADD COLUMN
  hand_edits INTEGER NOT NULL DEFAULT 0 /* how many rows of its state were changed past the journal */
             CHECK (hand_edits >= 0);

-- An undo step is a run of entries that are taken back together. Two stacks, of steps to undo and of undos to redo, follow
-- from the journal alone: each entry says what lies on top of them after it, and what lies below is what the entry before
-- the step says.

ALTER TABLE formstate_action ADD COLUMN
  step_start INTEGER /* the first revision of the undo step that the entry is part of; NULL: its own */
             CHECK (step_start BETWEEN 1 AND seq - 1);

ALTER TABLE formstate_action ADD COLUMN
  group_name TEXT /* what the caller calls the group of actions that the entry is part of */
             CHECK (group_name <> '');

ALTER TABLE formstate_action ADD COLUMN
  target INTEGER /* of undo and redo: the last revision of the step that is taken back or done again */
         CHECK (target < seq AND (target IS NOT NULL) = (kind IN ('undo', 'redo')));

ALTER TABLE formstate_action ADD COLUMN
  reverts INTEGER /* of undo and redo: the revision that it takes back: the step, a redo of it, or an undo of it */
          CHECK (reverts BETWEEN target AND seq - 1 AND (reverts IS NOT NULL) = (target IS NOT NULL));

ALTER TABLE formstate_action ADD COLUMN
  undo_top INTEGER /* the revision that an undo after this one takes back; NULL: this one; 0: there is none */
           CHECK (undo_top BETWEEN 0 AND seq - 1);

ALTER TABLE formstate_action ADD COLUMN
  redo_top INTEGER /* the revision of the undo that a redo after this one takes back; NULL: there is none */
           CHECK (redo_top BETWEEN 1 AND seq);

ALTER TABLE formstate_action ADD COLUMN
  abandoned_by INTEGER /* the revision whose action put an undone step out of use for good; NULL: it is in use */
               CHECK (abandoned_by > seq);

-- A step may be taken back part by part, its values first; what has been is not taken back again.

CREATE INDEX formstate_action_reverting ON formstate_action (response_id, reverts) WHERE reverts IS NOT NULL;

INSERT INTO formstate_action_kind (kind, meaning) VALUES
  ('draft',      'kept what a control holds that is no value yet'),
  ('undo',       'took an undo step back'),
  ('redo',       'did an undone step again'),
  ('markSaved',  'marked the values as saved'),
  ('complete',   'declared the response finished'),
  ('reopen',     'took the response up again'),
  ('checkpoint', 'stands for all older entries, which compaction has removed');

INSERT INTO formstate_field (field, meaning) VALUES
  ('draft',      'what a control holds that is no value yet'),
  ('saved',      'what a cell held when the response was last marked as saved, as in formstate_value'),
  ('touched',    '1: the person has entered something in a cell at some time'),
  ('completion', '1: the response is completed; its subject is response');

-- What one field of one cell was at any revision is found without reading the journal through.

CREATE INDEX formstate_state_change_by_subject ON formstate_state_change (response_id, field, subject, seq);

CREATE TABLE formstate_draft (                     -- raw input that survives, and is never an answer
  response_id INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  cell_id     INTEGER NOT NULL REFERENCES formstate_cell (id),
  draft       TEXT NOT NULL,
  PRIMARY KEY (response_id, cell_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE formstate_saved_value (               -- what was set or cleared when the response was last marked as saved
  response_id INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  cell_id     INTEGER NOT NULL REFERENCES formstate_cell (id),
  value       ANY,                                 -- as in formstate_value
  PRIMARY KEY (response_id, cell_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE formstate_touched_cell (              -- where the person has entered something at some time, undone or not
  response_id INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  cell_id     INTEGER NOT NULL REFERENCES formstate_cell (id),
  is_touched  INTEGER NOT NULL CHECK (is_touched = 1),
  PRIMARY KEY (response_id, cell_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER formstate_draft_subject_insert BEFORE INSERT ON formstate_draft
WHEN NOT EXISTS (
  SELECT 1
  FROM formstate_response AS response
  JOIN formstate_cell AS cell ON cell.version_id = response.version_id
  WHERE response.id = NEW.response_id AND cell.id = NEW.cell_id
    AND cell.kind IN ('text', 'date', 'switch', 'slider', 'custom')
)
BEGIN
  SELECT RAISE(ABORT, 'only a cell of the response''s own form version that takes typed input has a draft');
END;

CREATE TRIGGER formstate_draft_subject_update BEFORE UPDATE ON formstate_draft
WHEN NOT EXISTS (
  SELECT 1
  FROM formstate_response AS response
  JOIN formstate_cell AS cell ON cell.version_id = response.version_id
  WHERE response.id = NEW.response_id AND cell.id = NEW.cell_id
    AND cell.kind IN ('text', 'date', 'switch', 'slider', 'custom')
)
BEGIN
  SELECT RAISE(ABORT, 'only a cell of the response''s own form version that takes typed input has a draft');
END;

CREATE TRIGGER formstate_saved_value_subject_insert BEFORE INSERT ON formstate_saved_value
WHEN NOT EXISTS (
  SELECT 1
  FROM formstate_response AS response
  JOIN formstate_cell AS cell ON cell.version_id = response.version_id
  WHERE response.id = NEW.response_id AND cell.id = NEW.cell_id
    AND cell.kind IN ('group', 'text', 'date', 'switch', 'slider', 'custom')
)
BEGIN
  SELECT RAISE(ABORT, 'only a cell of the response''s own form version that holds a value has a saved one');
END;

CREATE TRIGGER formstate_saved_value_subject_update BEFORE UPDATE ON formstate_saved_value
WHEN NOT EXISTS (
  SELECT 1
  FROM formstate_response AS response
  JOIN formstate_cell AS cell ON cell.version_id = response.version_id
  WHERE response.id = NEW.response_id AND cell.id = NEW.cell_id
    AND cell.kind IN ('group', 'text', 'date', 'switch', 'slider', 'custom')
)
BEGIN
  SELECT RAISE(ABORT, 'only a cell of the response''s own form version that holds a value has a saved one');
END;

CREATE TRIGGER formstate_touched_cell_subject_insert BEFORE INSERT ON formstate_touched_cell
WHEN NOT EXISTS (
  SELECT 1
  FROM formstate_response AS response
  JOIN formstate_cell AS cell ON cell.version_id = response.version_id
  WHERE response.id = NEW.response_id AND cell.id = NEW.cell_id
)
BEGIN
  SELECT RAISE(ABORT, 'only a cell of the response''s own form version is touched');
END;

CREATE TRIGGER formstate_touched_cell_subject_update BEFORE UPDATE ON formstate_touched_cell
WHEN NOT EXISTS (
  SELECT 1
  FROM formstate_response AS response
  JOIN formstate_cell AS cell ON cell.version_id = response.version_id
  WHERE response.id = NEW.response_id AND cell.id = NEW.cell_id
)
BEGIN
  SELECT RAISE(ABORT, 'only a cell of the response''s own form version is touched');
END;

-- Whoever changes what shows without a journal entry is counted, so that live sessions know to read everything anew.

CREATE TRIGGER formstate_disclosure_hand_insert AFTER INSERT ON formstate_disclosure
WHEN NOT (SELECT is_writing FROM formstate_response WHERE id = NEW.response_id)
BEGIN
  UPDATE formstate_response SET hand_edits = hand_edits + 1 WHERE id = NEW.response_id;
END;

CREATE TRIGGER formstate_disclosure_hand_update AFTER UPDATE ON formstate_disclosure
WHEN NOT (SELECT is_writing FROM formstate_response WHERE id = NEW.response_id)
BEGIN
  UPDATE formstate_response SET hand_edits = hand_edits + 1 WHERE id = NEW.response_id;
END;

CREATE TRIGGER formstate_disclosure_hand_delete AFTER DELETE ON formstate_disclosure
WHEN NOT (SELECT is_writing FROM formstate_response WHERE id = OLD.response_id)
BEGIN
  UPDATE formstate_response SET hand_edits = hand_edits + 1 WHERE id = OLD.response_id;
END;

CREATE TRIGGER formstate_fold_hand_insert AFTER INSERT ON formstate_fold
WHEN NOT (SELECT is_writing FROM formstate_response WHERE id = NEW.response_id)
BEGIN
  UPDATE formstate_response SET hand_edits = hand_edits + 1 WHERE id = NEW.response_id;
END;

CREATE TRIGGER formstate_fold_hand_update AFTER UPDATE ON formstate_fold
WHEN NOT (SELECT is_writing FROM formstate_response WHERE id = NEW.response_id)
BEGIN
  UPDATE formstate_response SET hand_edits = hand_edits + 1 WHERE id = NEW.response_id;
END;

CREATE TRIGGER formstate_fold_hand_delete AFTER DELETE ON formstate_fold
WHEN NOT (SELECT is_writing FROM formstate_response WHERE id = OLD.response_id)
BEGIN
  UPDATE formstate_response SET hand_edits = hand_edits + 1 WHERE id = OLD.response_id;
END;

CREATE TRIGGER formstate_value_hand_insert AFTER INSERT ON formstate_value
WHEN NOT (SELECT is_writing FROM formstate_response WHERE id = NEW.response_id)
BEGIN
  UPDATE formstate_response SET hand_edits = hand_edits + 1 WHERE id = NEW.response_id;
END;

CREATE TRIGGER formstate_value_hand_update AFTER UPDATE ON formstate_value
WHEN NOT (SELECT is_writing FROM formstate_response WHERE id = NEW.response_id)
BEGIN
  UPDATE formstate_response SET hand_edits = hand_edits + 1 WHERE id = NEW.response_id;
END;

CREATE TRIGGER formstate_value_hand_delete AFTER DELETE ON formstate_value
WHEN NOT (SELECT is_writing FROM formstate_response WHERE id = OLD.response_id)
BEGIN
  UPDATE formstate_response SET hand_edits = hand_edits + 1 WHERE id = OLD.response_id;
END;

CREATE TRIGGER formstate_displayed_title_hand_insert AFTER INSERT ON formstate_displayed_title
WHEN NOT (SELECT is_writing FROM formstate_response WHERE id = NEW.response_id)
BEGIN
  UPDATE formstate_response SET hand_edits = hand_edits + 1 WHERE id = NEW.response_id;
END;

CREATE TRIGGER formstate_displayed_title_hand_update AFTER UPDATE ON formstate_displayed_title
WHEN NOT (SELECT is_writing FROM formstate_response WHERE id = NEW.response_id)
BEGIN
  UPDATE formstate_response SET hand_edits = hand_edits + 1 WHERE id = NEW.response_id;
END;

CREATE TRIGGER formstate_displayed_title_hand_delete AFTER DELETE ON formstate_displayed_title
WHEN NOT (SELECT is_writing FROM formstate_response WHERE id = OLD.response_id)
BEGIN
  UPDATE formstate_response SET hand_edits = hand_edits + 1 WHERE id = OLD.response_id;
END;

CREATE TRIGGER formstate_draft_hand_insert AFTER INSERT ON formstate_draft
WHEN NOT (SELECT is_writing FROM formstate_response WHERE id = NEW.response_id)
BEGIN
  UPDATE formstate_response SET hand_edits = hand_edits + 1 WHERE id = NEW.response_id;
END;

CREATE TRIGGER formstate_draft_hand_update AFTER UPDATE ON formstate_draft
WHEN NOT (SELECT is_writing FROM formstate_response WHERE id = NEW.response_id)
BEGIN
  UPDATE formstate_response SET hand_edits = hand_edits + 1 WHERE id = NEW.response_id;
END;

CREATE TRIGGER formstate_draft_hand_delete AFTER DELETE ON formstate_draft
WHEN NOT (SELECT is_writing FROM formstate_response WHERE id = OLD.response_id)
BEGIN
  UPDATE formstate_response SET hand_edits = hand_edits + 1 WHERE id = OLD.response_id;
END;

-- The journal as it is now: a checkpoint may stand where compaction has removed what came before.

DROP TRIGGER formstate_action_follows;

CREATE TRIGGER formstate_action_follows BEFORE INSERT ON formstate_action
WHEN NOT EXISTS (SELECT 1 FROM formstate_response WHERE id = NEW.response_id)
  OR NOT EXISTS (SELECT 1 FROM formstate_action_kind WHERE kind = NEW.kind)
  OR CASE NEW.kind
    WHEN 'checkpoint' THEN
      EXISTS (SELECT 1 FROM formstate_action WHERE response_id = NEW.response_id AND seq <= NEW.seq)
      OR NEW.seq IS NOT (SELECT compacted_to FROM formstate_response WHERE id = NEW.response_id)
    ELSE NEW.seq <> (
      SELECT coalesce(max(action.seq), 0) + 1
      FROM formstate_action AS action
      WHERE action.response_id = NEW.response_id
    )
  END
BEGIN
  SELECT RAISE(ABORT, 'an action follows the last one of an existing response and is of a known kind');
END;

DROP TRIGGER formstate_state_change_belongs;

CREATE TRIGGER formstate_state_change_belongs BEFORE INSERT ON formstate_state_change
WHEN NOT EXISTS (
    SELECT 1 FROM formstate_action WHERE response_id = NEW.response_id AND seq = NEW.seq
  )
  OR NOT EXISTS (SELECT 1 FROM formstate_field WHERE field = NEW.field)
  OR NOT EXISTS (
    SELECT 1
    FROM formstate_response AS response
    WHERE response.id = NEW.response_id
      AND CASE NEW.field
        WHEN 'completion' THEN NEW.subject = 'response'
        WHEN 'fold' THEN EXISTS (
          SELECT 1 FROM formstate_section AS section
          WHERE section.version_id = response.version_id AND section.key = NEW.subject
        )
        ELSE EXISTS (
          SELECT 1 FROM formstate_cell AS cell
          WHERE cell.version_id = response.version_id AND cell.key = NEW.subject
        )
      END
  )
BEGIN
  SELECT RAISE(ABORT, 'a state change belongs to an action and names a cell or section of its form version');
END;

DROP TRIGGER formstate_action_stays;

CREATE TRIGGER formstate_action_stays BEFORE UPDATE ON formstate_action
WHEN OLD.abandoned_by IS NOT NULL OR NEW.abandoned_by IS NULL
  OR (NEW.response_id, NEW.seq, NEW.kind, NEW.time) <> (OLD.response_id, OLD.seq, OLD.kind, OLD.time)
  OR NEW.subject IS NOT OLD.subject OR NEW.payload IS NOT OLD.payload OR NEW.step_start IS NOT OLD.step_start
  OR NEW.group_name IS NOT OLD.group_name OR NEW.target IS NOT OLD.target OR NEW.reverts IS NOT OLD.reverts
  OR NEW.undo_top IS NOT OLD.undo_top OR NEW.redo_top IS NOT OLD.redo_top
BEGIN
  SELECT RAISE(ABORT, 'the journal only grows: an action never changes, but for being marked as abandoned once');
END;

DROP TRIGGER formstate_action_remains;

CREATE TRIGGER formstate_action_remains BEFORE DELETE ON formstate_action
WHEN EXISTS (
  SELECT 1 FROM formstate_response WHERE id = OLD.response_id AND OLD.seq > coalesce(compacted_to, 0)
)
BEGIN
  SELECT RAISE(ABORT, 'the journal only grows: an action is never deleted while its response exists');
END;

DROP TRIGGER formstate_state_change_remains;

CREATE TRIGGER formstate_state_change_remains BEFORE DELETE ON formstate_state_change
WHEN EXISTS (
  SELECT 1 FROM formstate_response WHERE id = OLD.response_id AND OLD.seq > coalesce(compacted_to, 0)
)
BEGIN
  SELECT RAISE(ABORT, 'the journal only grows: a state change is never deleted while its response exists');
END;

DROP VIEW visible_row;

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
  draft.draft AS draft,                                   -- what was typed there and is no value yet
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
  ON displayed_title.response_id = response.id AND displayed_title.cell_id = cell.id
LEFT JOIN formstate_draft AS draft
  ON draft.response_id = response.id AND draft.cell_id = cell.id;

CREATE VIEW formstate_step AS
-- What each entry of a journal is called: “Set First name”.
SELECT
  action.response_id AS response_id,
  action.seq AS seq,
  coalesce(
    action.group_name,
    CASE action.kind
      WHEN 'tap' THEN CASE (
          SELECT change.after
          FROM formstate_state_change AS change
          WHERE change.response_id = action.response_id AND change.seq = action.seq
            AND change.field = 'disclosure' AND change.subject = action.subject
        )
        WHEN 1 THEN 'Expand ' WHEN 0 THEN 'Collapse ' ELSE 'Choose '
      END
      WHEN 'toggleFold' THEN CASE (
          SELECT change.after
          FROM formstate_state_change AS change
          WHERE change.response_id = action.response_id AND change.seq = action.seq
            AND change.field = 'fold' AND change.subject = action.subject
        )
        WHEN 1 THEN 'Fold ' ELSE 'Unfold '
      END
      WHEN 'set'         THEN 'Set '
      WHEN 'clear'       THEN 'Clear '
      WHEN 'draft'       THEN 'Draft '
      WHEN 'choose'      THEN 'Choose '
      WHEN 'expand'      THEN 'Expand '
      WHEN 'collapse'    THEN 'Collapse '
      WHEN 'expandAll'   THEN 'Expand all'
      WHEN 'collapseAll' THEN 'Collapse all'
      WHEN 'fold'        THEN 'Fold '
      WHEN 'unfold'      THEN 'Unfold '
      WHEN 'reveal'      THEN 'Reveal '
      WHEN 'reset'       THEN iif(action.subject IS NULL, 'Reset all', 'Reset ')
      WHEN 'undo'        THEN 'Undo'
      WHEN 'redo'        THEN 'Redo'
      WHEN 'markSaved'   THEN 'Mark as saved'
      WHEN 'complete'    THEN 'Complete'
      WHEN 'reopen'      THEN 'Reopen'
      WHEN 'checkpoint'  THEN 'Checkpoint'
      ELSE action.kind
    END || coalesce(
      CASE
        WHEN action.subject IS NULL THEN ''
        WHEN action.kind IN ('fold', 'unfold', 'toggleFold') THEN nullif(section.title, '')
        ELSE coalesce(
          nullif(cell.title, ''), nullif(cell.subtitle, ''), nullif(parent.title, ''), nullif(parent.subtitle, ''))
      END,
      action.subject
    )
  ) AS name
FROM formstate_action AS action
JOIN formstate_response AS response ON response.id = action.response_id
LEFT JOIN formstate_cell AS cell ON cell.version_id = response.version_id AND cell.key = action.subject
-- A picker or slider often has no title of its own; then the cell above it says what it is.
LEFT JOIN formstate_cell AS parent ON parent.id = cell.parent_id
LEFT JOIN formstate_section AS section
  ON section.version_id = response.version_id AND section.key = action.subject;

DROP VIEW history;

CREATE VIEW history AS
-- What was done, when, and what it changed: a line for every state change, in order. For reading: revision, did,
-- changes, note; for counting and filtering: the columns after them.
SELECT
  form.key AS form,
  response.key AS response,
  action.seq AS revision,
  action.time AS time,
  CASE
    WHEN action.target IS NOT NULL THEN step.name || ': ' || coalesce(target.name, 'an older step')
    ELSE step.name
  END AS did,
  coalesce(
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
LEFT JOIN formstate_step AS step ON step.response_id = action.response_id AND step.seq = action.seq
LEFT JOIN formstate_step AS target
  ON target.response_id = action.response_id AND target.seq = action.target
  AND target.seq > coalesce(response.compacted_to, 0)
LEFT JOIN formstate_state_change AS change
  ON change.response_id = action.response_id AND change.seq = action.seq AND change.field <> 'touched'
LEFT JOIN formstate_cell AS cell
  ON cell.version_id = response.version_id AND cell.key = change.subject AND change.field <> 'fold'
LEFT JOIN formstate_cell AS parent ON parent.id = cell.parent_id
LEFT JOIN formstate_section AS section
  ON section.version_id = response.version_id AND section.key = change.subject AND change.field = 'fold'
ORDER BY form.key, response.key, action.seq, change.ordinal;
