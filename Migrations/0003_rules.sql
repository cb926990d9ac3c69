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
