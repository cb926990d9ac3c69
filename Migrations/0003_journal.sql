-- The journal: every action of a response with what it did to the state, in order. It only grows.

CREATE TABLE formstate_action_kind (               -- the vocabulary of formstate_action.kind
  kind    TEXT NOT NULL PRIMARY KEY CHECK (kind <> ''),
  meaning TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO formstate_action_kind (kind, meaning) VALUES
  ('tap',         'selected a row: toggled an expandable cell or chose an option'),
  ('set',         'gave a cell a value'),
  ('clear',       'emptied a cell'),
  ('choose',      'chose an option for the cell above it'),
  ('expand',      'showed the cells below a cell'),
  ('collapse',    'hid the cells below a cell'),
  ('expandAll',   'expanded every expandable cell'),
  ('collapseAll', 'collapsed every expandable cell'),
  ('fold',        'put the rows of a section away'),
  ('unfold',      'showed the rows of a section again'),
  ('reset',       'took a cell and those below it, or the whole response, back to the definition');

CREATE TABLE formstate_field (                     -- the vocabulary of formstate_state_change.field
  field   TEXT NOT NULL PRIMARY KEY CHECK (field <> ''),
  meaning TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO formstate_field (field, meaning) VALUES
  ('disclosure', 'whether a cell is expanded: 1, or collapsed: 0'),
  ('fold',       'whether a section is folded: 1, or not: 0'),
  ('value',      'what a cell holds, as in formstate_value'),
  ('title',      'the displayed title of an expandable cell');

CREATE TABLE formstate_action (
  response_id INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  seq         INTEGER NOT NULL CHECK (seq >= 1),   -- the revision that the action led to: 1, 2, 3 …
  kind        TEXT NOT NULL REFERENCES formstate_action_kind (kind),
  subject     TEXT CHECK (subject <> ''),          -- the key of the cell, of the section for fold and unfold;
                                                   -- NULL: the whole response
  payload     ANY,                                 -- the value that was set
  time        TEXT NOT NULL                        -- when, in UTC: 2026-11-21T03:12:13.456Z
              CHECK (time IS strftime('%Y-%m-%dT%H:%M:%fZ', time)),
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

CREATE TRIGGER formstate_action_follows BEFORE INSERT ON formstate_action
WHEN NOT EXISTS (SELECT 1 FROM formstate_response WHERE id = NEW.response_id)
  OR NOT EXISTS (SELECT 1 FROM formstate_action_kind WHERE kind = NEW.kind)
  OR NEW.seq <> (
    SELECT coalesce(max(action.seq), 0) + 1
    FROM formstate_action AS action
    WHERE action.response_id = NEW.response_id
  )
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

-- Entries stay as they were written; they go only together with their response.

CREATE TRIGGER formstate_action_stays BEFORE UPDATE ON formstate_action
BEGIN
  SELECT RAISE(ABORT, 'the journal only grows: an action never changes');
END;

CREATE TRIGGER formstate_state_change_stays BEFORE UPDATE ON formstate_state_change
BEGIN
  SELECT RAISE(ABORT, 'the journal only grows: a state change never changes');
END;

CREATE TRIGGER formstate_action_remains BEFORE DELETE ON formstate_action
WHEN EXISTS (SELECT 1 FROM formstate_response WHERE id = OLD.response_id)
BEGIN
  SELECT RAISE(ABORT, 'the journal only grows: an action is never deleted while its response exists');
END;

CREATE TRIGGER formstate_state_change_remains BEFORE DELETE ON formstate_state_change
WHEN EXISTS (SELECT 1 FROM formstate_response WHERE id = OLD.response_id)
BEGIN
  SELECT RAISE(ABORT, 'the journal only grows: a state change is never deleted while its response exists');
END;
