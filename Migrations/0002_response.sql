-- What people filled in. State is sparse: where a column is NULL, and where there is no row, what the definition says holds.
-- What the response's version has no place for is set aside: it is kept with the cell or section of the version that has one.

CREATE TABLE formstate_response (                  -- one person's filling-in of a form
  id           INTEGER PRIMARY KEY,
  form_id      INTEGER NOT NULL REFERENCES formstate_form (id),
  version_id   INTEGER NOT NULL,                   -- the version of the form that is being filled in
  key          TEXT NOT NULL CHECK (key <> ''),    -- the stable name of the response; unique for its form
  stream       BLOB NOT NULL UNIQUE                -- its random name, the same in all copies of it
               DEFAULT (randomblob(16)) CHECK (length(stream) = 16),
  is_completed INTEGER NOT NULL DEFAULT 0          -- 1: its values are refused until it is reopened; 0: in progress
               CHECK (is_completed IN (0, 1)),
  compacted_to INTEGER CHECK (compacted_to >= 1),  -- the revision of the checkpoint that its journal begins with;
                                                   -- NULL: the whole journal is there
  UNIQUE (form_id, key),
  FOREIGN KEY (form_id, version_id) REFERENCES formstate_version (form_id, id)
) STRICT;

CREATE INDEX formstate_response_by_version ON formstate_response (version_id);

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
  PRIMARY KEY (response_id, instance, cell_id),
  CHECK (coalesce(is_expanded, is_set, title, draft, is_saved, is_touched) IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX formstate_cell_state_expanded ON formstate_cell_state (response_id, instance, cell_id) WHERE is_expanded;

CREATE INDEX formstate_cell_state_set_aside ON formstate_cell_state (origin, response_id) WHERE origin > 0;

CREATE TABLE formstate_section_state (             -- what a person has done to a section
  response_id INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  instance    INTEGER NOT NULL DEFAULT 0 CHECK (instance >= 0),
  section_id  INTEGER NOT NULL,                    -- a section of the response's own version
  origin      INTEGER NOT NULL DEFAULT 0           -- the number of the version that has the section, where it is set aside;
              CHECK (origin >= 0),                 -- 0: the response's own
  is_folded   INTEGER NOT NULL CHECK (is_folded IN (0, 1)),
  PRIMARY KEY (response_id, instance, section_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX formstate_section_state_set_aside ON formstate_section_state (origin, response_id) WHERE origin > 0;

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
  OR (NOT cell.is_expandable AND (state.is_expanded IS NOT NULL OR state.title IS NOT NULL))
  OR (kind.storage IS NULL AND (state.is_set OR state.is_saved))
  OR (NOT kind.takes_input AND state.draft IS NOT NULL)
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

CREATE TRIGGER formstate_section_state_fits BEFORE INSERT ON formstate_section_state
WHEN NOT EXISTS (
  SELECT 1
  FROM formstate_response AS response
  JOIN formstate_version AS version
    ON version.form_id = response.form_id AND (version.id = response.version_id) = (NEW.origin = 0)
    AND NEW.origin IN (0, version.number)
  JOIN formstate_section AS section ON section.version_id = version.id
  WHERE response.id = NEW.response_id AND section.id = NEW.section_id AND section.is_foldable
)
BEGIN
  SELECT RAISE(ABORT, 'only a foldable section of the response''s own form version can be folded');
END;

-- The sqlite3 shell does not enforce foreign keys unless told to, so what people filled in guards its definition itself.

CREATE TRIGGER formstate_version_is_used BEFORE DELETE ON formstate_version
WHEN EXISTS (SELECT 1 FROM formstate_response WHERE version_id = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'a response fills in this version of the form: delete the response first');
END;

CREATE TRIGGER formstate_version_is_kept BEFORE DELETE ON formstate_version
WHEN EXISTS (
  SELECT 1
  FROM formstate_cell_state
  WHERE origin = OLD.number AND origin > 0
    AND response_id IN (SELECT id FROM formstate_response WHERE form_id = OLD.form_id)
) OR EXISTS (
  SELECT 1
  FROM formstate_section_state
  WHERE origin = OLD.number AND origin > 0
    AND response_id IN (SELECT id FROM formstate_response WHERE form_id = OLD.form_id)
)
BEGIN
  SELECT RAISE(ABORT, 'a response has something set aside from this version of the form: delete the response first');
END;
