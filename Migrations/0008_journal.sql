-- Journal: every action of a response with its state changes, in order.
-- It only grows. Only compaction removes entries, and replaces them with a checkpoint. Clearing a sensitive answer empties the
-- entries before it: what they say of the answer goes, and they stay.

CREATE TABLE formstate_key (                       -- the keys of cells and sections, by the numbers that journals use
  number INTEGER PRIMARY KEY CHECK (number >= 1),
  key    TEXT NOT NULL UNIQUE CHECK (key <> '')    -- “response”: the response itself
) STRICT;

CREATE TABLE formstate_entry (                     -- an action of a response, with what it changed
  response_id  INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  revision     INTEGER NOT NULL CHECK (revision >= 1), -- what the action led to: 1, 2, 3 …
  time         INTEGER NOT NULL                    -- when, in milliseconds since 1970, UTC
               CHECK (time BETWEEN -62167219200000 AND 253402300799999),
  author       TEXT CHECK (author <> ''),          -- who did it, if known
  version      INTEGER NOT NULL CHECK (version >= 0), -- the number of the form's version that is in force after it;
                                                   -- 0: it was imported, and its version is not in this file
  kind         TEXT NOT NULL REFERENCES formstate_action_kind (kind),
  subject      INTEGER CHECK (subject >= 1),       -- the cell, the section for fold and unfold, by number in formstate_key;
                                                   -- NULL: the whole response
  instance     INTEGER NOT NULL DEFAULT 0          -- the instance of a repeat around the subject; 0: none
               CHECK (instance = 0 OR instance BETWEEN 4294967296 AND 8589936739483647 AND instance & 2147483648 = 0),
  payload      TEXT CHECK (payload GLOB '{*}'),    -- what else the action says, as JSON: the value that was given, NULL where
                                                   -- it is what the change of that field led to; the place of an instance;
                                                   -- the scope of an undo; where an upgrade moved what had another key; of
                                                   -- a checkpoint, the chain of the journal up to it, NULL: unknown; the
                                                   -- salt of an entry with a sensitive answer, and once that is cleared, the
                                                   -- SHA-256 of the line before it was emptied, see Digests
  moment       TEXT,                               -- the clock, time zone and seed that its rules read; NULL: they read none
  group_name   TEXT CHECK (group_name <> ''),      -- the name of the group that the entry is part of
  step_start   INTEGER                             -- the first revision of the undo step that the entry is part of;
               CHECK (step_start BETWEEN 1 AND revision - 1), -- NULL: its own
  target       INTEGER                             -- of undo and redo: the last revision of the step that is taken back
               CHECK (target < revision AND (target IS NOT NULL) = (kind IN ('undo', 'redo'))), -- or done again
  reverts      INTEGER                             -- of undo and redo: the revision that it takes back: the step, a redo
               CHECK (reverts BETWEEN target AND revision - 1 AND (reverts IS NOT NULL) = (target IS NOT NULL)), -- or an undo
  undo_top     INTEGER                             -- the revision that an undo after this one takes back;
               CHECK (undo_top BETWEEN 0 AND revision - 1), -- NULL: this one; 0: there is none
  redo_top     INTEGER                             -- the revision of the undo that a redo after this one takes back;
               CHECK (redo_top BETWEEN 1 AND revision), -- NULL: there is none
  abandoned_by INTEGER                             -- the revision whose action put an undone step out of use for good;
               CHECK (abandoned_by > revision),    -- NULL: it is in use
  changes      TEXT NOT NULL DEFAULT '[]'          -- the changes in order, as JSON: [field, subject, before, after] each,
               CHECK (changes GLOB '[[]*]'),       -- and where they are not 0, touches, instance, origin, see formstate_change
  PRIMARY KEY (response_id, revision)
) STRICT, WITHOUT ROWID;

-- A step may be undone in parts, its values first; an undone part is not undone again.
CREATE INDEX formstate_entry_reverting ON formstate_entry (response_id, reverts) WHERE reverts IS NOT NULL;

-- Lines: what others did meanwhile.
-- Where copies of a response did different things, its journal follows one line. The entries of the others are beside it, and a merge at
-- the end of the journal joins them.

CREATE TABLE formstate_line_entry (                -- an entry of another line, with the columns of formstate_entry
  response_id  INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  chain        TEXT NOT NULL                       -- the chain of its line up to it, see Digests: no other entry has it
               CHECK (length(chain) = 64 AND chain NOT GLOB '*[^0-9a-f]*'),
  previous     TEXT                                -- the chain up to the entry before it, on its line or in the journal; NULL: none
               CHECK (length(previous) = 64 AND previous NOT GLOB '*[^0-9a-f]*'),
  revision     INTEGER NOT NULL CHECK (revision >= 1),
  time         INTEGER NOT NULL CHECK (time BETWEEN -62167219200000 AND 253402300799999),
  author       TEXT CHECK (author <> ''),
  version      INTEGER NOT NULL CHECK (version >= 1),
  kind         TEXT NOT NULL REFERENCES formstate_action_kind (kind),
  subject      INTEGER CHECK (subject >= 1),
  instance     INTEGER NOT NULL DEFAULT 0 CHECK (instance >= 0),
  payload      TEXT CHECK (payload GLOB '{*}'),
  moment       TEXT,
  group_name   TEXT CHECK (group_name <> ''),
  step_start   INTEGER CHECK (step_start BETWEEN 1 AND revision - 1),
  target       INTEGER CHECK (target < revision AND (target IS NOT NULL) = (kind IN ('undo', 'redo'))),
  reverts      INTEGER CHECK (reverts BETWEEN target AND revision - 1 AND (reverts IS NOT NULL) = (target IS NOT NULL)),
  changes      TEXT NOT NULL DEFAULT '[]' CHECK (changes GLOB '[[]*'),
  PRIMARY KEY (response_id, chain)
) STRICT, WITHOUT ROWID;

CREATE TABLE formstate_head (                      -- the last entry of another line
  response_id INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  chain       TEXT NOT NULL,                       -- as in formstate_line_entry
  waits       TEXT CHECK (waits <> ''),            -- why the line waits beside the journal; NULL: the journal joins it
  PRIMARY KEY (response_id, chain),
  FOREIGN KEY (response_id, chain) REFERENCES formstate_line_entry (response_id, chain) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Outbox: what each destination has of the journals.
-- A destination is a collector, or a folder in which devices exchange files. It gets the entries of a response in order. A collector
-- acknowledges them; a folder has what was written into it.

CREATE TABLE formstate_destination (               -- a collector or a folder that gets the journals
  id          INTEGER PRIMARY KEY,
  name        TEXT NOT NULL UNIQUE CHECK (name <> ''),
  peer        TEXT                                 -- of a folder: the name of this device in it; NULL: a collector
              CHECK (length(peer) = 16 AND peer NOT GLOB '*[^0-9a-f]*'),
  has_emptied INTEGER NOT NULL DEFAULT 0           -- of a folder: whether own files in it may still hold an answer that was
              CHECK (has_emptied IN (0, 1) AND (has_emptied = 0 OR peer IS NOT NULL)), -- cleared since they were written
  since       TEXT                                 -- of a collector: up to where its answers were received, in its words;
              CHECK (since <> '' AND (since IS NULL OR peer IS NULL)), -- NULL: nothing was
  missed      TEXT NOT NULL DEFAULT '[]'           -- of a collector: the responses, by their names as JSON, of which something
              CHECK (missed GLOB '[[]*')           -- could not be received, so it is tried again
) STRICT;

CREATE TABLE formstate_pushed (                    -- what a destination has of a response; without a row, nothing
  destination_id INTEGER NOT NULL REFERENCES formstate_destination (id) ON DELETE CASCADE,
  response_id    INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  revision       INTEGER NOT NULL CHECK (revision >= 0), -- the last revision that it has; 0: none
  chain          TEXT NOT NULL                     -- the chain of the journal up to it, see Digests
                 CHECK (length(chain) = 64 AND chain NOT GLOB '*[^0-9a-f]*'),
  refusal        TEXT CHECK (refusal <> ''),       -- why nothing more is sent; NULL: the rest follows
  heads          TEXT NOT NULL DEFAULT '[]'        -- the last entries that it has of other lines, as JSON:
                 CHECK (heads GLOB '[[]*'),        -- their chains
  PRIMARY KEY (destination_id, response_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX formstate_pushed_by_response ON formstate_pushed (response_id);

CREATE TABLE formstate_exchanged_file (            -- a file of a folder that was read or written
  destination_id INTEGER NOT NULL REFERENCES formstate_destination (id) ON DELETE CASCADE,
  name           TEXT NOT NULL                     -- its path in the folder
                 CHECK (name GLOB '*/*' AND name NOT GLOB '*[^0-9a-z/.-]*'),
  PRIMARY KEY (destination_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE formstate_known_version (             -- a definition that a destination has
  destination_id INTEGER NOT NULL REFERENCES formstate_destination (id) ON DELETE CASCADE,
  version_id     INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  PRIMARY KEY (destination_id, version_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX formstate_known_version_by_version ON formstate_known_version (version_id);
