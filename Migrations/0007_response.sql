-- Responses and the state of their cells and sections.
-- State is sparse: NULL means "as defined", and a row with only NULLs is deleted. instance is the number of an instance of a repeat, 0
-- outside of repeats: 4294967296 times its counter, 1 to 2,000,000, plus a tag of 31 bits that tells apart the instances to which copies
-- of a response gave one counter. formstate_spelling has what people call it.

CREATE TABLE formstate_response (                  -- a form as one person fills it in
  id           INTEGER PRIMARY KEY,
  form_id      INTEGER NOT NULL REFERENCES formstate_form (id),
  version_id   INTEGER NOT NULL,                   -- its version of the form
  key          TEXT NOT NULL CHECK (key <> ''),    -- the stable name of the response; unique for its form
  stream       BLOB NOT NULL UNIQUE                -- its random name, the same in all copies of it
               DEFAULT (randomblob(16)) CHECK (length(stream) = 16),
  is_completed INTEGER NOT NULL DEFAULT 0          -- 1: its values are refused until it is reopened; 0: in progress
               CHECK (is_completed IN (0, 1)),
  compacted_to INTEGER CHECK (compacted_to >= 1),  -- the revision of the checkpoint that its journal begins with;
                                                   -- NULL: the whole journal is there
  emptied_to   INTEGER CHECK (emptied_to >= 1),    -- the revision that cleared a sensitive answer last, which emptied the
                                                   -- entries before it, so nothing before is taken back; NULL: none did
  generation   INTEGER NOT NULL DEFAULT 0          -- how often its journal was replaced, since another line became the one that
               CHECK (generation >= 0),            -- it follows: what was read before is out of date
  replaced_after INTEGER NOT NULL DEFAULT 0        -- of all that was replaced, the revision before the first one,
                 CHECK (replaced_after >= 0),
  replaced_before INTEGER NOT NULL DEFAULT 0       -- and the one after the last one: what a person saw in between may be gone
                  CHECK (replaced_before >= 0),
  next_instance INTEGER NOT NULL DEFAULT 1         -- the counter of the next instance of a repeat; it only grows
                CHECK (next_instance BETWEEN 1 AND 2000001),
  reported_faults TEXT                             -- faults reported on the whole response, as in formstate_cell_state
                  CHECK (reported_faults GLOB '[[]"*","*"]'),
  alternatives TEXT                                -- whether it is completed, where persons differ, as in formstate_cell_state
               CHECK (alternatives GLOB '[[]"*","*"]'),
  UNIQUE (form_id, key),
  FOREIGN KEY (form_id, version_id) REFERENCES formstate_version (form_id, id)
) STRICT;

CREATE INDEX formstate_response_by_version ON formstate_response (version_id);

CREATE TABLE formstate_section_state (             -- the state of a section: what a person or a rule changed
  response_id INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  instance    INTEGER NOT NULL DEFAULT 0
              CHECK (instance = 0 OR instance BETWEEN 4294967296 AND 8589936739483647 AND instance & 2147483648 = 0),
  section_id  INTEGER NOT NULL,                    -- a section of the response's own version
  origin      INTEGER NOT NULL DEFAULT 0           -- the number of the version that has the section, where it is set aside;
              CHECK (origin >= 0),                 -- 0: the response's own
  is_folded   INTEGER CHECK (is_folded IN (0, 1)), -- NULL: as the definition says
  is_relevant INTEGER CHECK (is_relevant IN (0, 1)), -- by its rule, where that differs from a new response
  PRIMARY KEY (response_id, instance, section_id),
  CHECK (coalesce(is_folded, is_relevant) IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX formstate_section_state_set_aside ON formstate_section_state (origin, response_id) WHERE origin > 0;

CREATE TABLE formstate_cell_state (                -- the state of a cell: what a person or a rule changed
  response_id INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  instance    INTEGER NOT NULL DEFAULT 0           -- the instance of a repeat around the cell; 0: none
              CHECK (instance = 0 OR instance BETWEEN 4294967296 AND 8589936739483647 AND instance & 2147483648 = 0),
  cell_id     INTEGER NOT NULL,                    -- a cell of the response's own version
  origin      INTEGER NOT NULL DEFAULT 0           -- the number of the version that has the cell, where it is set aside;
              CHECK (origin >= 0),                 -- 0: the response's own
  is_expanded INTEGER CHECK (is_expanded IN (0, 1)), -- NULL: as the definition says
  is_set      INTEGER CHECK (is_set = 1),          -- 1: value counts, NULL for a cell that was cleared
  value       ANY CHECK (value IS NULL OR is_set IS 1), -- text, a number, 0 or 1 for a switch, YYYY-MM-DD for a date,
                                                   -- the value of the chosen option
  value_type  TEXT                                 -- what a rule set in a cell of texts: a condition or a number; NULL: a
              CHECK (value_type IS NULL OR value_type IN ('condition', 'number') AND value IS NOT NULL), -- text, or in a cell of another kind
  readable    TEXT CHECK (readable IS NULL OR value IS NOT NULL), -- that as a person reads it: “Poor”, “May 1, 2026”;
                                                   -- NULL: the value itself
  set_at      INTEGER CHECK (set_at >= 1),         -- the revision that set it, which has the author and the time
  title       TEXT,                                -- the title that an expandable cell shows instead of its own
  is_saved    INTEGER CHECK (is_saved = 1),        -- 1: saved counts: what was there when it was last marked as saved
  saved       ANY CHECK (saved IS NULL OR is_saved IS 1),
  is_touched  INTEGER CHECK (is_touched = 1),      -- 1: a person has entered something, even if it was undone
  -- Results of rules that differ from those in a new response:
  is_relevant INTEGER CHECK (is_relevant IN (0, 1)),
  is_required INTEGER CHECK (is_required IN (0, 1)),
  is_read_only INTEGER CHECK (is_read_only IN (0, 1)),
  is_calculated INTEGER CHECK (is_calculated = 1), -- 1: calculated counts, NULL for nothing
  calculated  ANY CHECK (calculated IS NULL OR is_calculated IS 1), -- its value until somebody enters one
  calculated_type TEXT                             -- its type, like value_type
              CHECK (calculated_type IS NULL OR calculated_type IN ('condition', 'number') AND calculated IS NOT NULL),
  readable_calculated TEXT CHECK (readable_calculated IS NULL OR calculated IS NOT NULL), -- that as a person reads it
  faults      TEXT,                                -- the numbers of the constraints that do not hold, as in '1 3'
  reported_faults TEXT                             -- faults that others reported on its value: a JSON array of the reporter,
              CHECK (reported_faults GLOB '[[]"*","*"]'), -- '' for nobody, and the message of each fault in turn
  original    TEXT                                 -- the answer to an earlier version, where this one stores it differently
              CHECK (original GLOB '[cdirst]* *'), -- or refuses it: its type and the answer
  alternatives TEXT                                -- an open question: the different answers that persons gave at the same time,
               CHECK (alternatives GLOB '[[]"*","*"]'), -- as a JSON array of five texts for each, the one that shows first: its
                                                   -- type and the answer, the author, the time, and the revision and
                                                   -- chain of its entry; of a repeat, whether its own instance stays
  PRIMARY KEY (response_id, instance, cell_id),
  CHECK (
    coalesce(
      is_expanded, is_set, title, is_saved, is_touched, is_relevant, is_required, is_read_only, is_calculated, faults,
      reported_faults, original, alternatives
    ) IS NOT NULL
  )
) STRICT, WITHOUT ROWID;

CREATE INDEX formstate_cell_state_set_aside ON formstate_cell_state (origin, response_id) WHERE origin > 0;

-- Few cells of a form are irrelevant; a search for irrelevant ones among cells starts from this index.
CREATE INDEX formstate_cell_state_irrelevant ON formstate_cell_state (response_id, cell_id) WHERE is_relevant = 0;

CREATE INDEX formstate_cell_state_in_instances ON formstate_cell_state (response_id, cell_id, instance) WHERE instance > 0;

-- Every change of an answer checks for reported faults.
CREATE INDEX formstate_cell_state_reported ON formstate_cell_state (response_id, cell_id) WHERE reported_faults IS NOT NULL;

CREATE INDEX formstate_cell_state_question ON formstate_cell_state (response_id, cell_id) WHERE alternatives IS NOT NULL;

CREATE INDEX formstate_cell_state_original ON formstate_cell_state (response_id, cell_id) WHERE original IS NOT NULL;

CREATE TABLE formstate_instance (                  -- an instance of a repeat
  response_id INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  instance    INTEGER NOT NULL                     -- its number, not used again after a removal
              CHECK (instance BETWEEN 4294967296 AND 8589936739483647 AND instance & 2147483648 = 0),
  cell_id     INTEGER NOT NULL,                    -- the repeat, a cell of the response's own version
  origin      INTEGER NOT NULL DEFAULT 0           -- the number of the version that has the repeat, where it is set aside;
              CHECK (origin >= 0),                 -- 0: the response's own
  parent      INTEGER NOT NULL DEFAULT 0           -- the instance around the repeat; 0: none
              CHECK (parent >= 0 AND parent < instance),
  rank        INTEGER NOT NULL,                    -- instances of a repeat are in the order of rank and instance
  PRIMARY KEY (response_id, instance)
) STRICT, WITHOUT ROWID;

CREATE INDEX formstate_instance_by_rank ON formstate_instance (response_id, cell_id, parent, rank);

CREATE INDEX formstate_instance_by_parent ON formstate_instance (response_id, parent) WHERE parent > 0;

CREATE INDEX formstate_instance_set_aside ON formstate_instance (origin, response_id) WHERE origin > 0;

-- What a device keeps beside a response: where the person stood, and what was typed. No journal, digest or dump has it.

CREATE TABLE formstate_place (                     -- where a person stood last in a response, on one device
  response_id INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  device      TEXT NOT NULL DEFAULT ''             -- the name that tells the devices or browsers of one file apart
              CHECK (length(device) <= 200),
  cell        TEXT CHECK (cell <> ''),             -- the key of the cell that had the focus; NULL: none had it
  instance    INTEGER NOT NULL DEFAULT 0           -- its instance of a repeat; 0: none
              CHECK (instance = 0 OR instance BETWEEN 4294967296 AND 8589936739483647 AND instance & 2147483648 = 0 AND cell IS NOT NULL),
  first_row   TEXT CHECK (first_row <> ''),        -- the key of the cell in the first visible row; NULL: unknown
  first_instance INTEGER NOT NULL DEFAULT 0        -- its instance of a repeat; 0: none
              CHECK (
                first_instance = 0 OR first_instance BETWEEN 4294967296 AND 8589936739483647 AND first_instance & 2147483648 = 0
                AND first_row IS NOT NULL
              ),
  time        INTEGER NOT NULL                     -- when, in milliseconds since 1970, UTC
              CHECK (time BETWEEN -62167219200000 AND 253402300799999),
  PRIMARY KEY (response_id, device),
  CHECK (coalesce(cell, first_row) IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE TABLE formstate_draft (                     -- what a person typed on one device that is no value yet
  response_id INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  cell        TEXT NOT NULL CHECK (cell <> ''),    -- the key of the cell
  instance    INTEGER NOT NULL DEFAULT 0           -- its instance of a repeat; 0: none
              CHECK (instance = 0 OR instance BETWEEN 4294967296 AND 8589936739483647 AND instance & 2147483648 = 0),
  device      TEXT NOT NULL DEFAULT ''             -- as in formstate_place
              CHECK (length(device) <= 200),
  text        TEXT NOT NULL,                       -- what was typed
  time        INTEGER NOT NULL                     -- when, in milliseconds since 1970, UTC
              CHECK (time BETWEEN -62167219200000 AND 253402300799999),
  PRIMARY KEY (response_id, cell, instance, device)
) STRICT, WITHOUT ROWID;
