-- Journal: every action of a response with its state changes, in order.
-- It only grows. Only compaction removes entries, and replaces them with a checkpoint.

CREATE TABLE formstate_key (                       -- the keys of cells and sections, by the numbers that journals use
  number INTEGER PRIMARY KEY CHECK (number >= 1),
  key    TEXT NOT NULL UNIQUE CHECK (key <> '')    -- “response”: the response itself
) STRICT;

CREATE TABLE formstate_action (
  response_id  INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  seq          INTEGER NOT NULL CHECK (seq >= 1),  -- the revision that the action led to: 1, 2, 3 …
  version      INTEGER NOT NULL CHECK (version >= 0), -- the number of the form's version that is in force after it;
                                                   -- 0: it was imported, and its version is not in this file
  kind         TEXT NOT NULL REFERENCES formstate_action_kind (kind),
  subject      INTEGER CHECK (subject >= 1),       -- the cell, the section for fold and unfold, by number in formstate_key;
                                                   -- NULL: the whole response
  instance     INTEGER NOT NULL DEFAULT 0          -- the instance of a repeat around the subject; 0: none
               CHECK (instance >= 0),
  payload      ANY,                                -- the value or draft that was given; NULL where it is what the
                                                   -- entry's change of that field led to; the scope of an undo;
                                                   -- where an upgrade moved what had another key, as JSON; of a
                                                   -- checkpoint, the chain of the journal up to it, NULL: unknown
  payload_type INTEGER                             -- the type of the value, see formstate_value_type;
               CHECK (payload_type BETWEEN 1 AND 6), -- NULL: a plain one
  time         INTEGER NOT NULL                    -- when, in milliseconds since 1970, UTC
               CHECK (time BETWEEN -62167219200000 AND 253402300799999),
  author       TEXT CHECK (author <> ''),          -- who did it, if known
  step_start   INTEGER                             -- the first revision of the undo step that the entry is part of;
               CHECK (step_start BETWEEN 1 AND seq - 1), -- NULL: its own
  group_name   TEXT CHECK (group_name <> ''),      -- the name of the group that the entry is part of
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
  moment       TEXT,                               -- the clock, time zone and seed that its rules read; NULL: they read none
  PRIMARY KEY (response_id, seq)
) STRICT, WITHOUT ROWID;

-- A step may be undone in parts, its values first; an undone part is not undone again.
CREATE INDEX formstate_action_reverting ON formstate_action (response_id, reverts) WHERE reverts IS NOT NULL;

CREATE TABLE formstate_state_change (              -- a change of one field: its value before and after
  response_id INTEGER NOT NULL,
  seq         INTEGER NOT NULL,
  ordinal     INTEGER NOT NULL CHECK (ordinal >= 0), -- the order within the entry: 0, 1, 2 …
  field       INTEGER NOT NULL REFERENCES formstate_field (number),
  subject     INTEGER NOT NULL CHECK (subject >= 1), -- the cell, the section for fold, the response, see formstate_key
  instance    INTEGER NOT NULL DEFAULT 0 CHECK (instance >= 0),
  origin      INTEGER NOT NULL DEFAULT 0 CHECK (origin >= 0), -- the number of the version that has the subject, where it
                                                     -- is set aside; 0: the version in force has it
  touches     INTEGER CHECK (touches = 1),           -- 1: from here on the cell counts as touched, see formstate_cell_state
  before_type INTEGER CHECK (before_type BETWEEN 0 AND 8), -- the type of that value, see formstate_value_type;
  before      ANY CHECK (before IS NULL OR before_type IS NOT NULL), -- NULL: nobody had touched the field
  before_readable TEXT CHECK (before_readable IS NULL OR before IS NOT NULL), -- that as a person reads it; NULL: before
  after_type  INTEGER CHECK (after_type BETWEEN 0 AND 8), -- likewise; NULL: the field is as defined again
  after       ANY CHECK (after IS NULL OR after_type IS NOT NULL),
  after_readable TEXT CHECK (after_readable IS NULL OR after IS NOT NULL),
  -- A change of a longer text holds only the part between the beginning and the end that stayed the same.
  keeps_first INTEGER CHECK (keeps_first >= 0),      -- how many characters are the same at the beginning; NULL: it is whole
  keeps_last  INTEGER CHECK (keeps_last >= 0 AND (keeps_last IS NULL) = (keeps_first IS NULL)), -- and at the end
  whole_at    INTEGER                                -- the revision of the last change of the field that is whole
              CHECK (whole_at < seq AND (whole_at IS NULL) = (keeps_first IS NULL)),
  PRIMARY KEY (response_id, seq, ordinal),
  FOREIGN KEY (response_id, seq) REFERENCES formstate_action (response_id, seq) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Outbox: what each destination has of the journals.
-- A destination is a collector. It gets the entries of a response in order, and acknowledges them.

CREATE TABLE formstate_destination (               -- a collector that gets the journals
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (name <> '')
) STRICT;

CREATE TABLE formstate_pushed (                    -- what a destination has of a response; without a row, nothing
  destination_id INTEGER NOT NULL REFERENCES formstate_destination (id) ON DELETE CASCADE,
  response_id    INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  seq            INTEGER NOT NULL CHECK (seq >= 0), -- the last revision that it has; 0: none
  chain          TEXT NOT NULL                     -- the chain of the journal up to it, see Digests
                 CHECK (length(chain) = 64 AND chain NOT GLOB '*[^0-9a-f]*'),
  refusal        TEXT CHECK (refusal <> ''),       -- why nothing more is sent; NULL: the rest follows
  PRIMARY KEY (destination_id, response_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX formstate_pushed_by_response ON formstate_pushed (response_id);

CREATE TABLE formstate_known_version (             -- a definition that a destination has
  destination_id INTEGER NOT NULL REFERENCES formstate_destination (id) ON DELETE CASCADE,
  version_id     INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  PRIMARY KEY (destination_id, version_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX formstate_known_version_by_version ON formstate_known_version (version_id);
