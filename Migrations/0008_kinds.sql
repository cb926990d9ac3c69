-- The kinds of values that questions have: whole and exact numbers, times, several choices, files, long texts; and units.

CREATE TABLE formstate_moving AS SELECT * FROM formstate_cell_kind;

DROP TABLE formstate_cell_kind;

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

INSERT INTO formstate_cell_kind (kind, storage, takes_input, meaning)
SELECT kind, storage, takes_input, meaning
FROM formstate_moving;

DROP TABLE formstate_moving;

INSERT INTO formstate_cell_kind (kind, storage, takes_input, meaning) VALUES
  ('choices',  'choices',  0, 'a heading over options; holds the values of those that were chosen below it, in that order'),
  ('longText', 'text',     1, 'a text field for several lines'),
  ('integer',  'integer',  1, 'a field for a whole number'),
  ('decimal',  'decimal',  1, 'a field for a number that is kept exactly as it was entered'),
  ('time',     'time',     1, 'a time picker'),
  ('dateTime', 'dateTime', 1, 'a picker of a date and a time, with their offset from UTC'),
  ('file',     'file',     1, 'a file that the app keeps; holds its name or path');

ALTER TABLE formstate_cell ADD COLUMN unit TEXT CHECK (unit <> '');

-- The journal says of more kinds of values what they are. A CHECK says which, so its tables are made anew, and their triggers with
-- them.

CREATE TABLE formstate_moving AS SELECT * FROM formstate_action;

DROP TABLE formstate_action;

CREATE TABLE formstate_action (
  response_id  INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  seq          INTEGER NOT NULL CHECK (seq >= 1),  -- the revision that the action led to: 1, 2, 3 …
  version      INTEGER NOT NULL CHECK (version >= 0), -- the number of the form's version that is in force after it;
                                                   -- 0: it was taken in from elsewhere, done in one that is not here
  kind         TEXT NOT NULL REFERENCES formstate_action_kind (kind),
  subject      TEXT CHECK (subject <> ''),         -- the key of the cell, of the section for fold and unfold;
                                                   -- NULL: the whole response
  instance     INTEGER NOT NULL DEFAULT 0          -- the instance of a repeat that the subject stands in; 0: none
               CHECK (instance >= 0),
  payload      ANY,                                -- the value or draft that was given; NULL where it is what the
                                                   -- entry's change of that field led to; the scope of an undo;
                                                   -- where an upgrade took what was not under the same key, as JSON
  payload_type TEXT                                -- what kind of value was given; NULL: what SQLite says
               CHECK (payload_type IN ('date', 'switch', 'decimal', 'time', 'dateTime', 'choices')),
  time         INTEGER NOT NULL                    -- when, in milliseconds since 1970, UTC
               CHECK (time BETWEEN -62167219200000 AND 253402300799999),
  author       TEXT CHECK (author <> ''),          -- who did it, where that was told
  step_start   INTEGER                             -- the first revision of the undo step that the entry is part of;
               CHECK (step_start BETWEEN 1 AND seq - 1), -- NULL: its own
  group_name   TEXT CHECK (group_name <> ''),      -- what the caller calls the group that the entry is part of
  target       INTEGER                             -- of undo and redo: the last revision of the step that is taken back
               CHECK (target < seq AND (target IS NOT NULL) = (kind IN ('undo', 'redo'))), -- or done again
  reverts      INTEGER                             -- of undo and redo: the revision that it takes back: the step, a redo
               CHECK (reverts BETWEEN target AND seq - 1 AND (reverts IS NOT NULL) = (target IS NOT NULL)), -- or an undo
  undo_top     INTEGER                             -- the revision that an undo after this one takes back;
               CHECK (undo_top BETWEEN 0 AND seq - 1), -- NULL: this one; 0: there is none
  redo_top     INTEGER                             -- the revision of the undo that a redo after this one takes back;
               CHECK (redo_top BETWEEN 1 AND seq), -- NULL: there is none
  abandoned_by INTEGER                             -- the revision whose action put an undone step out of use for good;
               CHECK (abandoned_by > seq),         -- NULL: it is in use
  PRIMARY KEY (response_id, seq)
) STRICT, WITHOUT ROWID;

INSERT INTO formstate_action (
  response_id, seq, version, kind, subject, instance, payload, payload_type, time, author, step_start, group_name,
  target, reverts, undo_top, redo_top, abandoned_by
)
SELECT
  response_id, seq, version, kind, subject, instance, payload, payload_type, time, author, step_start, group_name,
  target, reverts, undo_top, redo_top, abandoned_by
FROM formstate_moving;

DROP TABLE formstate_moving;

CREATE INDEX formstate_action_reverting ON formstate_action (response_id, reverts) WHERE reverts IS NOT NULL;

CREATE TABLE formstate_moving AS SELECT * FROM formstate_state_change;

DROP TABLE formstate_state_change;

CREATE TABLE formstate_state_change (              -- what an entry did to one field; formstate_change tells both sides
  response_id INTEGER NOT NULL,
  seq         INTEGER NOT NULL,
  ordinal     INTEGER NOT NULL CHECK (ordinal >= 0), -- the order within the entry: 0, 1, 2 …
  field       TEXT NOT NULL REFERENCES formstate_field (field),
  subject     TEXT NOT NULL CHECK (subject <> ''),   -- the key of the cell, of the section for fold; “response”
  instance    INTEGER NOT NULL DEFAULT 0 CHECK (instance >= 0),
  origin      INTEGER NOT NULL DEFAULT 0 CHECK (origin >= 0), -- the number of the version that has the subject, where it
                                                     -- is set aside; 0: the version in force has it
  is_touched  INTEGER NOT NULL CHECK (is_touched IN (0, 1)), -- whether it is touched after; 0: as defined
  after       ANY CHECK (is_touched OR after IS NULL),
  type        TEXT                                   -- what kind of value that is; NULL: what SQLite says
              CHECK (type IN ('date', 'switch', 'decimal', 'time', 'dateTime', 'choices')),
  -- A change of a longer text holds only what stands between the beginning and the end that stayed.
  keeps_first INTEGER CHECK (keeps_first >= 0),      -- how many characters stayed at the beginning; NULL: it is whole
  keeps_last  INTEGER CHECK (keeps_last >= 0 AND (keeps_last IS NULL) = (keeps_first IS NULL)), -- and at the end
  whole_at    INTEGER                                -- the revision of the last change of the field that is whole
              CHECK (whole_at < seq AND (whole_at IS NULL) = (keeps_first IS NULL)),
  PRIMARY KEY (response_id, seq, ordinal),
  FOREIGN KEY (response_id, seq) REFERENCES formstate_action (response_id, seq) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

INSERT INTO formstate_state_change (
  response_id, seq, ordinal, field, subject, instance, origin, is_touched, after, type, keeps_first, keeps_last,
  whole_at
)
SELECT
  response_id, seq, ordinal, field, subject, instance, origin, is_touched, after, type, keeps_first, keeps_last,
  whole_at
FROM formstate_moving;

DROP TABLE formstate_moving;

CREATE UNIQUE INDEX formstate_state_change_by_subject
ON formstate_state_change (response_id, field, subject, instance, origin, seq);

CREATE TRIGGER formstate_action_follows BEFORE INSERT ON formstate_action
WHEN NEW.seq IS NOT CASE NEW.kind
  WHEN 'checkpoint' THEN (SELECT compacted_to FROM formstate_response WHERE id = NEW.response_id)
  ELSE (
    SELECT coalesce((SELECT max(seq) FROM formstate_action WHERE response_id = id), 0) + 1
    FROM formstate_response
    WHERE id = NEW.response_id
  )
END
BEGIN
  SELECT RAISE(ABORT, 'the journal only grows: the next entry of a response has the next revision');
END;

CREATE TRIGGER formstate_action_stays BEFORE UPDATE OF
  response_id, seq, version, kind, subject, instance, payload, payload_type, time, author, step_start, group_name, target, reverts,
  undo_top, redo_top
ON formstate_action
BEGIN
  SELECT RAISE(ABORT, 'the journal only grows: an entry never changes');
END;

CREATE TRIGGER formstate_action_remains BEFORE DELETE ON formstate_action
WHEN EXISTS (
  SELECT 1 FROM formstate_response WHERE id = OLD.response_id AND OLD.seq > coalesce(compacted_to, 0)
)
BEGIN
  SELECT RAISE(ABORT, 'the journal only grows: an entry is never deleted while its response exists');
END;

CREATE TRIGGER formstate_state_change_stays BEFORE UPDATE ON formstate_state_change
BEGIN
  SELECT RAISE(ABORT, 'the journal only grows: a state change never changes');
END;

CREATE TRIGGER formstate_state_change_remains BEFORE DELETE ON formstate_state_change
WHEN EXISTS (
  SELECT 1 FROM formstate_response WHERE id = OLD.response_id AND OLD.seq > coalesce(compacted_to, 0)
)
BEGIN
  SELECT RAISE(ABORT, 'the journal only grows: a state change is never deleted while its response exists');
END;

DROP VIEW formstate_unfit_state;

CREATE VIEW formstate_unfit_state AS
-- State that does not fit the cell it is of. Guards look here before a change is kept, and so does `formstate check`;
-- there is none unless somebody has switched the guards off.
SELECT state.response_id, state.instance, state.cell_id, cell.key AS cell
FROM formstate_cell_state AS state
JOIN formstate_response AS response ON response.id = state.response_id
LEFT JOIN formstate_cell AS cell
  ON cell.id = state.cell_id
  AND cell.version_id = iif(
    state.origin = 0,
    response.version_id,
    (
      SELECT id
      FROM formstate_version
      WHERE form_id = response.form_id AND number = state.origin AND id <> response.version_id
    )
  )
LEFT JOIN formstate_cell_kind AS kind ON kind.kind = cell.kind
WHERE cell.id IS NULL
  OR (NOT cell.is_expandable AND state.is_expanded IS NOT NULL)
  OR (
    state.title IS NOT NULL AND NOT cell.is_expandable
    AND NOT EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id AND kind = 'title')
  )
  OR (kind.storage IS NULL AND (state.is_set OR state.is_saved))
  OR (NOT kind.takes_input AND state.draft IS NOT NULL)
  OR (
    state.is_relevant IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id AND kind = 'relevant')
  )
  OR (
    state.is_required IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id AND kind = 'required')
  )
  OR (
    state.is_read_only IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id AND kind = 'readOnly')
  )
  OR (
    state.is_calculated IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id AND kind IN ('calculate', 'default'))
  )
  OR (
    state.faults IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id AND kind IN ('constraint', 'calculate', 'default'))
  )
  OR (state.value IS NOT NULL AND NOT CASE kind.storage
    WHEN 'text'   THEN typeof(state.value) = 'text'
    WHEN 'switch' THEN typeof(state.value) = 'integer' AND state.value IN (0, 1)
    WHEN 'date'   THEN typeof(state.value) = 'text' AND date(state.value, '+0 days') IS state.value
    WHEN 'number' THEN typeof(state.value) IN ('integer', 'real')
                       AND state.value BETWEEN coalesce(cell.minimum, state.value) AND coalesce(cell.maximum, state.value)
    WHEN 'integer' THEN typeof(state.value) = 'integer'
                        AND state.value BETWEEN coalesce(cell.minimum, state.value) AND coalesce(cell.maximum, state.value)
    -- A sign, digits, and after a point more digits; what SQLite makes of them may be off by a little.
    WHEN 'decimal' THEN typeof(state.value) = 'text' AND length(state.value) <= 64
                        AND substr('0' || state.value, 2 + (state.value GLOB '[-+]*')) NOT GLOB '*[^0-9.]*'
                        AND substr(state.value, 1 + (state.value GLOB '[-+]*')) GLOB '[0-9]*'
                        AND state.value GLOB '*[0-9]' AND state.value NOT GLOB '*.*.*'
                        AND CAST(state.value AS REAL) BETWEEN
                          coalesce(cell.minimum - abs(cell.minimum) * 1e-12, CAST(state.value AS REAL))
                          AND coalesce(cell.maximum + abs(cell.maximum) * 1e-12, CAST(state.value AS REAL))
    WHEN 'time' THEN typeof(state.value) = 'text' AND time(substr(state.value, 1, 8)) IS substr(state.value, 1, 8)
                     AND state.value < '24'
                     AND (substr(state.value, 9) = '' OR substr(state.value, 9) GLOB '.[0-9][0-9][0-9]')
    WHEN 'dateTime' THEN typeof(state.value) = 'text' AND substr(state.value, 11, 1) = 'T'
                         AND date(substr(state.value, 1, 10), '+0 days') IS substr(state.value, 1, 10)
                         AND time(substr(state.value, 12, 8)) IS substr(state.value, 12, 8)
                         AND substr(state.value, 12, 2) < '24'
                         AND (substr(state.value, 20) IN ('Z', '+14:00', '-14:00')
                           OR substr(state.value, 20) GLOB '[-+]0[0-9]:[0-5][0-9]'
                           OR substr(state.value, 20) GLOB '[-+]1[0-3]:[0-5][0-9]'
                           OR (substr(state.value, 20) GLOB '.[0-9][0-9][0-9]?*'
                             AND (substr(state.value, 24) IN ('Z', '+14:00', '-14:00')
                               OR substr(state.value, 24) GLOB '[-+]0[0-9]:[0-5][0-9]'
                               OR substr(state.value, 24) GLOB '[-+]1[0-3]:[0-5][0-9]')))
    WHEN 'file' THEN typeof(state.value) = 'text' AND state.value <> ''
    -- Options are taken off the text one by one, each once: json_each fails where there is no JSON at all.
    WHEN 'choices' THEN typeof(state.value) = 'text' AND EXISTS (
      WITH RECURSIVE
        option (id, text) AS (
          SELECT
            id,
            '"' || replace(replace(replace(replace(replace(
              option_value, '\', '\\'), '"', '\"'), char(9), '\u0009'), char(10), '\u000a'), char(13), '\u000d') || '"'
          FROM formstate_cell
          WHERE parent_id = cell.id AND option_value IS NOT NULL
        ),
        rest (text, is_open, taken) AS (
          SELECT substr(state.value, 2), substr(state.value, 1, 1) = '[', ','
          UNION ALL
          SELECT
            substr(rest.text, length(option.text) + 2),
            substr(rest.text, length(option.text) + 1, 1) = ',',
            rest.taken || option.id || ','
          FROM rest
          CROSS JOIN option
            ON substr(rest.text, 1, length(option.text)) = option.text
            AND substr(rest.text, length(option.text) + 1, 1) IN (',', ']')
          WHERE rest.is_open AND instr(rest.taken, ',' || option.id || ',') = 0
        )
      SELECT 1 FROM rest WHERE NOT is_open AND text = '' AND taken <> ','
    )
    WHEN 'option' THEN EXISTS (
      SELECT 1 FROM formstate_cell WHERE parent_id = cell.id AND option_value = state.value
    )
    ELSE typeof(state.value) IN ('integer', 'real', 'text')
  END);

DROP VIEW formstate_asked;

CREATE VIEW formstate_asked AS
-- Every cell that can hold a value, for each response, with what it holds and whether a person gave it. A heading can when
-- options stand directly under it. What is not relevant, or stands in something that is not, is kept and not listed.
SELECT
  form.key AS form,
  response.key AS response,
  coalesce(nullif(section.title, ''), section.key) AS section,
  cell.key AS cell,
  cell.kind AS kind,
  kind.storage AS storage,
  cell.off_title AS off_title,
  cell.on_title AS on_title,
  cell.unit AS unit,
  -- What it holds as long as nobody enters anything.
  coalesce(
    iif(
      state.is_calculated,
      state.calculated,
      (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind IN ('calculate', 'default'))
    ),
    cell.default_value
  ) AS default_value,
  iif(
    state.is_set,
    state.value,
    coalesce(
      iif(
        state.is_calculated,
        state.calculated,
        (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind IN ('calculate', 'default'))
      ),
      cell.default_value
    )
  ) AS value,
  coalesce(state.is_set, 0) AS is_set,
  -- Whether that is calculated.
  iif(
    state.is_calculated,
    state.calculated,
    (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind IN ('calculate', 'default'))
  ) IS NOT NULL AS is_calculated,
  state.draft AS draft,
  cell.is_hidden AS is_hidden,
  cell.parent_id AS parent_id,
  section.position AS section_position,
  cell.position AS position,
  section.key AS section_key,
  response.id AS response_id,
  cell.id AS cell_id
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_cell AS cell ON cell.version_id = response.version_id
CROSS JOIN formstate_cell_kind AS kind ON kind.kind = cell.kind AND kind.storage IS NOT NULL
CROSS JOIN formstate_section AS section ON section.id = cell.section_id
LEFT JOIN formstate_cell_state AS state
  ON state.response_id = response.id AND state.instance = 0 AND state.cell_id = cell.id
WHERE (
    kind.storage NOT IN ('option', 'choices')
    OR EXISTS (SELECT 1 FROM formstate_cell AS option WHERE option.parent_id = cell.id AND option.option_value IS NOT NULL)
  )
  AND (
    NOT EXISTS (SELECT 1 FROM formstate_rule WHERE version_id = response.version_id)
    OR NOT EXISTS (SELECT 1 FROM formstate_irrelevance WHERE response_id = response.id AND cell_id = cell.id)
  );

DROP VIEW answer;

CREATE VIEW answer AS
-- What each response holds: a line for every question that has a value: set by a person, calculated by a rule, or by default.
SELECT
  asked.form AS form,
  asked.response AS response,
  asked.section AS section,
  (SELECT question FROM formstate_question WHERE cell_id = asked.cell_id) AS question,
  (
    SELECT CASE asked.storage
      WHEN 'switch' THEN
        CASE held.value WHEN 0 THEN coalesce(asked.off_title, 'Off') WHEN 1 THEN coalesce(asked.on_title, 'On') END
      WHEN 'date' THEN rtrim(substr(
          'January  February March    April    May      June     July     August   SeptemberOctober  November December ',
          9 * substr(held.value, 6, 2) - 8, 9
        )) || ' ' || CAST(substr(held.value, 9, 2) AS INTEGER) || ', ' || CAST(substr(held.value, 1, 4) AS INTEGER)
      WHEN 'time' THEN substr(held.value, 1, iif(substr(held.value, 6) = ':00', 5, 12))
      WHEN 'dateTime' THEN rtrim(substr(
          'January  February March    April    May      June     July     August   SeptemberOctober  November December ',
          9 * substr(held.value, 6, 2) - 8, 9
        )) || ' ' || CAST(substr(held.value, 9, 2) AS INTEGER) || ', ' || CAST(substr(held.value, 1, 4) AS INTEGER)
        || ' at ' || substr(
          held.value, 12,
          CASE WHEN substr(held.value, 20, 1) = '.' THEN 12 WHEN substr(held.value, 17, 3) = ':00' THEN 5 ELSE 8 END
        ) || ' ' || replace(substr(held.value, iif(substr(held.value, 20, 1) = '.', 24, 20)), 'Z', 'UTC')
      WHEN 'integer' THEN held.value || coalesce(' ' || asked.unit, '')
      WHEN 'decimal' THEN held.value || coalesce(' ' || asked.unit, '')
      WHEN 'number' THEN held.value || coalesce(' ' || asked.unit, '')
      WHEN 'choices' THEN (
          SELECT group_concat(title, ', ')
          FROM (
            SELECT coalesce(
                (SELECT nullif(title, '') FROM formstate_cell WHERE parent_id = asked.cell_id AND option_value = chosen.value),
                chosen.value
              ) AS title
            FROM json_each(iif(held.value GLOB '[[]"*"]', held.value, '[]')) AS chosen
            ORDER BY chosen.key
          )
        )
      WHEN 'option' THEN coalesce(
          (
            SELECT nullif(title, '')
            FROM formstate_cell
            WHERE parent_id = asked.cell_id AND option_value = held.value
          ),
          held.value
        )
      ELSE CAST(held.value AS TEXT)
    END
    FROM (SELECT asked.value AS value) AS held
  ) AS readable,
  asked.value AS value,                                   -- as it is stored, see formstate_cell_state
  CASE
    WHEN asked.storage = 'decimal' THEN CAST(asked.value AS NUMERIC)
    WHEN asked.storage <> 'switch' AND typeof(asked.value) IN ('integer', 'real') THEN asked.value
  END AS number,                                          -- to count with; NULL for what is no number
  iif(asked.is_set, 'set', iif(asked.is_calculated, 'calculated', 'default')) AS source,
  given.author AS author,                                 -- who set it; NULL where nobody said so, or compaction removed it
  strftime('%Y-%m-%dT%H:%M:%fZ', given.time / 1000.0, 'unixepoch') AS time,
  asked.cell AS cell,
  asked.kind AS kind,
  asked.section_key AS section_key,
  asked.section_position AS section_position,
  asked.position AS position,
  asked.response_id AS response_id
FROM formstate_asked AS asked
LEFT JOIN formstate_action AS given
  ON given.response_id = asked.response_id AND given.kind <> 'checkpoint' AND asked.is_set
  AND given.seq = (
    SELECT max(seq)
    FROM formstate_state_change
    WHERE response_id = asked.response_id AND field = 'value' AND subject = asked.cell AND instance = 0 AND origin = 0
  )
WHERE asked.value IS NOT NULL
ORDER BY asked.form, asked.response, asked.section_position, asked.position;

DROP VIEW formstate_plain_change;

CREATE VIEW formstate_plain_change AS
-- What each state change did, with what words for it need. What nobody has touched is as the definition says.
SELECT
  change.response_id AS response_id,
  change.seq AS seq,
  change.ordinal AS ordinal,
  change.field AS field,
  change.subject AS subject,
  change.instance AS instance,
  change.origin AS origin,
  change.before AS value_before,
  change.after AS value_after,
  CASE
    WHEN change.was_touched THEN change.before
    WHEN change.field IN ('value', 'saved') THEN cell.default_value
    WHEN change.field = 'disclosure' THEN cell.starts_expanded
    WHEN change.field = 'fold' THEN section.starts_folded
    WHEN change.field = 'completion' THEN 0
    ELSE CASE change.field
      WHEN 'relevance' THEN (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'relevant')
      WHEN 'sectionRelevance' THEN (
        SELECT starts FROM formstate_rule WHERE section_id = section.id AND cell_id IS NULL AND kind = 'relevant'
      )
      WHEN 'requirement' THEN (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'required')
      WHEN 'readOnly' THEN (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'readOnly')
      WHEN 'calculated' THEN (
        SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind IN ('calculate', 'default')
      )
      WHEN 'faults' THEN (
        SELECT group_concat(number, ' ')
        FROM (SELECT number FROM formstate_rule WHERE cell_id = cell.id AND kind = 'constraint' AND NOT starts ORDER BY number)
      )
    END
  END AS before,
  CASE
    WHEN change.is_touched THEN change.after
    WHEN change.field IN ('value', 'saved') THEN cell.default_value
    WHEN change.field = 'disclosure' THEN cell.starts_expanded
    WHEN change.field = 'fold' THEN section.starts_folded
    WHEN change.field = 'completion' THEN 0
    ELSE CASE change.field
      WHEN 'relevance' THEN (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'relevant')
      WHEN 'sectionRelevance' THEN (
        SELECT starts FROM formstate_rule WHERE section_id = section.id AND cell_id IS NULL AND kind = 'relevant'
      )
      WHEN 'requirement' THEN (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'required')
      WHEN 'readOnly' THEN (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'readOnly')
      WHEN 'calculated' THEN (
        SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind IN ('calculate', 'default')
      )
      WHEN 'faults' THEN (
        SELECT group_concat(number, ' ')
        FROM (SELECT number FROM formstate_rule WHERE cell_id = cell.id AND kind = 'constraint' AND NOT starts ORDER BY number)
      )
    END
  END AS after,
  iif(change.field IN ('value', 'saved', 'calculated'), kind.storage, change.field) AS storage,
  cell.off_title AS off_title,
  cell.on_title AS on_title,
  cell.unit AS unit,
  cell.id AS cell_id,
  (SELECT question FROM formstate_question WHERE cell_id = cell.id) AS question,
  coalesce(
    (SELECT section FROM formstate_question WHERE cell_id = cell.id), nullif(section.title, ''), section.key
  ) AS section
FROM formstate_change AS change
CROSS JOIN formstate_action AS action ON action.response_id = change.response_id AND action.seq = change.seq
CROSS JOIN formstate_response AS response ON response.id = change.response_id
-- What a change is about is called as the version called it that it was done in.
LEFT JOIN formstate_version AS version
  ON version.form_id = response.form_id AND version.number = iif(change.origin > 0, change.origin, action.version)
LEFT JOIN formstate_cell AS cell
  ON cell.version_id = coalesce(version.id, response.version_id) AND cell.key = change.subject
  AND change.field NOT IN ('fold', 'completion', 'sectionRelevance')
LEFT JOIN formstate_cell_kind AS kind ON kind.kind = cell.kind
LEFT JOIN formstate_section AS section
  ON section.version_id = coalesce(version.id, response.version_id) AND section.key = change.subject
  AND change.field IN ('fold', 'sectionRelevance')
WHERE change.field <> 'touched';

DROP VIEW formstate_told_change;

CREATE VIEW formstate_told_change AS
-- What each state change did, with both sides as a person reads them.
SELECT
  plain.response_id AS response_id,
  plain.seq AS seq,
  plain.ordinal AS ordinal,
  plain.field AS field,
  plain.subject AS subject,
  plain.instance AS instance,
  plain.origin AS origin,
  plain.value_before AS value_before,
  plain.value_after AS value_after,
  plain.question AS question,
  plain.section AS section,
  (
    SELECT CASE plain.storage
      WHEN 'switch' THEN
        CASE held.value WHEN 0 THEN coalesce(plain.off_title, 'Off') WHEN 1 THEN coalesce(plain.on_title, 'On') END
      WHEN 'date' THEN rtrim(substr(
          'January  February March    April    May      June     July     August   SeptemberOctober  November December ',
          9 * substr(held.value, 6, 2) - 8, 9
        )) || ' ' || CAST(substr(held.value, 9, 2) AS INTEGER) || ', ' || CAST(substr(held.value, 1, 4) AS INTEGER)
      WHEN 'time' THEN substr(held.value, 1, iif(substr(held.value, 6) = ':00', 5, 12))
      WHEN 'dateTime' THEN rtrim(substr(
          'January  February March    April    May      June     July     August   SeptemberOctober  November December ',
          9 * substr(held.value, 6, 2) - 8, 9
        )) || ' ' || CAST(substr(held.value, 9, 2) AS INTEGER) || ', ' || CAST(substr(held.value, 1, 4) AS INTEGER)
        || ' at ' || substr(
          held.value, 12,
          CASE WHEN substr(held.value, 20, 1) = '.' THEN 12 WHEN substr(held.value, 17, 3) = ':00' THEN 5 ELSE 8 END
        ) || ' ' || replace(substr(held.value, iif(substr(held.value, 20, 1) = '.', 24, 20)), 'Z', 'UTC')
      WHEN 'integer' THEN held.value || coalesce(' ' || plain.unit, '')
      WHEN 'decimal' THEN held.value || coalesce(' ' || plain.unit, '')
      WHEN 'number' THEN held.value || coalesce(' ' || plain.unit, '')
      WHEN 'choices' THEN (
          SELECT group_concat(title, ', ')
          FROM (
            SELECT coalesce(
                (SELECT nullif(title, '') FROM formstate_cell WHERE parent_id = plain.cell_id AND option_value = chosen.value),
                chosen.value
              ) AS title
            FROM json_each(iif(held.value GLOB '[[]"*"]', held.value, '[]')) AS chosen
            ORDER BY chosen.key
          )
        )
      WHEN 'option' THEN coalesce(
          (
            SELECT nullif(title, '')
            FROM formstate_cell
            WHERE parent_id = plain.cell_id AND option_value = held.value
          ),
          held.value
        )
      WHEN 'disclosure' THEN CASE held.value WHEN 0 THEN 'collapsed' WHEN 1 THEN 'expanded' END
      WHEN 'fold' THEN CASE held.value WHEN 0 THEN 'unfolded' WHEN 1 THEN 'folded' END
      WHEN 'completion' THEN CASE held.value WHEN 0 THEN 'in progress' WHEN 1 THEN 'completed' END
      WHEN 'relevance' THEN CASE held.value WHEN 0 THEN 'not relevant' WHEN 1 THEN 'relevant' END
      WHEN 'sectionRelevance' THEN CASE held.value WHEN 0 THEN 'not relevant' WHEN 1 THEN 'relevant' END
      WHEN 'requirement' THEN CASE held.value WHEN 0 THEN 'not required' WHEN 1 THEN 'required' END
      WHEN 'readOnly' THEN CASE held.value WHEN 0 THEN 'not read-only' WHEN 1 THEN 'read-only' END
      ELSE CAST(held.value AS TEXT)
    END
    FROM (SELECT plain.before AS value) AS held
  ) AS before,
  (
    SELECT CASE plain.storage
      WHEN 'switch' THEN
        CASE held.value WHEN 0 THEN coalesce(plain.off_title, 'Off') WHEN 1 THEN coalesce(plain.on_title, 'On') END
      WHEN 'date' THEN rtrim(substr(
          'January  February March    April    May      June     July     August   SeptemberOctober  November December ',
          9 * substr(held.value, 6, 2) - 8, 9
        )) || ' ' || CAST(substr(held.value, 9, 2) AS INTEGER) || ', ' || CAST(substr(held.value, 1, 4) AS INTEGER)
      WHEN 'time' THEN substr(held.value, 1, iif(substr(held.value, 6) = ':00', 5, 12))
      WHEN 'dateTime' THEN rtrim(substr(
          'January  February March    April    May      June     July     August   SeptemberOctober  November December ',
          9 * substr(held.value, 6, 2) - 8, 9
        )) || ' ' || CAST(substr(held.value, 9, 2) AS INTEGER) || ', ' || CAST(substr(held.value, 1, 4) AS INTEGER)
        || ' at ' || substr(
          held.value, 12,
          CASE WHEN substr(held.value, 20, 1) = '.' THEN 12 WHEN substr(held.value, 17, 3) = ':00' THEN 5 ELSE 8 END
        ) || ' ' || replace(substr(held.value, iif(substr(held.value, 20, 1) = '.', 24, 20)), 'Z', 'UTC')
      WHEN 'integer' THEN held.value || coalesce(' ' || plain.unit, '')
      WHEN 'decimal' THEN held.value || coalesce(' ' || plain.unit, '')
      WHEN 'number' THEN held.value || coalesce(' ' || plain.unit, '')
      WHEN 'choices' THEN (
          SELECT group_concat(title, ', ')
          FROM (
            SELECT coalesce(
                (SELECT nullif(title, '') FROM formstate_cell WHERE parent_id = plain.cell_id AND option_value = chosen.value),
                chosen.value
              ) AS title
            FROM json_each(iif(held.value GLOB '[[]"*"]', held.value, '[]')) AS chosen
            ORDER BY chosen.key
          )
        )
      WHEN 'option' THEN coalesce(
          (
            SELECT nullif(title, '')
            FROM formstate_cell
            WHERE parent_id = plain.cell_id AND option_value = held.value
          ),
          held.value
        )
      WHEN 'disclosure' THEN CASE held.value WHEN 0 THEN 'collapsed' WHEN 1 THEN 'expanded' END
      WHEN 'fold' THEN CASE held.value WHEN 0 THEN 'unfolded' WHEN 1 THEN 'folded' END
      WHEN 'completion' THEN CASE held.value WHEN 0 THEN 'in progress' WHEN 1 THEN 'completed' END
      WHEN 'relevance' THEN CASE held.value WHEN 0 THEN 'not relevant' WHEN 1 THEN 'relevant' END
      WHEN 'sectionRelevance' THEN CASE held.value WHEN 0 THEN 'not relevant' WHEN 1 THEN 'relevant' END
      WHEN 'requirement' THEN CASE held.value WHEN 0 THEN 'not required' WHEN 1 THEN 'required' END
      WHEN 'readOnly' THEN CASE held.value WHEN 0 THEN 'not read-only' WHEN 1 THEN 'read-only' END
      ELSE CAST(held.value AS TEXT)
    END
    FROM (SELECT plain.after AS value) AS held
  ) AS after
FROM formstate_plain_change AS plain;
