-- Definitions: what the forms ask, once per digest.
-- take writes a definition's rows when it arrives, and nothing changes them. The document is the definition; the other tables hold
-- what views need of it, so that no view reads it. Keys compare by bytes (COLLATE "C"), as in digests.

CREATE TABLE formstate_migration (                 -- the releases that made the schema what it is
  number integer PRIMARY KEY CHECK (number >= 1),
  name   text NOT NULL CHECK (name <> ''),         -- the release
  time   timestamptz NOT NULL
);

CREATE TABLE formstate_field (                     -- the fields of the state
  field  text COLLATE "C" PRIMARY KEY,
  place  integer NOT NULL UNIQUE,                  -- its place in the state digest
  always boolean NOT NULL,                         -- whether the digest has it even where it is nowhere touched
  aside  boolean NOT NULL,                         -- whether it can be set aside
  no     text,                                     -- false and true as a person reads them; NULL: it is not a yes-or-no field
  yes    text CHECK ((yes IS NULL) = (no IS NULL))
);

INSERT INTO formstate_field (field, place, always, aside, no, yes) VALUES
  ('disclosure',        1, true,  true,  'collapsed',     'expanded'),
  ('fold',              2, true,  true,  'unfolded',      'folded'),
  ('value',             3, true,  true,  NULL,            NULL),
  ('title',             4, true,  true,  NULL,            NULL),
  ('saved',             5, true,  true,  NULL,            NULL),
  ('completion',        6, true,  false, 'in progress',   'completed'), -- in formstate_line
  ('relevance',         7, false, false, 'not relevant',  'relevant'),
  ('sectionRelevance',  8, false, false, 'not relevant',  'relevant'),
  ('requirement',       9, false, false, 'not required',  'required'),
  ('readOnly',         10, false, false, 'not read-only', 'read-only'),
  ('calculated',       11, false, false, NULL,            NULL),
  ('faults',           12, false, false, NULL,            NULL),
  ('instance',         13, false, true,  NULL,            NULL),        -- in formstate_instance
  ('original',         14, false, true,  NULL,            NULL),
  ('reportedFaults',   15, false, true,  NULL,            NULL),
  ('responseFaults',   16, false, true,  NULL,            NULL),
  ('alternatives',     17, false, true,  NULL,            NULL),
  ('responseAlternatives', 18, false, true, NULL,         NULL);

CREATE TABLE formstate_definition (                -- a version of a form
  digest   text COLLATE "C" PRIMARY KEY CHECK (digest ~ '^[0-9a-f]{64}$'),
  form     text COLLATE "C" NOT NULL CHECK (form <> ''), -- the key of the form
  title    text NOT NULL,
  document text NOT NULL CHECK (document <> ''),   -- form JSON, as it arrived
  received timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX formstate_definition_by_form ON formstate_definition (form, received);

CREATE TABLE formstate_language (                  -- a language of a definition
  definition text COLLATE "C" REFERENCES formstate_definition (digest),
  language   text COLLATE "C",                     -- its name: fr, Français (fr); '': the form's own has no name
  is_own     boolean NOT NULL,                     -- whether the definition itself is written in it; each has one such row
  PRIMARY KEY (definition, language)
);

CREATE TABLE formstate_text (                      -- a text in another language than the form's own, where it differs
  definition text COLLATE "C" REFERENCES formstate_definition (digest),
  language   text COLLATE "C",
  subject    text COLLATE "C" CHECK (subject IN ('section', 'cell')),
  key        text COLLATE "C",                     -- of the section or cell
  text       text NOT NULL,                        -- the section's title, the cell's full name
  PRIMARY KEY (definition, language, subject, key)
);

CREATE TABLE formstate_section (
  definition text COLLATE "C" REFERENCES formstate_definition (digest),
  section    text COLLATE "C",                     -- its key
  position   integer NOT NULL CHECK (position >= 0), -- 0, 1, 2 … down the form
  title      text NOT NULL,                        -- its title; its key where it has none
  starts_folded boolean NOT NULL,                  -- whether a new response starts with it folded
  PRIMARY KEY (definition, section)
);

CREATE TABLE formstate_cell (                      -- a cell, with what follows from the cells around it
  definition  text COLLATE "C" REFERENCES formstate_definition (digest),
  cell        text COLLATE "C",                    -- its key
  form        text COLLATE "C" NOT NULL,           -- the key of the form
  section     text COLLATE "C" NOT NULL,           -- the key of its section, and what formstate_section says of that
  section_title    text NOT NULL,
  section_position integer NOT NULL,
  position    integer NOT NULL CHECK (position >= 0), -- preorder within the section: 0, 1, 2 …
  kind        text NOT NULL,                       -- text, date, switch, option, repeat …
  question    text NOT NULL,                       -- its full name: Roof › Condition
  repeat      text COLLATE "C" NOT NULL,           -- the key of the innermost repeat around it; '': none
  minimum     bigint,                              -- of a repeat: fewer instances than these are too few,
  maximum     bigint,                              -- and more than these too many; NULL: any number
  list        text COLLATE "C",                    -- the list that its options come from; NULL: none
  is_question boolean NOT NULL,                    -- whether it takes answers: a row of formstate_question on devices
  is_hidden   boolean NOT NULL,                    -- whether the definition hides it or a cell above it
  starts_expanded boolean NOT NULL,                -- whether a new response starts with it expanded
  is_conditional boolean NOT NULL,                 -- whether formstate_condition has rows of it
  has_default boolean NOT NULL,                    -- whether it can have a value that nobody entered: a default or a calculation
  default_type         text COLLATE "C",           -- the default in the definition, which holds where a rule gives nothing: type,
  default_content      text CHECK ((default_content IS NULL) = (default_type IS NULL)), -- content, readable and
  default_readable     text,                       -- translations as in formstate_state; NULL: none
  default_translations jsonb,
  first_type           text COLLATE "C",           -- the value in a new response, likewise: the first result of a rule
  first_content        text CHECK ((first_content IS NULL) = (first_type IS NULL)), -- “calculate” or “default”, or else
  first_readable       text,                       -- the default again
  first_translations   jsonb,
  is_first_calculated  boolean NOT NULL,           -- whether it is the result of a rule
  PRIMARY KEY (definition, cell)
);

CREATE INDEX formstate_cell_file ON formstate_cell (form, cell) WHERE kind = 'file';

CREATE INDEX formstate_cell_by_key ON formstate_cell (form, cell);

CREATE TABLE formstate_sensitive (                 -- a cell that a version of the form marks as sensitive, so views mask what it contains in
  form      text COLLATE "C",                      -- all versions; and an option of one, whose key says what was chosen
  cell      text COLLATE "C",
  is_option boolean NOT NULL,
  PRIMARY KEY (form, cell)
);

CREATE TABLE formstate_condition (                 -- a rule that decides the relevance of a cell, whatever its kind: its own, one of
                                                   -- a cell above it, that of its section, or “count” of a repeat around it
  definition text COLLATE "C" REFERENCES formstate_definition (digest),
  cell       text COLLATE "C",
  field      text COLLATE "C" CHECK (field IN ('relevance', 'sectionRelevance')), -- where formstate_state has the result
  subject    text COLLATE "C",                     -- the cell or section that has the rule
  depth      integer CHECK (depth >= 0),           -- how many repeats are around that; of “count”, its repeat as well: the result
                                                   -- is that of the instance path[depth], outside of repeats of instance 0
  holds      boolean NOT NULL,                     -- the result in a new response; of cells in repeats and of “count” true
  PRIMARY KEY (definition, cell, field, subject, depth)
);

CREATE TABLE formstate_rule (                      -- a rule that can find a fault in a question
  definition text COLLATE "C" REFERENCES formstate_definition (digest),
  cell       text COLLATE "C",
  kind       text COLLATE "C"                      -- “choices” is notOffered, “default” is calculate
             CHECK (kind IN ('required', 'notOffered', 'constraint', 'calculate')),
  number     integer CHECK (number >= 0),          -- of a constraint, its place among those of the cell, from 1; else 0
  message    text NOT NULL,                        -- the author's, or else the sentence of SQLite's view “fault”
  severity   text NOT NULL CHECK (severity IN ('error', 'warning')), -- of calculate: warning
  holds      boolean NOT NULL,                     -- its result in a new response; of calculate true
  PRIMARY KEY (definition, cell, kind, number)
);

CREATE TABLE formstate_option (                    -- what a value of a question means: an option that is a cell below it; of a
  definition text COLLATE "C" REFERENCES formstate_definition (digest), -- switch, true and false
  cell       text COLLATE "C",                     -- the question
  value      text COLLATE "C",
  title      text NOT NULL,
  PRIMARY KEY (definition, cell, value)
);

CREATE TABLE formstate_list (                      -- the name of a list in a definition
  definition text COLLATE "C" REFERENCES formstate_definition (digest),
  name       text COLLATE "C",
  list       text COLLATE "C" NOT NULL CHECK (list ~ '^[0-9a-f]{64}$'), -- SHA-256 of its items, as in formstate_list on devices
  PRIMARY KEY (definition, name)
);

CREATE TABLE formstate_list_item (                 -- a choice; equal lists are here once
  list     text COLLATE "C",                       -- the digest
  position integer CHECK (position >= 0),          -- 0, 1, 2 … down the list
  value    text COLLATE "C" NOT NULL,
  title    text NOT NULL,
  PRIMARY KEY (list, position)
);

CREATE INDEX formstate_list_item_by_value ON formstate_list_item (list, value);
