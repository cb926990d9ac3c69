-- What a person answered in an earlier version of the form stays as it was given, where an upgrade changes it or cannot keep it; and
-- what was done is taken back wherever in the journal it stands.

INSERT INTO formstate_action_kind (kind, name, meaning) VALUES
  ('revert',  'Take back',  'took back what an entry of the journal, or the step that it is part of, had done'),
  ('restore', 'Go back to', 'went back to what the response was at a revision');

INSERT INTO formstate_field (field, meaning) VALUES
  ('original', 'what was answered in an earlier version, where this one holds it otherwise or not at all: its type and the answer');

ALTER TABLE formstate_cell_state ADD COLUMN
  original TEXT CHECK (original GLOB '[cdirst]* *');   -- what was answered in an earlier version of the form, as in 'decimal 38.7',
                                                       -- where this one holds it otherwise; without is_set it refuses it

CREATE INDEX formstate_cell_state_original ON formstate_cell_state (response_id, cell_id) WHERE original IS NOT NULL;

DROP VIEW formstate_step;

CREATE VIEW formstate_step AS
-- What each entry of a journal is called: “Set First name”.
SELECT
  action.response_id AS response_id,
  action.seq AS seq,
  coalesce(
    action.group_name,
    CASE
      WHEN action.kind NOT IN ('tap', 'toggleFold') THEN kind.name
      ELSE CASE (
          SELECT iif(change.field = 'fold', 2, 0) + change.after
          FROM formstate_state_change AS change
          WHERE change.response_id = action.response_id AND change.seq = action.seq
            AND change.field IN ('disclosure', 'fold') AND change.subject = action.subject
        )
        WHEN 0 THEN 'Collapse' WHEN 1 THEN 'Expand' WHEN 2 THEN 'Unfold' WHEN 3 THEN 'Fold'
        ELSE kind.name
      END
    END || coalesce(
      CASE
        WHEN action.kind = 'upgrade' THEN ' to version ' || action.version
        WHEN action.kind IN ('revert', 'restore') THEN ' revision ' || action.payload
        WHEN action.subject IS NULL THEN CASE
          WHEN action.kind = 'reset' THEN ' all'
          WHEN action.kind IN ('reportFault', 'withdrawFaults') THEN ' the response'
          ELSE ''
        END
        WHEN action.kind IN ('fold', 'unfold', 'toggleFold') THEN ' ' || nullif(section.title, '')
        ELSE ' ' || coalesce(
          nullif(cell.title, ''), nullif(cell.subtitle, ''), nullif(parent.title, ''), nullif(parent.subtitle, ''))
      END,
      ' ' || action.subject
    )
  ) AS name
FROM formstate_action AS action
JOIN formstate_action_kind AS kind ON kind.kind = action.kind
JOIN formstate_response AS response ON response.id = action.response_id
-- What an entry is about is called as the version called it that it was done in.
LEFT JOIN formstate_version AS version ON version.form_id = response.form_id AND version.number = action.version
LEFT JOIN formstate_cell AS cell
  ON cell.version_id = coalesce(version.id, response.version_id) AND cell.key = action.subject
-- A picker or slider often has no title of its own; then the cell above it says what it is.
LEFT JOIN formstate_cell AS parent ON parent.id = cell.parent_id
LEFT JOIN formstate_section AS section
  ON section.version_id = coalesce(version.id, response.version_id) AND section.key = action.subject;

DROP VIEW formstate_change_text;

CREATE VIEW formstate_change_text AS
-- What each state change did, as a sentence: “Roof › Condition: nothing → Poor”. Titles that follow from an answer go without saying,
-- and so do answers to earlier versions, which are kept as they were given,
-- and so does what rules make of an instance that comes or goes, and whether anything in it is open.
SELECT
  told.response_id AS response_id,
  told.seq AS seq,
  told.ordinal AS ordinal,
  told.field AS field,
  iif(told.origin > 0, 'set aside: ', '')
    || coalesce(told.question, told.section, iif(told.field IN ('completion', 'responseFaults'), 'the response', told.subject))
    || iif(told.instance > 0, ' (' || told.instance || ')', '')
    || (
      SELECT CASE told.field
        WHEN 'disclosure' THEN iif(side.after = 'expanded', ' opens', ' closes')
        WHEN 'fold'       THEN coalesce(' is ' || side.after, ' is folded or unfolded')
        WHEN 'title'      THEN coalesce(' shows ' || side.after, ' shows its own title')
        WHEN 'draft'      THEN coalesce(' holds the draft ' || side.after, ' holds no draft')
        WHEN 'completion' THEN ' is ' || side.after
        WHEN 'original' THEN coalesce(
          ' was answered ' || substr(told.value_after, instr(told.value_after, ' ') + 1) || ' in an earlier version',
          ' holds no answer to an earlier version'
        )
        WHEN 'relevance'  THEN ' is ' || coalesce(side.after, 'relevant')
        WHEN 'sectionRelevance' THEN ' is ' || coalesce(side.after, 'relevant')
        WHEN 'requirement' THEN ' is ' || coalesce(side.after, 'not required')
        WHEN 'readOnly' THEN ' is ' || coalesce(side.after, 'not read-only')
        WHEN 'instance' THEN CASE
          WHEN told.value_before IS NULL THEN ' is added' WHEN told.value_after IS NULL THEN ' is removed' ELSE ' is moved'
        END
        WHEN 'faults' THEN iif(coalesce(side.after, '') = '', ' is without faults', ' has a fault')
        WHEN 'reportedFaults' THEN coalesce(' has a reported fault: ' || side.after, ' has no reported fault any more')
        WHEN 'responseFaults' THEN coalesce(' has a reported fault: ' || side.after, ' has no reported fault any more')
        ELSE CASE told.field WHEN 'saved' THEN ' saved' WHEN 'calculated' THEN ' by its rule' ELSE '' END || ': '
          || coalesce(side.before, 'nothing') || ' → ' || coalesce(side.after, 'nothing')
      END
      FROM (SELECT told.before AS before, told.after AS after) AS side
    ) AS changes,
  told.field IN ('title', 'original') OR (
    told.instance > 0 AND told.field NOT IN ('instance', 'value', 'draft')
    AND EXISTS (
      -- The journal names instances by their repeats, which are few.
      SELECT 1
      FROM formstate_response AS response
      CROSS JOIN formstate_version AS version ON version.form_id = response.form_id
      CROSS JOIN formstate_repeat AS repeating ON repeating.version_id = version.id
      CROSS JOIN formstate_cell AS owner ON owner.id = repeating.cell_id
      CROSS JOIN formstate_change AS coming
        ON coming.response_id = told.response_id AND coming.field = 'instance' AND coming.subject = owner.key
        AND coming.instance = told.instance AND coming.seq = told.seq
      WHERE response.id = told.response_id AND coming.was_touched <> coming.is_touched
    )
  ) AS goes_without_saying
FROM formstate_told_change AS told;

DROP VIEW set_aside;

CREATE VIEW set_aside AS
-- What each response holds of cells and sections that its version of the form does not have: answers, drafts and what was
-- open. It comes back when a version has a place for it.
SELECT
  form.key AS form,
  response.key AS response,
  version.number AS version,                              -- the version that has the cell
  cell.key AS cell,                                       -- NULL for a section
  state.instance AS instance,                             -- of the repeat that it stood in; 0: none
  asked.question AS question,
  coalesce(substr(state.original, instr(state.original, ' ') + 1), state.value) AS value,
  -- Of an answer that the version refused, which stood in the control, value tells.
  iif(
    state.is_set IS NULL AND state.draft = substr(state.original, instr(state.original, ' ') + 1), NULL, state.draft
  ) AS draft,
  state.is_expanded AS expanded,                          -- of a section: whether it is not folded
  asked.section AS section
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_cell_state AS state ON state.response_id = response.id AND state.origin > 0
CROSS JOIN formstate_cell AS cell ON cell.id = state.cell_id
CROSS JOIN formstate_version AS version ON version.id = cell.version_id
CROSS JOIN formstate_question AS asked ON asked.cell_id = cell.id
WHERE coalesce(state.is_set, state.original, state.draft, state.is_expanded) IS NOT NULL
UNION ALL
SELECT
  form.key, response.key, version.number, NULL, 0, NULL, NULL, NULL, NOT state.is_folded,
  coalesce(nullif(section.title, ''), section.key)
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_section_state AS state ON state.response_id = response.id AND state.origin > 0
CROSS JOIN formstate_section AS section ON section.id = state.section_id
CROSS JOIN formstate_version AS version ON version.id = section.version_id;

DROP VIEW fault;

CREATE VIEW fault AS
-- What is wrong with the answers of each response: what is required and blank, constraints that do not hold, repeats with too few or
-- too many instances, answers that an upgrade could not keep, and what others reported on a cell, or on the response as a whole,
-- which has no cell then. A response with errors cannot be completed; warnings never refuse. What is not relevant has no faults;
-- what is folded or collapsed has.
SELECT
  form.key AS form,
  response.key AS response,
  coalesce(nullif(section.title, ''), section.key) AS section,
  (SELECT question FROM formstate_question WHERE cell_id = cell.id) AS question,
  CASE rule.kind
    WHEN 'required' THEN coalesce(rule.message, 'An answer is needed.')
    WHEN 'constraint' THEN coalesce(rule.message, 'The answer has to fulfil ' || rule.expression || '.')
    WHEN 'choices' THEN 'What is chosen is not among the choices.'
    ELSE 'What is calculated is no ' || cell.kind || ' that can stand here, so nothing does.'
  END AS message,
  iif(rule.kind IN ('calculate', 'default'), 'warning', rule.severity) AS severity,
  CASE rule.kind WHEN 'default' THEN 'calculate' WHEN 'choices' THEN 'notOffered' ELSE rule.kind END AS kind,
  cell.key AS cell,
  coalesce(inside.instance, 0) AS instance,               -- of the repeat that it stands in; 0: none
  section.position AS section_position,
  cell.position AS position,
  rule.number AS number,
  response.id AS response_id,
  printf('%s%010d %d %d', (
    SELECT place FROM formstate_order WHERE response_id = inside.response_id AND instance = inside.instance
  ), cell.position, CASE rule.kind WHEN 'required' THEN 0 WHEN 'choices' THEN 1 WHEN 'constraint' THEN 2 ELSE 3 END, rule.number) AS place,
                                                          -- sorts as the section does, and the faults of a cell
  NULL AS reporter                                        -- who reported it, where somebody did and was named
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_rule AS rule
  ON rule.version_id = response.version_id
  AND rule.kind IN ('required', 'constraint', 'calculate', 'default', 'choices')
CROSS JOIN formstate_cell AS cell ON cell.id = rule.cell_id
CROSS JOIN formstate_section AS section ON section.id = cell.section_id
LEFT JOIN formstate_repeat AS around ON around.cell_id = (
    SELECT cell_id
    FROM formstate_repeat
    WHERE section_id = cell.section_id AND cell.position BETWEEN first_position AND last_position
    ORDER BY first_position DESC
    LIMIT 1
  )
LEFT JOIN formstate_instance AS inside
  ON inside.response_id = response.id AND inside.cell_id = around.cell_id AND inside.origin = 0
LEFT JOIN formstate_cell_state AS state
  ON state.response_id = response.id AND state.instance = coalesce(inside.instance, 0) AND state.cell_id = cell.id
WHERE (around.cell_id IS NULL OR inside.instance IS NOT NULL) AND CASE rule.kind
    WHEN 'required' THEN coalesce(state.is_required, rule.starts) AND coalesce(
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
  END
  AND NOT EXISTS (SELECT 1 FROM formstate_irrelevance WHERE response_id = response.id AND cell_id = cell.id)
  AND NOT EXISTS (
    SELECT 1
    FROM formstate_irrelevance_inside
    WHERE response_id = response.id AND cell_id = cell.id AND instance = inside.instance
  )
UNION ALL
-- Of a repeat: too few or too many instances that count. A response that nothing has happened to has none yet, and no fault.
SELECT
  form.key,
  response.key,
  coalesce(nullif(section.title, ''), section.key),
  (SELECT question FROM formstate_question WHERE cell_id = cell.id),
  iif(
    counted.instances < counted.minimum,
    'At least ' || counted.minimum || iif(counted.minimum = 1, ' is', ' are') || ' needed.',
    'At most ' || counted.maximum || iif(counted.maximum = 1, ' is', ' are') || ' possible.'
  ),
  'error',
  iif(counted.instances < counted.minimum, 'tooFew', 'tooMany'),
  cell.key,
  counted.instance,
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
      FROM formstate_instance AS own
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
  AND EXISTS (SELECT 1 FROM formstate_action WHERE response_id = response.id)
  AND NOT EXISTS (SELECT 1 FROM formstate_irrelevance WHERE response_id = response.id AND cell_id = cell.id)
  AND NOT EXISTS (
    SELECT 1
    FROM formstate_irrelevance_inside
    WHERE response_id = response.id AND cell_id = cell.id AND instance = counted.instance
  )
UNION ALL
-- An answer to an earlier version of the form that this one does not accept, so that it stands there as a draft.
SELECT
  form.key,
  response.key,
  coalesce(nullif(section.title, ''), section.key),
  (SELECT question FROM formstate_question WHERE cell_id = cell.id),
  'An earlier version of the form accepted this answer; this version does not.',
  'error',
  'refused',
  cell.key,
  state.instance,
  section.position,
  cell.position,
  0,
  response.id,
  printf('%s%010d 4', (
    SELECT place FROM formstate_order WHERE response_id = response.id AND instance = state.instance
  ), cell.position),
  NULL
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_cell_state AS state
  ON state.response_id = response.id AND state.origin = 0 AND state.original IS NOT NULL AND state.is_set IS NULL
CROSS JOIN formstate_cell AS cell ON cell.id = state.cell_id
CROSS JOIN formstate_section AS section ON section.id = cell.section_id
WHERE NOT EXISTS (SELECT 1 FROM formstate_irrelevance WHERE response_id = response.id AND cell_id = cell.id)
  AND NOT EXISTS (
    SELECT 1
    FROM formstate_irrelevance_inside
    WHERE response_id = response.id AND cell_id = cell.id AND instance = state.instance
  )
UNION ALL
-- What others reported on a cell.
SELECT
  form.key,
  response.key,
  coalesce(nullif(section.title, ''), section.key),
  (SELECT question FROM formstate_question WHERE cell_id = cell.id),
  message.value,
  'error',
  'reported',
  cell.key,
  state.instance,
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
-- And on the response as a whole.
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
  message.key / 2 + 1,
  response.id,
  printf('%02d', message.key / 2 + 1),
  nullif(reporter.value, '')
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id AND response.reported_faults IS NOT NULL
CROSS JOIN json_each(response.reported_faults) AS message ON message.key % 2 = 1
CROSS JOIN json_each(response.reported_faults) AS reporter ON reporter.key = message.key - 1
ORDER BY form, response, section_position, place;
