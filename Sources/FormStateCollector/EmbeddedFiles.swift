// swift-format-ignore-file
// Written by Scripts/embed; change the files that it holds.

#if Collect
/// Files as text.
enum EmbeddedFiles {
  /// By their names.
  static let texts: [String: String] = [
    "0001_definitions.sql": #"""
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
  ('responseFaults',   16, false, true,  NULL,            NULL);

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

CREATE INDEX formstate_cell_by_key ON formstate_cell (form, cell);

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

"""#,
    "0002_entries.sql": #"""
-- Entries: the journals, and the lines that they make.
-- Entries are the truth, with what devices said when they sent them, and which line somebody chose: these are only added. All else
-- follows, and formstate-collect rebuild makes it again. A stream whose copies went on differently has several lines. Every table here has the stream in its key, so Citus keeps a stream together.
-- There are no foreign keys: take writes a stream's rows in one transaction, and a key would be looked up for every entry.

CREATE TABLE formstate_entry (                     -- an entry of a journal
  stream  uuid,                                    -- the response's random name, the same in all copies of it
  seq     bigint CHECK (seq >= 1),                 -- its revision
  line    integer NOT NULL CHECK (line >= 1),      -- the line that it arrived in first, see formstate_part
  time    timestamptz NOT NULL,                    -- these four are what the body says, for conditions on them
  kind    text COLLATE "C" NOT NULL,               -- the action: set, choose, undo, checkpoint …
  subject text COLLATE "C",                        -- the key of its cell or section; NULL: the whole response
  author  text CHECK (author <> ''),               -- NULL: unknown
  chain   bytea CHECK (octet_length(chain) = 32),  -- SHA-256 of prev and the body
  prev    bytea NOT NULL CHECK (octet_length(prev) = 32), -- the chain before; before the first entry, SHA-256 of
                                                   -- “formstate-journal-1” and the stream
  leads_to bytea NOT NULL,                         -- the chain that the next entry goes on from: chain, except for a checkpoint,
                                                   -- which names that of the entries that it replaces
  body    text NOT NULL,                           -- the canonical line
  PRIMARY KEY (stream, seq, chain),
  -- An entry that was altered cannot be stored.
  CONSTRAINT formstate_entry_chain CHECK (chain = sha256(prev || convert_to(body, 'UTF8'))),
  CONSTRAINT formstate_entry_leads_to CHECK (
    CASE
      WHEN kind = 'checkpoint' AND body::json ->> 'chain' IS NOT NULL THEN body::json ->> 'chain' = encode(leads_to, 'hex')
      ELSE leads_to = chain
    END
  ),
  CONSTRAINT formstate_entry_body CHECK (
    strpos(body, '{"revision":' || seq::text || ',') = 1 AND strpos(body, '"action":{"action":"' || kind || '"') > 0
  )
);

CREATE TABLE formstate_receipt (                   -- what a device said with the entries that it sent
  stream      uuid,
  seq         bigint CHECK (seq >= 1),             -- the revision of the last of them, and the chain there
  chain       bytea CHECK (octet_length(chain) = 32),
  form        text COLLATE "C" NOT NULL,           -- the keys of the form and of the response
  response    text COLLATE "C" NOT NULL,
  device      text NOT NULL,                       -- its name
  definitions text[] COLLATE "C",                  -- the digests of the versions that the journal names, by the numbers that the
                                                   -- device gives them: definitions[2] is version 2; NULL: as it said before
  state       text COLLATE "C" CHECK (state ~ '^[0-9a-f]{64}$'), -- its digest of the state there; NULL: it had more to send
  received    timestamptz NOT NULL DEFAULT now(),  -- when it arrived
  PRIMARY KEY (stream, seq, chain)
);

CREATE TABLE formstate_choice (                    -- a line that somebody chose; the last choice counts
  stream uuid,
  chosen timestamptz DEFAULT now(),                -- when
  seq    bigint CHECK (seq >= 1),                  -- where the line ended then: its last revision, and the chain there; NULL: no
  chain  bytea CHECK (octet_length(chain) = 32),   -- line counts, because another response with the key was chosen
  PRIMARY KEY (stream, chosen),
  CHECK ((seq IS NULL) = (chain IS NULL))
);

CREATE TABLE formstate_line (                      -- a line of a stream: a journal as one or more devices have it
  stream      uuid,
  line        integer CHECK (line >= 1),           -- 1 for the first that arrived, 2, 3 … for its forks
  name        text COLLATE "C" NOT NULL            -- the chain of the first entry that no other line had, so everybody names
              CHECK (name ~ '^[0-9a-f]{64}$'),     -- it alike
  form        text COLLATE "C" NOT NULL,           -- the keys of the form and of the response
  response    text COLLATE "C" NOT NULL,
  device      text NOT NULL,                       -- the device that sent the last entries
  definition  text COLLATE "C" NOT NULL,           -- the version in force
  definitions text[] COLLATE "C" NOT NULL,         -- the digests of the versions that the journal names, as the last device
                                                   -- numbers them, see formstate_receipt
  forked_at   bigint CHECK (forked_at >= 1),       -- the revision of that first entry; NULL: no other line was there before
  last_seq    bigint NOT NULL CHECK (last_seq >= 0), -- the last revision, and the chain there
  chain       bytea NOT NULL CHECK (octet_length(chain) = 32),
  state       text COLLATE "C" CHECK (state ~ '^[0-9a-f]{64}$'), -- the device's digest of the state there; NULL: it has sent
                                                   -- a part of what it has
  completed   boolean NOT NULL,
  is_main     boolean NOT NULL,                    -- whether current_answer shows it; one line of a stream at most
  entries     bigint NOT NULL CHECK (entries >= 0), -- how many entries of it are here
  authors     text[] NOT NULL DEFAULT '{}',        -- of its entries, each once, in the order of their bytes
  started     timestamptz,                         -- the time of revision 1; NULL: it is not here
  updated     timestamptz,                         -- the time of the last entry
  received    timestamptz NOT NULL DEFAULT now(),  -- when that arrived
  PRIMARY KEY (stream, line),
  UNIQUE (stream, name)
);

CREATE INDEX formstate_line_by_response ON formstate_line (form, response);

CREATE INDEX formstate_line_by_definition ON formstate_line (definition);

CREATE TABLE formstate_part (                      -- where a line's entries are: a row for each run in one version
  stream     uuid,
  line       integer,
  first      bigint CHECK (first >= 1),            -- the revisions from first to last, both included
  last       bigint NOT NULL DEFAULT 9223372036854775807 CHECK (last >= first), -- of the newest part: this
  source     integer NOT NULL,                     -- are entries that arrived in this line: up to the fork another's
  definition text COLLATE "C" NOT NULL,            -- the version in force after each
  PRIMARY KEY (stream, line, first)
);

CREATE TABLE formstate_device (                    -- a device that may push
  token   bytea PRIMARY KEY CHECK (octet_length(token) = 32), -- SHA-256 of its token
  device  text NOT NULL CHECK (device <> ''),      -- its name
  made    timestamptz NOT NULL DEFAULT now(),
  revoked timestamptz                              -- NULL: the token is good
);

CREATE TABLE formstate_forgotten (                 -- what “forget” removed: nothing of it is taken again
  stream   uuid,
  chain    bytea CHECK (octet_length(chain) = 32), -- where a line ended, and its last revision
  last_seq bigint NOT NULL,
  time     timestamptz NOT NULL DEFAULT now(),
  reason   text NOT NULL CHECK (reason <> ''),
  PRIMARY KEY (stream, chain)
);

"""#,
    "0003_states.sql": #"""
-- States: what the entries of each line led to.
-- take applies each change of an entry: the row of the field gets the value after the change, or is deleted where the change has
-- none, because the field is as defined again. The field “touched” has no rows, “completion” is in formstate_line, and
-- “instance” in formstate_instance. A line that forks begins with the rows that the state had there. From the entries alone the
-- same rows follow.

CREATE TABLE formstate_state (                     -- a touched field
  stream       uuid,
  instance     bigint CHECK (instance >= 0),       -- the instance of a repeat around the subject; 0: none
  seq          bigint NOT NULL CHECK (seq >= 1),   -- the revision that changed it last
  time         timestamptz,                        -- of a value, the time and author of that entry, unless it is a checkpoint;
                                                   -- NULL of other fields
  line         integer,
  field        text COLLATE "C" NOT NULL,          -- see formstate_field
  subject      text COLLATE "C",                   -- the key of the cell or section; “response” of responseFaults
  origin       text COLLATE "C" DEFAULT ''         -- the digest of the version that has the subject, where it is set aside; '':
               CHECK (octet_length(origin) IN (0, 64)), -- the version in force has it
  form         text COLLATE "C" NOT NULL,          -- the form of the line, for indexes and joins
  type         text COLLATE "C" NOT NULL CHECK (type IN ( -- the value as the state digest writes it: the letter before the colon
                 't',                              -- a text, also a title, original, faults and reports
                 'i', 'r', 'n',                    -- a whole number, another number, the digits of a decimal
                 'b',                              -- true or false
                 'd', 'c', 'm',                    -- a date, a time, both with their offset
                 'o',                              -- choices, a JSON array
                 '-'                               -- a cleared cell
               )),
  content      text CHECK ((content IS NULL) = (type = '-')), -- and the text behind the colon
  author       text,
  readable     text,                               -- of a value or calculated value, as a person reads it in the form's own
                                                   -- language; NULL: the content
  translations jsonb,                              -- that in other languages where it differs: {"fr": "bon"}; NULL: in none
  PRIMARY KEY (stream, line, field, instance, subject, origin) -- the order of the state digest
);

-- A cell's answers, and by their first 100 characters: whole texts may be longer than an index takes.
CREATE INDEX formstate_state_by_value ON formstate_state (subject, form, left(content, 100))
WHERE origin = '' AND field IN ('value', 'calculated');

-- A field's rows in a form. With the stream, a plan that takes this index for a single row reads few even where statistics are old.
CREATE INDEX formstate_state_by_field ON formstate_state (field, form, stream);

CREATE INDEX formstate_state_aside ON formstate_state (stream, line) WHERE origin <> '';

CREATE TABLE formstate_instance (                  -- an instance of a repeat; and of each line instance 0, the response itself,
                                                   -- so that what is outside of repeats is found in the same way
  stream   uuid,
  line     integer,
  instance bigint CHECK (instance >= 0),           -- its number, not used again after a removal
  parent   bigint NOT NULL CHECK (parent >= 0 AND parent < greatest(instance, 1)), -- the instance around the repeat; 0: none
  rank     bigint NOT NULL,                        -- instances of a repeat are in the order of rank and instance
  path     bigint[] NOT NULL,                      -- the instances around it, outermost first, and itself; of instance 0: '{}'; of
                                                   -- one that is set aside, those that are still there, and its parent in any case
  form     text COLLATE "C" NOT NULL,              -- the form of the line
  repeat   text COLLATE "C" NOT NULL,              -- the key of the repeat; of instance 0: ''
  origin   text COLLATE "C" NOT NULL DEFAULT '',   -- the version that has the repeat, where it is set aside; see formstate_state
  PRIMARY KEY (stream, line, instance),
  CHECK (coalesce(path[cardinality(path)], 0) = instance AND coalesce(path[cardinality(path) - 1], 0) = parent)
);

CREATE INDEX formstate_instance_by_repeat ON formstate_instance (stream, line, repeat, parent);

"""#,
    "0004_words.sql": #"""
-- Words: the views behind the views for people.

CREATE VIEW formstate_place AS
-- The place of each instance in its section: texts that sort in the order of the form, however repeats are nested. The place of
-- a cell in an instance is this text, and behind it its position in ten digits; outside of repeats its position alone.
SELECT
  inside.stream AS stream,
  inside.line AS line,
  inside.instance AS instance,
  coalesce(
    (
      SELECT string_agg(
        lpad(cell.position::text, 10, '0') || CASE WHEN around.rank < 0 THEN '0' ELSE '1' END
          || lpad(to_hex(around.rank), 16, '0') || lpad(around.instance::text, 10, '0'),
        '' ORDER BY cardinality(around.path)
      )
      FROM formstate_instance AS around
      JOIN formstate_cell AS cell ON cell.definition = line.definition AND cell.cell = around.repeat
      WHERE around.stream = inside.stream AND around.line = inside.line AND around.instance = ANY (inside.path)
    ),
    ''
  ) AS place
FROM formstate_instance AS inside
JOIN formstate_line AS line ON line.stream = inside.stream AND line.line = inside.line;

CREATE VIEW formstate_located AS
-- Every cell of each line, and in a repeat once for each instance; and whether it is relevant.
SELECT
  line.stream, line.line, line.response, line.device, line.is_main, line.last_seq, inside.instance, cell.*,
  CASE WHEN inside.instance > 0 THEN (
    SELECT place FROM formstate_place WHERE stream = inside.stream AND line = inside.line AND instance = inside.instance
  ) ELSE '' END || lpad(cell.position::text, 10, '0') AS place,
  NOT cell.is_conditional OR NOT EXISTS (
    SELECT
    FROM formstate_condition AS condition
    LEFT JOIN formstate_state AS result
      ON result.stream = line.stream AND result.line = line.line AND result.field = condition.field
      AND result.subject = condition.subject AND result.instance = coalesce(inside.path[condition.depth], 0)
      AND result.origin = ''
    WHERE condition.definition = cell.definition AND condition.cell = cell.cell
      AND NOT coalesce(result.content = 'true', condition.holds)
  ) AS is_relevant
FROM formstate_line AS line
JOIN formstate_cell AS cell ON cell.definition = line.definition AND cell.form = line.form
JOIN formstate_instance AS inside
  ON inside.stream = line.stream AND inside.line = line.line AND inside.repeat = cell.repeat AND inside.origin = '';

CREATE VIEW formstate_given AS
-- The answers that a person gave, also the cleared ones, which have no value.
SELECT
  place.*, given.type, given.content AS value, coalesce(given.readable, given.content) AS readable, given.translations,
  'set' AS source, given.author, given.time
FROM formstate_state AS given
JOIN formstate_located AS place
  ON place.stream = given.stream AND place.line = given.line AND place.form = given.form AND place.cell = given.subject
  AND place.instance = given.instance
WHERE given.field = 'value' AND given.origin = '' AND place.is_question;

CREATE VIEW formstate_left AS
-- The questions that nobody gave a value or cleared, with the value until then: the last result of a rule where it is another than
-- in a new response, or else the first value.
SELECT
  place.*,
  CASE WHEN rule.type IS NULL THEN place.first_type WHEN rule.type = '-' THEN place.default_type ELSE rule.type END AS type,
  CASE WHEN rule.type IS NULL THEN first_content WHEN rule.type = '-' THEN default_content ELSE rule.content END AS value,
  CASE
    WHEN rule.type IS NULL THEN coalesce(place.first_readable, place.first_content)
    WHEN rule.type = '-' THEN coalesce(place.default_readable, place.default_content)
    ELSE coalesce(rule.readable, rule.content)
  END AS readable,
  CASE
    WHEN rule.type IS NULL THEN place.first_translations
    WHEN rule.type = '-' THEN place.default_translations
    ELSE rule.translations
  END AS translations,
  CASE WHEN coalesce(rule.type <> '-', place.is_first_calculated) THEN 'calculated' ELSE 'default' END AS source,
  NULL::text AS author,
  NULL::timestamptz AS time
FROM formstate_located AS place
LEFT JOIN formstate_state AS rule
  ON rule.stream = place.stream AND rule.line = place.line AND rule.form = place.form AND rule.field = 'calculated'
  AND rule.subject = place.cell AND rule.instance = place.instance AND rule.origin = ''
-- A subquery, because it is looked up for a few rows sooner than all answers are sorted for NOT EXISTS.
WHERE place.is_question AND (
  SELECT type
  FROM formstate_state
  WHERE stream = place.stream AND line = place.line AND field = 'value' AND instance = place.instance AND subject = place.cell
    AND origin = ''
) IS NULL;

CREATE VIEW formstate_answer AS
-- Every relevant question with a value. Relevance takes the longest to find, so it comes last.
SELECT * FROM formstate_given WHERE type <> '-' AND is_relevant
UNION ALL
SELECT * FROM formstate_left WHERE has_default AND value IS NOT NULL AND is_relevant;

CREATE VIEW formstate_fault AS
-- What can be wrong in each cell, also where it is not relevant; sort orders the faults of a cell.
SELECT
  place.*, rule.kind AS fault, rule.number AS number, rule.message AS message, rule.severity AS severity, NULL AS reporter,
  CASE rule.kind WHEN 'required' THEN 0 WHEN 'notOffered' THEN 1 WHEN 'constraint' THEN 2 ELSE 3 END || ' ' || rule.number AS sort
FROM formstate_located AS place
JOIN formstate_rule AS rule ON rule.definition = place.definition AND rule.cell = place.cell
LEFT JOIN formstate_state AS result
  ON result.stream = place.stream AND result.line = place.line AND result.form = place.form
  AND result.field IN ('requirement', 'faults') AND (result.field = 'requirement') = (rule.kind = 'required')
  AND result.subject = place.cell AND result.instance = place.instance AND result.origin = ''
WHERE CASE rule.kind
  WHEN 'constraint' THEN coalesce(strpos(' ' || result.content || ' ', ' ' || rule.number || ' ') > 0, NOT rule.holds)
  WHEN 'notOffered' THEN coalesce(strpos(' ' || result.content || ' ', ' choices ') > 0, NOT rule.holds)
  WHEN 'calculate' THEN strpos(' ' || result.content || ' ', ' calculate ') > 0
  ELSE coalesce(result.content = 'true', rule.holds) AND NOT EXISTS (
    SELECT
    FROM formstate_state
    WHERE stream = place.stream AND line = place.line AND field = 'value' AND subject = place.cell
      AND instance = place.instance AND origin = '' AND content <> ''
    UNION ALL
    SELECT
    FROM formstate_left
    WHERE stream = place.stream AND line = place.line AND cell = place.cell AND instance = place.instance
      AND has_default AND value <> ''
  )
END
UNION ALL
-- Of a repeat: too few or too many instances that count. A response without any action has no instances yet, and no fault.
SELECT
  place.*, CASE WHEN counted.instances < place.minimum THEN 'tooFew' ELSE 'tooMany' END, 0,
  CASE
    WHEN counted.instances < place.minimum
      THEN 'At least ' || place.minimum || CASE place.minimum WHEN 1 THEN ' is' ELSE ' are' END || ' needed.'
    ELSE 'At most ' || place.maximum || CASE place.maximum WHEN 1 THEN ' is' ELSE ' are' END || ' possible.'
  END, 'error', NULL, '3'
FROM formstate_located AS place
CROSS JOIN LATERAL (
  SELECT count(*) AS instances
  FROM formstate_instance AS own
  WHERE own.stream = place.stream AND own.line = place.line AND own.repeat = place.cell AND own.parent = place.instance
    AND own.origin = '' AND own.instance > 0 AND NOT EXISTS (
      SELECT
      FROM formstate_state
      WHERE stream = own.stream AND line = own.line AND field = 'relevance' AND subject = own.repeat
        AND instance = own.instance AND origin = '' AND content = 'false'
    )
) AS counted
WHERE place.kind = 'repeat' AND place.last_seq > 0
  AND (counted.instances < place.minimum OR counted.instances > place.maximum)
UNION ALL
-- An answer to an earlier version of the form that this one does not accept; and what others reported.
SELECT
  place.*, report.fault, report.number, report.message, 'error', nullif(report.reporter, ''), report.sort
FROM formstate_state AS state
JOIN formstate_located AS place
  ON place.stream = state.stream AND place.line = state.line AND place.form = state.form AND place.cell = state.subject
  AND place.instance = state.instance
CROSS JOIN LATERAL (
  SELECT 'refused' AS fault, 0 AS number, 'An earlier version of the form accepted this answer; this version does not.' AS message,
    '' AS reporter, '4' AS sort
  WHERE state.field = 'original' AND NOT EXISTS (
    SELECT
    FROM formstate_state
    WHERE stream = state.stream AND line = state.line AND field = 'value' AND subject = state.subject
      AND instance = state.instance AND origin = ''
  )
  UNION ALL
  SELECT 'reported', number, state.content::json ->> (2 * number - 1), state.content::json ->> (2 * number - 2),
    '5 ' || lpad(number::text, greatest(2, length(number::text)), '0')
  FROM generate_series(1, CASE state.field WHEN 'reportedFaults' THEN json_array_length(state.content::json) / 2 END) AS number
) AS report
WHERE state.field IN ('original', 'reportedFaults') AND state.origin = '';

CREATE VIEW formstate_journal AS
-- The entries of each line, also those that it shares with another; with the version in force after each.
SELECT part.line AS of_line, part.definition AS definition, entry.*
FROM formstate_part AS part
JOIN formstate_entry AS entry
  ON entry.stream = part.stream AND entry.line = part.source AND entry.seq BETWEEN part.first AND part.last
-- A checkpoint gives way to the entries that it replaces, where another device has sent them since.
WHERE entry.kind <> 'checkpoint' OR NOT EXISTS (
  SELECT
  FROM formstate_entry AS replaced
  WHERE replaced.stream = entry.stream AND replaced.seq = entry.seq AND replaced.chain = entry.leads_to
    AND replaced.chain <> entry.chain
);

CREATE VIEW formstate_title AS
-- What the values of questions with options mean.
SELECT definition, cell, value, title FROM formstate_option
UNION ALL
SELECT cell.definition, cell.cell, item.value, item.title
FROM formstate_cell AS cell
JOIN formstate_list AS named ON named.definition = cell.definition AND named.name = cell.list
JOIN formstate_list_item AS item ON item.list = named.list;

"""#,
    "0005_views.sql": #"""
-- Views for people: what a reader of the database queries.
-- They have the columns of the views of the same names in FormState's SQLite files; for response_id stand stream and line, and beside
-- them the device that sent the line and whether it is the main one. Flags are boolean, times timestamptz, all values texts.

CREATE VIEW response AS
-- Each line of each response: its form, when it began, how far it is, and who has worked on it.
SELECT
  form,
  response,                                               -- its key
  array_position(definitions, definition) AS version,     -- the number that the device gives it
  CASE WHEN completed THEN 'completed' ELSE 'in progress' END AS status,
  started,                                                -- NULL where compaction had removed the first entry before a push
  updated,
  entries,                                                -- that are here, also those that the device compacted since
  (
    SELECT count(*)
    FROM formstate_given
    WHERE stream = line.stream AND line = line.line AND type <> '-' AND is_relevant
  ) AS answered,                                          -- how many questions have a value that a person gave
  nullif(array_to_string(authors, ', '), '') AS authors,
  definition,                                             -- the digest of the version
  received,                                               -- when the last entry arrived
  stream, line, device, is_main
FROM formstate_line AS line;

CREATE VIEW answer AS
-- The answers of each response: a row for every question that has a value: set by a person, calculated by a rule, or by default.
-- Conditions on form and cell use an index, and left(value, 100) = '…' with them.
SELECT
  form,
  response,
  section_title AS section,
  question,
  readable,                                               -- as a person reads it
  value,                                                  -- as the state digest writes it: of a switch true or false
  CASE WHEN type IN ('i', 'r', 'n') THEN value::numeric END AS number, -- the number; NULL for what is not a number
  source,
  author,                                                 -- who set it; NULL where that is unknown or compaction removed it
  time AS at,                                             -- when, likewise
  cell,
  instance,                                               -- the instance of a repeat around it; 0: none
  kind,
  section AS section_key,
  section_position,
  position,
  place,                                                  -- sorts in the order of the section, with its instances
  stream, line, device, is_main
FROM formstate_answer;

CREATE VIEW current_answer AS
-- The answers of main lines: each response once.
SELECT * FROM answer WHERE is_main;

CREATE VIEW translated_answer AS
-- The answers in each language of their form.
SELECT
  answer.form, answer.response,
  language.language AS language,                          -- '': the form's own, which has no name
  coalesce(section.text, answer.section_title) AS section,
  coalesce(question.text, answer.question) AS question,
  coalesce(answer.translations ->> language.language, answer.readable) AS readable,
  answer.value,
  CASE WHEN answer.type IN ('i', 'r', 'n') THEN answer.value::numeric END AS number,
  answer.cell, answer.instance, answer.section_position, answer.place,
  answer.stream, answer.line, answer.device, answer.is_main
FROM formstate_answer AS answer
JOIN formstate_language AS language ON language.definition = answer.definition
LEFT JOIN formstate_text AS section
  ON section.definition = answer.definition AND section.language = language.language AND section.subject = 'section'
  AND section.key = answer.section
LEFT JOIN formstate_text AS question
  ON question.definition = answer.definition AND question.language = language.language AND question.subject = 'cell'
  AND question.key = answer.cell;

CREATE VIEW unanswered AS
-- What is still to be answered: a row for every question without a value that a person gave.
-- Questions that the definition always hides are left out.
SELECT
  open.form, open.response, open.section_title AS section, open.question,
  open.by_default,                                        -- its value until then
  CASE
    WHEN refused.content LIKE 'choices %' THEN
      (SELECT string_agg(value, ', ') FROM json_array_elements_text(substr(refused.content, 9)::json) AS value)
    ELSE substr(refused.content, strpos(refused.content, ' ') + 1)
  END AS draft,                                           -- the answer to an earlier version that this one refuses
  open.cell, open.instance, open.kind, open.section AS section_key, open.section_position, open.position, open.place,
  open.stream, open.line, open.device, open.is_main
FROM (
  SELECT *, NULL AS by_default FROM formstate_given WHERE type = '-' AND NOT is_hidden AND is_relevant
  UNION ALL
  SELECT *, CASE WHEN has_default THEN value END FROM formstate_left WHERE NOT is_hidden AND is_relevant
) AS open
LEFT JOIN formstate_state AS refused
  ON open.type <> '-' AND refused.stream = open.stream AND refused.line = open.line AND refused.form = open.form
  AND refused.field = 'original' AND refused.subject = open.cell AND refused.instance = open.instance
  AND refused.origin = '';

CREATE VIEW fault AS
-- The faults of each response: required questions that are blank, constraints that do not hold, repeats with too few or
-- too many instances, answers that an upgrade could not keep, and faults that others reported on a cell, or on the whole response,
-- which have no cell. What is not relevant has no faults.
SELECT
  form, response, section_title AS section, question, message, severity, fault, cell, instance, section AS section_key,
  section_position, position, number AS fault_number, place || ' ' || sort AS place, reporter, stream, line, device, is_main
FROM formstate_fault
WHERE is_relevant
UNION ALL
SELECT
  line.form, line.response, NULL, NULL, report.content::json ->> (2 * number - 1), 'error', 'reported', NULL, 0, NULL, NULL, NULL,
  number, lpad(number::text, greatest(2, length(number::text)), '0'), nullif(report.content::json ->> (2 * number - 2), ''),
  line.stream, line.line, line.device, line.is_main
FROM formstate_state AS report
JOIN formstate_line AS line ON line.stream = report.stream AND line.line = report.line AND line.form = report.form
CROSS JOIN LATERAL generate_series(1, json_array_length(report.content::json) / 2) AS number
WHERE report.field = 'responseFaults' AND report.origin = '';

CREATE VIEW set_aside AS
-- The state of cells and sections that the response's version of the form does not have: answers and what was open. It is restored when a version has a place for it.
SELECT
  line.form, line.response,
  array_position(line.definitions, aside.origin) AS from_version, -- the version that has the cell
  coalesce(cell.section_title, section.title) AS section,
  cell.question,                                          -- NULL for a section
  coalesce(aside.original, aside.value) AS value,
  aside.is_expanded,
  aside.is_folded,                                        -- of a section
  cell.cell,                                              -- NULL for a section
  aside.instance,
  coalesce(cell.section, section.section) AS section_key,
  aside.origin AS definition,                             -- the digest of that version
  line.stream, line.line, line.device, line.is_main
FROM formstate_line AS line
-- Line by line, so a query of one response does not read what is set aside of all others.
CROSS JOIN LATERAL (
  SELECT
    origin, subject, instance,
    field = 'fold' AS is_section,
    max(content) FILTER (WHERE field = 'value') AS value,
    max(substr(content, strpos(content, ' ') + 1)) FILTER (WHERE field = 'original') AS original, -- behind its type
    bool_or(content = 'true') FILTER (WHERE field = 'disclosure') AS is_expanded,
    bool_or(content = 'true') FILTER (WHERE field = 'fold') AS is_folded
  FROM formstate_state
  WHERE stream = line.stream AND line = line.line AND origin <> ''
    AND field IN ('value', 'original', 'disclosure', 'fold')
  GROUP BY origin, subject, instance, field = 'fold'
) AS aside
LEFT JOIN formstate_cell AS cell ON cell.definition = aside.origin AND cell.cell = aside.subject AND NOT aside.is_section
LEFT JOIN formstate_section AS section
  ON section.definition = aside.origin AND section.section = aside.subject AND aside.is_section;

CREATE VIEW instance AS
-- The instances of repeats: a row for every instance of every response.
SELECT
  line.form, line.response,
  cell.section_title AS section,
  own.repeat,                                             -- the key of the repeat
  own.instance,                                           -- its number, which addresses of cells use: name:7
  own.position,                                           -- its position in the repeat, from 1
  nullif(own.parent, 0) AS within,                        -- the instance around the repeat; NULL: none
  coalesce(counted.content = 'true', true) AS counts,     -- false: the repeat's rule does not count it
  cell.section AS section_key, cell.section_position,
  (SELECT place FROM formstate_place WHERE stream = own.stream AND line = own.line AND instance = own.instance) AS place,
  line.stream, line.line, line.device, line.is_main
FROM formstate_line AS line
CROSS JOIN LATERAL (
  SELECT *, row_number() OVER (PARTITION BY repeat, parent ORDER BY rank, instance) AS position
  FROM formstate_instance
  WHERE stream = line.stream AND line = line.line AND origin = '' AND instance > 0
) AS own
JOIN formstate_cell AS cell ON cell.definition = line.definition AND cell.cell = own.repeat
LEFT JOIN formstate_state AS counted
  ON counted.stream = own.stream AND counted.line = own.line AND counted.field = 'relevance' AND counted.subject = own.repeat
  AND counted.instance = own.instance AND counted.origin = '';

CREATE VIEW list_item AS
-- The items of the lists of every version: which one new responses begin with is known to devices alone.
SELECT
  definition.form, named.name AS list, item.position, item.value, item.title,
  named.list AS list_id,                                  -- the digest of the items
  named.definition
FROM formstate_definition AS definition
JOIN formstate_list AS named ON named.definition = definition.digest
JOIN formstate_list_item AS item ON item.list = named.list;

CREATE VIEW history AS
-- What was done, when and by whom: a row for each change that an action made, and one for an action that made none.
-- value_before and value_after are as entries hold them, NULL for an untouched field. before and after have the titles of options
-- and words for flags, and for an untouched answer the first value of the question; dates and numbers are as they are stored.
SELECT
  line.form, line.response, entry.seq AS revision, entry.time AS at, entry.author, entry.kind AS action,
  coalesce(cell.section_title, section.title) AS section, cell.question,
  CASE
    WHEN made.before IS NULL AND made.field = 'value' THEN coalesce(cell.first_readable, cell.first_content)
    WHEN made.before IS NULL AND made.field = 'disclosure' THEN CASE WHEN cell.starts_expanded THEN field.yes ELSE field.no END
    WHEN made.before IS NULL AND made.field = 'fold' THEN CASE WHEN section.starts_folded THEN field.yes ELSE field.no END
    ELSE (
    SELECT string_agg(coalesce(
      CASE part WHEN 'true' THEN field.yes WHEN 'false' THEN field.no END,
      (SELECT min(title) FROM formstate_title WHERE definition = made.definition AND cell = made.subject AND value = part),
      part
    ), ', ' ORDER BY number)
    FROM json_array_elements_text(
      CASE json_typeof(made.before) WHEN 'array' THEN made.before ELSE json_build_array(made.before) END
    ) WITH ORDINALITY AS chosen (part, number)
    )
  END AS before,
  CASE
    WHEN made.after IS NULL AND made.field = 'value' THEN coalesce(cell.first_readable, cell.first_content)
    WHEN made.after IS NULL AND made.field = 'disclosure' THEN CASE WHEN cell.starts_expanded THEN field.yes ELSE field.no END
    WHEN made.after IS NULL AND made.field = 'fold' THEN CASE WHEN section.starts_folded THEN field.yes ELSE field.no END
    ELSE (
    SELECT string_agg(coalesce(
      CASE part WHEN 'true' THEN field.yes WHEN 'false' THEN field.no END,
      (SELECT min(title) FROM formstate_title WHERE definition = made.definition AND cell = made.subject AND value = part),
      part
    ), ', ' ORDER BY number)
    FROM json_array_elements_text(
      CASE json_typeof(made.after) WHEN 'array' THEN made.after ELSE json_build_array(made.after) END
    ) WITH ORDINALITY AS chosen (part, number)
    )
  END AS after,
  made.field,                                             -- which part of the state changed
  change ->> 'cell' AS cell,                              -- NULL: a change of a section, or of the response
  made.instance,                                          -- the instance of a repeat around it; 0: none
  made.before #>> '{}' AS value_before,
  made.after #>> '{}' AS value_after,
  coalesce(change ->> 'section', cell.section) AS section_key,
  entry.subject AS action_subject,                        -- the key of the cell or section that the action was on;
                                                          -- NULL: the whole response
  entry.body::json ->> 'group' AS step,                   -- the app's name for the step that the action is part of
  entry.target,                                           -- of undo and redo: the last revision of the step
  CASE WHEN entry.kind <> 'checkpoint' THEN entry.abandoned_by END AS abandoned_by, -- the revision that put it out of use for good,
                                                          -- once undone
  array_position(line.definitions, entry.definition) AS version, -- in force after it, by the number that the device gives it
  changed.number - 1 AS ordinal,                          -- the order within the entry
  entry.definition,                                       -- the digest of that version
  line.stream, line.line, line.device, line.is_main
FROM formstate_line AS line
CROSS JOIN LATERAL (
  WITH
    entry AS (
      SELECT
        *,
        (body::json ->> 'reverts')::bigint AS reverts,
        coalesce(body::json ->> 'target', body::json ->> 'reverts')::bigint AS target,
        min(seq) FILTER (WHERE body::json ->> 'continues' IS NULL) OVER later - 1 AS end_of_step,
        min(seq) FILTER (WHERE kind NOT IN (
          'undo', 'redo', 'markSaved', 'complete', 'reopen', 'recalculate', 'reportFault', 'withdrawFaults', 'checkpoint'
        )) OVER later AS next_new                         -- the next action that makes undone steps unreachable
      FROM formstate_journal
      WHERE stream = line.stream AND of_line = line.line
      WINDOW later AS (ORDER BY seq DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
    ),
    undone AS (
      SELECT target, min(next_new) AS abandoned_by
      FROM entry
      WHERE kind = 'undo' AND NOT EXISTS (
        SELECT FROM entry AS redo WHERE redo.kind = 'redo' AND redo.reverts = entry.seq AND redo.seq < entry.next_new
      )
      GROUP BY target
    )
  SELECT entry.*, undone.abandoned_by
  FROM entry
  LEFT JOIN undone ON undone.target = entry.end_of_step
) AS entry
-- “touched” needs no row.
LEFT JOIN LATERAL json_array_elements(entry.body::json -> 'changes') WITH ORDINALITY AS changed (change, number)
  ON change ->> 'field' <> 'touched'
LEFT JOIN LATERAL (
  SELECT
    change ->> 'field' AS field,
    coalesce(change ->> 'cell', change ->> 'section', 'response') AS subject,
    coalesce((change ->> 'instance')::bigint, 0) AS instance,
    coalesce(change ->> 'setAsideFrom', entry.definition) AS definition,
    -- Reports are objects there; here, as in the state, reporters and messages in turn.
    CASE WHEN change ->> 'field' NOT IN ('reportedFaults', 'responseFaults') THEN change -> 'before' ELSE (
      SELECT ('[' || string_agg(coalesce((report -> 'from')::text, '""') || ',' || (report -> 'message'), ',') || ']')::json
      FROM json_array_elements(change -> 'before') AS report
    ) END AS before,
    CASE WHEN change ->> 'field' NOT IN ('reportedFaults', 'responseFaults') THEN change -> 'after' ELSE (
      SELECT ('[' || string_agg(coalesce((report -> 'from')::text, '""') || ',' || (report -> 'message'), ',') || ']')::json
      FROM json_array_elements(change -> 'after') AS report
    ) END AS after
) AS made ON changed.number IS NOT NULL
LEFT JOIN formstate_cell AS cell ON cell.definition = made.definition AND cell.cell = change ->> 'cell'
LEFT JOIN formstate_section AS section ON section.definition = made.definition AND section.section = change ->> 'section'
LEFT JOIN formstate_field AS field ON field.field = made.field;

"""#,
    "0006_typed_views.sql": #"""
-- Typed views: a column for each question.

CREATE VIEW formstate_typed_view AS
-- The statements that make the typed views of each form: one with a row for each line, and one of each repeat with a row for each
-- instance. formstate-collect views FORM drops and runs those of the form. After 1,500 questions a view goes on in another.
-- Columns of the newest version come first. A column has the type of its kind, or text where versions differ; times are texts, because
-- they may have an offset, and so are choices. A name of more than 63 bytes, or of a fixed column, is cut and ends in its MD5.
WITH
  question AS (
    SELECT
      definition.form, cell.repeat, cell.cell,
      CASE WHEN max(asked.type) = min(asked.type) THEN max(asked.type) ELSE 'text' END AS type,
      row_number() OVER (
        PARTITION BY definition.form, cell.repeat
        ORDER BY max(definition.received) DESC, max(cell.section_position), max(cell.position), cell.cell
      ) - 1 AS number
    FROM formstate_cell AS cell
    JOIN formstate_definition AS definition ON definition.digest = cell.definition
    CROSS JOIN LATERAL (
      SELECT CASE
        WHEN cell.kind IN ('integer', 'decimal', 'slider') THEN 'numeric'
        WHEN cell.kind = 'switch' THEN 'boolean'
        WHEN cell.kind = 'date' THEN 'date'
        WHEN cell.kind = 'dateTime' THEN 'timestamptz'
        ELSE 'text'
      END AS type
    ) AS asked
    WHERE cell.is_question
    GROUP BY definition.form, cell.repeat, cell.cell
  ),
  part AS (
    SELECT
      form,
      repeat,
      -- A form may be called like one of the tables or views here.
      CASE
        WHEN repeat <> '' THEN 'instances_of_' || form || '_' || repeat
        WHEN form ~ '^(formstate_.*|response|(current_|translated_)?answer|unanswered|fault|set_aside|instance|list_item|history)$'
          THEN 'answers_of_' || form
        ELSE form
      END || CASE WHEN number >= 1500 THEN ' ' || number / 1500 + 1 ELSE '' END AS view,
      string_agg(
        E',\n  (held.answers ->> ' || quote_literal(cell) || ')::' || type || ' AS "' || replace(name, '"', '""') || '"',
        '' ORDER BY number
      ) AS columns
    FROM question
    CROSS JOIN LATERAL (
      SELECT CASE
        WHEN octet_length(cell) > 63
          OR cell IN ('response', 'version', 'status', 'instance', 'position', 'within', 'stream', 'line', 'device', 'is_main')
          THEN left(cell, max(length)) || ' ' || md5(cell)
        ELSE cell
      END AS name
      FROM generate_series(0, 30) AS length
      WHERE octet_length(left(cell, length)) <= 30
    ) AS called
    GROUP BY form, repeat, number / 1500, view
  )
SELECT
  form,
  repeat,                                                 -- '': the view has a row for each line
  name AS view,
  'CREATE VIEW "' || replace(name, '"', '""') || '" AS
SELECT
  line.response AS response,
  array_position(line.definitions, line.definition) AS version,
  ' || CASE repeat
    WHEN '' THEN 'CASE WHEN line.completed THEN ''completed'' ELSE ''in progress'' END AS status'
    ELSE 'inside.instance AS instance, inside.position AS position, inside.within'
  END || ',
  line.stream AS stream, line.line AS line, line.device AS device, line.is_main AS is_main' || columns || '
FROM formstate_line AS line
' || CASE repeat
    WHEN '' THEN 'CROSS JOIN (VALUES (0)) AS inside (instance)'
    ELSE 'JOIN instance AS inside ON inside.stream = line.stream AND inside.line = line.line AND inside.repeat = '
      || quote_literal(repeat)
  END || '
CROSS JOIN LATERAL (
  SELECT jsonb_object_agg(cell, CASE
    -- A value that does not fit its kind would end the query, as would the year 0.
    WHEN kind IN (''integer'', ''decimal'', ''slider'') AND type NOT IN (''i'', ''r'', ''n'') THEN NULL
    WHEN kind = ''switch'' AND type <> ''b'' THEN NULL
    WHEN kind IN (''date'', ''dateTime'') AND (type NOT IN (''d'', ''m'') OR value < ''0001'') THEN NULL
    ELSE value
  END) AS answers
  FROM formstate_answer
  WHERE stream = line.stream AND line = line.line AND instance = inside.instance
) AS held
WHERE line.form = ' || quote_literal(form) AS statement
FROM part
CROSS JOIN LATERAL (
  SELECT CASE WHEN octet_length(view) > 63 THEN left(view, max(length)) || ' ' || md5(view) ELSE view END AS name
  FROM generate_series(0, 30) AS length
  WHERE octet_length(left(view, length)) <= 30
) AS called;

"""#,
    "0007_check.sql": #"""
-- Check: what formstate-collect check reads.
-- SET jit = off first, unless init has done so for the database: compiling such a plan takes longer than running it.

CREATE VIEW formstate_broken_entry AS
-- The entries that do not follow from the one before, and the lines that do not end with their last entry: none in a sound database.
SELECT entry.stream AS stream, entry.line AS line, entry.seq AS seq, 'has no entry before it' AS fault
FROM formstate_entry AS entry
LEFT JOIN formstate_entry AS former
  ON former.stream = entry.stream AND former.seq = entry.seq - 1 AND former.leads_to = entry.prev
WHERE former.stream IS NULL AND CASE
    WHEN entry.kind = 'checkpoint' OR entry.seq = 1
      THEN entry.prev <> sha256('formstate-journal-1'::bytea || uuid_send(entry.stream))
    ELSE true
  END
UNION ALL
-- The constraint of the table refuses these, unless somebody dropped it.
SELECT stream, line, seq, 'is not what its chain proves'
FROM formstate_entry
WHERE chain <> sha256(prev || convert_to(body, 'UTF8'))
UNION ALL
SELECT stream, line, last_seq, 'is not there as the last of its line'
FROM formstate_line AS line
WHERE last_seq > 0 AND NOT EXISTS (
  SELECT FROM formstate_entry WHERE stream = line.stream AND seq = line.last_seq AND leads_to = line.chain
);

CREATE VIEW formstate_digest AS
-- The digest of each line's state, calculated from the tables of states alone, beside the one that the device sent. Every item
-- of it is written as its length in bytes, a colon, itself, a comma.
WITH
  item AS (
    SELECT
      stream, line, field, origin, instance, subject,
      coalesce(type || ':' || content, '-') COLLATE "C" AS written,
      CASE instance WHEN 0 THEN '1:0,' ELSE length(instance::text) || ':' || instance || ',' END
        || octet_length(subject) || ':' || subject || ','
        || coalesce(octet_length(content) + 2 || ':' || type || ':' || content || ',', '1:-,') AS text
    FROM formstate_state
    UNION ALL
    SELECT
      stream, line, 'instance', origin, instance, '', '',
      length(instance::text) || ':' || instance || ',' || octet_length(repeat) || ':' || repeat || ','
        || length(parent::text) || ':' || parent || ',' || length(position::text) || ':' || position || ','
    FROM (
      SELECT *, row_number() OVER (PARTITION BY stream, line, origin, repeat, parent ORDER BY rank, instance) AS position
      FROM formstate_instance
      WHERE instance > 0
    ) AS placed
  ),
  touched AS (
    SELECT
      stream, line, field,
      count(*) FILTER (WHERE origin = '') AS number,
      string_agg(text, '' ORDER BY instance, subject) FILTER (WHERE origin = '') AS items,
      count(*) FILTER (WHERE origin <> '') AS number_aside,
      string_agg(text, '' ORDER BY instance, subject, written) FILTER (WHERE origin <> '') AS items_aside
    FROM item
    GROUP BY stream, line, field
  ),
  part AS (
    SELECT
      line.stream, line.line,
      string_agg(
        octet_length(field.field) || ':' || field.field || ',' || CASE
          WHEN field.field = 'completion' THEN CASE WHEN line.completed THEN '1:1,' ELSE '1:0,' END
          ELSE length(coalesce(number, 0)::text) || ':' || coalesce(number, 0) || ',' || coalesce(items, '')
        END,
        '' ORDER BY place
      ) FILTER (WHERE number > 0 OR field.always) AS own,
      string_agg(
        octet_length(field.field) || ':' || field.field || ',' || length(coalesce(number_aside, 0)::text) || ':'
          || coalesce(number_aside, 0) || ',' || coalesce(items_aside, ''),
        '' ORDER BY place
      ) FILTER (WHERE field.aside AND (number_aside > 0 OR field.always)) AS aside,
      bool_or(number_aside > 0 AND field.aside) AS has_aside
    FROM formstate_line AS line
    CROSS JOIN formstate_field AS field
    LEFT JOIN touched ON touched.stream = line.stream AND touched.line = line.line AND touched.field = field.field
    GROUP BY line.stream, line.line
  )
SELECT
  line.form, line.response, line.stream, line.line, line.device,
  line.state AS reported,
  encode(sha256(convert_to(
    '17:formstate-state-1,64:' || line.definition || ',' || part.own
      || CASE WHEN part.has_aside THEN '8:setAside,' || part.aside ELSE '' END,
    'UTF8'
  )), 'hex') AS digest
FROM formstate_line AS line
JOIN part ON part.stream = line.stream AND part.line = line.line;

"""#,
    "0008_roles.sql": #"""
-- Roles: the collector takes, forget removes, readers read views.
-- init makes each role unless the cluster has it, and prints these lines. Only the owner can change an entry, and the constraints of
-- the table refuse it; devices and their tokens are the owner's as well. views FORM grants its views to formstate_reader.

CREATE ROLE formstate_collector NOLOGIN;

CREATE ROLE formstate_forget NOLOGIN;

CREATE ROLE formstate_reader NOLOGIN;

GRANT SELECT ON formstate_migration, formstate_field, formstate_device, formstate_forgotten, formstate_typed_view,
  formstate_broken_entry, formstate_digest, formstate_journal TO formstate_collector;

GRANT SELECT, INSERT ON formstate_definition, formstate_language, formstate_text, formstate_section, formstate_cell,
  formstate_condition, formstate_rule, formstate_option, formstate_list, formstate_list_item, formstate_entry, formstate_receipt, formstate_choice
  TO formstate_collector;

GRANT UPDATE (state) ON formstate_receipt TO formstate_collector;

GRANT SELECT, INSERT, UPDATE, DELETE ON formstate_line, formstate_part, formstate_state, formstate_instance
  TO formstate_collector;

GRANT SELECT, DELETE ON formstate_entry, formstate_receipt, formstate_choice, formstate_line, formstate_part, formstate_state,
  formstate_instance TO formstate_forget;

GRANT SELECT, INSERT ON formstate_forgotten TO formstate_forget;

GRANT SELECT ON response, answer, current_answer, translated_answer, unanswered, fault, set_aside, instance, list_item, history
  TO formstate_collector, formstate_reader;

"""#,
    "Engines/citus.sql": #"""
-- Citus: which tables are distributed by stream, and which are on every node. After the other files, in an empty database; untried.

SELECT create_reference_table('formstate_migration');
SELECT create_reference_table('formstate_field');
SELECT create_reference_table('formstate_device');
SELECT create_reference_table('formstate_definition');
SELECT create_reference_table('formstate_language');
SELECT create_reference_table('formstate_text');
SELECT create_reference_table('formstate_section');
SELECT create_reference_table('formstate_cell');
SELECT create_reference_table('formstate_condition');
SELECT create_reference_table('formstate_rule');
SELECT create_reference_table('formstate_option');
SELECT create_reference_table('formstate_list');
SELECT create_reference_table('formstate_list_item');

SELECT create_distributed_table('formstate_line', 'stream');
SELECT create_distributed_table('formstate_entry', 'stream', colocate_with => 'formstate_line');
SELECT create_distributed_table('formstate_receipt', 'stream', colocate_with => 'formstate_line');
SELECT create_distributed_table('formstate_choice', 'stream', colocate_with => 'formstate_line');
SELECT create_distributed_table('formstate_part', 'stream', colocate_with => 'formstate_line');
SELECT create_distributed_table('formstate_state', 'stream', colocate_with => 'formstate_line');
SELECT create_distributed_table('formstate_instance', 'stream', colocate_with => 'formstate_line');
SELECT create_distributed_table('formstate_forgotten', 'stream', colocate_with => 'formstate_line');

"""#,
  ]
}
#endif
