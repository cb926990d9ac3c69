-- Words: the views behind the views for people.
-- The names of cells, their relevance, and each change in words, in plain SQLite.

CREATE VIEW formstate_name AS
-- What people call each cell: its section, and its full name, “Roof › Condition”; questions have theirs in formstate_question. A
-- heading that shows an answer as its title goes by its second title, which stays. A picker or slider often has no title of its own;
-- then the title of the cell above it names it. depth ends the walk in a file in which a cell is above itself.
SELECT
  cell.id AS cell_id,
  cell.key AS cell,
  coalesce(
    (SELECT question FROM formstate_question WHERE version_id = cell.version_id AND cell_id = cell.id),
    (
      WITH RECURSIVE
        above (depth, id) AS (
          SELECT 0, cell.id
          UNION ALL
          SELECT above.depth + 1, step.parent_id
          FROM above
          CROSS JOIN formstate_cell AS step ON step.id = above.id
          WHERE above.depth < 100 AND step.parent_id IS NOT NULL
        )
      SELECT group_concat(name, ' › ')
      FROM (
        SELECT
          coalesce(
            iif(step.summary IS NULL, NULL, nullif(step.subtitle, '')), nullif(step.title, ''), nullif(step.subtitle, '')
          ) AS name
        FROM above
        CROSS JOIN formstate_cell AS step ON step.id = above.id
        ORDER BY above.depth DESC
      )
    ),
    cell.key
  ) AS question,
  cell.position AS position,
  (SELECT coalesce(nullif(title, ''), key) FROM formstate_section WHERE id = cell.section_id) AS section,
  (SELECT key FROM formstate_section WHERE id = cell.section_id) AS section_key,
  (SELECT position FROM formstate_section WHERE id = cell.section_id) AS section_position
FROM formstate_cell AS cell;

CREATE VIEW formstate_counted AS
-- The instances that count: those that the rule of their repeat does not leave out.
SELECT own.response_id AS response_id, own.cell_id AS cell_id, own.parent AS parent, own.rank AS rank, own.instance AS instance
-- Left free, SQLite reads all instances of the response for each one.
FROM formstate_instance AS own INDEXED BY formstate_instance_by_rank
WHERE own.origin = 0 AND NOT EXISTS (
    SELECT 1
    FROM formstate_cell_state
    WHERE response_id = own.response_id AND instance = own.instance AND cell_id = own.cell_id AND NOT is_relevant
  );

CREATE VIEW formstate_irrelevance AS
-- The cells that are not relevant, for each response, and in a repeat for each instance: by their own rule, that of a cell above or
-- that of their section, or because an instance around them does not count. For one response, cell and instance it reads the few
-- cells above; depth ends the walk in a file in which a cell is above itself.
SELECT standing.response_id AS response_id, standing.cell_id AS cell_id, standing.instance AS instance
FROM (
  -- SQLite searches both by an index only where columns have the same affinity.
  SELECT response.id AS response_id, cell.id AS cell_id, cell.section_id AS section_id, CAST(0 AS INTEGER) AS instance
  FROM formstate_response AS response
  CROSS JOIN formstate_cell AS cell ON cell.version_id = response.version_id
  UNION ALL
  SELECT inside.response_id, cell.id, cell.section_id, inside.instance
  FROM formstate_instance AS inside
  CROSS JOIN formstate_repeat AS owner ON owner.cell_id = inside.cell_id
  CROSS JOIN formstate_cell AS cell
    ON cell.section_id = owner.section_id AND cell.position BETWEEN owner.first_position AND owner.last_position
) AS standing
WHERE EXISTS (
    WITH RECURSIVE
      -- A repeat stands in the instance around it; below: the one of its own in which the walk has been.
      above (depth, id, instance, below) AS (
        SELECT 0, standing.cell_id, standing.instance, NULL
        UNION ALL
        SELECT
          above.depth + 1,
          upper.id,
          iif(
            upper.kind = 'repeat',
            (SELECT parent FROM formstate_instance WHERE response_id = standing.response_id AND instance = above.instance),
            above.instance
          ),
          iif(upper.kind = 'repeat', above.instance, NULL)
        FROM above
        CROSS JOIN formstate_cell AS step ON step.id = above.id
        CROSS JOIN formstate_cell AS upper ON upper.id = step.parent_id
        WHERE above.depth < 100
      )
    SELECT 1
    FROM above
    LEFT JOIN formstate_rule AS rule ON rule.cell_id = above.id AND rule.kind = 'relevant'
    LEFT JOIN formstate_cell_state AS state
      ON state.response_id = standing.response_id AND state.instance = above.instance AND state.cell_id = above.id
    LEFT JOIN formstate_cell_state AS counted
      ON counted.response_id = standing.response_id AND counted.instance = above.below AND counted.cell_id = above.id
    WHERE NOT coalesce(state.is_relevant, rule.starts, 1) OR NOT counted.is_relevant
    UNION ALL
    SELECT 1
    FROM formstate_rule AS rule
    LEFT JOIN formstate_section_state AS state
      ON state.response_id = standing.response_id AND state.instance = 0 AND state.section_id = rule.section_id
    WHERE rule.section_id = standing.section_id AND rule.cell_id IS NULL AND rule.kind = 'relevant'
      AND NOT coalesce(state.is_relevant, rule.starts)
  );

CREATE VIEW formstate_unmet AS
-- The conditions of questions outside of repeats that do not hold; such a question is not relevant. Quicker than
-- formstate_irrelevance, since it walks nowhere.
SELECT
  response.id AS response_id,
  condition.cell_id AS cell_id,
  condition.rule_id AS rule_id
FROM formstate_response AS response
CROSS JOIN formstate_condition AS condition ON condition.version_id = response.version_id
CROSS JOIN formstate_rule AS rule ON rule.id = condition.rule_id
WHERE NOT coalesce(
    iif(
      rule.cell_id IS NULL,
      (
        SELECT is_relevant
        FROM formstate_section_state
        WHERE response_id = response.id AND instance = 0 AND section_id = rule.section_id
      ),
      (
        SELECT is_relevant
        FROM formstate_cell_state
        WHERE response_id = response.id AND instance = 0 AND cell_id = rule.cell_id
      )
    ),
    rule.starts
  );

CREATE VIEW formstate_spelling AS
-- What people call an instance of a repeat: its counter, as a number, and where other instances of the response have that too, behind it
-- as much of its tag, in letters and digits, as tells it apart.
SELECT
  own.response_id AS response_id,
  own.instance AS instance,
  coalesce(
    (
      SELECT
        (own.instance >> 32) || substr(
          substr('bcdfghjkmnpqrstv', (own.instance & 15) + 1, 1)
            || substr('0123456789abcdefghjkmnpqrstvwxyz', (own.instance >> 4 & 31) + 1, 1)
            || substr('0123456789abcdefghjkmnpqrstvwxyz', (own.instance >> 9 & 31) + 1, 1)
            || substr('0123456789abcdefghjkmnpqrstvwxyz', (own.instance >> 14 & 31) + 1, 1)
            || substr('0123456789abcdefghjkmnpqrstvwxyz', (own.instance >> 19 & 31) + 1, 1)
            || substr('0123456789abcdefghjkmnpqrstvwxyz', (own.instance >> 24 & 31) + 1, 1)
            || substr('0123456789abcdefghjkmnpqrstvwxyz', (own.instance >> 29 & 3) + 1, 1),
          1,
          max(                                            -- the place of the first letter that differs from another's
            CASE
              WHEN own.instance & 15 <> other.instance & 15 THEN 1
              WHEN own.instance & 511 <> other.instance & 511 THEN 2
              WHEN own.instance & 16383 <> other.instance & 16383 THEN 3
              WHEN own.instance & 524287 <> other.instance & 524287 THEN 4
              WHEN own.instance & 16777215 <> other.instance & 16777215 THEN 5
              WHEN own.instance & 536870911 <> other.instance & 536870911 THEN 6
              ELSE 7
            END
          )
        )
      FROM formstate_instance AS other
      WHERE other.response_id = own.response_id AND other.instance > (own.instance | 4294967295) - 4294967296
        AND other.instance <= (own.instance | 4294967295) AND other.instance <> own.instance AND other.origin = 0
    ),
    own.instance >> 32
  ) AS spelling
FROM formstate_instance AS own;

CREATE VIEW formstate_order AS
-- The place of each instance of a response in its section: texts that sort in the order of the form, however repeats are nested. The place
-- of a cell in an instance is this text, and behind it its position in ten digits; that of a cell outside of repeats its position
-- alone.
SELECT
  instance.response_id AS response_id,
  instance.instance AS instance,
  (
    WITH RECURSIVE
      around (depth, instance, cell_id, parent, rank) AS (
        SELECT 0, instance.instance, instance.cell_id, instance.parent, instance.rank
        UNION ALL
        SELECT around.depth + 1, step.instance, step.cell_id, step.parent, step.rank
        FROM around
        CROSS JOIN formstate_instance AS step
          ON step.response_id = instance.response_id AND step.instance = around.parent
        WHERE around.depth < 100
      )
    SELECT group_concat(place, '')
    FROM (
      SELECT printf('%010d%d%016x%016d', owner.first_position - 1, around.rank >= 0, around.rank, around.instance) AS place
      FROM around
      CROSS JOIN formstate_repeat AS owner ON owner.cell_id = around.cell_id
      ORDER BY around.depth DESC
    )
  ) AS place
FROM formstate_instance AS instance;

CREATE VIEW formstate_shown_draft AS
-- The drafts of cells that a response has now: outside of repeats, or in an instance that exists. Others wait for an undo or
-- another version of the form.
SELECT
  draft.response_id AS response_id,
  cell.id AS cell_id,
  draft.cell AS cell,
  draft.instance AS instance,
  draft.device AS device,
  draft.text AS text,
  draft.time AS time
FROM formstate_response AS response
CROSS JOIN formstate_draft AS draft ON draft.response_id = response.id
CROSS JOIN formstate_cell AS cell ON cell.version_id = response.version_id AND cell.key = draft.cell
CROSS JOIN formstate_question AS asked ON asked.version_id = response.version_id AND asked.cell_id = cell.id
WHERE (SELECT takes_input FROM formstate_cell_kind WHERE kind = cell.kind)
  AND iif(
    asked.repeat_id IS NULL,
    draft.instance = 0,
    EXISTS (
      SELECT 1
      FROM formstate_instance
      WHERE response_id = response.id AND instance = draft.instance AND cell_id = asked.repeat_id AND origin = 0
    )
  );

CREATE VIEW formstate_typed AS
-- What the control of a cell shows instead of a value: what was typed there last, on any device, or else the answer to
-- an earlier version that this one refuses.
SELECT
  draft.response_id AS response_id,
  draft.cell_id AS cell_id,
  draft.instance AS instance,
  draft.text AS draft,
  EXISTS (
    SELECT 1
    FROM formstate_cell_state
    WHERE response_id = draft.response_id AND instance = draft.instance AND cell_id = draft.cell_id
      AND original IS NOT NULL AND is_set IS NULL
  ) AS is_refused
FROM formstate_shown_draft AS draft
WHERE NOT EXISTS (
    SELECT 1
    FROM formstate_draft AS later
    WHERE later.response_id = draft.response_id AND later.cell = draft.cell AND later.instance = draft.instance
      AND (later.time, later.device) > (draft.time, draft.device)
  )
UNION ALL
SELECT
  state.response_id,
  state.cell_id,
  state.instance,
  -- As text, like what was typed: SQLite searches both by an index only where they have the same affinity.
  CAST(
    iif(
      state.original GLOB 'choices *',
      (SELECT group_concat(value, ', ') FROM json_each(substr(state.original, 9))),
      substr(state.original, instr(state.original, ' ') + 1)
    ) AS TEXT
  ),
  1
FROM formstate_cell_state AS state
WHERE state.origin = 0 AND state.original IS NOT NULL AND state.is_set IS NULL
  AND NOT EXISTS (
    SELECT 1
    FROM formstate_draft
    WHERE response_id = state.response_id AND cell = (SELECT key FROM formstate_cell WHERE id = state.cell_id)
      AND instance = state.instance
  );

CREATE VIEW formstate_first AS
-- Each question, with what it has until somebody enters a value: starts, the result of its rule in a new response, or default_value
-- where the rule has none; each also as a person reads it, where that is not the same.
SELECT
  question.version_id AS version_id,
  question.cell_id AS cell_id,
  question.section_id AS section_id,
  question.question AS question,
  question.repeat_id AS repeat_id,
  question.is_hidden AS is_hidden,
  question.is_conditional AS is_conditional,
  question.has_default AS has_default,
  iif(
    question.has_default,
    EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = question.cell_id AND kind IN ('calculate', 'default')),
    0
  ) AS is_calculated,
  iif(
    question.has_default,
    (SELECT starts FROM formstate_rule WHERE cell_id = question.cell_id AND kind IN ('calculate', 'default')),
    NULL
  ) AS starts,
  iif(
    question.has_default,
    (SELECT readable FROM formstate_rule WHERE cell_id = question.cell_id AND kind IN ('calculate', 'default')),
    NULL
  ) AS readable_starts,
  iif(question.has_default, (SELECT default_value FROM formstate_cell WHERE id = question.cell_id), NULL) AS default_value,
  question.readable AS readable_default
FROM formstate_question AS question;

CREATE VIEW formstate_asked AS
-- Every cell that can have a value, for each response, with the value and whether a person gave it. A heading can when
-- options are directly below it. The value of what is not relevant is kept, and is not an answer.
--
-- Only what decides which lines exist is joined; everything else is looked up for the lines that are read, so counting
-- them does not pay for it.
SELECT
  response.id AS response_id,
  asked.cell_id AS cell_id,
  coalesce(inside.instance, 0) AS instance,               -- the instance of a repeat around it; 0: none
  (SELECT coalesce(nullif(title, ''), key) FROM formstate_section WHERE id = asked.section_id) AS section,
  (SELECT key FROM formstate_section WHERE id = asked.section_id) AS section_key,
  (SELECT position FROM formstate_section WHERE id = asked.section_id) AS section_position,
  asked.question AS question,
  (SELECT key FROM formstate_cell WHERE id = asked.cell_id) AS cell,
  (SELECT kind FROM formstate_cell WHERE id = asked.cell_id) AS kind,
  (SELECT position FROM formstate_cell WHERE id = asked.cell_id) AS position,
  printf(
    '%s%010d',
    (SELECT place FROM formstate_order WHERE response_id = inside.response_id AND instance = inside.instance),
    (SELECT position FROM formstate_cell WHERE id = asked.cell_id)
  ) AS place,                                             -- sorts in the order of the section
  coalesce(iif(state.is_calculated, state.calculated, asked.starts), asked.default_value) AS by_default,
  iif(
    state.is_set,
    state.value,
    coalesce(iif(state.is_calculated, state.calculated, asked.starts), asked.default_value)
  ) AS value,
  -- That as a person reads it, where it is not the value itself.
  CASE
    WHEN state.is_set THEN state.readable
    WHEN state.calculated IS NOT NULL THEN state.readable_calculated
    WHEN state.is_calculated IS NULL AND asked.starts IS NOT NULL THEN asked.readable_starts
    ELSE asked.readable_default
  END AS readable,
  coalesce(state.is_set, 0) AS is_set,
  iif(state.is_calculated, state.calculated, asked.starts) IS NOT NULL AS is_calculated, -- whether by_default is
  state.set_at AS set_at,
  state.is_required AS is_required,                       -- as state, like faults
  state.faults AS faults,
  (
    SELECT draft
    FROM formstate_typed
    WHERE response_id = response.id AND cell_id = asked.cell_id AND instance = coalesce(inside.instance, 0)
  ) AS draft,
  asked.is_hidden AS is_hidden,
  CASE
    WHEN NOT asked.is_conditional THEN 1
    WHEN asked.repeat_id IS NULL THEN
      NOT EXISTS (SELECT 1 FROM formstate_unmet WHERE response_id = response.id AND cell_id = asked.cell_id)
    ELSE NOT EXISTS (
        SELECT 1
        FROM formstate_irrelevance
        WHERE response_id = response.id AND cell_id = asked.cell_id AND instance = inside.instance
      )
  END AS is_relevant
FROM formstate_response AS response
CROSS JOIN formstate_first AS asked ON asked.version_id = response.version_id
-- A cell within a repeat is one question for each instance.
LEFT JOIN formstate_instance AS inside
  ON inside.response_id = response.id AND inside.cell_id = asked.repeat_id AND inside.origin = 0
LEFT JOIN formstate_cell_state AS state
  ON state.response_id = response.id AND state.instance = coalesce(inside.instance, 0) AND state.cell_id = asked.cell_id
WHERE asked.repeat_id IS NULL OR inside.instance IS NOT NULL;

CREATE VIEW formstate_change AS
-- The changes of each entry in order, each with what it is about; an entry without a change has one line. That a cell is touched needs
-- no line. What is at the beginning of a change is read as text, since reading JSON takes longer; the instance and the version
-- from which something is set aside are behind both sides, and few changes have them. Nothing is joined that counting the lines would
-- pay for.
SELECT
  made.*,
  CASE made.of WHEN 'cell' THEN made.key END AS cell,
  CASE made.of
    WHEN 'cell' THEN (SELECT id FROM formstate_cell WHERE version_id = made.version_id AND key = made.key)
  END AS cell_id,
  CASE made.of
    WHEN 'cell' THEN (SELECT section_id FROM formstate_cell WHERE version_id = made.version_id AND key = made.key)
    WHEN 'section' THEN (SELECT id FROM formstate_section WHERE version_id = made.version_id AND key = made.key)
  END AS section_id,
  CASE made.field WHEN 'value' THEN NULL WHEN 'title' THEN NULL ELSE made.field END AS flag, -- its field, which may be a flag
  CASE made.field                                         -- of a flag, what is so until somebody changes it
    WHEN 'disclosure' THEN (SELECT starts_expanded FROM formstate_cell WHERE version_id = made.version_id AND key = made.key)
    WHEN 'fold' THEN (SELECT starts_folded FROM formstate_section WHERE version_id = made.version_id AND key = made.key)
  END AS starts
FROM (
  SELECT
    entry.*,
    change.key AS ordinal,
    change.value AS change,
    substr(change.value, 3, instr(change.value, '",') - 3) AS field,
    CASE substr(change.value, 3, 4)                       -- the first letters tell fields apart
      WHEN 'fold' THEN 'section'
      WHEN 'sect' THEN 'section'
      WHEN 'comp' THEN 'response'
      WHEN 'resp' THEN 'response'
      ELSE 'cell'
    END AS of,
    (SELECT key FROM formstate_key WHERE number = CAST(substr(change.value, instr(change.value, ',') + 1) AS INTEGER)) AS key,
    coalesce(                                             -- the version whose words these are
      iif(
        substr(change.value, -2) NOT IN (']]', 'l]') AND substr(change.value, -4) NOT IN ('],1]', 'l,1]'),
        (
          SELECT
            coalesce(
              (SELECT id FROM formstate_version WHERE form_id = response.form_id AND number = origin.atom), response.version_id
            )
          FROM json_each(change.value, '$[6]') AS origin
        ),
        NULL
      ),
      (SELECT id FROM formstate_version WHERE form_id = response.form_id AND number = entry.version),
      response.version_id                                 -- where the file lacks it
    ) AS version_id
  FROM formstate_response AS response
  CROSS JOIN formstate_entry AS entry ON entry.response_id = response.id
  LEFT JOIN json_each(entry.changes) AS change ON substr(change.value, 1, 10) <> '["touched"'
) AS made;

CREATE VIEW formstate_calculation AS
-- The changes of calculated values; where is_calculated, after is what was calculated, as a person reads it.
SELECT
  entry.response_id AS response_id,
  entry.revision AS revision,
  subject.atom AS subject,
  coalesce((SELECT atom FROM json_each(change.value, '$[5]')), 0) AS instance,
  coalesce((SELECT atom FROM json_each(change.value, '$[6]')), 0) AS origin,
  (SELECT type FROM json_each(change.value) WHERE key = 3) = 'array' AS is_calculated,
  coalesce(
    (SELECT atom FROM json_each(change.value, '$[3][1]')), (SELECT atom FROM json_each(change.value, '$[3][0]'))
  ) AS after
FROM formstate_entry AS entry
CROSS JOIN json_each(entry.changes) AS change
CROSS JOIN json_each(change.value, '$[1]') AS subject
WHERE instr(entry.changes, '"calculated"') > 0 AND substr(change.value, 1, 13) = '["calculated"';

CREATE VIEW formstate_untouched AS
-- What is so on a side of a change that has nothing, as a person reads it: a question without a value that a person gave has the
-- value that was calculated last, otherwise the one in the definition. For one cell, entry, and change, given as JSON; side 2 is
-- what was before, and side 3 what is after.
SELECT
  first.version_id AS version_id,
  first.cell_id AS cell_id,
  side.json AS change,                                    -- json_each reads the one that a condition asks for
  side.key AS side,
  entry.response_id AS response_id,
  entry.revision AS revision,
  coalesce(
    nullif(
      coalesce(
        iif(
          first.is_calculated,
          (
            SELECT iif(is_calculated, coalesce(after, ''), NULL) -- '': nothing was calculated
            FROM formstate_calculation
            WHERE response_id = entry.response_id AND revision <= entry.revision - (side.key = 2)
              AND subject = (SELECT atom FROM json_each(side.json, '$[1]'))
              AND instance = coalesce((SELECT atom FROM json_each(side.json, '$[5]')), 0)
              AND origin = coalesce((SELECT atom FROM json_each(side.json, '$[6]')), 0)
            ORDER BY revision DESC
            LIMIT 1
          ),
          NULL
        ),
        first.readable_starts,
        first.starts
      ),
      ''
    ),
    first.readable_default,
    first.default_value
  ) AS readable
FROM formstate_first AS first
CROSS JOIN json_each AS side ON side.type = 'null'
CROSS JOIN formstate_entry AS entry
WHERE first.has_default;

CREATE VIEW formstate_found AS
-- What may be a fault of each response. is_relevant is 1 where its cell is known to be relevant, otherwise NULL; sort orders the
-- faults of a cell.
SELECT
  form.key AS form,
  response.key AS response,
  response.id AS response_id,
  rule.cell_id AS cell_id,
  asked.instance AS instance,
  CASE rule.kind WHEN 'default' THEN 'calculate' WHEN 'choices' THEN 'notOffered' ELSE rule.kind END AS fault,
  rule.number AS number,
  CASE rule.kind
    WHEN 'required' THEN coalesce(rule.message, 'An answer is needed.')
    WHEN 'constraint' THEN coalesce(rule.message, 'The answer has to fulfil ' || rule.expression || '.')
    WHEN 'choices' THEN 'What is chosen is not among the choices.'
    ELSE 'What is calculated is no ' || asked.kind || ' that can stand here, so nothing does.'
  END AS message,
  iif(rule.kind IN ('calculate', 'default'), 'warning', rule.severity) AS severity,
  NULL AS reporter,
  CASE rule.kind WHEN 'required' THEN 0 WHEN 'choices' THEN 1 WHEN 'constraint' THEN 2 ELSE 3 END || ' ' || rule.number AS sort,
  1 AS is_relevant
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_rule AS rule
  ON rule.version_id = response.version_id
  AND rule.kind IN ('required', 'constraint', 'calculate', 'default', 'choices')
CROSS JOIN formstate_asked AS asked ON asked.response_id = response.id AND asked.cell_id = rule.cell_id
-- Relevance takes the longest to find, so it comes last.
WHERE iif(
    CASE rule.kind
      WHEN 'required' THEN coalesce(asked.is_required, rule.starts) AND coalesce(asked.value, '') = ''
      WHEN 'constraint' THEN
        iif(asked.faults IS NULL, NOT rule.starts, instr(' ' || asked.faults || ' ', ' ' || rule.number || ' ') > 0)
      WHEN 'choices' THEN iif(asked.faults IS NULL, NOT rule.starts, instr(' ' || asked.faults || ' ', ' choices ') > 0)
      ELSE instr(' ' || asked.faults || ' ', ' calculate ') > 0
    END,
    asked.is_relevant,
    0
  )
UNION ALL
-- Of a repeat: too few or too many instances that count. A response without any action has no instances yet, and no fault.
SELECT
  form.key,
  response.key,
  response.id,
  counted.cell_id,
  counted.instance,
  iif(counted.instances < counted.minimum, 'tooFew', 'tooMany'),
  0,
  iif(
    counted.instances < counted.minimum,
    'At least ' || counted.minimum || iif(counted.minimum = 1, ' is', ' are') || ' needed.',
    'At most ' || counted.maximum || iif(counted.maximum = 1, ' is', ' are') || ' possible.'
  ),
  'error',
  NULL,
  '3',
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
      FROM formstate_counted
      WHERE response_id = filled.id AND cell_id = owner.cell_id AND parent = coalesce(inside.instance, 0)
    ) AS instances
  FROM formstate_response AS filled
  CROSS JOIN formstate_repeat AS owner ON owner.version_id = filled.version_id
  LEFT JOIN formstate_instance AS inside
    ON inside.response_id = filled.id AND inside.cell_id = owner.around_id AND inside.origin = 0
  WHERE owner.around_id IS NULL OR inside.instance IS NOT NULL
) AS counted ON counted.response_id = response.id
WHERE (counted.instances < counted.minimum OR counted.instances > counted.maximum)
  AND EXISTS (SELECT 1 FROM formstate_entry WHERE response_id = response.id)
UNION ALL
-- An answer to an earlier version of the form that this one does not accept; and any draft where something can be
-- entered.
SELECT
  form.key,
  response.key,
  response.id,
  typed.cell_id,
  typed.instance,
  iif(typed.is_refused, 'refused', 'draft'),
  0,
  iif(
    typed.is_refused,
    'An earlier version of the form accepted this answer; this version does not.',
    'The input is not an answer yet; enter it, correct it or discard it.'
  ),
  'error',
  NULL,
  '4',
  NULL
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_typed AS typed ON typed.response_id = response.id
WHERE typed.is_refused
  OR NOT coalesce(
    (
      SELECT is_read_only
      FROM formstate_cell_state
      WHERE response_id = response.id AND instance = typed.instance AND cell_id = typed.cell_id
    ),
    (SELECT starts FROM formstate_rule WHERE cell_id = typed.cell_id AND kind = 'readOnly'),
    0
  )
UNION ALL
-- Different answers that persons gave at the same time; of a repeat, that one removed the instance and another answered in it.
SELECT
  form.key,
  response.key,
  response.id,
  state.cell_id,
  state.instance,
  'question',
  0,
  iif(
    cell.kind = 'repeat',
    'It was removed, and answered in at the same time; keep it or remove it.',
    'Different answers were given at the same time; choose one, or answer again.'
  ),
  'error',
  NULL,
  '4 1',
  NULL
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_cell_state AS state
  ON state.response_id = response.id AND state.origin = 0 AND state.alternatives IS NOT NULL
CROSS JOIN formstate_cell AS cell ON cell.id = state.cell_id
UNION ALL
-- Faults that others reported on a cell.
SELECT
  form.key,
  response.key,
  response.id,
  state.cell_id,
  state.instance,
  'reported',
  message.key / 2 + 1,
  message.value,
  'error',
  (SELECT nullif(value, '') FROM json_each(state.reported_faults) WHERE key = message.key - 1),
  printf('5 %02d', message.key / 2 + 1),
  NULL
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_cell_state AS state
  ON state.response_id = response.id AND state.origin = 0 AND state.reported_faults IS NOT NULL
CROSS JOIN json_each(state.reported_faults) AS message ON message.key % 2 = 1
UNION ALL
-- And on the whole response.
SELECT
  form.key,
  response.key,
  response.id,
  NULL,
  0,
  'reported',
  message.key / 2 + 1,
  message.value,
  'error',
  (SELECT nullif(value, '') FROM json_each(response.reported_faults) WHERE key = message.key - 1),
  printf('%02d', message.key / 2 + 1),
  1
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id AND response.reported_faults IS NOT NULL
CROSS JOIN json_each(response.reported_faults) AS message ON message.key % 2 = 1;
