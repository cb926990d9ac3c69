-- Vocabulary: the schema versions of the file, and the terms that rows use.
-- Kinds of cells, kinds of actions and the fields of the state are rows here, so a reader of the file can look up
-- their meanings.

CREATE TABLE formstate_migration (                 -- the releases that made the schema what it is
  number INTEGER PRIMARY KEY CHECK (number >= 1),
  name   TEXT NOT NULL CHECK (name <> ''),         -- the release
  time   TEXT NOT NULL                             -- when, in UTC
) STRICT;

CREATE TABLE formstate_cell_kind (                 -- the kinds of cells, and what each can do
  kind        TEXT NOT NULL PRIMARY KEY CHECK (kind <> ''),
  storage     TEXT                                 -- what its values are: text, file (its name), date (YYYY-MM-DD),
              CHECK (                              -- time (HH:MM:SS), dateTime (YYYY-MM-DDTHH:MM:SS+HH:MM), switch (0 or 1),
                storage IN (                       -- integer, decimal (its digits, as text), number, option (the value of one
                  'text', 'file', 'date', 'time', 'dateTime', 'switch', -- below it), choices (a JSON array of values of
                  'integer', 'decimal', 'number', 'option', 'choices', 'any' -- such), any; NULL: it holds none
                )
              ),
  takes_input INTEGER NOT NULL                     -- whether a person types into it or moves it, so that it keeps drafts
              CHECK (takes_input IN (0, 1) AND takes_input <= (storage IS NOT NULL)),
  meaning     TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO formstate_cell_kind (kind, storage, takes_input, meaning) VALUES
  ('choices',  'choices',  0, 'a heading over options; holds the values of those that were chosen below it, in that order'),
  ('custom',   'any',      1, 'a kind of the author''s own, told apart by its reuse identifier'),
  ('date',     'date',     1, 'a date picker'),
  ('dateTime', 'dateTime', 1, 'a picker of a date and a time, with their offset from UTC'),
  ('decimal',  'decimal',  1, 'a field for a number that is kept exactly as it was entered'),
  ('file',     'file',     1, 'a file that the app keeps; holds its name or path'),
  ('group',    'option',   0, 'a heading over other cells; holds the value of the option that was chosen below it'),
  ('integer',  'integer',  1, 'a field for a whole number'),
  ('label',    NULL,       0, 'text to read'),
  ('longText', 'text',     1, 'a text field for several lines'),
  ('option',   NULL,       0, 'one of the choices of the cell above it'),
  ('repeat',   NULL,       0, 'a heading over cells that each of its instances has'),
  ('slider',   'number',   1, 'a slider; holds a number between minimum and maximum'),
  ('switch',   'switch',   1, 'a switch'),
  ('text',     'text',     1, 'a text field'),
  ('time',     'time',     1, 'a time picker');

CREATE TABLE formstate_action_kind (               -- what people do
  kind    TEXT NOT NULL PRIMARY KEY CHECK (kind <> ''),
  name    TEXT NOT NULL,                           -- what undo and history call it, before what it is about
  meaning TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO formstate_action_kind (kind, name, meaning) VALUES
  ('add',            'Add to',               'added an instance to a repeat'),
  ('checkpoint',     'Checkpoint',           'stands for older entries that compaction has removed'),
  ('choose',         'Choose',               'chose an option for the cell above it'),
  ('clear',          'Clear',                'emptied a cell'),
  ('collapse',       'Collapse',             'hid the cells below a cell'),
  ('collapseAll',    'Collapse all',         'collapsed every expandable cell'),
  ('complete',       'Complete',             'declared the response finished'),
  ('draft',          'Draft',                'kept what a control holds that is no value yet'),
  ('expand',         'Expand',               'showed the cells below a cell'),
  ('expandAll',      'Expand all',           'expanded every expandable cell'),
  ('fold',           'Fold',                 'put the rows of a section away'),
  ('markSaved',      'Mark as saved',        'marked the values as saved'),
  ('move',           'Move in',              'moved an instance among those of its repeat'),
  ('recalculate',    'Recalculate',          'ran the rules that ask the clock, chance or the time zone again'),
  ('redo',           'Redo',                 'did an undone step again'),
  ('remove',         'Remove from',          'removed an instance of a repeat with all that was done in it'),
  ('reopen',         'Reopen',               'took a completed response up again'),
  ('reportFault',    'Report a fault in',    'said from outside what is wrong with a cell, or with the response as a whole'),
  ('reset',          'Reset',                'took a cell and those below it, or the whole response, back to the definition'),
  ('restore',        'Go back to',           'went back to what the response was at a revision'),
  ('reveal',         'Reveal',               'unfolded and expanded whatever hid a cell'),
  ('revert',         'Take back',            'took back what an entry of the journal, or the step that it is part of, had done'),
  ('set',            'Set',                  'gave a cell a value'),
  ('tap',            'Choose',               'selected a row: toggled an expandable cell or chose an option'),
  ('toggleFold',     'Fold',                 'folded a section, or unfolded it'),
  ('undo',           'Undo',                 'took an undo step back'),
  ('unfold',         'Unfold',               'showed the rows of a section again'),
  ('upgrade',        'Upgrade',              'moved to another version of the form'),
  ('withdrawFaults', 'Withdraw faults from', 'withdrew what a reporter had found wrong with a cell, or with the whole response');

CREATE TABLE formstate_field (                     -- what state consists of
  number  INTEGER PRIMARY KEY CHECK (number >= 1), -- what journals call it
  field   TEXT NOT NULL UNIQUE CHECK (field <> ''),
  no      TEXT,                                    -- what a person reads of 0, and of 1; NULL: it holds something else
  yes     TEXT CHECK ((yes IS NULL) = (no IS NULL)),
  meaning TEXT NOT NULL
) STRICT;

INSERT INTO formstate_field (number, field, no, yes, meaning) VALUES
  ( 1, 'calculated',       NULL,            NULL,          'what is calculated for a cell; untouched where it is as in a fresh response'),
  ( 2, 'completion',       'in progress',   'completed',   'whether the response is completed'),
  ( 3, 'disclosure',       'collapsed',     'expanded',    'whether a cell is expanded: 1, or collapsed: 0'),
  ( 4, 'draft',            NULL,            NULL,          'what a control holds that is no value yet'),
  ( 5, 'faults',           NULL,            NULL,          'the constraints of a cell that do not hold; untouched where they are as in a fresh response'),
  ( 6, 'fold',             'unfolded',      'folded',      'whether a section is folded: 1, or not: 0'),
  ( 7, 'instance',         NULL,            NULL,          'where an instance of a repeat stands: the number of the instance around it, and its rank; untouched: nowhere'),
  ( 8, 'original',         NULL,            NULL,          'what was answered in an earlier version, where this one holds it otherwise or not at all: its type and the answer'),
  ( 9, 'readOnly',         'not read-only', 'read-only',   'whether a cell is read-only by its rule; untouched where it is as in a fresh response'),
  (10, 'relevance',        'not relevant',  'relevant',    'whether a cell is relevant by its rule; untouched where it is as in a fresh response'),
  (11, 'reportedFaults',   NULL,            NULL,          'what others reported on a cell: reporters and messages in turn, as a JSON array'),
  (12, 'requirement',      'not required',  'required',    'whether a cell is required by its rule; untouched where it is as in a fresh response'),
  (13, 'responseFaults',   NULL,            NULL,          'what others reported on the response as a whole, likewise'),
  (14, 'saved',            NULL,            NULL,          'what a cell held when the response was last marked as saved'),
  (15, 'sectionRelevance', 'not relevant',  'relevant',    'whether a section is relevant by its rule; untouched where it is as in a fresh response'),
  (16, 'title',            NULL,            NULL,          'the displayed title of an expandable cell'),
  (17, 'touched',          'untouched',     'touched',     'whether the person has entered something in a cell at some time'),
  (18, 'value',            NULL,            NULL,          'what a cell holds; NULL: it was cleared');

CREATE TABLE formstate_value_type (                -- what journals store that SQLite's own types do not tell apart
  number  INTEGER PRIMARY KEY CHECK (number >= 0), -- what journals call it
  type    TEXT NOT NULL UNIQUE CHECK (type <> ''),
  meaning TEXT NOT NULL
) STRICT;

INSERT INTO formstate_value_type (number, type, meaning) VALUES
  (0, 'plain',    'a text or a number; NULL: nothing, since the field was cleared'),
  (1, 'date',     'a date: YYYY-MM-DD'),
  (2, 'switch',   'a flag: 0 or 1'),
  (3, 'decimal',  'a number that is kept exactly as it was entered: its digits, as text'),
  (4, 'time',     'a time of day: HH:MM:SS'),
  (5, 'dateTime', 'a date and a time with their offset from UTC: YYYY-MM-DDTHH:MM:SS+HH:MM'),
  (6, 'choices',  'several choices: a JSON array of their values');
