-- Words: the views behind the views for people.
-- The names of cells, their relevance, and each change in words, in plain SQLite.

CREATE VIEW formstate_name AS
-- The full name of each cell: “Roof › Condition”; questions have theirs in formstate_question. A heading that
-- shows an answer as its title goes by its second title, which stays. A picker or slider often has no title of its
-- own; then the title of the cell above it names it. depth ends the walk in a file in which a cell is above itself.
SELECT
  cell.id AS cell_id,
  coalesce(
    (SELECT question FROM formstate_question WHERE version_id = cell.version_id AND cell_id = cell.id),
    (
      WITH RECURSIVE
        above (depth, parent_id, name) AS (
          SELECT
            0,
            cell.parent_id,
            coalesce(
              iif(cell.summary IS NULL, NULL, nullif(cell.subtitle, '')), nullif(cell.title, ''), nullif(cell.subtitle, '')
            )
          UNION ALL
          SELECT
            above.depth + 1,
            step.parent_id,
            coalesce(
              coalesce(
                iif(step.summary IS NULL, NULL, nullif(step.subtitle, '')), nullif(step.title, ''), nullif(step.subtitle, '')
              ) || coalesce(' › ' || above.name, ''),
              above.name
            )
          FROM above
          CROSS JOIN formstate_cell AS step ON step.id = above.parent_id
          WHERE above.depth < 100
        )
      SELECT name FROM above ORDER BY depth DESC LIMIT 1
    ),
    cell.key
  ) AS question,
  coalesce(nullif(section.title, ''), section.key) AS section
FROM formstate_cell AS cell
CROSS JOIN formstate_section AS section ON section.id = cell.section_id;

CREATE VIEW formstate_irrelevance AS
-- What makes a cell of a response irrelevant: its own rule, that of a cell above it, or that of its section. For one
-- response and one cell it reads the few cells above; depth ends the walk in a file in which a cell is above itself.
SELECT
  response.id AS response_id,
  cell.id AS cell_id
FROM formstate_response AS response
CROSS JOIN formstate_cell AS cell ON cell.version_id = response.version_id
WHERE EXISTS (
    WITH RECURSIVE
      above (depth, id) AS (
        SELECT 0, cell.id
        UNION ALL
        SELECT above.depth + 1, step.parent_id
        FROM above
        CROSS JOIN formstate_cell AS step ON step.id = above.id
        WHERE above.depth < 100 AND step.parent_id IS NOT NULL
      )
    SELECT rule.id
    FROM above
    CROSS JOIN formstate_rule AS rule ON rule.cell_id = above.id AND rule.kind = 'relevant'
    LEFT JOIN formstate_cell_state AS state
      ON state.response_id = response.id AND state.instance = 0 AND state.cell_id = above.id
    WHERE NOT coalesce(state.is_relevant, rule.starts)
    UNION ALL
    SELECT rule.id
    FROM formstate_rule AS rule
    LEFT JOIN formstate_section_state AS state
      ON state.response_id = response.id AND state.instance = 0 AND state.section_id = rule.section_id
    WHERE rule.section_id = cell.section_id AND rule.cell_id IS NULL AND rule.kind = 'relevant'
      AND NOT coalesce(state.is_relevant, rule.starts)
  );

CREATE VIEW formstate_irrelevance_inside AS
-- What makes a cell in an instance of a repeat irrelevant: the same as outside of repeats, through all instances around it, and an
-- instance that its repeat's rule does not count.
SELECT
  inside.response_id AS response_id,
  cell.id AS cell_id,
  inside.instance AS instance
FROM formstate_instance AS inside
CROSS JOIN formstate_repeat AS owner ON owner.cell_id = inside.cell_id
CROSS JOIN formstate_cell AS cell
  ON cell.section_id = owner.section_id AND cell.position BETWEEN owner.first_position AND owner.last_position
WHERE EXISTS (
    WITH RECURSIVE
      -- came_up: whether the step before was a cell below. A repeat that the walk reaches from below stands for the instance at first.
      above (depth, id, instance, came_up) AS (
        SELECT 0, cell.id, inside.instance, 0
        UNION ALL
        SELECT
          above.depth + 1,
          iif(above.came_up AND step.kind = 'repeat', step.id, step.parent_id),
          iif(
            above.came_up AND step.kind = 'repeat',
            (SELECT parent FROM formstate_instance WHERE response_id = inside.response_id AND instance = above.instance),
            above.instance
          ),
          NOT (above.came_up AND step.kind = 'repeat')
        FROM above
        CROSS JOIN formstate_cell AS step ON step.id = above.id
        WHERE above.depth < 200 AND (step.parent_id IS NOT NULL OR (above.came_up AND step.kind = 'repeat'))
      )
    SELECT 1
    FROM above
    CROSS JOIN formstate_cell AS step ON step.id = above.id
    LEFT JOIN formstate_rule AS rule
      ON rule.cell_id = above.id AND rule.kind = 'relevant' AND NOT (above.came_up AND step.kind = 'repeat')
    LEFT JOIN formstate_cell_state AS state
      ON state.response_id = inside.response_id AND state.instance = above.instance AND state.cell_id = above.id
    WHERE NOT coalesce(state.is_relevant, rule.starts, 1)
    UNION ALL
    SELECT 1
    FROM formstate_rule AS rule
    LEFT JOIN formstate_section_state AS state
      ON state.response_id = inside.response_id AND state.instance = 0 AND state.section_id = rule.section_id
    WHERE rule.section_id = cell.section_id AND rule.cell_id IS NULL AND rule.kind = 'relevant'
      AND NOT coalesce(state.is_relevant, rule.starts)
  );

CREATE VIEW formstate_unmet AS
-- The conditions of questions outside of repeats that do not hold; such a question is not relevant.
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

CREATE VIEW formstate_order AS
-- The place of each instance of a response in its section: texts that sort in the order of the form, however repeats are nested. The place
-- of a cell in an instance is this text, and behind it its position in ten digits; that of a cell outside of repeats its position
-- alone.
SELECT
  instance.response_id AS response_id,
  instance.instance AS instance,
  (
    WITH RECURSIVE
      above (depth, parent, place) AS (
        SELECT
          0,
          instance.parent,
          printf('%010d', (SELECT first_position - 1 FROM formstate_repeat WHERE cell_id = instance.cell_id))
            || iif(instance.rank < 0, '0', '1') || printf('%016x', instance.rank) || printf('%010d', instance.instance)
        UNION ALL
        SELECT
          above.depth + 1,
          step.parent,
          printf('%010d', (SELECT first_position - 1 FROM formstate_repeat WHERE cell_id = step.cell_id))
            || iif(step.rank < 0, '0', '1') || printf('%016x', step.rank) || printf('%010d', step.instance) || above.place
        FROM above
        CROSS JOIN formstate_instance AS step
          ON step.response_id = instance.response_id AND step.instance = above.parent
        WHERE above.depth < 100
      )
    SELECT place FROM above ORDER BY depth DESC LIMIT 1
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

CREATE VIEW formstate_asked AS
-- Every cell that can have a value, for each response, with the value and whether a person gave it. A heading can when
-- options are directly below it. The value of what is not relevant is kept, and is not an answer.
--
-- Only what decides which lines exist is joined; everything else is looked up for the lines that are read, so counting
-- them does not pay for it.
SELECT
  form.key AS form,
  response.key AS response,
  (SELECT coalesce(nullif(title, ''), key) FROM formstate_section WHERE id = asked.section_id) AS section,
  asked.question AS question,
  (SELECT key FROM formstate_cell WHERE id = asked.cell_id) AS cell,
  coalesce(inside.instance, 0) AS instance,               -- the instance of a repeat around it; 0: none
  printf(
    '%s%010d',
    (SELECT place FROM formstate_order WHERE response_id = inside.response_id AND instance = inside.instance),
    (SELECT position FROM formstate_cell WHERE id = asked.cell_id)
  ) AS place,                                             -- sorts in the order of the section
  (SELECT kind FROM formstate_cell WHERE id = asked.cell_id) AS kind,
  (
    SELECT kind.storage
    FROM formstate_cell AS cell
    CROSS JOIN formstate_cell_kind AS kind ON kind.kind = cell.kind
    WHERE cell.id = asked.cell_id
  ) AS storage,
  -- Its value until somebody enters one.
  iif(
    asked.has_default,
    coalesce(
      iif(
        state.is_calculated,
        state.calculated,
        (SELECT starts FROM formstate_rule WHERE cell_id = asked.cell_id AND kind IN ('calculate', 'default'))
      ),
      (SELECT default_value FROM formstate_cell WHERE id = asked.cell_id)
    ),
    NULL
  ) AS default_value,
  iif(
    state.is_set,
    state.value,
    iif(
      asked.has_default,
      coalesce(
        iif(
          state.is_calculated,
          state.calculated,
          (SELECT starts FROM formstate_rule WHERE cell_id = asked.cell_id AND kind IN ('calculate', 'default'))
        ),
        (SELECT default_value FROM formstate_cell WHERE id = asked.cell_id)
      ),
      NULL
    )
  ) AS value,
  -- That as a person reads it, where it is not the value itself.
  iif(
    state.is_set,
    state.readable,
    iif(
      asked.has_default,
      CASE
        WHEN state.calculated IS NOT NULL THEN state.readable_calculated
        WHEN state.is_calculated IS NULL AND EXISTS (
            SELECT 1
            FROM formstate_rule
            WHERE cell_id = asked.cell_id AND kind IN ('calculate', 'default') AND starts IS NOT NULL
          )
          THEN (SELECT readable FROM formstate_rule WHERE cell_id = asked.cell_id AND kind IN ('calculate', 'default'))
        ELSE asked.readable
      END,
      NULL
    )
  ) AS readable,
  coalesce(state.is_set, 0) AS is_set,
  -- Whether that is calculated.
  iif(
    state.is_calculated,
    state.calculated,
    (SELECT starts FROM formstate_rule WHERE cell_id = asked.cell_id AND kind IN ('calculate', 'default'))
  ) IS NOT NULL AS is_calculated,
  state.set_at AS set_at,
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
    ELSE
      NOT EXISTS (SELECT 1 FROM formstate_irrelevance WHERE response_id = response.id AND cell_id = asked.cell_id)
      AND NOT EXISTS (
        SELECT 1
        FROM formstate_irrelevance_inside
        WHERE response_id = response.id AND cell_id = asked.cell_id AND instance = inside.instance
      )
  END AS is_relevant,
  (SELECT position FROM formstate_section WHERE id = asked.section_id) AS section_position,
  (SELECT position FROM formstate_cell WHERE id = asked.cell_id) AS position,
  (SELECT key FROM formstate_section WHERE id = asked.section_id) AS section_key,
  response.id AS response_id,
  asked.cell_id AS cell_id
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_question AS asked ON asked.version_id = response.version_id
-- A cell within a repeat is one question for each instance.
LEFT JOIN formstate_instance AS inside
  ON inside.response_id = response.id AND inside.cell_id = asked.repeat_id AND inside.origin = 0
LEFT JOIN formstate_cell_state AS state
  ON state.response_id = response.id AND state.instance = coalesce(inside.instance, 0) AND state.cell_id = asked.cell_id
WHERE asked.repeat_id IS NULL OR inside.instance IS NOT NULL;

CREATE VIEW formstate_first AS
-- The value of each question until somebody enters one, as a person reads it: the result of its rule in a new response, or its
-- default where the rule has none.
SELECT
  question.version_id AS version_id,
  question.cell_id AS cell_id,
  EXISTS (
    SELECT 1 FROM formstate_rule WHERE cell_id = question.cell_id AND kind IN ('calculate', 'default')
  ) AS is_calculated,
  (
    SELECT coalesce(readable, starts)
    FROM formstate_rule
    WHERE cell_id = question.cell_id AND kind IN ('calculate', 'default')
  ) AS starts,
  coalesce(question.readable, (SELECT default_value FROM formstate_cell WHERE id = question.cell_id)) AS by_default
FROM formstate_question AS question;

CREATE VIEW formstate_calculation AS
-- The changes of calculated values; where type is 'array', after is what was calculated, as a person reads it.
SELECT
  entry.response_id AS response_id,
  entry.revision AS revision,
  subject.atom AS subject,
  coalesce((SELECT atom FROM json_each(change.value, '$[5]')), 0) AS instance,
  coalesce((SELECT atom FROM json_each(change.value, '$[6]')), 0) AS origin,
  (SELECT type FROM json_each(change.value) WHERE key = 3) AS type,
  coalesce(
    (SELECT atom FROM json_each(change.value, '$[3][1]')), (SELECT atom FROM json_each(change.value, '$[3][0]'))
  ) AS after
FROM formstate_entry AS entry
CROSS JOIN json_each(entry.changes) AS change
CROSS JOIN json_each(change.value, '$[0]') AS field
CROSS JOIN json_each(change.value, '$[1]') AS subject
WHERE instr(entry.changes, '"calculated"') > 0 AND field.atom = 'calculated';
