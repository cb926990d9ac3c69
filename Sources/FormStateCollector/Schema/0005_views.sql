-- Views for people: what a reader of the database queries.
-- They show ••• in place of what a sensitive cell contains, except to users with the role formstate_reveal: see is_sensitive.
-- They have the columns of the views of the same names in FormState's SQLite files; for response_id stand stream and line, and beside
-- them the device that sent the line and whether it is the main one. Flags are boolean, times timestamptz, all values texts.

CREATE VIEW response AS
-- Each response, and each line that waits beside it: its form, when it began, how far it is, and who has worked on it.
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
FROM formstate_line AS line
WHERE NOT is_merged;

CREATE VIEW answer AS
-- The answers of each response: a row for every question that has a value: set by a person, calculated by a rule, or by default.
-- Conditions on form and cell use an index.
SELECT
  form,
  response,
  section_title AS section,
  question,
  CASE WHEN is_masked THEN '•••' ELSE readable END AS readable, -- as a person reads it
  CASE WHEN is_masked THEN '•••' ELSE value END AS value, -- as the state digest writes it: of a switch true or false
  CASE WHEN type IN ('i', 'r', 'n') AND NOT is_masked THEN value::numeric END AS number, -- NULL for what is not a number, or masked
  source,
  author,                                                 -- who set it; NULL where that is unknown or compaction removed it
  time AS at,                                             -- when, likewise
  cell,
  CASE WHEN formstate_answer.instance = 0 THEN '0' ELSE coalesce(
    (
      SELECT spelling FROM formstate_spelling
      WHERE stream = formstate_answer.stream AND line = formstate_answer.line AND instance = formstate_answer.instance
    ),
    (formstate_answer.instance >> 32)::text
  ) END AS instance,                                    -- what people call the instance of a repeat around it; 0: none
  kind,
  section AS section_key,
  section_position,
  position,
  place,                                                  -- sorts in the order of the section, with its instances
  stream, line, device, is_main,
  is_sensitive                                            -- whether a version of the form marks the cell as sensitive
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
  CASE WHEN answer.is_masked THEN '•••' ELSE coalesce(answer.translations ->> language.language, answer.readable) END AS readable,
  CASE WHEN answer.is_masked THEN '•••' ELSE answer.value END AS value,
  CASE WHEN answer.type IN ('i', 'r', 'n') AND NOT answer.is_masked THEN answer.value::numeric END AS number,
  answer.cell,
  CASE WHEN answer.instance = 0 THEN '0' ELSE coalesce(
    (
      SELECT spelling FROM formstate_spelling
      WHERE stream = answer.stream AND line = answer.line AND instance = answer.instance
    ),
    (answer.instance >> 32)::text
  ) END AS instance,
  answer.section_position, answer.place,
  answer.stream, answer.line, answer.device, answer.is_main, answer.is_sensitive
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
  CASE WHEN open.is_masked AND open.by_default IS NOT NULL THEN '•••' ELSE open.by_default END AS by_default, -- its value until then
  CASE
    WHEN open.is_masked AND refused.content IS NOT NULL THEN '•••'
    WHEN refused.content LIKE 'choices %' THEN
      (SELECT string_agg(value, ', ') FROM json_array_elements_text(substr(refused.content, 9)::json) AS value)
    ELSE substr(refused.content, strpos(refused.content, ' ') + 1)
  END AS draft,                                           -- the answer to an earlier version that this one refuses
  open.cell,
  CASE WHEN open.instance = 0 THEN '0' ELSE coalesce(
    (
      SELECT spelling FROM formstate_spelling
      WHERE stream = open.stream AND line = open.line AND instance = open.instance
    ),
    (open.instance >> 32)::text
  ) END AS instance,
  open.kind, open.section AS section_key, open.section_position, open.position, open.place,
  open.stream, open.line, open.device, open.is_main, open.is_sensitive
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
  form, response, section_title AS section, question, message, severity, fault, cell,
  CASE WHEN formstate_fault.instance = 0 THEN '0' ELSE coalesce(
    (
      SELECT spelling FROM formstate_spelling
      WHERE stream = formstate_fault.stream AND line = formstate_fault.line AND instance = formstate_fault.instance
    ),
    (formstate_fault.instance >> 32)::text
  ) END AS instance,
  section AS section_key,
  section_position, position, number AS fault_number, place || ' ' || sort AS place, reporter, stream, line, device, is_main
FROM formstate_fault
WHERE is_relevant
UNION ALL
SELECT
  line.form, line.response, NULL, NULL, report.content::json ->> (2 * number - 1), 'error', 'reported', NULL, '0', NULL, NULL, NULL,
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
  CASE
    WHEN cell.cell IS NULL OR NOT EXISTS (SELECT FROM formstate_masked WHERE form = line.form AND cell = aside.subject)
      THEN coalesce(aside.original, aside.value)
    WHEN coalesce(aside.original, aside.value) IS NOT NULL THEN '•••'
  END AS value,
  aside.is_expanded,
  aside.is_folded,                                        -- of a section
  cell.cell,                                              -- NULL for a section
  CASE WHEN aside.instance = 0 THEN '0' ELSE coalesce(
    (SELECT spelling FROM formstate_spelling WHERE stream = line.stream AND line = line.line AND instance = aside.instance),
    (aside.instance >> 32)::text
  ) END AS instance,
  coalesce(cell.section, section.section) AS section_key,
  aside.origin AS definition,                             -- the digest of that version
  line.stream, line.line, line.device, line.is_main,
  EXISTS (SELECT FROM formstate_sensitive WHERE form = line.form AND cell = cell.cell) AS is_sensitive
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
  (SELECT spelling FROM formstate_spelling WHERE stream = own.stream AND line = own.line AND instance = own.instance)
    AS instance,                                          -- what addresses of cells call it: name:7
  own.position,                                           -- its position in the repeat, from 1
  CASE WHEN own.parent > 0 THEN (
    SELECT spelling FROM formstate_spelling WHERE stream = own.stream AND line = own.line AND instance = own.parent
  ) END AS within,                                        -- the instance around the repeat; NULL: none
  coalesce(counted.content = 'true', true) AS counts,     -- false: the repeat's rule does not count it
  cell.section AS section_key, cell.section_position,
  (SELECT place FROM formstate_place WHERE stream = own.stream AND line = own.line AND instance = own.instance) AS place,
  own.instance AS number,                                 -- its whole number, as journals have it
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
  entry.form, entry.response, entry.seq AS revision, entry.time AS at, entry.author, entry.kind AS action,
  coalesce(cell.section_title, section.title) AS section, cell.question,
  CASE
    WHEN made.is_masked AND field.no IS NULL THEN CASE WHEN made.before IS NOT NULL THEN '•••' END
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
    WHEN made.is_masked AND field.no IS NULL THEN CASE WHEN made.after IS NOT NULL THEN '•••' END
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
  CASE WHEN made.instance = 0 THEN '0' ELSE coalesce(     -- the instance of a repeat around it; 0: none
    (SELECT spelling FROM formstate_spelling WHERE stream = entry.stream AND line = entry.of_line AND instance = made.instance),
    (made.instance >> 32)::text
  ) END AS instance,
  CASE WHEN NOT made.is_masked OR field.no IS NOT NULL THEN made.before #>> '{}' WHEN made.before IS NOT NULL THEN '•••' END AS value_before,
  CASE WHEN NOT made.is_masked OR field.no IS NOT NULL THEN made.after #>> '{}' WHEN made.after IS NOT NULL THEN '•••' END AS value_after,
  coalesce(change ->> 'section', cell.section) AS section_key,
  CASE WHEN EXISTS (SELECT FROM formstate_masked WHERE form = entry.form AND cell = entry.subject AND is_option) THEN '•••'
    ELSE entry.subject END AS action_subject,             -- the key of the cell or section that the action was on;
                                                          -- NULL: the whole response
  entry.body::json ->> 'group' AS step,                   -- the app's name for the step that the action is part of
  coalesce(entry.body::json ->> 'target', entry.body::json ->> 'reverts')::bigint AS target,                                           -- of undo and redo: the last revision of the step
  CASE WHEN entry.kind <> 'checkpoint' THEN (             -- the revision that put it out of use for good, once undone
    SELECT min(abandoned_by)
    FROM formstate_abandoned
    WHERE stream = entry.stream AND of_line = entry.of_line AND target = (
      -- The end of its step.
      SELECT seq - 1
      FROM formstate_line_entry
      WHERE stream = entry.stream AND of_line = entry.of_line AND seq > entry.seq
        AND body::json ->> 'continues' IS DISTINCT FROM 'true'
      ORDER BY seq
      LIMIT 1
    )
  ) END AS abandoned_by,
  array_position(entry.definitions, entry.definition) AS version, -- in force after it, by the number that the device gives it
  changed.number - 1 AS ordinal,                          -- the order within the entry
  entry.definition,                                       -- the digest of that version
  entry.stream, entry.of_line AS line, entry.device, entry.is_main,
  EXISTS (SELECT FROM formstate_sensitive WHERE form = entry.form AND cell = change ->> 'cell') AS is_sensitive
FROM formstate_journal AS entry
-- “touched” needs no row.
LEFT JOIN LATERAL json_array_elements(entry.body::json -> 'changes') WITH ORDINALITY AS changed (change, number)
  ON change ->> 'field' <> 'touched'
LEFT JOIN LATERAL (
  SELECT
    change ->> 'field' AS field,
    EXISTS (SELECT FROM formstate_masked WHERE form = entry.form AND cell = change ->> 'cell') AS is_masked,
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

CREATE VIEW conflict AS
-- What waits for a person: where lines were joined, a row for each of the different answers that persons gave to a question at the same
-- time; whether an instance that one removed and another answered in stays, or whether the response is completed. The next answer
-- settles the question. And the lines that cannot be joined yet.
SELECT
  line.form, line.response,
  CASE
    WHEN open.field = 'responseAlternatives' THEN 'completion'
    WHEN cell.kind = 'repeat' THEN 'instance'
    ELSE 'answer'
  END AS kind,
  cell.cell,                                              -- NULL: the response
  CASE WHEN open.instance = 0 THEN '0' ELSE (
    SELECT spelling FROM formstate_spelling WHERE stream = open.stream AND line = open.line AND instance = open.instance
  ) END AS instance,
  cell.question,
  number,                                                 -- of the answer, as devices list it
  CASE
    WHEN open.field = 'responseAlternatives' THEN CASE said.value WHEN '' THEN 'in progress' ELSE 'completed' END
    WHEN said.value NOT IN ('', 'null')
      AND EXISTS (SELECT FROM formstate_masked WHERE form = line.form AND cell = open.subject) THEN '•••'
    WHEN said.value NOT IN ('', 'null') THEN substr(said.value, strpos(said.value, ' ') + 1)
  END AS value,                                           -- NULL: none, or removed
  nullif(open.content::json ->> (5 * number - 4), '') AS author,
  (open.content::json ->> (5 * number - 3))::timestamptz AS at,
  number = 1 AS is_shown,
  NULL AS waits,                                          -- why a line waits
  line.stream, line.line, line.device, line.is_main,
  EXISTS (SELECT FROM formstate_sensitive WHERE form = line.form AND cell = cell.cell) AS is_sensitive
FROM formstate_state AS open
JOIN formstate_line AS line ON line.stream = open.stream AND line.line = open.line AND line.form = open.form
LEFT JOIN formstate_cell AS cell
  ON cell.definition = line.definition AND cell.cell = open.subject AND open.field = 'alternatives'
CROSS JOIN LATERAL generate_series(1, json_array_length(open.content::json) / 5) AS number
CROSS JOIN LATERAL (SELECT open.content::json ->> (5 * number - 5) AS value) AS said
WHERE open.field IN ('alternatives', 'responseAlternatives') AND open.origin = ''
UNION ALL
SELECT
  form, response, 'line', NULL, '0', NULL, 0, NULL, NULL, updated, false, waits, stream, line, device, is_main, false
FROM formstate_line
WHERE waits IS NOT NULL AND NOT is_main;
