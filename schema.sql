-- The whole schema of FormState, as it stands after the last file in Migrations/.
-- Made by Scripts/schema; change it by adding a migration, then run that again.

CREATE TABLE formstate_migration (                 -- the steps that made the schema what it is
  number INTEGER PRIMARY KEY CHECK (number >= 1),
  name   TEXT NOT NULL CHECK (name <> ''),         -- the file in Migrations/, without its ending
  time   TEXT NOT NULL                             -- when, in UTC
) STRICT;

CREATE TABLE formstate_form (
  id  INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE CHECK (key <> '')      -- the stable name of the form
) STRICT;

CREATE TABLE formstate_version (
  id         INTEGER PRIMARY KEY,
  form_id    INTEGER NOT NULL REFERENCES formstate_form (id) ON DELETE CASCADE,
  number     INTEGER NOT NULL CHECK (number >= 1), -- 1, 2, 3 … as definitions are imported
  title      TEXT NOT NULL,                        -- what a person calls the form
  digest     TEXT NOT NULL                         -- SHA-256 of the definition
             CHECK (length(digest) = 64 AND digest NOT GLOB '*[^0-9a-f]*'),
  properties TEXT NOT NULL DEFAULT '{}'            -- what else the author wrote, as JSON
             CHECK (properties GLOB '{*}'), accordion TEXT NOT NULL DEFAULT 'none' /* of what at most one is open: top-level cells, or sections */
            CHECK (accordion IN ('none', 'cells', 'sections')),
  UNIQUE (form_id, number),
  UNIQUE (form_id, id)                             -- so that a response can name both
) STRICT;

CREATE TABLE formstate_cell_type (                 -- what all cells with one reuse identifier share
  version_id INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  identifier TEXT NOT NULL CHECK (identifier <> ''),
  row_height REAL CHECK (row_height > 0),          -- in points; NULL: the view measures the row itself
  PRIMARY KEY (version_id, identifier)
) STRICT, WITHOUT ROWID;

CREATE TABLE formstate_section (
  id           INTEGER PRIMARY KEY,
  version_id   INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  position     INTEGER NOT NULL CHECK (position >= 0), -- 0, 1, 2 … down the form
  key          TEXT NOT NULL CHECK (key <> ''),
  title        TEXT NOT NULL,                          -- the header's text
  is_foldable  INTEGER NOT NULL CHECK (is_foldable IN (0, 1)),
  starts_folded INTEGER NOT NULL CHECK (starts_folded IN (0, 1) AND starts_folded <= is_foldable),
  properties   TEXT NOT NULL DEFAULT '{}'
               CHECK (properties GLOB '{*}'), is_accordion INTEGER NOT NULL DEFAULT 0 /* whether at most one of its top-level cells is expanded */
               CHECK (is_accordion IN (0, 1)),
  UNIQUE (version_id, position),
  UNIQUE (version_id, key)
) STRICT;

CREATE TABLE formstate_cell (
  id              INTEGER PRIMARY KEY,
  version_id      INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  section_id      INTEGER NOT NULL REFERENCES formstate_section (id) ON DELETE CASCADE,
  position        INTEGER NOT NULL CHECK (position >= 0), -- preorder within the section: 0, 1, 2 …
  parent_id       INTEGER REFERENCES formstate_cell (id), -- the cell above it; NULL at the top level
  level           INTEGER NOT NULL                        -- how many cells stand above it
                  CHECK (level BETWEEN 0 AND 100 AND (level = 0) = (parent_id IS NULL)),
  additional_rows INTEGER NOT NULL                        -- its descendants are the next so many positions
                  CHECK (additional_rows >= 0 AND (additional_rows = 0 OR is_expandable)),
  key             TEXT NOT NULL CHECK (key <> ''),
  kind            TEXT NOT NULL
                  CHECK (kind IN ('group', 'text', 'date', 'switch', 'option', 'slider', 'label', 'custom')),
  identifier      TEXT NOT NULL,                          -- the table view's reuse identifier
  title           TEXT NOT NULL,                          -- the primary title
  subtitle        TEXT NOT NULL,                          -- the secondary title
  default_value   ANY                                     -- stored as a value is, see formstate_value
                  CHECK (default_value IS NULL OR CASE kind
                    WHEN 'switch' THEN typeof(default_value) = 'integer' AND default_value IN (0, 1)
                    WHEN 'slider' THEN typeof(default_value) IN ('integer', 'real')
                                       AND default_value BETWEEN minimum AND maximum
                    WHEN 'date'   THEN typeof(default_value) = 'text'
                                       AND date(default_value, '+0 days') IS default_value
                    WHEN 'custom' THEN typeof(default_value) IN ('integer', 'real', 'text')
                    WHEN 'text'   THEN typeof(default_value) = 'text'
                    WHEN 'group'  THEN typeof(default_value) = 'text'
                    ELSE 0 END),
  is_expandable   INTEGER NOT NULL CHECK (is_expandable IN (0, 1)),
  starts_expanded INTEGER NOT NULL CHECK (starts_expanded IN (0, 1) AND starts_expanded <= is_expandable),
  is_hidden       INTEGER NOT NULL CHECK (is_hidden IN (0, 1)), -- hides the cell and its descendants for good
  minimum         REAL CHECK ((minimum IS NOT NULL) = (kind = 'slider')),
  maximum         REAL
                  CHECK ((maximum IS NOT NULL) = (kind = 'slider') AND (maximum IS NULL OR maximum >= minimum)),
  off_title       TEXT,                                   -- what a switch shows; NULL: Off and On
  on_title        TEXT CHECK ((on_title IS NULL) = (off_title IS NULL)),
  summary         TEXT NOT NULL                           -- how the displayed title follows from the cells below
                  CHECK (summary IN ('none', 'choice', 'join', 'template'))
                  CHECK (summary = 'none' OR is_expandable),
  summary_text    TEXT                                    -- the separator of a join, the text of a template
                  CHECK ((summary_text IS NOT NULL) = (summary IN ('join', 'template'))),
  properties      TEXT NOT NULL DEFAULT '{}'
                  CHECK (properties GLOB '{*}'), is_accordion INTEGER NOT NULL DEFAULT 0 /* whether at most one of the cells directly under it is expanded */
               CHECK (is_accordion IN (0, 1) AND is_accordion <= is_expandable), is_inline INTEGER NOT NULL DEFAULT 0 /* whether its row grows in place when it is expanded */
            CHECK (is_inline IN (0, 1) AND is_inline <= is_expandable), collapsed_height REAL /* of a row that grows in place, in points; NULL: the view measures the row itself */
                   CHECK (collapsed_height IS NULL OR (is_inline AND collapsed_height > 0)), expanded_height REAL CHECK (expanded_height IS NULL OR (is_inline AND expanded_height > 0)), line_limit INTEGER /* how many lines of text a row that grows in place shows at first; NULL: all */
             CHECK (line_limit IS NULL OR (is_inline AND line_limit >= 1)),
  UNIQUE (section_id, position),
  UNIQUE (version_id, key),
  FOREIGN KEY (version_id, identifier) REFERENCES formstate_cell_type (version_id, identifier)
) STRICT;

CREATE INDEX formstate_cell_by_parent ON formstate_cell (parent_id) WHERE parent_id IS NOT NULL;

CREATE TRIGGER formstate_version_stays BEFORE UPDATE ON formstate_version
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: import the changed definition as a new version');
END;

CREATE TRIGGER formstate_cell_type_stays BEFORE UPDATE ON formstate_cell_type
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: import the changed definition as a new version');
END;

CREATE TRIGGER formstate_section_stays BEFORE UPDATE ON formstate_section
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: import the changed definition as a new version');
END;

CREATE TRIGGER formstate_cell_stays BEFORE UPDATE ON formstate_cell
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: import the changed definition as a new version');
END;

CREATE TABLE formstate_response (
  id         INTEGER PRIMARY KEY,
  form_id    INTEGER NOT NULL REFERENCES formstate_form (id),
  version_id INTEGER NOT NULL,                     -- the version of the form that is being filled in
  key        TEXT NOT NULL CHECK (key <> ''), is_completed INTEGER NOT NULL DEFAULT 0 /* 1: its values are refused until it is reopened; 0: in progress */
               CHECK (is_completed IN (0, 1)), compacted_to INTEGER /* the revision of the checkpoint that its journal begins with; NULL: the whole journal is there */
               CHECK (compacted_to >= 1), is_writing INTEGER NOT NULL DEFAULT 0 /* 1 while FormState writes its state, within one transaction */
             CHECK (is_writing IN (0, 1)), hand_edits INTEGER NOT NULL DEFAULT 0 /* how many rows of its state were changed past the journal */
             CHECK (hand_edits >= 0),      -- the stable name of the response; unique for its form
  UNIQUE (form_id, key),
  FOREIGN KEY (form_id, version_id) REFERENCES formstate_version (form_id, id)
) STRICT;

CREATE TABLE formstate_disclosure (
  response_id INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  cell_id     INTEGER NOT NULL REFERENCES formstate_cell (id),
  is_expanded INTEGER NOT NULL CHECK (is_expanded IN (0, 1)),
  PRIMARY KEY (response_id, cell_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE formstate_fold (
  response_id INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  section_id  INTEGER NOT NULL REFERENCES formstate_section (id),
  is_folded   INTEGER NOT NULL CHECK (is_folded IN (0, 1)),
  PRIMARY KEY (response_id, section_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE formstate_value (
  response_id INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  cell_id     INTEGER NOT NULL REFERENCES formstate_cell (id),
  value       ANY,                                 -- text, a number, 0 or 1 for a switch, YYYY-MM-DD for a date,
                                                   -- the key of the chosen option for a group; NULL: cleared
  PRIMARY KEY (response_id, cell_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE formstate_displayed_title (           -- the title that an expandable cell shows instead of its own
  response_id INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  cell_id     INTEGER NOT NULL REFERENCES formstate_cell (id),
  title       TEXT NOT NULL,
  PRIMARY KEY (response_id, cell_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER formstate_response_version_insert BEFORE INSERT ON formstate_response
WHEN NOT EXISTS (SELECT 1 FROM formstate_version WHERE id = NEW.version_id AND form_id = NEW.form_id)
BEGIN
  SELECT RAISE(ABORT, 'the version is not one of the response''s form');
END;

CREATE TRIGGER formstate_response_version_update BEFORE UPDATE ON formstate_response
WHEN NOT EXISTS (SELECT 1 FROM formstate_version WHERE id = NEW.version_id AND form_id = NEW.form_id)
BEGIN
  SELECT RAISE(ABORT, 'the version is not one of the response''s form');
END;

CREATE TRIGGER formstate_disclosure_subject_insert BEFORE INSERT ON formstate_disclosure
WHEN NOT EXISTS (
  SELECT 1
  FROM formstate_response AS response
  JOIN formstate_cell AS cell ON cell.version_id = response.version_id
  WHERE response.id = NEW.response_id AND cell.id = NEW.cell_id AND cell.is_expandable
)
BEGIN
  SELECT RAISE(ABORT, 'only an expandable cell of the response''s own form version has a disclosure');
END;

CREATE TRIGGER formstate_disclosure_subject_update BEFORE UPDATE ON formstate_disclosure
WHEN NOT EXISTS (
  SELECT 1
  FROM formstate_response AS response
  JOIN formstate_cell AS cell ON cell.version_id = response.version_id
  WHERE response.id = NEW.response_id AND cell.id = NEW.cell_id AND cell.is_expandable
)
BEGIN
  SELECT RAISE(ABORT, 'only an expandable cell of the response''s own form version has a disclosure');
END;

CREATE TRIGGER formstate_fold_subject_insert BEFORE INSERT ON formstate_fold
WHEN NOT EXISTS (
  SELECT 1
  FROM formstate_response AS response
  JOIN formstate_section AS section ON section.version_id = response.version_id
  WHERE response.id = NEW.response_id AND section.id = NEW.section_id AND section.is_foldable
)
BEGIN
  SELECT RAISE(ABORT, 'only a foldable section of the response''s own form version can be folded');
END;

CREATE TRIGGER formstate_fold_subject_update BEFORE UPDATE ON formstate_fold
WHEN NOT EXISTS (
  SELECT 1
  FROM formstate_response AS response
  JOIN formstate_section AS section ON section.version_id = response.version_id
  WHERE response.id = NEW.response_id AND section.id = NEW.section_id AND section.is_foldable
)
BEGIN
  SELECT RAISE(ABORT, 'only a foldable section of the response''s own form version can be folded');
END;

CREATE TRIGGER formstate_displayed_title_subject_insert BEFORE INSERT ON formstate_displayed_title
WHEN NOT EXISTS (
  SELECT 1
  FROM formstate_response AS response
  JOIN formstate_cell AS cell ON cell.version_id = response.version_id
  WHERE response.id = NEW.response_id AND cell.id = NEW.cell_id AND cell.is_expandable
)
BEGIN
  SELECT RAISE(ABORT, 'only an expandable cell of the response''s own form version has a displayed title');
END;

CREATE TRIGGER formstate_displayed_title_subject_update BEFORE UPDATE ON formstate_displayed_title
WHEN NOT EXISTS (
  SELECT 1
  FROM formstate_response AS response
  JOIN formstate_cell AS cell ON cell.version_id = response.version_id
  WHERE response.id = NEW.response_id AND cell.id = NEW.cell_id AND cell.is_expandable
)
BEGIN
  SELECT RAISE(ABORT, 'only an expandable cell of the response''s own form version has a displayed title');
END;

CREATE TRIGGER formstate_value_subject_insert BEFORE INSERT ON formstate_value
WHEN NOT EXISTS (
  SELECT 1
  FROM formstate_response AS response
  JOIN formstate_cell AS cell ON cell.version_id = response.version_id
  WHERE response.id = NEW.response_id AND cell.id = NEW.cell_id
    AND CASE
      WHEN cell.kind IN ('option', 'label') THEN 0
      WHEN NEW.value IS NULL                THEN 1
      WHEN cell.kind = 'text'               THEN typeof(NEW.value) = 'text'
      WHEN cell.kind = 'switch'             THEN typeof(NEW.value) = 'integer' AND NEW.value IN (0, 1)
      WHEN cell.kind = 'date'               THEN typeof(NEW.value) = 'text'
                                                 AND date(NEW.value, '+0 days') IS NEW.value
      WHEN cell.kind = 'slider'             THEN typeof(NEW.value) IN ('integer', 'real')
                                                 AND NEW.value BETWEEN cell.minimum AND cell.maximum
      WHEN cell.kind = 'group'              THEN EXISTS (
        SELECT 1
        FROM formstate_cell AS option
        WHERE option.version_id = cell.version_id AND option.key = NEW.value
          AND option.kind = 'option' AND option.parent_id = cell.id
      )
      ELSE typeof(NEW.value) IN ('integer', 'real', 'text')
    END
)
BEGIN
  SELECT RAISE(ABORT, 'the value is not one that a cell of the response''s own form version accepts');
END;

CREATE TRIGGER formstate_value_subject_update BEFORE UPDATE ON formstate_value
WHEN NOT EXISTS (
  SELECT 1
  FROM formstate_response AS response
  JOIN formstate_cell AS cell ON cell.version_id = response.version_id
  WHERE response.id = NEW.response_id AND cell.id = NEW.cell_id
    AND CASE
      WHEN cell.kind IN ('option', 'label') THEN 0
      WHEN NEW.value IS NULL                THEN 1
      WHEN cell.kind = 'text'               THEN typeof(NEW.value) = 'text'
      WHEN cell.kind = 'switch'             THEN typeof(NEW.value) = 'integer' AND NEW.value IN (0, 1)
      WHEN cell.kind = 'date'               THEN typeof(NEW.value) = 'text'
                                                 AND date(NEW.value, '+0 days') IS NEW.value
      WHEN cell.kind = 'slider'             THEN typeof(NEW.value) IN ('integer', 'real')
                                                 AND NEW.value BETWEEN cell.minimum AND cell.maximum
      WHEN cell.kind = 'group'              THEN EXISTS (
        SELECT 1
        FROM formstate_cell AS option
        WHERE option.version_id = cell.version_id AND option.key = NEW.value
          AND option.kind = 'option' AND option.parent_id = cell.id
      )
      ELSE typeof(NEW.value) IN ('integer', 'real', 'text')
    END
)
BEGIN
  SELECT RAISE(ABORT, 'the value is not one that a cell of the response''s own form version accepts');
END;

CREATE TABLE formstate_action_kind (               -- the vocabulary of formstate_action.kind
  kind    TEXT NOT NULL PRIMARY KEY CHECK (kind <> ''),
  meaning TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE formstate_field (                     -- the vocabulary of formstate_state_change.field
  field   TEXT NOT NULL PRIMARY KEY CHECK (field <> ''),
  meaning TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE formstate_action (
  response_id INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  seq         INTEGER NOT NULL CHECK (seq >= 1),   -- the revision that the action led to: 1, 2, 3 …
  kind        TEXT NOT NULL REFERENCES formstate_action_kind (kind),
  subject     TEXT CHECK (subject <> ''),          -- the key of the cell, of the section for fold and unfold;
                                                   -- NULL: the whole response
  payload     ANY,                                 -- the value that was set
  time        TEXT NOT NULL                        -- when, in UTC: 2026-11-21T03:12:13.456Z
              CHECK (time IS strftime('%Y-%m-%dT%H:%M:%fZ', time)), step_start INTEGER /* the first revision of the undo step that the entry is part of; NULL: its own */
             CHECK (step_start BETWEEN 1 AND seq - 1), group_name TEXT /* what the caller calls the group of actions that the entry is part of */
             CHECK (group_name <> ''), target INTEGER /* of undo and redo: the last revision of the step that is taken back or done again */
         CHECK (target < seq AND (target IS NOT NULL) = (kind IN ('undo', 'redo'))), reverts INTEGER /* of undo and redo: the revision that it takes back: the step, a redo of it, or an undo of it */
          CHECK (reverts BETWEEN target AND seq - 1 AND (reverts IS NOT NULL) = (target IS NOT NULL)), undo_top INTEGER /* the revision that an undo after this one takes back; NULL: this one; 0: there is none */
           CHECK (undo_top BETWEEN 0 AND seq - 1), redo_top INTEGER /* the revision of the undo that a redo after this one takes back; NULL: there is none */
           CHECK (redo_top BETWEEN 1 AND seq), abandoned_by INTEGER /* the revision whose action put an undone step out of use for good; NULL: it is in use */
               CHECK (abandoned_by > seq),
  PRIMARY KEY (response_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE formstate_state_change (
  response_id INTEGER NOT NULL,
  seq         INTEGER NOT NULL,
  ordinal     INTEGER NOT NULL CHECK (ordinal >= 0), -- the order within the action: 0, 1, 2 …
  field       TEXT NOT NULL REFERENCES formstate_field (field),
  subject     TEXT NOT NULL CHECK (subject <> ''),   -- the key of the cell, or of the section for fold
  was_touched INTEGER NOT NULL CHECK (was_touched IN (0, 1)), -- whether the field had been touched before
  before      ANY CHECK (was_touched OR before IS NULL),
  is_touched  INTEGER NOT NULL CHECK (is_touched IN (0, 1)),  -- whether it is touched after; 0: as defined
  after       ANY CHECK (is_touched OR after IS NULL),
  CHECK (was_touched <> is_touched OR before IS NOT after OR typeof(before) <> typeof(after)),
  PRIMARY KEY (response_id, seq, ordinal),
  FOREIGN KEY (response_id, seq) REFERENCES formstate_action (response_id, seq) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TRIGGER formstate_state_change_stays BEFORE UPDATE ON formstate_state_change
BEGIN
  SELECT RAISE(ABORT, 'the journal only grows: a state change never changes');
END;

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

CREATE INDEX formstate_cell_starting_expanded ON formstate_cell (version_id, parent_id) WHERE starts_expanded;

CREATE INDEX formstate_disclosure_expanded ON formstate_disclosure (response_id, cell_id) WHERE is_expanded;

CREATE INDEX formstate_action_reverting ON formstate_action (response_id, reverts) WHERE reverts IS NOT NULL;

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

CREATE TRIGGER formstate_action_stays BEFORE UPDATE ON formstate_action
WHEN OLD.abandoned_by IS NOT NULL OR NEW.abandoned_by IS NULL
  OR (NEW.response_id, NEW.seq, NEW.kind, NEW.time) <> (OLD.response_id, OLD.seq, OLD.kind, OLD.time)
  OR NEW.subject IS NOT OLD.subject OR NEW.payload IS NOT OLD.payload OR NEW.step_start IS NOT OLD.step_start
  OR NEW.group_name IS NOT OLD.group_name OR NEW.target IS NOT OLD.target OR NEW.reverts IS NOT OLD.reverts
  OR NEW.undo_top IS NOT OLD.undo_top OR NEW.redo_top IS NOT OLD.redo_top
BEGIN
  SELECT RAISE(ABORT, 'the journal only grows: an action never changes, but for being marked as abandoned once');
END;

CREATE TRIGGER formstate_action_remains BEFORE DELETE ON formstate_action
WHEN EXISTS (
  SELECT 1 FROM formstate_response WHERE id = OLD.response_id AND OLD.seq > coalesce(compacted_to, 0)
)
BEGIN
  SELECT RAISE(ABORT, 'the journal only grows: an action is never deleted while its response exists');
END;

CREATE TRIGGER formstate_state_change_remains BEFORE DELETE ON formstate_state_change
WHEN EXISTS (
  SELECT 1 FROM formstate_response WHERE id = OLD.response_id AND OLD.seq > coalesce(compacted_to, 0)
)
BEGIN
  SELECT RAISE(ABORT, 'the journal only grows: a state change is never deleted while its response exists');
END;

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

INSERT INTO formstate_migration VALUES (1, '0001_definition', strftime('%Y-%m-%dT%H:%M:%fZ'));
INSERT INTO formstate_migration VALUES (2, '0002_response', strftime('%Y-%m-%dT%H:%M:%fZ'));
INSERT INTO formstate_migration VALUES (3, '0003_journal', strftime('%Y-%m-%dT%H:%M:%fZ'));
INSERT INTO formstate_migration VALUES (4, '0004_views', strftime('%Y-%m-%dT%H:%M:%fZ'));
INSERT INTO formstate_migration VALUES (5, '0005_opening', strftime('%Y-%m-%dT%H:%M:%fZ'));
INSERT INTO formstate_migration VALUES (6, '0006_history', strftime('%Y-%m-%dT%H:%M:%fZ'));
INSERT INTO formstate_action_kind VALUES ('checkpoint', 'stands for all older entries, which compaction has removed');
INSERT INTO formstate_action_kind VALUES ('choose', 'chose an option for the cell above it');
INSERT INTO formstate_action_kind VALUES ('clear', 'emptied a cell');
INSERT INTO formstate_action_kind VALUES ('collapse', 'hid the cells below a cell');
INSERT INTO formstate_action_kind VALUES ('collapseAll', 'collapsed every expandable cell');
INSERT INTO formstate_action_kind VALUES ('complete', 'declared the response finished');
INSERT INTO formstate_action_kind VALUES ('draft', 'kept what a control holds that is no value yet');
INSERT INTO formstate_action_kind VALUES ('expand', 'showed the cells below a cell');
INSERT INTO formstate_action_kind VALUES ('expandAll', 'expanded every expandable cell');
INSERT INTO formstate_action_kind VALUES ('fold', 'put the rows of a section away');
INSERT INTO formstate_action_kind VALUES ('markSaved', 'marked the values as saved');
INSERT INTO formstate_action_kind VALUES ('redo', 'did an undone step again');
INSERT INTO formstate_action_kind VALUES ('reopen', 'took the response up again');
INSERT INTO formstate_action_kind VALUES ('reset', 'took a cell and those below it, or the whole response, back to the definition');
INSERT INTO formstate_action_kind VALUES ('reveal', 'unfolded and expanded whatever hid a cell');
INSERT INTO formstate_action_kind VALUES ('set', 'gave a cell a value');
INSERT INTO formstate_action_kind VALUES ('tap', 'selected a row: toggled an expandable cell or chose an option');
INSERT INTO formstate_action_kind VALUES ('toggleFold', 'folded a section, or unfolded it');
INSERT INTO formstate_action_kind VALUES ('undo', 'took an undo step back');
INSERT INTO formstate_action_kind VALUES ('unfold', 'showed the rows of a section again');
INSERT INTO formstate_field VALUES ('completion', '1: the response is completed; its subject is response');
INSERT INTO formstate_field VALUES ('disclosure', 'whether a cell is expanded: 1, or collapsed: 0');
INSERT INTO formstate_field VALUES ('draft', 'what a control holds that is no value yet');
INSERT INTO formstate_field VALUES ('fold', 'whether a section is folded: 1, or not: 0');
INSERT INTO formstate_field VALUES ('saved', 'what a cell held when the response was last marked as saved, as in formstate_value');
INSERT INTO formstate_field VALUES ('title', 'the displayed title of an expandable cell');
INSERT INTO formstate_field VALUES ('touched', '1: the person has entered something in a cell at some time');
INSERT INTO formstate_field VALUES ('value', 'what a cell holds, as in formstate_value');
