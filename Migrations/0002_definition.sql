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
  accordion  TEXT                                  -- of what at most one is open; NULL: of nothing
             CHECK (accordion IN ('cells', 'sections')),
  properties TEXT NOT NULL DEFAULT '{}'            -- what else the author wrote, as JSON
             CHECK (properties GLOB '{*}'),
  digest     TEXT NOT NULL                         -- SHA-256 of the definition
             CHECK (length(digest) = 64 AND digest NOT GLOB '*[^0-9a-f]*'), language TEXT CHECK (language <> ''),
  outline    TEXT                                  -- of a large form, SHA-256 of what formstate_page and formstate_spanning_cell
             CHECK (length(outline) = 64 AND outline NOT GLOB '*[^0-9a-f]*'), -- say of it; NULL: it is read whole
  UNIQUE (form_id, number),
  UNIQUE (form_id, digest),                        -- a definition is a version once
  UNIQUE (form_id, id)                             -- so that a response can name both
) STRICT;

CREATE TABLE formstate_row_height (                -- how tall rows are, where it is not what the identifier stands for
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
  is_key_derived INTEGER NOT NULL DEFAULT 0              -- 1: nobody gave the key: it was made for want of one
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
  additional_rows  INTEGER NOT NULL                        -- its descendants are the next so many positions
                   CHECK (additional_rows >= 0 AND (additional_rows = 0 OR is_expandable)),
  parent_id        INTEGER REFERENCES formstate_cell (id), -- the cell above it; NULL at the top level
  level            INTEGER NOT NULL                        -- how many cells stand above it
                   CHECK (level BETWEEN 0 AND 100 AND (level = 0) = (parent_id IS NULL)),
  key              TEXT NOT NULL CHECK (key <> ''),
  is_key_derived   INTEGER NOT NULL DEFAULT 0              -- 1: nobody gave the key: it was made of the titles; another
                   CHECK (is_key_derived IN (0, 1)),       -- version may make the same one of another cell
  kind             TEXT NOT NULL REFERENCES formstate_cell_kind (kind),
  identifier       TEXT NOT NULL,                          -- the table view's reuse identifier
  title            TEXT NOT NULL,                          -- the primary title
  subtitle         TEXT NOT NULL,                          -- the secondary title
  default_value    ANY,                                    -- stored as a value is, see formstate_cell_state
  option_value     TEXT                                    -- of an option: what the cell above holds when it is chosen
                   CHECK ((option_value IS NOT NULL) = (kind = 'option')),
  list             TEXT,                                   -- the list that its options come from; NULL: its own
  minimum          REAL,                                   -- the numbers that a slider takes
  maximum          REAL CHECK ((minimum IS NULL) = (maximum IS NULL) AND (maximum IS NULL OR maximum >= minimum)),
  step             REAL CHECK (step > 0),                  -- how far apart they are; NULL: any number
  off_title        TEXT,                                   -- what a switch shows; NULL: Off and On
  on_title         TEXT CHECK ((on_title IS NULL) = (off_title IS NULL)),
  is_hidden        INTEGER NOT NULL                        -- hides the cell and its descendants for good
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
  summary          TEXT                                    -- how the displayed title follows from the cells below;
                   CHECK (summary IN ('choice', 'join', 'template')), -- NULL: its own title shows
  summary_text     TEXT                                    -- the separator of a join, the text of a template
                   CHECK ((summary_text IS NOT NULL) = (coalesce(summary, 'choice') <> 'choice')),
  properties       TEXT NOT NULL DEFAULT '{}'              -- whatever else its author says of it, as JSON
                   CHECK (properties GLOB '{*}'),
  unit             TEXT CHECK (unit <> ''),                -- what a number counts
  UNIQUE (section_id, position),
  UNIQUE (version_id, key)
) STRICT;

CREATE INDEX formstate_cell_by_parent ON formstate_cell (parent_id) WHERE parent_id IS NOT NULL;

CREATE INDEX formstate_cell_with_derived_key ON formstate_cell (version_id) WHERE is_key_derived;

-- An option is found by its value, which is unique among its siblings.
CREATE UNIQUE INDEX formstate_cell_by_option ON formstate_cell (parent_id, option_value)
WHERE option_value IS NOT NULL;

CREATE TABLE formstate_question (                  -- a cell that takes answers, with what follows for it from all around it
  version_id     INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  cell_id        INTEGER NOT NULL,
  section_id     INTEGER NOT NULL,                 -- the section that it stands in
  question       TEXT NOT NULL                     -- what it is called in full: Roof › Condition
                 CHECK (question <> ''),
  repeat_id      INTEGER,                          -- the innermost repeat that it stands in; NULL: none
  is_hidden      INTEGER NOT NULL                  -- whether the definition hides it, by itself or with a cell above it
                 CHECK (is_hidden IN (0, 1)),
  is_conditional INTEGER NOT NULL                  -- whether a rule decides if it is asked: its own, or that of what it stands in
                 CHECK (is_conditional IN (0, 1)),
  readable       TEXT,                             -- what a person reads of its default; NULL: the default itself
  has_default    INTEGER NOT NULL                  -- whether it can hold what nobody has entered: a default, what is calculated
                 CHECK (has_default IN (0, 1)),
  PRIMARY KEY (version_id, cell_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE formstate_page (                      -- what shows at first of 1,024 neighbouring headers and cells of a large form
  version_id INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  page       INTEGER NOT NULL CHECK (page >= 0),   -- 0, 1, 2 … down the form
  number     INTEGER NOT NULL CHECK (number >= 0), -- 0, 1, 2 … on the page
  identifier TEXT NOT NULL,                        -- the reuse identifier of rows that are equally tall
  points     REAL CHECK (points >= 0),             -- how tall each of them is; NULL: the view measures the row itself
  rows       INTEGER NOT NULL CHECK (rows > 0),    -- how many of them show, as far as cells of the page decide
  PRIMARY KEY (version_id, page, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE formstate_spanning_cell (             -- a cell of a large form that fills its page, with its descendants, or more
  version_id INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  cell_id    INTEGER NOT NULL,
  PRIMARY KEY (version_id, cell_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX formstate_cell_starting_expanded ON formstate_cell (version_id, parent_id) WHERE starts_expanded;
