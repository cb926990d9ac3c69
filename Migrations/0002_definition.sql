-- Definition: the questions.
-- A form has versions, a version sections, a section cells. Cells are in preorder: a cell's descendants are the next
-- additional_rows positions. A version never changes.

CREATE TABLE formstate_form (
  id      INTEGER PRIMARY KEY,
  key     TEXT NOT NULL UNIQUE CHECK (key <> ''),  -- the stable name of the form
  version INTEGER NOT NULL DEFAULT 1               -- the number of the version that new responses begin with
          CHECK (version >= 1)
) STRICT;

CREATE TABLE formstate_version (                   -- a definition of a form; it never changes
  id         INTEGER PRIMARY KEY,
  form_id    INTEGER NOT NULL REFERENCES formstate_form (id) ON DELETE CASCADE,
  number     INTEGER NOT NULL CHECK (number >= 1), -- 1, 2, 3 … as definitions are imported
  title      TEXT NOT NULL,                        -- what a person calls the form
  accordion  TEXT                                  -- what opens one at a time; NULL: nothing
             CHECK (accordion IN ('cells', 'sections')),
  properties TEXT NOT NULL DEFAULT '{}'            -- further properties that the author wrote, as JSON
             CHECK (properties GLOB '{*}'),
  digest     TEXT NOT NULL                         -- SHA-256 of the definition
             CHECK (length(digest) = 64 AND digest NOT GLOB '*[^0-9a-f]*'),
  language   TEXT CHECK (language <> ''),          -- of its texts, if the author names it
  UNIQUE (form_id, number),
  UNIQUE (form_id, digest),                        -- the same definition is one version
  UNIQUE (form_id, id)                             -- so that a response can name both
) STRICT;

CREATE TABLE formstate_row_height (                -- row heights that differ from the default of the identifier
  version_id INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  identifier TEXT NOT NULL CHECK (identifier <> ''),  -- the reuse identifier
  points     REAL CHECK (points > 0),              -- NULL: the view measures the row itself
  PRIMARY KEY (version_id, identifier)
) STRICT, WITHOUT ROWID;

CREATE TABLE formstate_section (
  id             INTEGER PRIMARY KEY,
  version_id     INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  position       INTEGER NOT NULL CHECK (position >= 0), -- 0, 1, 2 … down the form
  key            TEXT NOT NULL CHECK (key <> ''),
  is_key_derived INTEGER NOT NULL DEFAULT 0              -- 1: FormState made the key, because the author gave none
                 CHECK (is_key_derived IN (0, 1)),
  title          TEXT NOT NULL,                          -- the header's text
  is_foldable    INTEGER NOT NULL CHECK (is_foldable IN (0, 1)),
  starts_folded  INTEGER NOT NULL CHECK (starts_folded IN (0, 1) AND starts_folded <= is_foldable),
  is_accordion   INTEGER NOT NULL                        -- whether at most one of its top-level cells is expanded
                 CHECK (is_accordion IN (0, 1)),
  properties     TEXT NOT NULL DEFAULT '{}' CHECK (properties GLOB '{*}'),
  UNIQUE (version_id, position),
  UNIQUE (version_id, key)
) STRICT;

CREATE TABLE formstate_cell (
  id               INTEGER PRIMARY KEY,
  version_id       INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  section_id       INTEGER NOT NULL REFERENCES formstate_section (id) ON DELETE CASCADE,
  position         INTEGER NOT NULL CHECK (position >= 0), -- preorder within the section: 0, 1, 2 …
  parent_id        INTEGER REFERENCES formstate_cell (id), -- the cell above it; NULL at the top level
  level            INTEGER NOT NULL                        -- the number of cells above it
                   CHECK (level BETWEEN 0 AND 100 AND (level = 0) = (parent_id IS NULL)),
  key              TEXT NOT NULL CHECK (key <> ''),
  kind             TEXT NOT NULL REFERENCES formstate_cell_kind (kind),
  is_key_derived   INTEGER NOT NULL DEFAULT 0              -- 1: FormState made the key of the titles; another
                   CHECK (is_key_derived IN (0, 1)),       -- version may make the same one of another cell
  additional_rows  INTEGER NOT NULL                        -- the number of its descendants, which have the next positions
                   CHECK (additional_rows >= 0 AND (additional_rows = 0 OR is_expandable)),
  identifier       TEXT NOT NULL,                          -- the table view's reuse identifier
  title            TEXT NOT NULL,                          -- the primary title
  subtitle         TEXT NOT NULL,                          -- the secondary title
  default_value    ANY,                                    -- stored as a value is, see formstate_cell_state
  option_value     TEXT                                    -- of an option: the value of the cell above when it is chosen
                   CHECK ((option_value IS NOT NULL) = (kind = 'option')),
  list             TEXT,                                   -- the list that its options come from; NULL: its own
  minimum          REAL,                                   -- the range of a slider
  maximum          REAL CHECK ((minimum IS NULL) = (maximum IS NULL) AND (maximum IS NULL OR maximum >= minimum)),
  step             REAL CHECK (step > 0),                  -- the step between values; NULL: any number
  off_title        TEXT,                                   -- what a switch shows; NULL: Off and On
  on_title         TEXT CHECK ((on_title IS NULL) = (off_title IS NULL)),
  is_hidden        INTEGER NOT NULL                        -- hides the cell and its descendants always
                   CHECK (is_hidden IN (0, 1)),
  is_expandable    INTEGER NOT NULL CHECK (is_expandable IN (0, 1)),
  starts_expanded  INTEGER NOT NULL CHECK (starts_expanded IN (0, 1) AND starts_expanded <= is_expandable),
  is_accordion     INTEGER NOT NULL                        -- whether at most one cell directly under it is expanded
                   CHECK (is_accordion IN (0, 1) AND is_accordion <= is_expandable),
  is_inline        INTEGER NOT NULL                        -- whether its row grows in place when it is expanded
                   CHECK (is_inline IN (0, 1) AND is_inline <= is_expandable),
  collapsed_height REAL CHECK (collapsed_height > 0),      -- of a row that grows in place, in points;
  expanded_height  REAL CHECK (expanded_height > 0),       -- NULL: the view measures the row itself
  line_limit       INTEGER CHECK (line_limit >= 1),        -- how many lines it shows while it is collapsed; NULL: all
  summary          TEXT                                    -- how the displayed title is made from the cells below;
                   CHECK (summary IN ('choice', 'join', 'template')), -- NULL: its own title shows
  summary_text     TEXT                                    -- the separator of a join, the text of a template
                   CHECK ((summary_text IS NOT NULL) = (coalesce(summary, 'choice') <> 'choice')),
  properties       TEXT NOT NULL DEFAULT '{}'              -- further properties that the author wrote, as JSON
                   CHECK (properties GLOB '{*}'),
  unit             TEXT CHECK (unit <> ''),                -- what a number counts
  is_sensitive     INTEGER NOT NULL DEFAULT 0              -- 1: reports leave out what it contains, and clearing it
                   CHECK (is_sensitive IN (0, 1)),         -- removes what it contained from the file
  UNIQUE (section_id, position),
  UNIQUE (version_id, key)
) STRICT;

CREATE INDEX formstate_cell_by_parent ON formstate_cell (parent_id, section_id);

CREATE INDEX formstate_cell_sensitive ON formstate_cell (version_id) WHERE is_sensitive;

CREATE INDEX formstate_cell_file ON formstate_cell (version_id) WHERE kind = 'file';

CREATE INDEX formstate_cell_with_derived_key ON formstate_cell (version_id) WHERE is_key_derived;

-- An option is found by its value, which is unique among its siblings.
CREATE UNIQUE INDEX formstate_cell_by_option ON formstate_cell (parent_id, option_value)
WHERE option_value IS NOT NULL;

CREATE TABLE formstate_question (                  -- a cell that takes answers, with what follows from the cells around it
  version_id     INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  cell_id        INTEGER NOT NULL,
  section_id     INTEGER NOT NULL,                 -- its section
  question       TEXT NOT NULL                     -- its full name: Roof › Condition
                 CHECK (question <> ''),
  repeat_id      INTEGER,                          -- the innermost repeat around it; NULL: none
  is_hidden      INTEGER NOT NULL                  -- whether the definition hides it or a cell above it
                 CHECK (is_hidden IN (0, 1)),
  is_conditional INTEGER NOT NULL                  -- whether a rule decides its relevance: its own, or one above it
                 CHECK (is_conditional IN (0, 1)),
  readable       TEXT,                             -- its default as a person reads it; NULL: the default itself
  has_default    INTEGER NOT NULL                  -- whether it can have a value that nobody entered: a default or a calculation
                 CHECK (has_default IN (0, 1)),
  PRIMARY KEY (version_id, cell_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE formstate_structure (                 -- what the rows depend on, three numbers a cell: a screen reads it whole
  version_id INTEGER PRIMARY KEY REFERENCES formstate_version (id) ON DELETE CASCADE,
  levels     BLOB NOT NULL,                        -- one byte a cell in the order of the form: how many cells are above it
  traits     BLOB NOT NULL                         -- one byte a cell: 1 expandable, 2 starts expanded, 4 hidden,
             CHECK (length(traits) = length(levels)),  -- 8 a repeat, 16 an option
  rows       BLOB NOT NULL                         -- little-endian numbers of formstate_row_kind, equally wide: one, two or
             CHECK (length(rows) IN (length(levels), 2 * length(levels), 4 * length(levels))), -- four bytes a cell
  checksum   INTEGER NOT NULL                      -- of these, the kinds of rows and the repeats
) STRICT;

CREATE TABLE formstate_row_kind (                  -- what rows of a version have in common that are equally tall
  version_id       INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  number           INTEGER NOT NULL CHECK (number >= 0), -- 0, 1, 2 … in the order of the first cells
  identifier       TEXT NOT NULL,                        -- the reuse identifier of the cells
  is_inline        INTEGER NOT NULL CHECK (is_inline IN (0, 1)),  -- whether the rows grow in place, and then how tall they are
  collapsed_height REAL CHECK (collapsed_height > 0),
  expanded_height  REAL CHECK (expanded_height > 0),     -- NULL: the view measures the row itself
  PRIMARY KEY (version_id, number)
) STRICT, WITHOUT ROWID;
