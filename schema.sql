-- The schema of FormState: run in an empty database, it makes an empty store.
-- Scripts/schema writes this file from those in Migrations/, in the order of their names. Change them, not this file.
--
-- Vocabulary: the schema versions of the file, and the terms that rows use.
-- Definition: the questions.
-- Rules: expressions that determine properties of cells and sections.
-- Repeats: cells whose descendants are repeated in each instance.
-- Lists: choices that are data, not rows.
-- Languages: the translations of a version.
-- Responses and the state of their cells and sections.
-- Journal: every action of a response with its state changes, in order.
-- Words: the views behind the views for people.
-- Views for people: what a reader of the file queries.
-- Release: the releases of the schema that the file has had.
-- Guards: only FormState writes to FormState's tables.

-- Vocabulary: the schema versions of the file, and the terms that rows use.
-- Kinds of cells, kinds of actions and the fields of the state are rows here, so a reader of the file can look up
-- their meanings.

CREATE TABLE formstate_migration (                 -- the releases that made the schema what it is
  number INTEGER PRIMARY KEY CHECK (number >= 1),
  name   TEXT NOT NULL CHECK (name <> ''),         -- the release
  time   TEXT NOT NULL                             -- when, in UTC
) STRICT;

CREATE TABLE formstate_cell_kind (                 -- the kinds of cells and their abilities
  kind        TEXT NOT NULL PRIMARY KEY CHECK (kind <> ''),
  storage     TEXT                                 -- the type of its values: text, file (its name), date (YYYY-MM-DD),
              CHECK (                              -- time (HH:MM:SS), dateTime (YYYY-MM-DDTHH:MM:SS+HH:MM), switch (0 or 1),
                storage IN (                       -- integer, decimal (its digits, as text), number, option (the value of one
                  'text', 'file', 'date', 'time', 'dateTime', 'switch', -- below it), choices (a JSON array of values of
                  'integer', 'decimal', 'number', 'option', 'choices', 'any' -- such), any; NULL: it has no value
                )
              ),
  takes_input INTEGER NOT NULL                     -- whether a person types into it or moves it, so it keeps drafts
              CHECK (takes_input IN (0, 1) AND takes_input <= (storage IS NOT NULL)),
  meaning     TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO formstate_cell_kind (kind, storage, takes_input, meaning) VALUES
  ('choices',  'choices',  0, 'a heading over options; its value is those chosen below it, in that order'),
  ('custom',   'any',      1, 'a kind of the author''s own, identified by its reuse identifier'),
  ('date',     'date',     1, 'a date picker'),
  ('dateTime', 'dateTime', 1, 'a picker of a date and a time, with their offset from UTC'),
  ('decimal',  'decimal',  1, 'a field for a number that is kept exactly as entered'),
  ('file',     'file',     1, 'a file that the app keeps; its value is the name or path'),
  ('group',    'option',   0, 'a heading over other cells; its value is the option chosen below it'),
  ('integer',  'integer',  1, 'a field for a whole number'),
  ('label',    NULL,       0, 'text to read'),
  ('longText', 'text',     1, 'a text field for several lines'),
  ('option',   NULL,       0, 'one of the choices of the cell above it'),
  ('repeat',   NULL,       0, 'a heading over cells that are repeated in each of its instances'),
  ('slider',   'number',   1, 'a slider; its value is a number from minimum to maximum'),
  ('switch',   'switch',   1, 'a switch'),
  ('text',     'text',     1, 'a text field'),
  ('time',     'time',     1, 'a time picker');

CREATE TABLE formstate_action_kind (               -- kinds of actions
  kind    TEXT NOT NULL PRIMARY KEY CHECK (kind <> ''),
  name    TEXT NOT NULL,                           -- its name in undo menus and histories, before the subject
  meaning TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO formstate_action_kind (kind, name, meaning) VALUES
  ('add',            'Add to',               'added an instance to a repeat'),
  ('checkpoint',     'Checkpoint',           'replaces older entries that compaction removed'),
  ('choose',         'Choose',               'chose an option for the cell above it'),
  ('clear',          'Clear',                'emptied a cell'),
  ('collapse',       'Collapse',             'hid the cells below a cell'),
  ('collapseAll',    'Collapse all',         'collapsed every expandable cell'),
  ('complete',       'Complete',             'completed the response'),
  ('emptied',        'Set',                  'gave a sensitive answer that was cleared since'),
  ('expand',         'Expand',               'showed the cells below a cell'),
  ('expandAll',      'Expand all',           'expanded every expandable cell'),
  ('fold',           'Fold',                 'hid the rows of a section'),
  ('markSaved',      'Mark as saved',        'marked the values as saved'),
  ('merge',          'Join the copies',      'joined the lines into which copies of the response had parted'),
  ('move',           'Move in',              'moved an instance within its repeat'),
  ('recalculate',    'Recalculate',          're-evaluated rules that use the clock, random values or the time zone'),
  ('redo',           'Redo',                 'repeated an undone step'),
  ('remove',         'Remove from',          'removed an instance of a repeat with its contents'),
  ('reopen',         'Reopen',               'reopened a completed response'),
  ('reportFault',    'Report a fault in',    'reported a fault of a cell or of the whole response'),
  ('reset',          'Reset',                'reset a cell and those below it, or the whole response, to the definition'),
  ('restore',        'Go back to',           'restored the response as it was at a revision'),
  ('reveal',         'Reveal',               'unfolded and expanded what hid a cell'),
  ('revert',         'Take back',            'reverted an entry of the journal, or its step'),
  ('set',            'Set',                  'gave a cell a value'),
  ('settle',         'Settle',               'took one of the different answers that persons had given at the same time'),
  ('tap',            'Choose',               'selected a row: toggled an expandable cell or chose an option'),
  ('toggleFold',     'Fold',                 'folded a section, or unfolded it'),
  ('undo',           'Undo',                 'undid a step'),
  ('unfold',         'Unfold',               'showed the rows of a section again'),
  ('upgrade',        'Upgrade',              'moved to another version of the form'),
  ('withdrawFaults', 'Withdraw faults from', 'withdrew the faults that a reporter had reported');

CREATE TABLE formstate_field (                     -- the fields of the state
  field   TEXT NOT NULL PRIMARY KEY CHECK (field <> ''),
  no      TEXT,                                    -- false and true as a person reads them; NULL: it is not a yes-or-no field
  yes     TEXT CHECK ((yes IS NULL) = (no IS NULL)),
  meaning TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO formstate_field (field, no, yes, meaning) VALUES
  ('alternatives',     NULL,            NULL,          'different answers that persons gave at the same time: six texts each, as a JSON array; the first one shows'),
  ('calculated',       NULL,            NULL,          'the calculated value of a cell; unset where it is as in a new response'),
  ('completion',       'in progress',   'completed',   'whether the response is completed'),
  ('disclosure',       'collapsed',     'expanded',    'whether a cell is expanded'),
  ('faults',           NULL,            NULL,          'the constraints of a cell that do not hold; unset where they are as in a new response'),
  ('fold',             'unfolded',      'folded',      'whether a section is folded'),
  ('instance',         NULL,            NULL,          'the place of an instance of a repeat: the instance around it, and its rank; unset: it does not exist'),
  ('original',         NULL,            NULL,          'the answer to an earlier version, where this one stores it differently or refuses it: its type and the answer'),
  ('readOnly',         'not read-only', 'read-only',   'whether a cell is read-only by its rule; unset where it is as in a new response'),
  ('relevance',        'not relevant',  'relevant',    'whether a cell is relevant by its rule; unset where it is as in a new response'),
  ('reportedFaults',   NULL,            NULL,          'faults reported on a cell: reporters and messages in turn, as a JSON array'),
  ('requirement',      'not required',  'required',    'whether a cell is required by its rule; unset where it is as in a new response'),
  ('responseAlternatives', NULL,        NULL,          'likewise, whether the response is completed'),
  ('responseFaults',   NULL,            NULL,          'faults reported on the whole response, likewise'),
  ('saved',            NULL,            NULL,          'the value of a cell when the response was last marked as saved'),
  ('sectionRelevance', 'not relevant',  'relevant',    'whether a section is relevant by its rule; unset where it is as in a new response'),
  ('title',            NULL,            NULL,          'the displayed title of an expandable cell'),
  ('touched',          'untouched',     'touched',     'whether a person has ever entered something in a cell'),
  ('value',            NULL,            NULL,          'the value of a cell; NULL: it was cleared');

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

-- Rules: expressions that determine properties of cells and sections.
-- formstate_rule_input lists the cells that a rule reads, so an action finds the rules it triggers by key.

CREATE TABLE formstate_rule (                      -- an expression that decides a property of a cell or section
  id          INTEGER PRIMARY KEY,
  version_id  INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  section_id  INTEGER NOT NULL,                    -- the section, or the section of the cell
  cell_id     INTEGER,                             -- NULL: the rule is the section's own
  kind        TEXT NOT NULL CHECK (kind IN (
                'relevant',                        -- whether it applies
                'required',                        -- whether it needs a value
                'readOnly',                        -- whether nobody may change its value
                'constraint',                      -- a condition on its value
                'calculate',                       -- its value until somebody enters one
                'default',                         -- its value at first
                'title',                           -- the title that it shows instead of its own
                'count',                           -- the number of instances of a repeat that count
                'choices',                         -- what can be chosen: items of a list, or answers in cells
                'set'                              -- the value it is set to when one of its inputs changes
              )),
  number      INTEGER NOT NULL DEFAULT 0           -- of a constraint or set, its place among those of the cell, from 1; else 0
              CHECK (number >= 0 AND (number > 0) = (kind IN ('constraint', 'set'))),
  expression  TEXT NOT NULL CHECK (expression <> ''),
  message     TEXT CHECK (message IS NULL OR kind IN ('required', 'constraint')), -- the message where it does not hold
  severity    TEXT NOT NULL DEFAULT 'error'        -- warning: the response can be completed all the same
              CHECK (severity = 'error' OR (severity = 'warning' AND kind = 'constraint')),
  rank        INTEGER NOT NULL CHECK (rank >= 0),  -- it runs after all of lower rank
  cycle       INTEGER CHECK (cycle >= 1),          -- its cycle along the instances of a repeat, such as a running total;
                                                   -- NULL: none
  cycle_turn  INTEGER                              -- its position among the rules of the cycle
              CHECK (cycle_turn >= 0 AND (cycle IS NULL) = (cycle_turn IS NULL)),
  cycle_level INTEGER                              -- the number of repeats around the cycle
              CHECK (cycle_level >= 1 AND (cycle IS NULL) = (cycle_level IS NULL)),
  counts_itself INTEGER NOT NULL DEFAULT 0         -- of count, whether it depends on the instances that it counts: it runs
                                                   -- once, after all others
              CHECK (counts_itself = 0 OR (counts_itself = 1 AND kind = 'count')),
  starts      ANY,                                 -- its result before any action: 0, 1, a value, a
                                                   -- title; of a cell within a repeat, what holds without the rule
  starts_type TEXT                                 -- what that is in a cell of texts: a condition or a number; NULL: a text,
              CHECK (starts_type IS NULL OR starts_type IN ('condition', 'number') AND starts IS NOT NULL), -- or in a cell of another kind
  readable    TEXT,                                -- that as a person reads it; NULL: the result itself
  is_volatile INTEGER NOT NULL DEFAULT 0           -- whether it uses the clock or random values, or its first result depends
                                                   -- on the time zone
              CHECK (is_volatile IN (0, 1)),
  overrides   INTEGER NOT NULL DEFAULT 0           -- of calculate, whether it replaces what a person entered
              CHECK (overrides = 0 OR (overrides = 1 AND kind = 'calculate')),
  list        TEXT                                 -- of choices, the name of the list; NULL: they are answers in cells
              CHECK (list IS NULL OR kind = 'choices')
) STRICT;

CREATE INDEX formstate_rule_by_version ON formstate_rule (version_id);

CREATE UNIQUE INDEX formstate_rule_of_cell ON formstate_rule (cell_id, kind, number) WHERE cell_id IS NOT NULL;

CREATE UNIQUE INDEX formstate_rule_of_section ON formstate_rule (section_id, kind) WHERE cell_id IS NULL;

CREATE TABLE formstate_rule_input (                -- the cells that a rule reads; of set, those whose changes start it, or
                                                   -- none: it starts when the response is opened
  rule_id INTEGER NOT NULL REFERENCES formstate_rule (id) ON DELETE CASCADE,
  cell_id INTEGER NOT NULL,
  reach   TEXT NOT NULL DEFAULT 'same' CHECK (reach IN (
            'same',                                -- in the instances that both stand in
            'all',                                 -- in any instance
            'position'                             -- only its place among the instances
          )),
  sees_earlier INTEGER NOT NULL DEFAULT 0          -- of a rule in a cycle, whether it sees earlier instances alone
          CHECK (sees_earlier IN (0, 1)),
  PRIMARY KEY (rule_id, cell_id, reach)
) STRICT, WITHOUT ROWID;

CREATE TABLE formstate_condition (                 -- the rules that decide the relevance of a question outside of repeats:
                                                   -- its own, those of the cells above it, that of its section
  version_id INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  cell_id    INTEGER NOT NULL,                     -- the question
  rule_id    INTEGER NOT NULL,
  PRIMARY KEY (version_id, cell_id, rule_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX formstate_rule_input_by_cell ON formstate_rule_input (cell_id);

-- Repeats: cells whose descendants are repeated in each instance.

CREATE TABLE formstate_repeat (                    -- a cell whose descendants are repeated in each instance
  cell_id        INTEGER PRIMARY KEY,
  version_id     INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  section_id     INTEGER NOT NULL,
  first_position INTEGER NOT NULL CHECK (first_position >= 1), -- the template of its instances: the section's positions
  last_position  INTEGER NOT NULL                  -- from the first to the last, both included
                 CHECK (last_position >= first_position),
  around_id      INTEGER,                          -- the innermost repeat around it; NULL: none
  minimum        INTEGER NOT NULL CHECK (minimum >= 0), -- removing leaves at least so many instances
  maximum        INTEGER CHECK (maximum >= minimum AND maximum >= 1), -- adding makes at most so many; NULL: any number
  initial        INTEGER NOT NULL CHECK (initial >= 0), -- the number at first, if that is more than the minimum
  first_instances TEXT                             -- the values of the first ones, as JSON: {"instances": [{"values": …}]};
                 CHECK (first_instances GLOB '{"instances":*') -- NULL: those of any new one
) STRICT;

CREATE INDEX formstate_repeat_by_position ON formstate_repeat (section_id, first_position);

CREATE INDEX formstate_repeat_by_version ON formstate_repeat (version_id);

-- Lists: choices that are data, not rows.
-- Versions share equal lists. Further columns of an item are in formstate_list_column, indexed by value.

CREATE TABLE formstate_list (                      -- choices that questions share, or too many to be rows
  id      INTEGER PRIMARY KEY,
  items   INTEGER NOT NULL CHECK (items >= 0),     -- how many there are
  columns TEXT NOT NULL DEFAULT '[]'               -- the further columns of its items: a JSON array of names
          CHECK (columns GLOB '[[]*]'),
  digest  TEXT UNIQUE                              -- SHA-256 of the items; NULL: taken over from an earlier schema
          CHECK (length(digest) = 64 AND digest NOT GLOB '*[^0-9a-f]*')
) STRICT;

CREATE TABLE formstate_version_list (              -- the names of lists in versions of forms
  version_id INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  name       TEXT NOT NULL CHECK (name <> ''),
  list_id    INTEGER NOT NULL REFERENCES formstate_list (id),
  PRIMARY KEY (version_id, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX formstate_version_list_by_list ON formstate_version_list (list_id);

CREATE TABLE formstate_list_item (                 -- one choice
  list_id  INTEGER NOT NULL REFERENCES formstate_list (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0), -- 0, 1, 2 … down the list
  value    TEXT NOT NULL CHECK (value <> ''),      -- the value of a question when it is chosen
  title    TEXT NOT NULL,
  PRIMARY KEY (list_id, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX formstate_list_item_by_value ON formstate_list_item (list_id, value);

CREATE TABLE formstate_list_column (               -- a further column of an item
  list_id  INTEGER NOT NULL REFERENCES formstate_list (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0), -- of the item
  name     TEXT NOT NULL CHECK (name <> ''),       -- of the column
  value    TEXT NOT NULL,
  PRIMARY KEY (list_id, position, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX formstate_list_column_by_value ON formstate_list_column (list_id, name, value);

-- Languages: the translations of a version.

CREATE TABLE formstate_translation (               -- a text of a version in another language than its own
  version_id INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  language   TEXT NOT NULL CHECK (language <> ''), -- the name of the language: fr, Français (fr)
  subject    TEXT NOT NULL                         -- what the text is of
             CHECK (subject IN ('form', 'section', 'cell', 'list')),
  key        TEXT NOT NULL                         -- the key of the section or cell, the name of the list; empty for the form
             CHECK ((key = '') = (subject = 'form')),
  field      TEXT NOT NULL                         -- which text it is: title, of a cell others too
             CHECK (
               field = 'title' OR subject = 'cell' AND field IN (
                 'subtitle', 'unit', 'offTitle', 'onTitle',
                 'summary',                        -- the separator of a join, the source of a template
                 'expression',                     -- which gives the title
                 'required', 'constraint'          -- the message where such a rule does not hold
               )
             ),
  item       TEXT NOT NULL                         -- of a list, the value of the option; of constraints, its number, from 1
             CHECK ((item <> '') = (subject = 'list' OR field = 'constraint')),
  text       TEXT NOT NULL,
  PRIMARY KEY (version_id, language, subject, key, field, item)
) STRICT, WITHOUT ROWID;

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

-- Words: the views behind the views for people.
-- The names of cells, their relevance, and each change in words, in plain SQLite.

CREATE VIEW formstate_name AS
-- What people call each cell: its section, and its full name, “Roof › Condition”; questions have theirs in formstate_question. A
-- heading that shows an answer as its title goes by its second title, which stays. A picker or slider often has no title of its own;
-- then the title of the cell above it names it. depth ends the walk in a file in which a cell is above itself.
SELECT
  cell.id AS cell_id,
  cell.key AS cell,
  coalesce(
    (SELECT question FROM formstate_question WHERE version_id = cell.version_id AND cell_id = cell.id),
    (
      WITH RECURSIVE
        above (depth, id) AS (
          SELECT 0, cell.id
          UNION ALL
          SELECT above.depth + 1, step.parent_id
          FROM above
          CROSS JOIN formstate_cell AS step ON step.id = above.id
          WHERE above.depth < 100 AND step.parent_id IS NOT NULL
        )
      SELECT group_concat(name, ' › ')
      FROM (
        SELECT
          coalesce(
            iif(step.summary IS NULL, NULL, nullif(step.subtitle, '')), nullif(step.title, ''), nullif(step.subtitle, '')
          ) AS name
        FROM above
        CROSS JOIN formstate_cell AS step ON step.id = above.id
        ORDER BY above.depth DESC
      )
    ),
    cell.key
  ) AS question,
  cell.position AS position,
  (SELECT coalesce(nullif(title, ''), key) FROM formstate_section WHERE id = cell.section_id) AS section,
  (SELECT key FROM formstate_section WHERE id = cell.section_id) AS section_key,
  (SELECT position FROM formstate_section WHERE id = cell.section_id) AS section_position
FROM formstate_cell AS cell;

CREATE VIEW formstate_counted AS
-- The instances that count: those that the rule of their repeat does not leave out.
SELECT own.response_id AS response_id, own.cell_id AS cell_id, own.parent AS parent, own.rank AS rank, own.instance AS instance
-- Left free, SQLite reads all instances of the response for each one.
FROM formstate_instance AS own INDEXED BY formstate_instance_by_rank
WHERE own.origin = 0 AND NOT EXISTS (
    SELECT 1
    FROM formstate_cell_state
    WHERE response_id = own.response_id AND instance = own.instance AND cell_id = own.cell_id AND NOT is_relevant
  );

CREATE VIEW formstate_irrelevance AS
-- The cells that are not relevant, for each response, and in a repeat for each instance: by their own rule, that of a cell above or
-- that of their section, or because an instance around them does not count. For one response, cell and instance it reads the few
-- cells above; depth ends the walk in a file in which a cell is above itself.
SELECT standing.response_id AS response_id, standing.cell_id AS cell_id, standing.instance AS instance
FROM (
  -- SQLite searches both by an index only where columns have the same affinity.
  SELECT response.id AS response_id, cell.id AS cell_id, cell.section_id AS section_id, CAST(0 AS INTEGER) AS instance
  FROM formstate_response AS response
  CROSS JOIN formstate_cell AS cell ON cell.version_id = response.version_id
  UNION ALL
  SELECT inside.response_id, cell.id, cell.section_id, inside.instance
  FROM formstate_instance AS inside
  CROSS JOIN formstate_repeat AS owner ON owner.cell_id = inside.cell_id
  CROSS JOIN formstate_cell AS cell
    ON cell.section_id = owner.section_id AND cell.position BETWEEN owner.first_position AND owner.last_position
) AS standing
WHERE EXISTS (
    WITH RECURSIVE
      -- A repeat stands in the instance around it; below: the one of its own in which the walk has been.
      above (depth, id, instance, below) AS (
        SELECT 0, standing.cell_id, standing.instance, NULL
        UNION ALL
        SELECT
          above.depth + 1,
          upper.id,
          iif(
            upper.kind = 'repeat',
            (SELECT parent FROM formstate_instance WHERE response_id = standing.response_id AND instance = above.instance),
            above.instance
          ),
          iif(upper.kind = 'repeat', above.instance, NULL)
        FROM above
        CROSS JOIN formstate_cell AS step ON step.id = above.id
        CROSS JOIN formstate_cell AS upper ON upper.id = step.parent_id
        WHERE above.depth < 100
      )
    SELECT 1
    FROM above
    LEFT JOIN formstate_rule AS rule ON rule.cell_id = above.id AND rule.kind = 'relevant'
    LEFT JOIN formstate_cell_state AS state
      ON state.response_id = standing.response_id AND state.instance = above.instance AND state.cell_id = above.id
    LEFT JOIN formstate_cell_state AS counted
      ON counted.response_id = standing.response_id AND counted.instance = above.below AND counted.cell_id = above.id
    WHERE NOT coalesce(state.is_relevant, rule.starts, 1) OR NOT counted.is_relevant
    UNION ALL
    SELECT 1
    FROM formstate_rule AS rule
    LEFT JOIN formstate_section_state AS state
      ON state.response_id = standing.response_id AND state.instance = 0 AND state.section_id = rule.section_id
    WHERE rule.section_id = standing.section_id AND rule.cell_id IS NULL AND rule.kind = 'relevant'
      AND NOT coalesce(state.is_relevant, rule.starts)
  );

CREATE VIEW formstate_unmet AS
-- The conditions of questions outside of repeats that do not hold; such a question is not relevant. Quicker than
-- formstate_irrelevance, since it walks nowhere.
SELECT
  response.id AS response_id,
  condition.cell_id AS cell_id,
  condition.rule_id AS rule_id
FROM formstate_response AS response
CROSS JOIN formstate_condition AS condition ON condition.version_id = response.version_id
CROSS JOIN formstate_rule AS rule ON rule.id = condition.rule_id
WHERE NOT coalesce(
    iif(
      rule.cell_id IS NULL,
      (
        SELECT is_relevant
        FROM formstate_section_state
        WHERE response_id = response.id AND instance = 0 AND section_id = rule.section_id
      ),
      (
        SELECT is_relevant
        FROM formstate_cell_state
        WHERE response_id = response.id AND instance = 0 AND cell_id = rule.cell_id
      )
    ),
    rule.starts
  );

CREATE VIEW formstate_spelling AS
-- What people call an instance of a repeat: its counter, as a number, and where other instances of the response have that too, behind it
-- as much of its tag, in letters and digits, as tells it apart.
SELECT
  own.response_id AS response_id,
  own.instance AS instance,
  coalesce(
    (
      SELECT
        (own.instance >> 32) || substr(
          substr('bcdfghjkmnpqrstv', (own.instance & 15) + 1, 1)
            || substr('0123456789abcdefghjkmnpqrstvwxyz', (own.instance >> 4 & 31) + 1, 1)
            || substr('0123456789abcdefghjkmnpqrstvwxyz', (own.instance >> 9 & 31) + 1, 1)
            || substr('0123456789abcdefghjkmnpqrstvwxyz', (own.instance >> 14 & 31) + 1, 1)
            || substr('0123456789abcdefghjkmnpqrstvwxyz', (own.instance >> 19 & 31) + 1, 1)
            || substr('0123456789abcdefghjkmnpqrstvwxyz', (own.instance >> 24 & 31) + 1, 1)
            || substr('0123456789abcdefghjkmnpqrstvwxyz', (own.instance >> 29 & 3) + 1, 1),
          1,
          max(                                            -- the place of the first letter that differs from another's
            CASE
              WHEN own.instance & 15 <> other.instance & 15 THEN 1
              WHEN own.instance & 511 <> other.instance & 511 THEN 2
              WHEN own.instance & 16383 <> other.instance & 16383 THEN 3
              WHEN own.instance & 524287 <> other.instance & 524287 THEN 4
              WHEN own.instance & 16777215 <> other.instance & 16777215 THEN 5
              WHEN own.instance & 536870911 <> other.instance & 536870911 THEN 6
              ELSE 7
            END
          )
        )
      FROM formstate_instance AS other
      WHERE other.response_id = own.response_id AND other.instance > (own.instance | 4294967295) - 4294967296
        AND other.instance <= (own.instance | 4294967295) AND other.instance <> own.instance AND other.origin = 0
    ),
    own.instance >> 32
  ) AS spelling
FROM formstate_instance AS own;

CREATE VIEW formstate_order AS
-- The place of each instance of a response in its section: texts that sort in the order of the form, however repeats are nested. The place
-- of a cell in an instance is this text, and behind it its position in ten digits; that of a cell outside of repeats its position
-- alone.
SELECT
  instance.response_id AS response_id,
  instance.instance AS instance,
  (
    WITH RECURSIVE
      around (depth, instance, cell_id, parent, rank) AS (
        SELECT 0, instance.instance, instance.cell_id, instance.parent, instance.rank
        UNION ALL
        SELECT around.depth + 1, step.instance, step.cell_id, step.parent, step.rank
        FROM around
        CROSS JOIN formstate_instance AS step
          ON step.response_id = instance.response_id AND step.instance = around.parent
        WHERE around.depth < 100
      )
    SELECT group_concat(place, '')
    FROM (
      SELECT printf('%010d%d%016x%016d', owner.first_position - 1, around.rank >= 0, around.rank, around.instance) AS place
      FROM around
      CROSS JOIN formstate_repeat AS owner ON owner.cell_id = around.cell_id
      ORDER BY around.depth DESC
    )
  ) AS place
FROM formstate_instance AS instance;

CREATE VIEW formstate_shown_draft AS
-- The drafts of cells that a response has now: outside of repeats, or in an instance that exists. Others wait for an undo or
-- another version of the form.
SELECT
  draft.response_id AS response_id,
  cell.id AS cell_id,
  draft.cell AS cell,
  draft.instance AS instance,
  draft.device AS device,
  draft.text AS text,
  draft.time AS time
FROM formstate_response AS response
CROSS JOIN formstate_draft AS draft ON draft.response_id = response.id
CROSS JOIN formstate_cell AS cell ON cell.version_id = response.version_id AND cell.key = draft.cell
CROSS JOIN formstate_question AS asked ON asked.version_id = response.version_id AND asked.cell_id = cell.id
WHERE (SELECT takes_input FROM formstate_cell_kind WHERE kind = cell.kind)
  AND iif(
    asked.repeat_id IS NULL,
    draft.instance = 0,
    EXISTS (
      SELECT 1
      FROM formstate_instance
      WHERE response_id = response.id AND instance = draft.instance AND cell_id = asked.repeat_id AND origin = 0
    )
  );

CREATE VIEW formstate_typed AS
-- What the control of a cell shows instead of a value: what was typed there last, on any device, or else the answer to
-- an earlier version that this one refuses.
SELECT
  draft.response_id AS response_id,
  draft.cell_id AS cell_id,
  draft.instance AS instance,
  draft.text AS draft,
  EXISTS (
    SELECT 1
    FROM formstate_cell_state
    WHERE response_id = draft.response_id AND instance = draft.instance AND cell_id = draft.cell_id
      AND original IS NOT NULL AND is_set IS NULL
  ) AS is_refused
FROM formstate_shown_draft AS draft
WHERE NOT EXISTS (
    SELECT 1
    FROM formstate_draft AS later
    WHERE later.response_id = draft.response_id AND later.cell = draft.cell AND later.instance = draft.instance
      AND (later.time, later.device) > (draft.time, draft.device)
  )
UNION ALL
SELECT
  state.response_id,
  state.cell_id,
  state.instance,
  -- As text, like what was typed: SQLite searches both by an index only where they have the same affinity.
  CAST(
    iif(
      state.original GLOB 'choices *',
      (SELECT group_concat(value, ', ') FROM json_each(substr(state.original, 9))),
      substr(state.original, instr(state.original, ' ') + 1)
    ) AS TEXT
  ),
  1
FROM formstate_cell_state AS state
WHERE state.origin = 0 AND state.original IS NOT NULL AND state.is_set IS NULL
  AND NOT EXISTS (
    SELECT 1
    FROM formstate_draft
    WHERE response_id = state.response_id AND cell = (SELECT key FROM formstate_cell WHERE id = state.cell_id)
      AND instance = state.instance
  );

CREATE VIEW formstate_first AS
-- Each question, with what it has until somebody enters a value: starts, the result of its rule in a new response, or default_value
-- where the rule has none; each also as a person reads it, where that is not the same.
SELECT
  question.version_id AS version_id,
  question.cell_id AS cell_id,
  question.section_id AS section_id,
  question.question AS question,
  question.repeat_id AS repeat_id,
  question.is_hidden AS is_hidden,
  question.is_conditional AS is_conditional,
  question.has_default AS has_default,
  iif(
    question.has_default,
    EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = question.cell_id AND kind IN ('calculate', 'default')),
    0
  ) AS is_calculated,
  iif(
    question.has_default,
    (SELECT starts FROM formstate_rule WHERE cell_id = question.cell_id AND kind IN ('calculate', 'default')),
    NULL
  ) AS starts,
  iif(
    question.has_default,
    (SELECT readable FROM formstate_rule WHERE cell_id = question.cell_id AND kind IN ('calculate', 'default')),
    NULL
  ) AS readable_starts,
  iif(question.has_default, (SELECT default_value FROM formstate_cell WHERE id = question.cell_id), NULL) AS default_value,
  question.readable AS readable_default
FROM formstate_question AS question;

CREATE VIEW formstate_asked AS
-- Every cell that can have a value, for each response, with the value and whether a person gave it. A heading can when
-- options are directly below it. The value of what is not relevant is kept, and is not an answer.
--
-- Only what decides which lines exist is joined; everything else is looked up for the lines that are read, so counting
-- them does not pay for it.
SELECT
  response.id AS response_id,
  asked.cell_id AS cell_id,
  coalesce(inside.instance, 0) AS instance,               -- the instance of a repeat around it; 0: none
  (SELECT coalesce(nullif(title, ''), key) FROM formstate_section WHERE id = asked.section_id) AS section,
  (SELECT key FROM formstate_section WHERE id = asked.section_id) AS section_key,
  (SELECT position FROM formstate_section WHERE id = asked.section_id) AS section_position,
  asked.question AS question,
  (SELECT key FROM formstate_cell WHERE id = asked.cell_id) AS cell,
  (SELECT kind FROM formstate_cell WHERE id = asked.cell_id) AS kind,
  (SELECT position FROM formstate_cell WHERE id = asked.cell_id) AS position,
  printf(
    '%s%010d',
    (SELECT place FROM formstate_order WHERE response_id = inside.response_id AND instance = inside.instance),
    (SELECT position FROM formstate_cell WHERE id = asked.cell_id)
  ) AS place,                                             -- sorts in the order of the section
  coalesce(iif(state.is_calculated, state.calculated, asked.starts), asked.default_value) AS by_default,
  iif(
    state.is_set,
    state.value,
    coalesce(iif(state.is_calculated, state.calculated, asked.starts), asked.default_value)
  ) AS value,
  -- That as a person reads it, where it is not the value itself.
  CASE
    WHEN state.is_set THEN state.readable
    WHEN state.calculated IS NOT NULL THEN state.readable_calculated
    WHEN state.is_calculated IS NULL AND asked.starts IS NOT NULL THEN asked.readable_starts
    ELSE asked.readable_default
  END AS readable,
  coalesce(state.is_set, 0) AS is_set,
  iif(state.is_calculated, state.calculated, asked.starts) IS NOT NULL AS is_calculated, -- whether by_default is
  state.set_at AS set_at,
  state.is_required AS is_required,                       -- as state, like faults
  state.faults AS faults,
  (
    SELECT draft
    FROM formstate_typed
    WHERE response_id = response.id AND cell_id = asked.cell_id AND instance = coalesce(inside.instance, 0)
  ) AS draft,
  asked.is_hidden AS is_hidden,
  CASE
    WHEN NOT asked.is_conditional THEN 1
    WHEN asked.repeat_id IS NULL THEN
      NOT EXISTS (SELECT 1 FROM formstate_unmet WHERE response_id = response.id AND cell_id = asked.cell_id)
    ELSE NOT EXISTS (
        SELECT 1
        FROM formstate_irrelevance
        WHERE response_id = response.id AND cell_id = asked.cell_id AND instance = inside.instance
      )
  END AS is_relevant
FROM formstate_response AS response
CROSS JOIN formstate_first AS asked ON asked.version_id = response.version_id
-- A cell within a repeat is one question for each instance.
LEFT JOIN formstate_instance AS inside
  ON inside.response_id = response.id AND inside.cell_id = asked.repeat_id AND inside.origin = 0
LEFT JOIN formstate_cell_state AS state
  ON state.response_id = response.id AND state.instance = coalesce(inside.instance, 0) AND state.cell_id = asked.cell_id
WHERE asked.repeat_id IS NULL OR inside.instance IS NOT NULL;

CREATE VIEW formstate_change AS
-- The changes of each entry in order, each with what it is about; an entry without a change has one line. That a cell is touched needs
-- no line. What is at the beginning of a change is read as text, since reading JSON takes longer; the instance and the version
-- from which something is set aside are behind both sides, and few changes have them. Nothing is joined that counting the lines would
-- pay for.
SELECT
  made.*,
  CASE made.of WHEN 'cell' THEN made.key END AS cell,
  CASE made.of
    WHEN 'cell' THEN (SELECT id FROM formstate_cell WHERE version_id = made.version_id AND key = made.key)
  END AS cell_id,
  CASE made.of
    WHEN 'cell' THEN (SELECT section_id FROM formstate_cell WHERE version_id = made.version_id AND key = made.key)
    WHEN 'section' THEN (SELECT id FROM formstate_section WHERE version_id = made.version_id AND key = made.key)
  END AS section_id,
  CASE made.field WHEN 'value' THEN NULL WHEN 'title' THEN NULL ELSE made.field END AS flag, -- its field, which may be a flag
  CASE made.field                                         -- of a flag, what is so until somebody changes it
    WHEN 'disclosure' THEN (SELECT starts_expanded FROM formstate_cell WHERE version_id = made.version_id AND key = made.key)
    WHEN 'fold' THEN (SELECT starts_folded FROM formstate_section WHERE version_id = made.version_id AND key = made.key)
  END AS starts
FROM (
  SELECT
    entry.*,
    change.key AS ordinal,
    change.value AS change,
    substr(change.value, 3, instr(change.value, '",') - 3) AS field,
    CASE substr(change.value, 3, 4)                       -- the first letters tell fields apart
      WHEN 'fold' THEN 'section'
      WHEN 'sect' THEN 'section'
      WHEN 'comp' THEN 'response'
      WHEN 'resp' THEN 'response'
      ELSE 'cell'
    END AS of,
    (SELECT key FROM formstate_key WHERE number = CAST(substr(change.value, instr(change.value, ',') + 1) AS INTEGER)) AS key,
    coalesce(                                             -- the version whose words these are
      iif(
        substr(change.value, -2) NOT IN (']]', 'l]') AND substr(change.value, -4) NOT IN ('],1]', 'l,1]'),
        (
          SELECT
            coalesce(
              (SELECT id FROM formstate_version WHERE form_id = response.form_id AND number = origin.atom), response.version_id
            )
          FROM json_each(change.value, '$[6]') AS origin
        ),
        NULL
      ),
      (SELECT id FROM formstate_version WHERE form_id = response.form_id AND number = entry.version),
      response.version_id                                 -- where the file lacks it
    ) AS version_id
  FROM formstate_response AS response
  CROSS JOIN formstate_entry AS entry ON entry.response_id = response.id
  LEFT JOIN json_each(entry.changes) AS change ON substr(change.value, 1, 10) <> '["touched"'
) AS made;

CREATE VIEW formstate_calculation AS
-- The changes of calculated values; where is_calculated, after is what was calculated, as a person reads it.
SELECT
  entry.response_id AS response_id,
  entry.revision AS revision,
  subject.atom AS subject,
  coalesce((SELECT atom FROM json_each(change.value, '$[5]')), 0) AS instance,
  coalesce((SELECT atom FROM json_each(change.value, '$[6]')), 0) AS origin,
  (SELECT type FROM json_each(change.value) WHERE key = 3) = 'array' AS is_calculated,
  coalesce(
    (SELECT atom FROM json_each(change.value, '$[3][1]')), (SELECT atom FROM json_each(change.value, '$[3][0]'))
  ) AS after
FROM formstate_entry AS entry
CROSS JOIN json_each(entry.changes) AS change
CROSS JOIN json_each(change.value, '$[1]') AS subject
WHERE instr(entry.changes, '"calculated"') > 0 AND substr(change.value, 1, 13) = '["calculated"';

CREATE VIEW formstate_untouched AS
-- What is so on a side of a change that has nothing, as a person reads it: a question without a value that a person gave has the
-- value that was calculated last, otherwise the one in the definition. For one cell, entry, and change, given as JSON; side 2 is
-- what was before, and side 3 what is after.
SELECT
  first.version_id AS version_id,
  first.cell_id AS cell_id,
  side.json AS change,                                    -- json_each reads the one that a condition asks for
  side.key AS side,
  entry.response_id AS response_id,
  entry.revision AS revision,
  coalesce(
    nullif(
      coalesce(
        iif(
          first.is_calculated,
          (
            SELECT iif(is_calculated, coalesce(after, ''), NULL) -- '': nothing was calculated
            FROM formstate_calculation
            WHERE response_id = entry.response_id AND revision <= entry.revision - (side.key = 2)
              AND subject = (SELECT atom FROM json_each(side.json, '$[1]'))
              AND instance = coalesce((SELECT atom FROM json_each(side.json, '$[5]')), 0)
              AND origin = coalesce((SELECT atom FROM json_each(side.json, '$[6]')), 0)
            ORDER BY revision DESC
            LIMIT 1
          ),
          NULL
        ),
        first.readable_starts,
        first.starts
      ),
      ''
    ),
    first.readable_default,
    first.default_value
  ) AS readable
FROM formstate_first AS first
CROSS JOIN json_each AS side ON side.type = 'null'
CROSS JOIN formstate_entry AS entry
WHERE first.has_default;

CREATE VIEW formstate_found AS
-- What may be a fault of each response. is_relevant is 1 where its cell is known to be relevant, otherwise NULL; sort orders the
-- faults of a cell.
SELECT
  form.key AS form,
  response.key AS response,
  response.id AS response_id,
  rule.cell_id AS cell_id,
  asked.instance AS instance,
  CASE rule.kind WHEN 'default' THEN 'calculate' WHEN 'choices' THEN 'notOffered' ELSE rule.kind END AS fault,
  rule.number AS number,
  CASE rule.kind
    WHEN 'required' THEN coalesce(rule.message, 'An answer is needed.')
    WHEN 'constraint' THEN coalesce(rule.message, 'The answer has to fulfil ' || rule.expression || '.')
    WHEN 'choices' THEN 'What is chosen is not among the choices.'
    ELSE 'What is calculated is no ' || asked.kind || ' that can stand here, so nothing does.'
  END AS message,
  iif(rule.kind IN ('calculate', 'default'), 'warning', rule.severity) AS severity,
  NULL AS reporter,
  CASE rule.kind WHEN 'required' THEN 0 WHEN 'choices' THEN 1 WHEN 'constraint' THEN 2 ELSE 3 END || ' ' || rule.number AS sort,
  1 AS is_relevant
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_rule AS rule
  ON rule.version_id = response.version_id
  AND rule.kind IN ('required', 'constraint', 'calculate', 'default', 'choices')
CROSS JOIN formstate_asked AS asked ON asked.response_id = response.id AND asked.cell_id = rule.cell_id
-- Relevance takes the longest to find, so it comes last.
WHERE iif(
    CASE rule.kind
      WHEN 'required' THEN coalesce(asked.is_required, rule.starts) AND coalesce(asked.value, '') = ''
      WHEN 'constraint' THEN
        iif(asked.faults IS NULL, NOT rule.starts, instr(' ' || asked.faults || ' ', ' ' || rule.number || ' ') > 0)
      WHEN 'choices' THEN iif(asked.faults IS NULL, NOT rule.starts, instr(' ' || asked.faults || ' ', ' choices ') > 0)
      ELSE instr(' ' || asked.faults || ' ', ' calculate ') > 0
    END,
    asked.is_relevant,
    0
  )
UNION ALL
-- Of a repeat: too few or too many instances that count. A response without any action has no instances yet, and no fault.
SELECT
  form.key,
  response.key,
  response.id,
  counted.cell_id,
  counted.instance,
  iif(counted.instances < counted.minimum, 'tooFew', 'tooMany'),
  0,
  iif(
    counted.instances < counted.minimum,
    'At least ' || counted.minimum || iif(counted.minimum = 1, ' is', ' are') || ' needed.',
    'At most ' || counted.maximum || iif(counted.maximum = 1, ' is', ' are') || ' possible.'
  ),
  'error',
  NULL,
  '3',
  NULL
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN (
  SELECT
    filled.id AS response_id,
    owner.cell_id AS cell_id,
    coalesce(inside.instance, 0) AS instance,
    owner.minimum AS minimum,
    owner.maximum AS maximum,
    (
      SELECT count(*)
      FROM formstate_counted
      WHERE response_id = filled.id AND cell_id = owner.cell_id AND parent = coalesce(inside.instance, 0)
    ) AS instances
  FROM formstate_response AS filled
  CROSS JOIN formstate_repeat AS owner ON owner.version_id = filled.version_id
  LEFT JOIN formstate_instance AS inside
    ON inside.response_id = filled.id AND inside.cell_id = owner.around_id AND inside.origin = 0
  WHERE owner.around_id IS NULL OR inside.instance IS NOT NULL
) AS counted ON counted.response_id = response.id
WHERE (counted.instances < counted.minimum OR counted.instances > counted.maximum)
  AND EXISTS (SELECT 1 FROM formstate_entry WHERE response_id = response.id)
UNION ALL
-- An answer to an earlier version of the form that this one does not accept; and any draft where something can be
-- entered.
SELECT
  form.key,
  response.key,
  response.id,
  typed.cell_id,
  typed.instance,
  iif(typed.is_refused, 'refused', 'draft'),
  0,
  iif(
    typed.is_refused,
    'An earlier version of the form accepted this answer; this version does not.',
    'The input is not an answer yet; enter it, correct it or discard it.'
  ),
  'error',
  NULL,
  '4',
  NULL
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_typed AS typed ON typed.response_id = response.id
WHERE typed.is_refused
  OR NOT coalesce(
    (
      SELECT is_read_only
      FROM formstate_cell_state
      WHERE response_id = response.id AND instance = typed.instance AND cell_id = typed.cell_id
    ),
    (SELECT starts FROM formstate_rule WHERE cell_id = typed.cell_id AND kind = 'readOnly'),
    0
  )
UNION ALL
-- Different answers that persons gave at the same time; of a repeat, that one removed the instance and another answered in it.
SELECT
  form.key,
  response.key,
  response.id,
  state.cell_id,
  state.instance,
  'question',
  0,
  iif(
    cell.kind = 'repeat',
    'It was removed, and answered in at the same time; keep it or remove it.',
    'Different answers were given at the same time; choose one, or answer again.'
  ),
  'error',
  NULL,
  '4 1',
  NULL
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_cell_state AS state
  ON state.response_id = response.id AND state.origin = 0 AND state.alternatives IS NOT NULL
CROSS JOIN formstate_cell AS cell ON cell.id = state.cell_id
UNION ALL
-- Faults that others reported on a cell.
SELECT
  form.key,
  response.key,
  response.id,
  state.cell_id,
  state.instance,
  'reported',
  message.key / 2 + 1,
  message.value,
  'error',
  (SELECT nullif(value, '') FROM json_each(state.reported_faults) WHERE key = message.key - 1),
  printf('5 %02d', message.key / 2 + 1),
  NULL
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_cell_state AS state
  ON state.response_id = response.id AND state.origin = 0 AND state.reported_faults IS NOT NULL
CROSS JOIN json_each(state.reported_faults) AS message ON message.key % 2 = 1
UNION ALL
-- And on the whole response.
SELECT
  form.key,
  response.key,
  response.id,
  NULL,
  0,
  'reported',
  message.key / 2 + 1,
  message.value,
  'error',
  (SELECT nullif(value, '') FROM json_each(response.reported_faults) WHERE key = message.key - 1),
  printf('%02d', message.key / 2 + 1),
  1
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id AND response.reported_faults IS NOT NULL
CROSS JOIN json_each(response.reported_faults) AS message ON message.key % 2 = 1;

-- Views for people: what a reader of the file queries.
-- A name of a column means the same in each view: form and response are the keys of both, and response_id is the row of the latter;
-- section is the title of a section as people read it, its key where it has no title, section_key is its key, and section_position its
-- position in the form; question is the full name of a cell, cell its key, position its position in its section, and instance what people
-- call its instance of a repeat, 0 outside of repeats: a number, and where other instances have that too, a text such as 7k3; value is what is stored, readable the same as a person reads it; author is who did
-- it, and at when, in UTC; place sorts in the order of the section, with its instances.

CREATE VIEW visible_row AS
-- The rows that a table shows for each response, top to bottom.
--
-- The walk of a section goes from what is open to the cells directly below it, in a repeat once for each instance that counts, so the
-- cost follows the number of visible rows; what waits at one depth is all below one cell, so depth, instance and position give the
-- order of the form. The walk is passed on as a JSON array of positions, in ten digits with the instance behind them in repeats, because a
-- correlated walk keeps a condition on the response or section cheap; CROSS JOIN keeps SQLite from reversing the order of the tables,
-- which would walk once for every cell. State is looked up for the lines that are read, so counting them does not pay for it.
SELECT
  form.key AS form,
  response.key AS response,
  coalesce(nullif(section.title, ''), section.key) AS section,
  section.position AS section_position,
  shown.key AS row,                                       -- (section_position, row) is the row path
  cell.key AS cell,
  iif(
    typeof(shown.value) = 'integer',
    0,
    (
      SELECT spelling
      FROM formstate_spelling
      WHERE response_id = response.id AND instance = CAST(substr(shown.value, 11) AS INTEGER)
    )
  ) AS instance,                                          -- the instance of a repeat around it; 0: none
  cell.identifier AS identifier,                          -- the table view's reuse identifier
  coalesce(
    nullif(
      coalesce(
        (
          SELECT title
          FROM formstate_cell_state
          WHERE response_id = response.id AND instance = CAST(substr(shown.value, 11) AS INTEGER) AND cell_id = cell.id
        ),
        (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'title')
      ),
      ''
    ),
    cell.title
  ) AS title,
  cell.subtitle AS subtitle,
  (
    SELECT
      iif(
        state.is_set,
        state.value,
        coalesce(iif(state.is_calculated, state.calculated, first.starts), first.default_value)
      )
    FROM formstate_first AS first
    LEFT JOIN formstate_cell_state AS state
      ON state.response_id = response.id AND state.instance = CAST(substr(shown.value, 11) AS INTEGER) AND state.cell_id = first.cell_id
    WHERE first.version_id = response.version_id AND first.cell_id = cell.id
  ) AS value,
  cell.level AS level,
  CASE WHEN cell.is_expandable THEN coalesce(
      (
        SELECT is_expanded
        FROM formstate_cell_state
        WHERE response_id = response.id AND instance = CAST(substr(shown.value, 11) AS INTEGER) AND cell_id = cell.id
      ),
      cell.starts_expanded
    ) END AS is_expanded,                                 -- NULL: it cannot be
  (
    SELECT draft
    FROM formstate_typed
    WHERE response_id = response.id AND cell_id = cell.id AND instance = CAST(substr(shown.value, 11) AS INTEGER)
  ) AS draft,                                             -- what was typed there and is not a value yet
  coalesce(
    (
      SELECT coalesce(state.is_required, rule.starts)
      FROM formstate_rule AS rule
      LEFT JOIN formstate_cell_state AS state
        ON state.response_id = response.id AND state.instance = CAST(substr(shown.value, 11) AS INTEGER) AND state.cell_id = rule.cell_id
      WHERE rule.cell_id = cell.id AND rule.kind = 'required'
    ),
    0
  ) AS is_required,                                       -- whether it needs a value
  coalesce(
    (
      SELECT coalesce(state.is_read_only, rule.starts)
      FROM formstate_rule AS rule
      LEFT JOIN formstate_cell_state AS state
        ON state.response_id = response.id AND state.instance = CAST(substr(shown.value, 11) AS INTEGER) AND state.cell_id = rule.cell_id
      WHERE rule.cell_id = cell.id AND rule.kind = 'readOnly'
    ),
    0
  ) AS is_read_only,                                      -- whether nobody may change its value
  section.key AS section_key,
  cell.position AS position,                              -- the position among all cells of the section
  response.id AS response_id,
  cell.id AS cell_id
FROM formstate_response AS response
JOIN formstate_form AS form ON form.id = response.form_id
CROSS JOIN formstate_section AS section ON section.version_id = response.version_id
LEFT JOIN formstate_section_state AS fold
  ON fold.response_id = response.id AND fold.instance = 0 AND fold.section_id = section.id
CROSS JOIN json_each((
  WITH RECURSIVE
    shown (cell_id, depth, rank, instance, position, is_open, repeat_id) AS (
      SELECT NULL, 0, 0, 0, NULL, 1, NULL
      WHERE NOT coalesce(fold.is_folded, section.starts_folded)
        AND coalesce(
          fold.is_relevant,
          (SELECT starts FROM formstate_rule WHERE section_id = section.id AND cell_id IS NULL AND kind = 'relevant'),
          1
        )
      UNION ALL
      SELECT
        below.id,
        shown.depth + 1,
        coalesce(inside.rank, shown.rank),
        coalesce(inside.instance, shown.instance),
        below.position,
        iif(
          below.is_expandable,
          coalesce(
            (
              SELECT is_expanded
              FROM formstate_cell_state
              WHERE response_id = response.id AND instance = coalesce(inside.instance, shown.instance) AND cell_id = below.id
            ),
            below.starts_expanded
          ),
          0
        ),
        iif(below.kind = 'repeat', below.id, NULL)
      FROM shown
      LEFT JOIN formstate_counted AS inside
        ON inside.response_id = response.id AND inside.cell_id = shown.repeat_id AND inside.parent = shown.instance
      CROSS JOIN formstate_cell AS below ON below.parent_id IS shown.cell_id AND below.section_id = section.id
      WHERE shown.is_open AND (shown.repeat_id IS NULL OR inside.instance IS NOT NULL) AND NOT below.is_hidden
        AND NOT EXISTS (
          SELECT 1
          FROM formstate_rule AS rule
          LEFT JOIN formstate_cell_state AS state
            ON state.response_id = response.id AND state.instance = coalesce(inside.instance, shown.instance)
            AND state.cell_id = rule.cell_id
          WHERE rule.cell_id = below.id AND rule.kind = 'relevant' AND NOT coalesce(state.is_relevant, rule.starts)
        )
      ORDER BY 2 DESC, 3, 4, 5
    )
  SELECT '[' || group_concat(iif(instance = 0, position, printf('"%010d%d"', position, instance))) || ']' FROM shown
)) AS shown
CROSS JOIN formstate_cell AS cell ON cell.section_id = section.id AND cell.position = CAST(substr(shown.value, 1, 10) AS INTEGER);

CREATE VIEW section AS
-- The sections of each response, as the headers of a table: whether each is folded, and how many rows it shows. A section that is
-- not relevant shows nothing, not even its header, and stays folded or not.
SELECT
  form.key AS form,
  response.key AS response,
  coalesce(nullif(section.title, ''), section.key) AS section,
  section.key AS section_key,
  section.position AS section_position,
  section.is_foldable AS is_foldable,                     -- whether it can be folded
  coalesce(
    (
      SELECT is_folded
      FROM formstate_section_state
      WHERE response_id = response.id AND instance = 0 AND section_id = section.id
    ),
    section.starts_folded
  ) AS is_folded,
  coalesce(
    (
      SELECT is_relevant
      FROM formstate_section_state
      WHERE response_id = response.id AND instance = 0 AND section_id = section.id
    ),
    (SELECT starts FROM formstate_rule WHERE section_id = section.id AND cell_id IS NULL AND kind = 'relevant'),
    1
  ) AS is_relevant,
  (
    SELECT count(*) FROM visible_row WHERE response_id = response.id AND section_position = section.position
  ) AS visible_rows,                                      -- how many rows of visible_row it has
  response.id AS response_id
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_section AS section ON section.version_id = response.version_id;

CREATE VIEW response AS
-- Each response: its form, when it began, how far it is, and who has worked on it.
SELECT
  form.key AS form,
  response.key AS response,                               -- its key
  lower(hex(response.stream)) AS stream,                  -- its random name, the same in all copies of it
  (SELECT number FROM formstate_version WHERE id = response.version_id) AS version,
  iif(response.is_completed, 'completed', 'in progress') AS status,
  (
    SELECT strftime('%Y-%m-%dT%H:%M:%fZ', time / 1000.0, 'unixepoch')
    FROM formstate_entry
    WHERE response_id = response.id AND revision = 1
  ) AS started,                                           -- NULL where compaction has removed the first entry
  (
    SELECT strftime('%Y-%m-%dT%H:%M:%fZ', time / 1000.0, 'unixepoch')
    FROM formstate_entry
    WHERE response_id = response.id
    ORDER BY revision DESC
    LIMIT 1
  ) AS updated,
  (SELECT count(*) FROM formstate_entry WHERE response_id = response.id) AS entries,
  (
    SELECT count(*)
    FROM formstate_cell_state AS state
    WHERE response_id = response.id AND origin = 0 AND value IS NOT NULL
      AND iif(
        state.instance = 0,
        NOT EXISTS (SELECT 1 FROM formstate_unmet WHERE response_id = state.response_id AND cell_id = state.cell_id),
        NOT EXISTS (
          SELECT 1
          FROM formstate_irrelevance
          WHERE response_id = state.response_id AND cell_id = state.cell_id AND instance = state.instance
        )
      )
  ) AS answered,                                          -- how many questions have a value that a person gave
  (
    SELECT group_concat(author, ', ')
    FROM (
      SELECT DISTINCT author FROM formstate_entry WHERE response_id = response.id AND author IS NOT NULL ORDER BY author
    )
  ) AS authors,
  response.id AS response_id
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id;

CREATE VIEW answer AS
-- The answers of each response: a line for every question that has a value: set by a person, calculated by a rule, or by default.
SELECT
  form.key AS form,
  response.key AS response,
  asked.section AS section,                               -- its title
  asked.question AS question,                             -- its full name: Roof › Condition
  coalesce(asked.readable, CAST(asked.value AS TEXT)) AS readable, -- as a person reads it
  asked.value AS value,                                   -- as it is stored, see formstate_cell_state
  CASE (SELECT storage FROM formstate_cell_kind WHERE kind = asked.kind)
    -- A whole number that only happens to be one must not be divided as one: 7 / 2 is 3.
    WHEN 'decimal' THEN CAST(asked.value AS REAL)
    WHEN 'number' THEN CAST(asked.value AS REAL)
    WHEN 'switch' THEN NULL
    ELSE iif(typeof(asked.value) IN ('integer', 'real'), asked.value, NULL)
  END AS number,                                          -- the number, to calculate with; NULL for what is not a number
  iif(asked.is_set, 'set', iif(asked.is_calculated, 'calculated', 'default')) AS source,
  (
    SELECT
      iif(
        entry.kind = 'merge',
        (
          SELECT (SELECT atom FROM json_each(said.value, '$.author'))
          FROM json_each(entry.payload, '$.by') AS said
          WHERE (SELECT atom FROM json_each(said.value, '$.cell')) = asked.cell
            AND coalesce((SELECT atom FROM json_each(said.value, '$.instance')), 0) = asked.instance
        ),
        entry.author
      )
    FROM formstate_entry AS entry
    WHERE entry.response_id = asked.response_id AND entry.revision = asked.set_at AND entry.kind <> 'checkpoint'
  ) AS author,                                            -- who set it; NULL where that is unknown or compaction removed it
  (
    SELECT
      strftime(
        '%Y-%m-%dT%H:%M:%fZ',
        coalesce(
          iif(
            entry.kind = 'merge',
            (
              SELECT line.time
              FROM json_each(entry.payload, '$.by') AS said
              CROSS JOIN formstate_line_entry AS line
                ON line.response_id = entry.response_id AND line.chain = (SELECT atom FROM json_each(said.value, '$.chain'))
              WHERE (SELECT atom FROM json_each(said.value, '$.cell')) = asked.cell
            AND coalesce((SELECT atom FROM json_each(said.value, '$.instance')), 0) = asked.instance
            ),
            NULL
          ),
          entry.time
        ) / 1000.0,
        'unixepoch'
      )
    FROM formstate_entry AS entry
    WHERE entry.response_id = asked.response_id AND entry.revision = asked.set_at AND entry.kind <> 'checkpoint'
  ) AS at,                                                -- when, likewise
  asked.cell AS cell,                                     -- the key of the question
  iif(
    asked.instance = 0,
    0,
    (SELECT spelling FROM formstate_spelling WHERE response_id = asked.response_id AND instance = asked.instance)
  ) AS instance,                                          -- the instance of a repeat around it; 0: none
  asked.kind AS kind,
  asked.section_key AS section_key,
  asked.section_position AS section_position,
  asked.position AS position,
  asked.place AS place,                                   -- sorts in the order of the section, with its instances
  asked.response_id AS response_id
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_asked AS asked ON asked.response_id = response.id
-- Relevance takes the longest to find, so it comes last.
WHERE iif(asked.value IS NULL, 0, asked.is_relevant);

CREATE VIEW unanswered AS
-- What is still to be answered: a line for every question without a value that a person gave.
-- Questions that the definition always hides are left out.
SELECT
  form.key AS form,
  response.key AS response,
  asked.section AS section,
  asked.question AS question,
  iif(asked.is_set, NULL, asked.by_default) AS by_default, -- its value until then, as it is stored
  asked.draft AS draft,                                   -- what was typed there and is not a value yet
  asked.cell AS cell,
  iif(
    asked.instance = 0,
    0,
    (SELECT spelling FROM formstate_spelling WHERE response_id = asked.response_id AND instance = asked.instance)
  ) AS instance,                                          -- the instance of a repeat around it; 0: none
  asked.kind AS kind,
  asked.section_key AS section_key,
  asked.section_position AS section_position,
  asked.position AS position,
  asked.place AS place,                                   -- sorts in the order of the section, with its instances
  asked.response_id AS response_id
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_asked AS asked ON asked.response_id = response.id
WHERE iif(asked.is_hidden OR (asked.is_set AND asked.value IS NOT NULL), 0, asked.is_relevant);

CREATE VIEW fault AS
-- The faults of each response: required questions that are blank, constraints that do not hold, repeats with too few or
-- too many instances, answers that an upgrade could not keep, drafts, and faults that others reported on a cell, or on the whole response,
-- which have no cell. A response with errors cannot be completed; warnings do not prevent it. What is not relevant has no faults;
-- what is folded or collapsed does.
SELECT
  found.form AS form,
  found.response AS response,
  (SELECT section FROM formstate_name WHERE cell_id = found.cell_id) AS section,
  (SELECT question FROM formstate_name WHERE cell_id = found.cell_id) AS question,
  found.message AS message,
  found.severity AS severity,
  found.fault AS fault,
  (SELECT cell FROM formstate_name WHERE cell_id = found.cell_id) AS cell,
  iif(
    found.instance = 0,
    0,
    (SELECT spelling FROM formstate_spelling WHERE response_id = found.response_id AND instance = found.instance)
  ) AS instance,                                          -- the instance of a repeat around it; 0: none
  (SELECT section_key FROM formstate_name WHERE cell_id = found.cell_id) AS section_key,
  (SELECT section_position FROM formstate_name WHERE cell_id = found.cell_id) AS section_position,
  (SELECT position FROM formstate_name WHERE cell_id = found.cell_id) AS position,
  found.number AS fault_number,                           -- of the constraint, or of the report, from 1; of other faults 0
  found.response_id AS response_id,
  iif(
    found.cell_id IS NULL,
    found.sort,
    printf(
      '%s%010d %s',
      (SELECT place FROM formstate_order WHERE response_id = found.response_id AND instance = found.instance),
      (SELECT position FROM formstate_name WHERE cell_id = found.cell_id),
      found.sort
    )
  ) AS place,                                             -- sorts in the order of the section, then of a cell's faults
  found.reporter AS reporter                              -- who reported it, if that is known
FROM formstate_found AS found
WHERE coalesce(
    found.is_relevant,
    NOT EXISTS (
      SELECT 1
      FROM formstate_irrelevance
      WHERE response_id = found.response_id AND cell_id = found.cell_id AND instance = found.instance
    )
  );

CREATE VIEW conflict AS
-- What persons said differently of one cell when none knew of the other, a row for each thing said: an answer, whether an instance that
-- one removed and another answered in stays, or whether the response is completed. The next answer settles the question, or formstate
-- settle. And the lines of other copies that wait beside the journal.
SELECT
  form.key AS form,
  response.key AS response,
  iif(cell.kind = 'repeat', 'instance', 'answer') AS kind,
  cell.key AS cell,                                       -- NULL: the response
  iif(
    state.instance = 0,
    0,
    (SELECT spelling FROM formstate_spelling WHERE response_id = response.id AND instance = state.instance)
  ) AS instance,
  (SELECT question FROM formstate_name WHERE cell_id = cell.id) AS question,
  said.key / 5 + 1 AS number,                             -- formstate settle --take
  iif(said.value IN ('', 'null'), NULL, substr(said.value, instr(said.value, ' ') + 1)) AS value, -- NULL: none, or removed
  (SELECT nullif(value, '') FROM json_each(state.alternatives) WHERE key = said.key + 1) AS author,
  (SELECT value FROM json_each(state.alternatives) WHERE key = said.key + 2) AS at,
  said.key = 0 AS is_shown,
  NULL AS waits,                                          -- why a line waits
  response.id AS response_id
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_cell_state AS state ON state.response_id = response.id AND state.alternatives IS NOT NULL
CROSS JOIN formstate_cell AS cell ON cell.id = state.cell_id
CROSS JOIN json_each(state.alternatives) AS said ON said.key % 5 = 0
UNION ALL
SELECT
  form.key,
  response.key,
  'completion',
  NULL,
  0,
  NULL,
  said.key / 5 + 1,
  iif(said.value = '', 'in progress', 'completed'),
  (SELECT nullif(value, '') FROM json_each(response.alternatives) WHERE key = said.key + 1),
  (SELECT value FROM json_each(response.alternatives) WHERE key = said.key + 2),
  said.key = 0,
  NULL,
  response.id
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id AND response.alternatives IS NOT NULL
CROSS JOIN json_each(response.alternatives) AS said ON said.key % 5 = 0
UNION ALL
SELECT
  form.key,
  response.key,
  'line',
  NULL,
  0,
  NULL,
  0,
  NULL,
  entry.author,
  strftime('%Y-%m-%dT%H:%M:%fZ', entry.time / 1000.0, 'unixepoch'),
  0,
  head.waits,
  response.id
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_head AS head ON head.response_id = response.id AND head.waits IS NOT NULL
CROSS JOIN formstate_line_entry AS entry ON entry.response_id = head.response_id AND entry.chain = head.chain;

CREATE VIEW set_aside AS
-- The state of cells and sections that the response's version of the form does not have: answers and what was open. It is restored when a version has a place for it.
SELECT
  form.key AS form,
  response.key AS response,
  state.origin AS from_version,                           -- the number of the version that has the cell
  (SELECT section FROM formstate_name WHERE cell_id = state.cell_id) AS section,
  (SELECT question FROM formstate_name WHERE cell_id = state.cell_id) AS question, -- NULL for a section
  coalesce(substr(state.original, instr(state.original, ' ') + 1), state.value) AS value,
  state.is_expanded AS is_expanded,
  NULL AS is_folded,                                      -- of a section
  (SELECT cell FROM formstate_name WHERE cell_id = state.cell_id) AS cell, -- NULL for a section
  iif(
    state.instance = 0,
    0,
    (SELECT spelling FROM formstate_spelling WHERE response_id = response.id AND instance = state.instance)
  ) AS instance,                                          -- the instance of a repeat around it; 0: none
  (SELECT section_key FROM formstate_name WHERE cell_id = state.cell_id) AS section_key,
  response.id AS response_id
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_cell_state AS state ON state.response_id = response.id AND state.origin > 0
WHERE coalesce(state.is_set, state.original, state.is_expanded) IS NOT NULL
UNION ALL
SELECT
  form.key,
  response.key,
  state.origin,
  (SELECT coalesce(nullif(title, ''), key) FROM formstate_section WHERE id = state.section_id),
  NULL,
  NULL,
  NULL,
  state.is_folded,
  NULL,
  0,
  (SELECT key FROM formstate_section WHERE id = state.section_id),
  response.id
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_section_state AS state ON state.response_id = response.id AND state.origin > 0;

CREATE VIEW instance AS
-- The instances of repeats: a line for every instance of every response.
SELECT
  form.key AS form,
  response.key AS response,
  coalesce(nullif(section.title, ''), section.key) AS section,
  cell.key AS repeat,                                     -- the key of the repeat
  (SELECT spelling FROM formstate_spelling WHERE response_id = instance.response_id AND instance = instance.instance)
    AS instance,                                          -- what addresses of cells call it: name:7
  row_number() OVER (
    PARTITION BY form.key, response.key, instance.cell_id, instance.parent ORDER BY instance.rank, instance.instance
  ) AS position,                                          -- its position in the repeat, from 1
  iif(
    instance.parent = 0,
    NULL,
    (SELECT spelling FROM formstate_spelling WHERE response_id = instance.response_id AND instance = instance.parent)
  ) AS within,                                            -- the instance around the repeat; NULL: none
  coalesce(state.is_relevant, 1) AS counts,               -- 0: the repeat's rule does not count it
  section.key AS section_key,
  section.position AS section_position,
  (SELECT place FROM formstate_order WHERE response_id = instance.response_id AND instance = instance.instance) AS place,
  instance.response_id AS response_id
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_instance AS instance ON instance.response_id = response.id AND instance.origin = 0
CROSS JOIN formstate_cell AS cell ON cell.id = instance.cell_id
CROSS JOIN formstate_section AS section ON section.id = cell.section_id
LEFT JOIN formstate_cell_state AS state
  ON state.response_id = instance.response_id AND state.instance = instance.instance AND state.cell_id = instance.cell_id;

CREATE VIEW list_item AS
-- The items of the lists of the version of each form that new responses begin with.
SELECT
  form.key AS form,
  named.name AS list,
  item.position AS position,                              -- its position in the list
  item.value AS value,
  item.title AS title,
  item.list_id AS list_id
FROM formstate_form AS form
CROSS JOIN formstate_version AS version ON version.form_id = form.id AND version.number = form.version
CROSS JOIN formstate_version_list AS named ON named.version_id = version.id
CROSS JOIN formstate_list_item AS item ON item.list_id = named.list_id;

CREATE VIEW history AS
-- What was done, when and by whom: a line for each change that an action made, and one for an action that made none. before and after
-- are as a person reads them; value_before and value_after as they are stored, NULL for an untouched field. A question without a value
-- that a person gave has the value that was calculated last, otherwise the one in the definition.
SELECT
  form.key AS form,
  response.key AS response,
  change.revision AS revision,
  strftime('%Y-%m-%dT%H:%M:%fZ', change.time / 1000.0, 'unixepoch') AS at,
  change.author AS author,
  change.kind AS action,
  (SELECT coalesce(nullif(title, ''), key) FROM formstate_section WHERE id = change.section_id) AS section,
  (SELECT question FROM formstate_name WHERE cell_id = change.cell_id) AS question, -- the full name of the cell
  coalesce(
    (
      SELECT
        CASE coalesce((SELECT atom FROM json_each(change.change, '$[2][0]')), change.starts) WHEN 1 THEN yes WHEN 0 THEN no END
      FROM formstate_field
      WHERE field = change.flag
    ),
    -- The value as a person reads it, which is behind it where it differs.
    (
      SELECT coalesce(max(iif(key = 1, atom, NULL)), max(iif(key = 0, atom, NULL)))
      FROM json_each(change.change, '$[2]')
    ),
    iif(change.field = 'value', (
      SELECT readable
      FROM formstate_untouched
      WHERE version_id = change.version_id AND cell_id = change.cell_id AND change = change.change AND side = 2
        AND response_id = response.id AND revision = change.revision
    ), NULL)
  ) AS before,
  coalesce(
    (
      SELECT
        CASE coalesce((SELECT atom FROM json_each(change.change, '$[3][0]')), change.starts) WHEN 1 THEN yes WHEN 0 THEN no END
      FROM formstate_field
      WHERE field = change.flag
    ),
    -- The value as a person reads it, which is behind it where it differs.
    (
      SELECT coalesce(max(iif(key = 1, atom, NULL)), max(iif(key = 0, atom, NULL)))
      FROM json_each(change.change, '$[3]')
    ),
    iif(change.field = 'value', (
      SELECT readable
      FROM formstate_untouched
      WHERE version_id = change.version_id AND cell_id = change.cell_id AND change = change.change AND side = 3
        AND response_id = response.id AND revision = change.revision
    ), NULL)
  ) AS after,
  change.field AS field,                                  -- which part of the state changed
  change.cell AS cell,                                    -- NULL: a change of a section, or of the response
  CASE
    WHEN change.ordinal IS NOT NULL THEN coalesce(
        (
          SELECT coalesce(
              (SELECT spelling FROM formstate_spelling WHERE response_id = response.id AND instance = named.atom),
              -- Of one that is removed, the whole number where another one has its counter.
              (
                SELECT named.atom
                FROM formstate_instance
                WHERE response_id = response.id AND instance BETWEEN named.atom & ~4294967295 AND named.atom | 4294967295
                  AND origin = 0
                LIMIT 1
              ),
              named.atom >> 32
            )
          FROM json_each(change.change, '$[5]') AS named
        ),
        0
      )
  END AS instance,
  (SELECT atom FROM json_each(change.change, '$[2][0]')) AS value_before,
  (SELECT atom FROM json_each(change.change, '$[3][0]')) AS value_after,
  (SELECT key FROM formstate_section WHERE id = change.section_id) AS section_key,
  (SELECT key FROM formstate_key WHERE number = change.subject) AS action_subject, -- the key of the cell or section that the
                                                          -- action was on; NULL: the whole response
  change.group_name AS step,                              -- the app's name for the step that the action is part of
  change.target AS target,                                -- of undo and redo: the last revision of the step
  change.abandoned_by AS abandoned_by,                    -- the revision that put it out of use for good, once undone
  change.version AS version,                              -- the number of the form's version in force after it
  change.ordinal AS ordinal,                              -- the order within the entry
  response.id AS response_id
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_change AS change ON change.response_id = response.id;

-- Release: the releases of the schema that the file has had.

INSERT INTO formstate_migration (number, name, time) VALUES (1, '1.0', strftime('%Y-%m-%dT%H:%M:%fZ'));

-- Guards: only FormState writes to FormState's tables.
-- The name of the function states who may write and how. Other programs lack the function, so SQLite refuses their
-- statements with that name; FormState has it, and it fails outside of FormState's own transactions.

CREATE TRIGGER formstate_migration_insert AFTER INSERT ON formstate_migration BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_migration_update AFTER UPDATE ON formstate_migration BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_migration_delete AFTER DELETE ON formstate_migration BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_cell_kind_insert AFTER INSERT ON formstate_cell_kind BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_cell_kind_update AFTER UPDATE ON formstate_cell_kind BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_cell_kind_delete AFTER DELETE ON formstate_cell_kind BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_action_kind_insert AFTER INSERT ON formstate_action_kind BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_action_kind_update AFTER UPDATE ON formstate_action_kind BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_action_kind_delete AFTER DELETE ON formstate_action_kind BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_field_insert AFTER INSERT ON formstate_field BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_field_update AFTER UPDATE ON formstate_field BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_field_delete AFTER DELETE ON formstate_field BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_form_insert AFTER INSERT ON formstate_form BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_form_update AFTER UPDATE ON formstate_form BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_form_delete AFTER DELETE ON formstate_form BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;
CREATE TRIGGER formstate_version_insert AFTER INSERT ON formstate_version BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_version_update AFTER UPDATE ON formstate_version BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_version_delete AFTER DELETE ON formstate_version BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;
CREATE TRIGGER formstate_row_height_insert AFTER INSERT ON formstate_row_height BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_row_height_update AFTER UPDATE ON formstate_row_height BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_row_height_delete AFTER DELETE ON formstate_row_height BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;
CREATE TRIGGER formstate_structure_insert AFTER INSERT ON formstate_structure BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_structure_update AFTER UPDATE ON formstate_structure BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_structure_delete AFTER DELETE ON formstate_structure BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;
CREATE TRIGGER formstate_row_kind_insert AFTER INSERT ON formstate_row_kind BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_row_kind_update AFTER UPDATE ON formstate_row_kind BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_row_kind_delete AFTER DELETE ON formstate_row_kind BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;
CREATE TRIGGER formstate_section_insert AFTER INSERT ON formstate_section BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_section_update AFTER UPDATE ON formstate_section BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_section_delete AFTER DELETE ON formstate_section BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;
CREATE TRIGGER formstate_cell_insert AFTER INSERT ON formstate_cell BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_cell_update AFTER UPDATE ON formstate_cell BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_cell_delete AFTER DELETE ON formstate_cell BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;
CREATE TRIGGER formstate_question_insert AFTER INSERT ON formstate_question BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_question_update AFTER UPDATE ON formstate_question BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_question_delete AFTER DELETE ON formstate_question BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;
CREATE TRIGGER formstate_rule_insert AFTER INSERT ON formstate_rule BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_rule_update AFTER UPDATE ON formstate_rule BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_rule_delete AFTER DELETE ON formstate_rule BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;
CREATE TRIGGER formstate_rule_input_insert AFTER INSERT ON formstate_rule_input BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_rule_input_update AFTER UPDATE ON formstate_rule_input BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_rule_input_delete AFTER DELETE ON formstate_rule_input BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;
CREATE TRIGGER formstate_condition_insert AFTER INSERT ON formstate_condition BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_condition_update AFTER UPDATE ON formstate_condition BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_condition_delete AFTER DELETE ON formstate_condition BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;
CREATE TRIGGER formstate_repeat_insert AFTER INSERT ON formstate_repeat BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_repeat_update AFTER UPDATE ON formstate_repeat BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_repeat_delete AFTER DELETE ON formstate_repeat BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;
CREATE TRIGGER formstate_list_insert AFTER INSERT ON formstate_list BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_list_update AFTER UPDATE ON formstate_list BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_list_delete AFTER DELETE ON formstate_list BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;
CREATE TRIGGER formstate_version_list_insert AFTER INSERT ON formstate_version_list BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_version_list_update AFTER UPDATE ON formstate_version_list BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_version_list_delete AFTER DELETE ON formstate_version_list BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;
CREATE TRIGGER formstate_list_item_insert AFTER INSERT ON formstate_list_item BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_list_item_update AFTER UPDATE ON formstate_list_item BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_list_item_delete AFTER DELETE ON formstate_list_item BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;
CREATE TRIGGER formstate_list_column_insert AFTER INSERT ON formstate_list_column BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_list_column_update AFTER UPDATE ON formstate_list_column BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_list_column_delete AFTER DELETE ON formstate_list_column BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;
CREATE TRIGGER formstate_translation_insert AFTER INSERT ON formstate_translation BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_translation_update AFTER UPDATE ON formstate_translation BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_translation_delete AFTER DELETE ON formstate_translation BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;
CREATE TRIGGER formstate_response_insert AFTER INSERT ON formstate_response BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_response_update AFTER UPDATE ON formstate_response BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_response_delete AFTER DELETE ON formstate_response BEGIN SELECT "only FormState writes here: use formstate response delete"(); END;
CREATE TRIGGER formstate_section_state_insert AFTER INSERT ON formstate_section_state BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_section_state_update AFTER UPDATE ON formstate_section_state BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_section_state_delete AFTER DELETE ON formstate_section_state BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_cell_state_insert AFTER INSERT ON formstate_cell_state BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_cell_state_update AFTER UPDATE ON formstate_cell_state BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_cell_state_delete AFTER DELETE ON formstate_cell_state BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_instance_insert AFTER INSERT ON formstate_instance BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_instance_update AFTER UPDATE ON formstate_instance BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_instance_delete AFTER DELETE ON formstate_instance BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_place_insert AFTER INSERT ON formstate_place BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_place_update AFTER UPDATE ON formstate_place BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_place_delete AFTER DELETE ON formstate_place BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_draft_insert AFTER INSERT ON formstate_draft BEGIN SELECT "only FormState writes here: use formstate set --draft"(); END;
CREATE TRIGGER formstate_draft_update AFTER UPDATE ON formstate_draft BEGIN SELECT "only FormState writes here: use formstate set --draft"(); END;
CREATE TRIGGER formstate_draft_delete AFTER DELETE ON formstate_draft BEGIN SELECT "only FormState writes here: use formstate set --draft"(); END;
CREATE TRIGGER formstate_key_insert AFTER INSERT ON formstate_key BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_key_update AFTER UPDATE ON formstate_key BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_key_delete AFTER DELETE ON formstate_key BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_entry_insert AFTER INSERT ON formstate_entry BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_entry_update AFTER UPDATE ON formstate_entry BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_entry_delete AFTER DELETE ON formstate_entry BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_line_entry_insert AFTER INSERT ON formstate_line_entry BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_line_entry_update AFTER UPDATE ON formstate_line_entry BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_line_entry_delete AFTER DELETE ON formstate_line_entry BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_head_insert AFTER INSERT ON formstate_head BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_head_update AFTER UPDATE ON formstate_head BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_head_delete AFTER DELETE ON formstate_head BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_destination_insert AFTER INSERT ON formstate_destination BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_destination_update AFTER UPDATE ON formstate_destination BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_destination_delete AFTER DELETE ON formstate_destination BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_exchanged_file_insert AFTER INSERT ON formstate_exchanged_file BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_exchanged_file_update AFTER UPDATE ON formstate_exchanged_file BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_exchanged_file_delete AFTER DELETE ON formstate_exchanged_file BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_pushed_insert AFTER INSERT ON formstate_pushed BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_pushed_update AFTER UPDATE ON formstate_pushed BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_pushed_delete AFTER DELETE ON formstate_pushed BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_known_version_insert AFTER INSERT ON formstate_known_version BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_known_version_update AFTER UPDATE ON formstate_known_version BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_known_version_delete AFTER DELETE ON formstate_known_version BEGIN SELECT "only FormState writes here"(); END;
