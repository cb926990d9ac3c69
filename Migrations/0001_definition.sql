-- The definition: what is asked. Forms have versions; a version's sections and cells never change.
--
-- All tables of FormState begin with formstate_, so that they can live beside an app's own tables.
-- For reading, start with the views visible_row, answer and history.

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
             CHECK (properties GLOB '{*}'),
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
               CHECK (properties GLOB '{*}'),
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
                  CHECK (properties GLOB '{*}'),
  UNIQUE (section_id, position),
  UNIQUE (version_id, key),
  FOREIGN KEY (version_id, identifier) REFERENCES formstate_cell_type (version_id, identifier)
) STRICT;

CREATE INDEX formstate_cell_by_parent ON formstate_cell (parent_id) WHERE parent_id IS NOT NULL;

-- A response trusts its version to stay as it was when the person answered.

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
