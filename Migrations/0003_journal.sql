-- The journal: every action of a response with what it did to the state, in order. It only grows.

CREATE TABLE formstate_action_kind (               -- what people do
  kind    TEXT NOT NULL PRIMARY KEY CHECK (kind <> ''),
  name    TEXT NOT NULL,                           -- what undo and history call it, before what it is about
  meaning TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO formstate_action_kind (kind, name, meaning) VALUES
  ('tap',         'Choose',        'selected a row: toggled an expandable cell or chose an option'),
  ('set',         'Set',           'gave a cell a value'),
  ('clear',       'Clear',         'emptied a cell'),
  ('choose',      'Choose',        'chose an option for the cell above it'),
  ('expand',      'Expand',        'showed the cells below a cell'),
  ('collapse',    'Collapse',      'hid the cells below a cell'),
  ('expandAll',   'Expand all',    'expanded every expandable cell'),
  ('collapseAll', 'Collapse all',  'collapsed every expandable cell'),
  ('fold',        'Fold',          'put the rows of a section away'),
  ('unfold',      'Unfold',        'showed the rows of a section again'),
  ('toggleFold',  'Fold',          'folded a section, or unfolded it'),
  ('reveal',      'Reveal',        'unfolded and expanded whatever hid a cell'),
  ('reset',       'Reset',         'took a cell and those below it, or the whole response, back to the definition'),
  ('draft',       'Draft',         'kept what a control holds that is no value yet'),
  ('undo',        'Undo',          'took an undo step back'),
  ('redo',        'Redo',          'did an undone step again'),
  ('markSaved',   'Mark as saved', 'marked the values as saved'),
  ('complete',    'Complete',      'declared the response finished'),
  ('reopen',      'Reopen',        'took a completed response up again'),
  ('upgrade',     'Upgrade',       'moved to another version of the form'),
  ('checkpoint',  'Checkpoint',    'stands for older entries that compaction has removed');

CREATE TABLE formstate_field (                     -- what state consists of
  field   TEXT NOT NULL PRIMARY KEY CHECK (field <> ''),
  meaning TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO formstate_field (field, meaning) VALUES
  ('disclosure', 'whether a cell is expanded: 1, or collapsed: 0'),
  ('fold',       'whether a section is folded: 1, or not: 0'),
  ('value',      'what a cell holds; NULL: it was cleared'),
  ('title',      'the displayed title of an expandable cell'),
  ('draft',      'what a control holds that is no value yet'),
  ('saved',      'what a cell held when the response was last marked as saved'),
  ('touched',    'whether the person has entered something in a cell at some time'),
  ('completion', 'whether the response is completed');

-- An undo step is a run of entries that are taken back together. Two stacks, of steps to undo and of undos to redo, follow
-- from the journal alone: each entry says what lies on top of them after it, and what lies below is what the entry before
-- the step says.

CREATE TABLE formstate_action (
  response_id  INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  seq          INTEGER NOT NULL CHECK (seq >= 1),  -- the revision that the action led to: 1, 2, 3 …
  version      INTEGER NOT NULL CHECK (version >= 0), -- the number of the form's version that is in force after it;
                                                   -- 0: it was taken in from elsewhere, done in one that is not here
  kind         TEXT NOT NULL REFERENCES formstate_action_kind (kind),
  subject      TEXT CHECK (subject <> ''),         -- the key of the cell, of the section for fold and unfold;
                                                   -- NULL: the whole response
  instance     INTEGER NOT NULL DEFAULT 0          -- the instance of a repeat that the subject stands in; 0: none
               CHECK (instance >= 0),
  payload      ANY,                                -- the value or draft that was given; NULL where it is what the
                                                   -- entry's change of that field led to; the scope of an undo;
                                                   -- where an upgrade took what was not under the same key, as JSON
  payload_type TEXT                                -- of a value that was given: 'date' or 'switch';
               CHECK (payload_type IN ('date', 'switch')), -- NULL: what SQLite says
  time         INTEGER NOT NULL                    -- when, in milliseconds since 1970, UTC
               CHECK (time BETWEEN -62167219200000 AND 253402300799999),
  author       TEXT CHECK (author <> ''),          -- who did it, where that was told
  step_start   INTEGER                             -- the first revision of the undo step that the entry is part of;
               CHECK (step_start BETWEEN 1 AND seq - 1), -- NULL: its own
  group_name   TEXT CHECK (group_name <> ''),      -- what the caller calls the group that the entry is part of
  target       INTEGER                             -- of undo and redo: the last revision of the step that is taken back
               CHECK (target < seq AND (target IS NOT NULL) = (kind IN ('undo', 'redo'))), -- or done again
  reverts      INTEGER                             -- of undo and redo: the revision that it takes back: the step, a redo
               CHECK (reverts BETWEEN target AND seq - 1 AND (reverts IS NOT NULL) = (target IS NOT NULL)), -- or an undo
  undo_top     INTEGER                             -- the revision that an undo after this one takes back;
               CHECK (undo_top BETWEEN 0 AND seq - 1), -- NULL: this one; 0: there is none
  redo_top     INTEGER                             -- the revision of the undo that a redo after this one takes back;
               CHECK (redo_top BETWEEN 1 AND seq), -- NULL: there is none
  abandoned_by INTEGER                             -- the revision whose action put an undone step out of use for good;
               CHECK (abandoned_by > seq),         -- NULL: it is in use
  PRIMARY KEY (response_id, seq)
) STRICT, WITHOUT ROWID;

-- A step may be taken back part by part, its values first; what has been is not taken back again.
CREATE INDEX formstate_action_reverting ON formstate_action (response_id, reverts) WHERE reverts IS NOT NULL;

CREATE TABLE formstate_state_change (              -- what an entry did to one field; formstate_change tells both sides
  response_id INTEGER NOT NULL,
  seq         INTEGER NOT NULL,
  ordinal     INTEGER NOT NULL CHECK (ordinal >= 0), -- the order within the entry: 0, 1, 2 …
  field       TEXT NOT NULL REFERENCES formstate_field (field),
  subject     TEXT NOT NULL CHECK (subject <> ''),   -- the key of the cell, of the section for fold; “response”
  instance    INTEGER NOT NULL DEFAULT 0 CHECK (instance >= 0),
  origin      INTEGER NOT NULL DEFAULT 0 CHECK (origin >= 0), -- the number of the version that has the subject, where it
                                                     -- is set aside; 0: the version in force has it
  is_touched  INTEGER NOT NULL CHECK (is_touched IN (0, 1)), -- whether it is touched after; 0: as defined
  after       ANY CHECK (is_touched OR after IS NULL),
  type        TEXT CHECK (type IN ('date', 'switch')), -- what kind of value that is; NULL: what SQLite says
  -- A change of a longer text holds only what stands between the beginning and the end that stayed.
  keeps_first INTEGER CHECK (keeps_first >= 0),      -- how many characters stayed at the beginning; NULL: it is whole
  keeps_last  INTEGER CHECK (keeps_last >= 0 AND (keeps_last IS NULL) = (keeps_first IS NULL)), -- and at the end
  whole_at    INTEGER                                -- the revision of the last change of the field that is whole
              CHECK (whole_at < seq AND (whole_at IS NULL) = (keeps_first IS NULL)),
  PRIMARY KEY (response_id, seq, ordinal),
  FOREIGN KEY (response_id, seq) REFERENCES formstate_action (response_id, seq) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- An entry changes a field once. What a field held at any revision is found here.
CREATE UNIQUE INDEX formstate_state_change_by_subject
ON formstate_state_change (response_id, field, subject, instance, origin, seq);

CREATE TRIGGER formstate_action_follows BEFORE INSERT ON formstate_action
WHEN NEW.seq IS NOT CASE NEW.kind
  WHEN 'checkpoint' THEN (SELECT compacted_to FROM formstate_response WHERE id = NEW.response_id)
  ELSE (
    SELECT coalesce((SELECT max(seq) FROM formstate_action WHERE response_id = id), 0) + 1
    FROM formstate_response
    WHERE id = NEW.response_id
  )
END
BEGIN
  SELECT RAISE(ABORT, 'the journal only grows: the next entry of a response has the next revision');
END;

CREATE TRIGGER formstate_action_stays BEFORE UPDATE OF
  response_id, seq, version, kind, subject, instance, payload, payload_type, time, author, step_start, group_name, target, reverts,
  undo_top, redo_top
ON formstate_action
BEGIN
  SELECT RAISE(ABORT, 'the journal only grows: an entry never changes');
END;

CREATE TRIGGER formstate_action_remains BEFORE DELETE ON formstate_action
WHEN EXISTS (
  SELECT 1 FROM formstate_response WHERE id = OLD.response_id AND OLD.seq > coalesce(compacted_to, 0)
)
BEGIN
  SELECT RAISE(ABORT, 'the journal only grows: an entry is never deleted while its response exists');
END;

CREATE TRIGGER formstate_state_change_stays BEFORE UPDATE ON formstate_state_change
BEGIN
  SELECT RAISE(ABORT, 'the journal only grows: a state change never changes');
END;

CREATE TRIGGER formstate_state_change_remains BEFORE DELETE ON formstate_state_change
WHEN EXISTS (
  SELECT 1 FROM formstate_response WHERE id = OLD.response_id AND OLD.seq > coalesce(compacted_to, 0)
)
BEGIN
  SELECT RAISE(ABORT, 'the journal only grows: a state change is never deleted while its response exists');
END;
