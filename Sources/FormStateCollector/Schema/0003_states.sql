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

-- The open questions.
CREATE INDEX formstate_state_open ON formstate_state (form, stream) WHERE field IN ('alternatives', 'responseAlternatives');

-- A cell's answers.
CREATE INDEX formstate_state_by_cell ON formstate_state (subject, form)
WHERE origin = '' AND field IN ('value', 'calculated');

-- A field's rows in a form. With the stream, a plan that takes this index for a single row reads few even where statistics are old.
CREATE INDEX formstate_state_by_field ON formstate_state (field, form, stream);

CREATE INDEX formstate_state_aside ON formstate_state (stream, line) WHERE origin <> '';

CREATE TABLE formstate_instance (                  -- an instance of a repeat; and of each line instance 0, the response itself,
                                                   -- so that what is outside of repeats is found in the same way
  stream   uuid,
  line     integer,
  instance bigint CHECK (                          -- its number, not used again after a removal: 2^32 times its counter, 1 to
             instance = 0                          -- 2,000,000, plus a tag of 31 bits; formstate_spelling has what people call it
             OR instance BETWEEN 4294967296 AND 8589936739483647 AND instance & 2147483648 = 0
           ),
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
