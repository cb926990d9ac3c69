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
