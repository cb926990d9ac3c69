-- Entries: the journals, and the lines that they make.
-- Entries are the truth, with what devices said when they sent them, and which line somebody chose: these are only added, and emptied
-- where a sensitive answer was cleared. All else
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
  chain   bytea CHECK (octet_length(chain) = 32),  -- SHA-256 of prev and of the SHA-256 of the body
  prev    bytea NOT NULL CHECK (octet_length(prev) = 32), -- the chain before; before the first entry, SHA-256 of
                                                   -- “formstate-journal-2” and the stream
  leads_to bytea NOT NULL,                         -- the chain that the next entry goes on from: chain, except for a checkpoint,
                                                   -- which names that of the entries that it replaces
  body    text NOT NULL,                           -- the canonical line
  redacted bytea CHECK (octet_length(redacted) = 32), -- of an entry that was emptied when a sensitive answer was cleared, the SHA-256
                                                   -- of its body before; NULL: it is whole
  PRIMARY KEY (stream, seq, chain),
  -- An entry that was altered cannot be stored.
  CONSTRAINT formstate_entry_chain CHECK (chain = sha256(prev || coalesce(redacted, sha256(convert_to(body, 'UTF8'))))),
  CONSTRAINT formstate_entry_redacted CHECK (coalesce(encode(redacted, 'hex'), '') = coalesce(body::json ->> 'redacted', '')),
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

CREATE INDEX formstate_entry_by_author ON formstate_entry (author, time);

CREATE INDEX formstate_entry_by_time ON formstate_entry (time);

-- What was undone, by the last revision of the step.
CREATE INDEX formstate_entry_undone ON formstate_entry (
  stream, (coalesce(body::json ->> 'target', body::json ->> 'reverts')::bigint)
) WHERE kind = 'undo';

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

CREATE INDEX formstate_receipt_by_time ON formstate_receipt (form, received, stream); -- for devices that get answers back

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
  is_main     boolean NOT NULL,                    -- whether current_answer shows it; one line of a stream at most: that which the
                                                   -- journal of a joined response follows
  entries     bigint NOT NULL CHECK (entries >= 0), -- how many entries of it are here
  authors     text[] NOT NULL DEFAULT '{}',        -- of its entries, each once, in the order of their bytes
  started     timestamptz,                         -- the time of revision 1; NULL: it is not here
  updated     timestamptz,                         -- the time of the last entry
  received    timestamptz NOT NULL DEFAULT now(),  -- when that arrived
  is_merged   boolean NOT NULL DEFAULT false,      -- whether another line, which goes on from it or joins it, has its answers: it has no
                                                   -- rows in formstate_state and formstate_instance
  waits       text CHECK (waits <> ''),            -- why the lines of the stream cannot be joined yet
  merge       text CHECK (merge <> ''),            -- the canonical line of the entry that joins the last entries of all lines, as every copy
                                                   -- of the response makes it; NULL: none, or somebody has built upon it and sent it
  PRIMARY KEY (stream, line),
  UNIQUE (stream, name)
);

CREATE INDEX formstate_line_by_response ON formstate_line (form, response);

CREATE INDEX formstate_line_by_definition ON formstate_line (definition);

CREATE INDEX formstate_line_joined ON formstate_line (form) WHERE merge IS NOT NULL;

CREATE INDEX formstate_line_waiting ON formstate_line (form) WHERE waits IS NOT NULL;

CREATE TABLE formstate_part (                      -- where a line's entries are: a row for each run in one version
  stream     uuid,
  line       integer,
  first      bigint CHECK (first >= 1),            -- the revisions from first to last, both included
  last       bigint NOT NULL DEFAULT 9223372036854775807 CHECK (last >= first), -- of the newest part: this
  source     integer NOT NULL,                     -- are entries that arrived in this line: up to the fork another's
  definition text COLLATE "C" NOT NULL,            -- the version in force after each
  PRIMARY KEY (stream, line, first)
);

CREATE TABLE formstate_sender (                    -- where a line ends that a device with a token knows to be here
  stream uuid,
  device text COLLATE "C" CHECK (device <> ''),    -- its name
  seq    bigint NOT NULL CHECK (seq >= 1),         -- the last revision that was acknowledged to it, and the chain there
  chain  bytea CHECK (octet_length(chain) = 32),
  PRIMARY KEY (stream, device, chain)
);

CREATE INDEX formstate_sender_by_device ON formstate_sender (device, stream);

CREATE TABLE formstate_key (                       -- what tokens are made with; one row
  number integer PRIMARY KEY DEFAULT 1 CHECK (number = 1),
  key    bytea NOT NULL CHECK (octet_length(key) = 32) -- random: each identifier has 122 bits of the system's randomness
         DEFAULT sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')),
  made   timestamptz NOT NULL DEFAULT now()
);

INSERT INTO formstate_key DEFAULT VALUES;

CREATE TABLE formstate_device (                    -- a device that may push
  token   bytea PRIMARY KEY CHECK (octet_length(token) = 32), -- SHA-256 of its token
  device  text NOT NULL CHECK (device <> ''),      -- its name
  pulls   text[] COLLATE "C" NOT NULL DEFAULT '{}', -- what it gets back: FORM, or FORM:CELL=VALUE
  defines boolean NOT NULL DEFAULT true,           -- whether it brings definitions that are not here yet
  reads_metrics boolean NOT NULL DEFAULT false,    -- whether the token reads the metrics, and does nothing else
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
