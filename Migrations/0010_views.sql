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
