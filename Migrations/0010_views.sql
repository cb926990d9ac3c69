-- Views for people: what a reader of the file queries.
-- A name of a column means the same in each view: form and response are the keys of both, and response_id is the row of the latter;
-- section is the title of a section as people read it, its key where it has no title, section_key is its key, and section_position its
-- position in the form; question is the full name of a cell, cell its key, position its position in its section, and instance the number of
-- its instance of a repeat, 0 outside of repeats; value is what is stored, readable the same as a person reads it; author is who did
-- it, and at when, in UTC; place sorts in the order of the section, with its instances.

CREATE VIEW visible_row AS
-- The rows that a table shows for each response, top to bottom.
--
-- A section's visible rows are found by walking down its preorder and skipping the descendants of every cell that
-- is collapsed, hidden or not relevant, so the cost follows the number of visible rows. At a repeat the walk goes through its
-- template once for each instance: first_position and last_position are those of the current template. The walk is passed
-- on as a JSON array of positions, to which 4294967296 times the instance is added, because a correlated walk keeps a condition on
-- the response or section cheap; CROSS JOIN keeps SQLite from reversing the order of the tables, which would walk once for
-- every cell. max() makes the walk go forward even in a file that was written without its CHECKs.
SELECT
  form.key AS form,
  response.key AS response,
  coalesce(nullif(section.title, ''), section.key) AS section,
  section.position AS section_position,
  shown.key AS row,                                       -- (section_position, row) is the row path
  cell.key AS cell,
  shown.value >> 32 AS instance,                          -- the instance of a repeat around it; 0: none
  cell.identifier AS identifier,                          -- the table view's reuse identifier
  coalesce(
    nullif(coalesce(state.title, (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'title')), ''),
    cell.title
  ) AS title,
  cell.subtitle AS subtitle,
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
  cell.level AS level,
  CASE WHEN cell.is_expandable THEN coalesce(state.is_expanded, cell.starts_expanded) END AS is_expanded, -- NULL: it cannot be
  (
    SELECT draft
    FROM formstate_typed
    WHERE response_id = response.id AND cell_id = cell.id AND instance = shown.value >> 32
  ) AS draft,                                             -- what was typed there and is not a value yet
  coalesce(
    state.is_required, (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'required'), 0
  ) AS is_required,                                       -- whether it needs a value
  coalesce(
    state.is_read_only, (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'readOnly'), 0
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
    walk (position, instance, first_position, last_position) AS (
      SELECT 0, 0, 0, NULL
      WHERE NOT coalesce(fold.is_folded, section.starts_folded)
        AND coalesce(
          fold.is_relevant,
          (SELECT starts FROM formstate_rule WHERE section_id = section.id AND cell_id IS NULL AND kind = 'relevant'),
          1
        )
      UNION ALL
      -- The next cell; after an open repeat, its first instance that counts.
      SELECT
        CASE
          WHEN NOT (
            NOT step.is_hidden AND coalesce(opened.is_expanded, step.starts_expanded) AND coalesce(
              opened.is_relevant, (SELECT starts FROM formstate_rule WHERE cell_id = step.id AND kind = 'relevant'), 1
            )
          ) THEN step.position + 1 + max(step.additional_rows, 0)
          WHEN step.kind <> 'repeat' THEN step.position + 1
          ELSE step.position + 1 + iif(entered.instance IS NULL, max(step.additional_rows, 0), 0)
        END,
        coalesce(entered.instance, walk.instance),
        iif(entered.instance IS NULL, walk.first_position, step.position + 1),
        iif(entered.instance IS NULL, walk.last_position, step.position + step.additional_rows)
      FROM walk
      CROSS JOIN formstate_cell AS step ON step.section_id = section.id AND step.position = walk.position
      LEFT JOIN formstate_cell_state AS opened
        ON opened.response_id = response.id AND opened.instance = walk.instance AND opened.cell_id = step.id
      LEFT JOIN formstate_instance AS entered
        ON step.kind = 'repeat' AND NOT step.is_hidden AND coalesce(opened.is_expanded, step.starts_expanded)
        AND coalesce(
          opened.is_relevant, (SELECT starts FROM formstate_rule WHERE cell_id = step.id AND kind = 'relevant'), 1
        )
        AND entered.response_id = response.id AND entered.instance = (
          SELECT instance.instance
          FROM formstate_instance AS instance
          WHERE instance.response_id = response.id AND instance.cell_id = step.id AND instance.parent = walk.instance
            AND instance.origin = 0 AND NOT EXISTS (
              SELECT 1
              FROM formstate_cell_state
              WHERE response_id = response.id AND instance = instance.instance AND cell_id = step.id AND NOT is_relevant
            )
          ORDER BY instance.rank, instance.instance
          LIMIT 1
        )
      WHERE walk.last_position IS NULL OR walk.position <= walk.last_position
      UNION ALL
      -- After the last cell of an instance: the next instance that counts, or the cell after the repeat.
      SELECT
        iif(next.instance IS NULL, walk.last_position + 1, walk.first_position),
        coalesce(next.instance, own.parent),
        iif(next.instance IS NULL, coalesce(around.first_position, 0), walk.first_position),
        iif(next.instance IS NULL, around.last_position, walk.last_position)
      FROM walk
      CROSS JOIN formstate_instance AS own ON own.response_id = response.id AND own.instance = walk.instance
      LEFT JOIN formstate_instance AS next
        ON next.response_id = response.id AND next.instance = (
          SELECT instance.instance
          FROM formstate_instance AS instance
          WHERE instance.response_id = response.id AND instance.cell_id = own.cell_id AND instance.parent = own.parent
            AND instance.origin = 0 AND instance.rank >= own.rank
            AND (instance.rank > own.rank OR instance.instance > own.instance)
            AND NOT EXISTS (
              SELECT 1
              FROM formstate_cell_state
              WHERE response_id = response.id AND instance = instance.instance AND cell_id = own.cell_id AND NOT is_relevant
            )
          ORDER BY instance.rank, instance.instance
          LIMIT 1
        )
      LEFT JOIN formstate_instance AS outer_instance
        ON next.instance IS NULL AND outer_instance.response_id = response.id AND outer_instance.instance = own.parent
      LEFT JOIN formstate_repeat AS around ON around.cell_id = outer_instance.cell_id
      WHERE walk.position > walk.last_position
    )
  SELECT '[' || group_concat(walk.position + (walk.instance << 32)) || ']'
  FROM walk
  CROSS JOIN formstate_cell AS step ON step.section_id = section.id AND step.position = walk.position
  LEFT JOIN formstate_cell_state AS asked
    ON asked.response_id = response.id AND asked.instance = walk.instance AND asked.cell_id = step.id
  WHERE (walk.last_position IS NULL OR walk.position <= walk.last_position) AND NOT step.is_hidden AND coalesce(
    asked.is_relevant, (SELECT starts FROM formstate_rule WHERE cell_id = step.id AND kind = 'relevant'), 1
  )
)) AS shown
CROSS JOIN formstate_cell AS cell ON cell.section_id = section.id AND cell.position = (shown.value & 4294967295)
LEFT JOIN formstate_cell_state AS state
  ON state.response_id = response.id AND state.instance = (shown.value >> 32) AND state.cell_id = cell.id;

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
      AND CASE state.instance
        WHEN 0 THEN
          NOT EXISTS (SELECT 1 FROM formstate_unmet WHERE response_id = state.response_id AND cell_id = state.cell_id)
        ELSE
          NOT EXISTS (SELECT 1 FROM formstate_irrelevance WHERE response_id = state.response_id AND cell_id = state.cell_id)
          AND NOT EXISTS (
            SELECT 1
            FROM formstate_irrelevance_inside
            WHERE response_id = state.response_id AND cell_id = state.cell_id AND instance = state.instance
          )
      END
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
  asked.form AS form,
  asked.response AS response,
  asked.section AS section,                               -- its title
  asked.question AS question,                             -- its full name: Roof › Condition
  coalesce(asked.readable, CAST(asked.value AS TEXT)) AS readable, -- as a person reads it
  asked.value AS value,                                   -- as it is stored, see formstate_cell_state
  CASE
    -- A whole number that only happens to be one must not be divided as one: 7 / 2 is 3.
    WHEN asked.storage IN ('decimal', 'number') THEN CAST(asked.value AS REAL)
    WHEN asked.storage <> 'switch' AND typeof(asked.value) IN ('integer', 'real') THEN asked.value
  END AS number,                                          -- the number, to calculate with; NULL for what is not a number
  iif(asked.is_set, 'set', iif(asked.is_calculated, 'calculated', 'default')) AS source,
  (
    SELECT author
    FROM formstate_entry
    WHERE response_id = asked.response_id AND revision = asked.set_at AND kind <> 'checkpoint'
  ) AS author,                                            -- who set it; NULL where that is unknown or compaction removed it
  (
    SELECT strftime('%Y-%m-%dT%H:%M:%fZ', time / 1000.0, 'unixepoch')
    FROM formstate_entry
    WHERE response_id = asked.response_id AND revision = asked.set_at AND kind <> 'checkpoint'
  ) AS at,                                                 -- when, likewise
  asked.cell AS cell,                                     -- the key of the question
  asked.instance AS instance,                             -- the instance of a repeat around it; 0: none
  asked.kind AS kind,
  asked.section_key AS section_key,
  asked.section_position AS section_position,
  asked.position AS position,
  asked.place AS place,                                   -- sorts in the order of the section, with its instances
  asked.response_id AS response_id
FROM formstate_asked AS asked
-- Relevance takes the longest to find, so it comes last.
WHERE iif(asked.value IS NULL, 0, asked.is_relevant);

CREATE VIEW unanswered AS
-- What is still to be answered: a line for every question without a value that a person gave.
-- Questions that the definition always hides are left out.
SELECT
  asked.form AS form,
  asked.response AS response,
  asked.section AS section,
  asked.question AS question,
  iif(asked.is_set, NULL, asked.default_value) AS by_default, -- its value until then, as it is stored
  asked.draft AS draft,                                   -- what was typed there and is not a value yet
  asked.cell AS cell,
  asked.instance AS instance,                             -- the instance of a repeat around it; 0: none
  asked.kind AS kind,
  asked.section_key AS section_key,
  asked.section_position AS section_position,
  asked.position AS position,
  asked.place AS place,                                   -- sorts in the order of the section, with its instances
  asked.response_id AS response_id
FROM formstate_asked AS asked
WHERE iif(asked.is_hidden OR (asked.is_set AND asked.value IS NOT NULL), 0, asked.is_relevant);

CREATE VIEW fault AS
-- The faults of each response: required questions that are blank, constraints that do not hold, repeats with too few or
-- too many instances, answers that an upgrade could not keep, drafts, and faults that others reported on a cell, or on the whole response,
-- which have no cell. A response with errors cannot be completed; warnings do not prevent it. What is not relevant has no faults;
-- what is folded or collapsed does.
SELECT
  form.key AS form,
  response.key AS response,
  (SELECT coalesce(nullif(title, ''), key) FROM formstate_section WHERE id = rule.section_id) AS section,
  asked.question AS question,
  CASE rule.kind
    WHEN 'required' THEN coalesce(rule.message, 'An answer is needed.')
    WHEN 'constraint' THEN coalesce(rule.message, 'The answer has to fulfil ' || rule.expression || '.')
    WHEN 'choices' THEN 'What is chosen is not among the choices.'
    ELSE 'What is calculated is no ' || (SELECT kind FROM formstate_cell WHERE id = rule.cell_id)
      || ' that can stand here, so nothing does.'
  END AS message,
  iif(rule.kind IN ('calculate', 'default'), 'warning', rule.severity) AS severity,
  CASE rule.kind WHEN 'default' THEN 'calculate' WHEN 'choices' THEN 'notOffered' ELSE rule.kind END AS fault,
  (SELECT key FROM formstate_cell WHERE id = rule.cell_id) AS cell,
  coalesce(inside.instance, 0) AS instance,               -- the instance of a repeat around it; 0: none
  (SELECT key FROM formstate_section WHERE id = rule.section_id) AS section_key,
  (SELECT position FROM formstate_section WHERE id = rule.section_id) AS section_position,
  (SELECT position FROM formstate_cell WHERE id = rule.cell_id) AS position,
  rule.number AS fault_number,                            -- of the constraint, or of the report, from 1; of other faults 0
  response.id AS response_id,
  printf(
    '%s%010d %d %d',
    (SELECT place FROM formstate_order WHERE response_id = inside.response_id AND instance = inside.instance),
    (SELECT position FROM formstate_cell WHERE id = rule.cell_id),
    CASE rule.kind WHEN 'required' THEN 0 WHEN 'choices' THEN 1 WHEN 'constraint' THEN 2 ELSE 3 END,
    rule.number
  ) AS place,                                             -- sorts in the order of the section, then of a cell's faults
  NULL AS reporter                                        -- who reported it, if that is known
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_rule AS rule
  ON rule.version_id = response.version_id
  AND rule.kind IN ('required', 'constraint', 'calculate', 'default', 'choices')
CROSS JOIN formstate_question AS asked ON asked.version_id = response.version_id AND asked.cell_id = rule.cell_id
LEFT JOIN formstate_instance AS inside
  ON inside.response_id = response.id AND inside.cell_id = asked.repeat_id AND inside.origin = 0
LEFT JOIN formstate_cell_state AS state
  ON state.response_id = response.id AND state.instance = coalesce(inside.instance, 0) AND state.cell_id = rule.cell_id
-- Relevance takes the longest to find, so it comes last.
WHERE (asked.repeat_id IS NULL OR inside.instance IS NOT NULL) AND iif(
    CASE rule.kind
      WHEN 'required' THEN coalesce(state.is_required, rule.starts) AND coalesce(
          iif(
            state.is_set,
            state.value,
            iif(
              asked.has_default,
              coalesce(
                iif(
                  state.is_calculated,
                  state.calculated,
                  (SELECT starts FROM formstate_rule WHERE cell_id = rule.cell_id AND kind IN ('calculate', 'default'))
                ),
                (SELECT default_value FROM formstate_cell WHERE id = rule.cell_id)
              ),
              NULL
            )
          ),
          ''
        ) = ''
      WHEN 'constraint' THEN iif(
          state.faults IS NULL, NOT rule.starts, instr(' ' || state.faults || ' ', ' ' || rule.number || ' ') > 0
        )
      WHEN 'choices' THEN iif(
          state.faults IS NULL, NOT rule.starts, instr(' ' || state.faults || ' ', ' choices ') > 0
        )
      ELSE instr(' ' || state.faults || ' ', ' calculate ') > 0
    END,
    CASE
      WHEN NOT asked.is_conditional THEN 1
      WHEN asked.repeat_id IS NULL THEN
        NOT EXISTS (SELECT 1 FROM formstate_unmet WHERE response_id = response.id AND cell_id = rule.cell_id)
      ELSE
        NOT EXISTS (SELECT 1 FROM formstate_irrelevance WHERE response_id = response.id AND cell_id = rule.cell_id)
        AND NOT EXISTS (
          SELECT 1
          FROM formstate_irrelevance_inside
          WHERE response_id = response.id AND cell_id = rule.cell_id AND instance = inside.instance
        )
    END,
    0
  )
UNION ALL
-- Of a repeat: too few or too many instances that count. A response without any action has no instances yet, and no fault.
SELECT
  form.key,
  response.key,
  coalesce(nullif(section.title, ''), section.key),
  (SELECT question FROM formstate_name WHERE cell_id = cell.id),
  iif(
    counted.instances < counted.minimum,
    'At least ' || counted.minimum || iif(counted.minimum = 1, ' is', ' are') || ' needed.',
    'At most ' || counted.maximum || iif(counted.maximum = 1, ' is', ' are') || ' possible.'
  ),
  'error',
  iif(counted.instances < counted.minimum, 'tooFew', 'tooMany'),
  cell.key,
  counted.instance,
  section.key,
  section.position,
  cell.position,
  0,
  response.id,
  printf('%s%010d 3', (
    SELECT place FROM formstate_order WHERE response_id = response.id AND instance = counted.instance
  ), cell.position),
  NULL
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN (
  SELECT
    filled.id AS response_id,
    owner.cell_id AS cell_id,
    coalesce(inside.instance, 0) AS instance,
    owner.minimum AS minimum,
    owner.maximum AS maximum,
    (
      SELECT count(*)
      -- Left free, SQLite reads all instances of the response for each one.
      FROM formstate_instance AS own INDEXED BY formstate_instance_by_rank
      WHERE own.response_id = filled.id AND own.cell_id = owner.cell_id AND own.parent = coalesce(inside.instance, 0)
        AND own.origin = 0 AND NOT EXISTS (
          SELECT 1
          FROM formstate_cell_state
          WHERE response_id = filled.id AND instance = own.instance AND cell_id = own.cell_id AND NOT is_relevant
        )
    ) AS instances
  FROM formstate_response AS filled
  CROSS JOIN formstate_repeat AS owner ON owner.version_id = filled.version_id
  LEFT JOIN formstate_instance AS inside
    ON inside.response_id = filled.id AND inside.cell_id = owner.around_id AND inside.origin = 0
  WHERE (owner.around_id IS NULL OR inside.instance IS NOT NULL)
) AS counted ON counted.response_id = response.id
CROSS JOIN formstate_cell AS cell ON cell.id = counted.cell_id
CROSS JOIN formstate_section AS section ON section.id = cell.section_id
WHERE (counted.instances < counted.minimum OR counted.instances > counted.maximum)
  AND EXISTS (SELECT 1 FROM formstate_entry WHERE response_id = response.id)
  AND NOT EXISTS (SELECT 1 FROM formstate_irrelevance WHERE response_id = response.id AND cell_id = cell.id)
  AND NOT EXISTS (
    SELECT 1
    FROM formstate_irrelevance_inside
    WHERE response_id = response.id AND cell_id = cell.id AND instance = counted.instance
  )
UNION ALL
-- An answer to an earlier version of the form that this one does not accept; and any draft where something can be
-- entered.
SELECT
  form.key,
  response.key,
  coalesce(nullif(section.title, ''), section.key),
  (SELECT question FROM formstate_name WHERE cell_id = cell.id),
  iif(
    typed.is_refused,
    'An earlier version of the form accepted this answer; this version does not.',
    'The input is not an answer yet; enter it, correct it or discard it.'
  ),
  'error',
  iif(typed.is_refused, 'refused', 'draft'),
  cell.key,
  typed.instance,
  section.key,
  section.position,
  cell.position,
  0,
  response.id,
  printf('%s%010d 4', (
    SELECT place FROM formstate_order WHERE response_id = response.id AND instance = typed.instance
  ), cell.position),
  NULL
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_typed AS typed ON typed.response_id = response.id
CROSS JOIN formstate_cell AS cell ON cell.id = typed.cell_id
CROSS JOIN formstate_section AS section ON section.id = cell.section_id
WHERE (
    typed.is_refused
    OR NOT coalesce(
      (
        SELECT is_read_only
        FROM formstate_cell_state
        WHERE response_id = response.id AND instance = typed.instance AND cell_id = cell.id
      ),
      (SELECT starts FROM formstate_rule WHERE cell_id = cell.id AND kind = 'readOnly'),
      0
    )
  )
  AND NOT EXISTS (SELECT 1 FROM formstate_irrelevance WHERE response_id = response.id AND cell_id = cell.id)
  AND NOT EXISTS (
    SELECT 1
    FROM formstate_irrelevance_inside
    WHERE response_id = response.id AND cell_id = cell.id AND instance = typed.instance
  )
UNION ALL
-- Faults that others reported on a cell.
SELECT
  form.key,
  response.key,
  coalesce(nullif(section.title, ''), section.key),
  (SELECT question FROM formstate_name WHERE cell_id = cell.id),
  message.value,
  'error',
  'reported',
  cell.key,
  state.instance,
  section.key,
  section.position,
  cell.position,
  message.key / 2 + 1,
  response.id,
  printf('%s%010d 5 %02d', (
    SELECT place FROM formstate_order WHERE response_id = response.id AND instance = state.instance
  ), cell.position, message.key / 2 + 1),
  nullif(reporter.value, '')
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_cell_state AS state
  ON state.response_id = response.id AND state.origin = 0 AND state.reported_faults IS NOT NULL
CROSS JOIN formstate_cell AS cell ON cell.id = state.cell_id
CROSS JOIN formstate_section AS section ON section.id = cell.section_id
CROSS JOIN json_each(state.reported_faults) AS message ON message.key % 2 = 1
CROSS JOIN json_each(state.reported_faults) AS reporter ON reporter.key = message.key - 1
WHERE NOT EXISTS (SELECT 1 FROM formstate_irrelevance WHERE response_id = response.id AND cell_id = cell.id)
  AND NOT EXISTS (
    SELECT 1
    FROM formstate_irrelevance_inside
    WHERE response_id = response.id AND cell_id = cell.id AND instance = state.instance
  )
UNION ALL
-- And on the whole response.
SELECT
  form.key,
  response.key,
  NULL,
  NULL,
  message.value,
  'error',
  'reported',
  NULL,
  0,
  NULL,
  NULL,
  NULL,
  message.key / 2 + 1,
  response.id,
  printf('%02d', message.key / 2 + 1),
  nullif(reporter.value, '')
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id AND response.reported_faults IS NOT NULL
CROSS JOIN json_each(response.reported_faults) AS message ON message.key % 2 = 1
CROSS JOIN json_each(response.reported_faults) AS reporter ON reporter.key = message.key - 1;

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
  (SELECT key FROM formstate_cell WHERE id = state.cell_id) AS cell, -- NULL for a section
  state.instance AS instance,                             -- the instance of a repeat around it; 0: none
  (
    SELECT section.key
    FROM formstate_cell AS cell
    CROSS JOIN formstate_section AS section ON section.id = cell.section_id
    WHERE cell.id = state.cell_id
  ) AS section_key,
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
  instance.instance AS instance,                          -- its number, which addresses of cells use: name:7
  row_number() OVER (
    PARTITION BY form.key, response.key, instance.cell_id, instance.parent ORDER BY instance.rank, instance.instance
  ) AS position,                                          -- its position in the repeat, from 1
  instance.parent AS parent,                              -- the instance around the repeat; 0: none
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
--
-- Each part of a change is read once; SQLite leaves out the joins whose columns nobody asks for.
SELECT
  form.key AS form,
  response.key AS response,
  entry.revision AS revision,
  strftime('%Y-%m-%dT%H:%M:%fZ', entry.time / 1000.0, 'unixepoch') AS at,
  entry.author AS author,
  entry.kind AS action,
  coalesce(nullif(section.title, ''), section.key) AS section,
  (SELECT question FROM formstate_name WHERE cell_id = cell.id) AS question, -- the full name of the cell
  coalesce(
    (SELECT atom FROM json_each(change.value, '$[2][1]')), -- as a person reads it
    (
      SELECT
        CASE coalesce(
          (SELECT atom FROM json_each(change.value, '$[2][0]')),
          CASE field WHEN 'disclosure' THEN cell.starts_expanded WHEN 'fold' THEN section.starts_folded END
        ) WHEN 1 THEN yes WHEN 0 THEN no END
      FROM formstate_field
      WHERE field = field.atom
    ),
    (SELECT atom FROM json_each(change.value, '$[2][0]')),
    iif(
      field.atom = 'value' AND EXISTS (SELECT 1 FROM json_each(change.value) WHERE key = 2 AND type = 'null'),
      (
        SELECT coalesce(
          iif(
            is_calculated,
            iif(
              (
                SELECT type
                FROM formstate_calculation
                WHERE response_id = response.id AND revision < entry.revision AND subject = subject.atom
                  AND instance = coalesce((SELECT atom FROM json_each(change.value, '$[5]')), 0) AND origin = coalesce((SELECT atom FROM json_each(change.value, '$[6]')), 0)
                ORDER BY revision DESC
                LIMIT 1
              ) IS 'array',
              (
                SELECT after
                FROM formstate_calculation
                WHERE response_id = response.id AND revision < entry.revision AND subject = subject.atom
                  AND instance = coalesce((SELECT atom FROM json_each(change.value, '$[5]')), 0) AND origin = coalesce((SELECT atom FROM json_each(change.value, '$[6]')), 0)
                ORDER BY revision DESC
                LIMIT 1
              ),
              starts
            ),
            NULL
          ),
          by_default
        )
        FROM formstate_first
        WHERE version_id = cell.version_id AND cell_id = cell.id
      ),
      NULL
    )
  ) AS before,
  coalesce(
    (SELECT atom FROM json_each(change.value, '$[3][1]')), -- as a person reads it
    (
      SELECT
        CASE coalesce(
          (SELECT atom FROM json_each(change.value, '$[3][0]')),
          CASE field WHEN 'disclosure' THEN cell.starts_expanded WHEN 'fold' THEN section.starts_folded END
        ) WHEN 1 THEN yes WHEN 0 THEN no END
      FROM formstate_field
      WHERE field = field.atom
    ),
    (SELECT atom FROM json_each(change.value, '$[3][0]')),
    iif(
      field.atom = 'value' AND EXISTS (SELECT 1 FROM json_each(change.value) WHERE key = 3 AND type = 'null'),
      (
        SELECT coalesce(
          iif(
            is_calculated,
            iif(
              (
                SELECT type
                FROM formstate_calculation
                WHERE response_id = response.id AND revision <= entry.revision AND subject = subject.atom
                  AND instance = coalesce((SELECT atom FROM json_each(change.value, '$[5]')), 0) AND origin = coalesce((SELECT atom FROM json_each(change.value, '$[6]')), 0)
                ORDER BY revision DESC
                LIMIT 1
              ) IS 'array',
              (
                SELECT after
                FROM formstate_calculation
                WHERE response_id = response.id AND revision <= entry.revision AND subject = subject.atom
                  AND instance = coalesce((SELECT atom FROM json_each(change.value, '$[5]')), 0) AND origin = coalesce((SELECT atom FROM json_each(change.value, '$[6]')), 0)
                ORDER BY revision DESC
                LIMIT 1
              ),
              starts
            ),
            NULL
          ),
          by_default
        )
        FROM formstate_first
        WHERE version_id = cell.version_id AND cell_id = cell.id
      ),
      NULL
    )
  ) AS after,
  field.atom AS field,                                      -- which part of the state changed
  iif(field.atom IN ('fold', 'sectionRelevance', 'completion', 'responseFaults'), NULL, named.key) AS cell, -- NULL: a change of a
                                                          -- section, or of the response
  iif(field.atom IS NULL, NULL, coalesce((SELECT atom FROM json_each(change.value, '$[5]')), 0)) AS instance, -- the instance of a repeat
                                                          -- around it; 0: none
  (SELECT atom FROM json_each(change.value, '$[2][0]')) AS value_before,
  (SELECT atom FROM json_each(change.value, '$[3][0]')) AS value_after,
  section.key AS section_key,
  (SELECT key FROM formstate_key WHERE number = entry.subject) AS action_subject, -- the key of the cell or section that the
                                                          -- action was on; NULL: the whole response
  entry.group_name AS step,                                 -- the app's name for the step that the action is part of
  entry.target AS target,                                   -- of undo and redo: the last revision of the step
  entry.abandoned_by AS abandoned_by,                       -- the revision that put it out of use for good, once undone
  entry.version AS version,                                 -- the number of the form's version in force after it
  change.key AS ordinal,                                    -- the order within the entry
  response.id AS response_id
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_entry AS entry ON entry.response_id = response.id
-- That a cell is touched needs no line.
LEFT JOIN json_each(entry.changes) AS change ON (SELECT atom FROM json_each(change.value, '$[0]')) <> 'touched'
LEFT JOIN json_each(change.value, '$[0]') AS field
LEFT JOIN json_each(change.value, '$[1]') AS subject
LEFT JOIN formstate_key AS named ON named.number = subject.atom
-- The version that the change was made in, or from which its subject is set aside.
LEFT JOIN formstate_version AS made
  ON made.form_id = form.id AND made.number = coalesce((SELECT atom FROM json_each(change.value, '$[6]')), entry.version)
LEFT JOIN formstate_cell AS cell
  ON cell.version_id = coalesce(made.id, response.version_id) AND cell.key = named.key
  AND field.atom NOT IN ('fold', 'sectionRelevance', 'completion', 'responseFaults')
LEFT JOIN formstate_section AS section
  ON section.id = coalesce(cell.section_id, (
      SELECT id
      FROM formstate_section
      WHERE version_id = coalesce(made.id, response.version_id) AND key = named.key
        AND field.atom IN ('fold', 'sectionRelevance')
    ));
