-- Words: the views from which the views for people are made.
-- What cells are called, what is asked at all, and what each change was, with SQLite's means alone.

CREATE VIEW formstate_name AS
-- What each cell is called, in full: “Roof › Condition”; of questions formstate_question has it already. A heading that shows an answer as its title is called by its second
-- title, which stays. A picker or slider often has no title of its own; then the cell above it says what it is. depth keeps a
-- file in which somebody has made a cell stand above itself from being walked for ever.
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

CREATE VIEW formstate_choice AS
-- What can be chosen in each question whose choices come from a list, whatever answers the choices depend on.
SELECT
  rule.cell_id AS cell_id,
  item.position AS position,
  item.value AS value,
  item.title AS title,
  item.list_id AS list_id
FROM formstate_rule AS rule
CROSS JOIN formstate_version_list AS named ON named.version_id = rule.version_id AND named.name = rule.list
CROSS JOIN formstate_list_item AS item ON item.list_id = named.list_id
WHERE rule.kind = 'choices';

CREATE VIEW formstate_irrelevance AS
-- What keeps a cell of a response from being asked: its own rule, that of a cell above it, or that of its section. Asked about one
-- response and one cell it looks up the few things above the cell; depth bounds the walk in a file in which a cell stands above itself.
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
-- What keeps a cell in an instance of a repeat from being asked: the same as outside of repeats, along all that the instance stands
-- in, and an instance that its repeat's rule does not count.
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
      -- came_up: whether the step before was a cell below. A repeat that is come up to stands for the instance at first.
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
-- The conditions of questions outside of repeats that do not hold: what has one is not relevant.
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
-- Where each instance of a response stands in its section: texts that sort as the form does, whatever stands in whatever. The place
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

CREATE VIEW formstate_asked AS
-- Every cell that can hold a value, for each response, with what it holds and whether a person gave it. A heading can when
-- options stand directly under it. What is not relevant, or stands in something that is not, is kept and is not asked.
--
-- Joined is only what decides which lines there are; all else is looked up for the lines that somebody reads, so that counting
-- them costs none of it.
SELECT
  form.key AS form,
  response.key AS response,
  (SELECT coalesce(nullif(title, ''), key) FROM formstate_section WHERE id = asked.section_id) AS section,
  asked.question AS question,
  (SELECT key FROM formstate_cell WHERE id = asked.cell_id) AS cell,
  coalesce(inside.instance, 0) AS instance,               -- of the repeat that it stands in; 0: none
  printf(
    '%s%010d',
    (SELECT place FROM formstate_order WHERE response_id = inside.response_id AND instance = inside.instance),
    (SELECT position FROM formstate_cell WHERE id = asked.cell_id)
  ) AS place,                                             -- sorts as the section does
  (SELECT kind FROM formstate_cell WHERE id = asked.cell_id) AS kind,
  (
    SELECT kind.storage
    FROM formstate_cell AS cell
    CROSS JOIN formstate_cell_kind AS kind ON kind.kind = cell.kind
    WHERE cell.id = asked.cell_id
  ) AS storage,
  (SELECT off_title FROM formstate_cell WHERE id = asked.cell_id) AS off_title,
  (SELECT on_title FROM formstate_cell WHERE id = asked.cell_id) AS on_title,
  (SELECT unit FROM formstate_cell WHERE id = asked.cell_id) AS unit,
  -- What it holds as long as nobody enters anything.
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
  coalesce(state.is_set, 0) AS is_set,
  -- Whether that is calculated.
  iif(
    state.is_calculated,
    state.calculated,
    (SELECT starts FROM formstate_rule WHERE cell_id = asked.cell_id AND kind IN ('calculate', 'default'))
  ) IS NOT NULL AS is_calculated,
  state.set_at AS set_at,
  state.draft AS draft,
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
-- A cell within a repeat is asked once for each instance.
LEFT JOIN formstate_instance AS inside
  ON inside.response_id = response.id AND inside.cell_id = asked.repeat_id AND inside.origin = 0
LEFT JOIN formstate_cell_state AS state
  ON state.response_id = response.id AND state.instance = coalesce(inside.instance, 0) AND state.cell_id = asked.cell_id
WHERE asked.repeat_id IS NULL OR inside.instance IS NOT NULL;

CREATE VIEW formstate_content AS
-- What each state change left in its field, whole.
--
-- A text of which only a part is stored is put together from the last change that holds it whole; after a compaction that
-- is the checkpoint.
SELECT
  change.response_id AS response_id,
  change.seq AS seq,
  change.ordinal AS ordinal,
  change.field AS field,
  change.subject AS subject,
  change.instance AS instance,
  change.origin AS origin,
  change.is_touched AS is_touched,
  iif(change.whole_at IS NULL, change.after, (
    WITH RECURSIVE
      text (seq, content) AS (
        SELECT seq, after
        FROM formstate_state_change
        WHERE response_id = change.response_id AND field = change.field AND subject = change.subject
          AND instance = change.instance AND origin = change.origin AND seq = max(
            change.whole_at,
            (SELECT coalesce(compacted_to, 0) FROM formstate_response WHERE id = change.response_id)
          )
        UNION ALL
        SELECT
          part.seq,
          substr(text.content, 1, part.keeps_first) || part.after
            || substr(text.content, length(text.content) - part.keeps_last + 1)
        FROM text
        CROSS JOIN formstate_state_change AS part
          ON part.response_id = change.response_id AND part.field = change.field AND part.subject = change.subject
          AND part.instance = change.instance AND part.origin = change.origin
          AND part.seq = (
            SELECT min(seq)
            FROM formstate_state_change
            WHERE response_id = change.response_id AND field = change.field AND subject = change.subject
              AND instance = change.instance AND origin = change.origin AND seq > text.seq AND seq <= change.seq
          )
      )
    SELECT content FROM text ORDER BY seq DESC LIMIT 1
  )) AS content
FROM formstate_state_change AS change;

CREATE VIEW formstate_change AS
-- What each entry of a journal did to one field, both sides whole: what a field held before is what the change before it left.
SELECT
  change.response_id AS response_id,
  change.seq AS seq,
  change.ordinal AS ordinal,
  change.field AS field,
  change.subject AS subject,
  change.instance AS instance,
  change.origin AS origin,
  coalesce(earlier.is_touched, 0) AS was_touched,
  earlier.content AS before,
  change.is_touched AS is_touched,
  change.content AS after
FROM formstate_content AS change
LEFT JOIN formstate_content AS earlier
  ON earlier.response_id = change.response_id AND earlier.field = change.field AND earlier.subject = change.subject
  AND earlier.instance = change.instance AND earlier.origin = change.origin
  AND earlier.seq = (
    SELECT max(seq)
    FROM formstate_state_change
    WHERE response_id = change.response_id AND field = change.field AND subject = change.subject
      AND instance = change.instance AND origin = change.origin AND seq < change.seq
  );

CREATE VIEW formstate_entry AS
-- Each entry of a journal: who did what, and when.
SELECT
  form.key AS form,
  response.key AS response,
  action.seq AS revision,
  strftime('%Y-%m-%dT%H:%M:%fZ', action.time / 1000.0, 'unixepoch') AS time,
  action.author AS author,
  (SELECT name FROM formstate_step WHERE response_id = action.response_id AND seq = action.seq)
    || iif(
      action.target IS NULL,
      '',
      ': ' || coalesce(
        (
          SELECT name
          FROM formstate_step
          WHERE response_id = action.response_id AND seq = action.target AND seq > coalesce(response.compacted_to, 0)
        ),
        'an older step'
      )
    ) AS did,
  'abandoned at revision ' || action.abandoned_by AS note,
  action.kind AS action,
  action.subject AS subject,
  action.payload AS payload,
  action.version AS version,
  -- The change of the one value that it changed; where it changed none, its one change of anything else.
  (
    SELECT ordinal
    FROM (
      SELECT min(ordinal) AS ordinal, count(*) AS changes
      FROM formstate_state_change
      WHERE response_id = action.response_id AND seq = action.seq
        AND field NOT IN (
          'touched', 'title', 'relevance', 'sectionRelevance', 'requirement', 'readOnly', 'calculated', 'faults'
        )
      GROUP BY field <> 'value'
      ORDER BY field <> 'value'
      LIMIT 1
    )
    WHERE changes = 1
  ) AS ordinal,
  response.id AS response_id
FROM formstate_form AS form
CROSS JOIN formstate_response AS response ON response.form_id = form.id
CROSS JOIN formstate_action AS action ON action.response_id = response.id;

CREATE VIEW formstate_step AS
-- What each entry of a journal is called: “Set First name”.
SELECT
  action.response_id AS response_id,
  action.seq AS seq,
  coalesce(
    action.group_name,
    iif(
      action.kind = 'upgrade' AND action.version = (
        SELECT version
        FROM formstate_action
        WHERE response_id = action.response_id AND seq < action.seq AND version > 0
        ORDER BY seq DESC
        LIMIT 1
      ),
      'Settle what is set aside', NULL
    ),
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
    -- As long as nobody enters anything, a cell holds what was calculated last.
    WHEN change.field = 'value' THEN coalesce(
      (
        SELECT iif(calculated.is_touched, calculated.content, rule.starts)
        FROM formstate_rule AS rule
        LEFT JOIN formstate_content AS calculated
          ON calculated.response_id = change.response_id AND calculated.field = 'calculated'
          AND calculated.subject = change.subject AND calculated.instance = change.instance
          AND calculated.origin = change.origin AND calculated.seq = (
            SELECT max(seq)
            FROM formstate_state_change
            WHERE response_id = change.response_id AND field = 'calculated' AND subject = change.subject
              AND instance = change.instance AND origin = change.origin AND seq < change.seq
          )
        WHERE rule.cell_id = cell.id AND rule.kind IN ('calculate', 'default')
      ),
      cell.default_value
    )
    WHEN change.field = 'saved' THEN cell.default_value
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
    WHEN change.field = 'value' THEN coalesce(
      (
        SELECT iif(calculated.is_touched, calculated.content, rule.starts)
        FROM formstate_rule AS rule
        LEFT JOIN formstate_content AS calculated
          ON calculated.response_id = change.response_id AND calculated.field = 'calculated'
          AND calculated.subject = change.subject AND calculated.instance = change.instance
          AND calculated.origin = change.origin AND calculated.seq = (
            SELECT max(seq)
            FROM formstate_state_change
            WHERE response_id = change.response_id AND field = 'calculated' AND subject = change.subject
              AND instance = change.instance AND origin = change.origin AND seq <= change.seq
          )
        WHERE rule.cell_id = cell.id AND rule.kind IN ('calculate', 'default')
      ),
      cell.default_value
    )
    WHEN change.field = 'saved' THEN cell.default_value
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
  (SELECT question FROM formstate_name WHERE cell_id = cell.id) AS question,
  coalesce(
    (SELECT section FROM formstate_name WHERE cell_id = cell.id), nullif(section.title, ''), section.key
  ) AS section
FROM formstate_change AS change
CROSS JOIN formstate_action AS action ON action.response_id = change.response_id AND action.seq = change.seq
CROSS JOIN formstate_response AS response ON response.id = change.response_id
-- What a change is about is called as the version called it that it was done in.
LEFT JOIN formstate_version AS version
  ON version.form_id = response.form_id AND version.number = iif(change.origin > 0, change.origin, action.version)
LEFT JOIN formstate_cell AS cell
  ON cell.version_id = coalesce(version.id, response.version_id) AND cell.key = change.subject
  AND change.field NOT IN ('fold', 'completion', 'sectionRelevance', 'responseFaults')
LEFT JOIN formstate_cell_kind AS kind ON kind.kind = cell.kind
LEFT JOIN formstate_section AS section
  ON section.version_id = coalesce(version.id, response.version_id) AND section.key = change.subject
  AND change.field IN ('fold', 'sectionRelevance')
WHERE change.field <> 'touched';

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
      WHEN 'time' THEN substr(
          held.value, 1,
          CASE WHEN substr(held.value, 9, 1) = '.' THEN 12 WHEN substr(held.value, 6, 3) = ':00' THEN 5 ELSE 8 END
        ) || rtrim(' ' || replace(substr(held.value, iif(substr(held.value, 9, 1) = '.', 13, 9)), 'Z', 'UTC'))
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
                (SELECT nullif(title, '') FROM formstate_choice WHERE cell_id = plain.cell_id AND value = chosen.value LIMIT 1),
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
          (SELECT nullif(title, '') FROM formstate_choice WHERE cell_id = plain.cell_id AND value = held.value LIMIT 1),
          held.value
        )
      WHEN 'reportedFaults' THEN (
          SELECT group_concat(message, ' ')
          FROM (
            SELECT
              message.value || iif(reporter.value = '', '', ' (' || reporter.value || ')') AS message
            FROM json_each(iif(held.value GLOB '[[]"*"]', held.value, '[]')) AS message
            CROSS JOIN json_each(iif(held.value GLOB '[[]"*"]', held.value, '[]')) AS reporter
              ON reporter.key = message.key - 1
            WHERE message.key % 2 = 1
            ORDER BY message.key
          )
        )
      WHEN 'responseFaults' THEN (
          SELECT group_concat(message, ' ')
          FROM (
            SELECT
              message.value || iif(reporter.value = '', '', ' (' || reporter.value || ')') AS message
            FROM json_each(iif(held.value GLOB '[[]"*"]', held.value, '[]')) AS message
            CROSS JOIN json_each(iif(held.value GLOB '[[]"*"]', held.value, '[]')) AS reporter
              ON reporter.key = message.key - 1
            WHERE message.key % 2 = 1
            ORDER BY message.key
          )
        )
      WHEN 'disclosure' THEN CASE held.value WHEN 0 THEN 'collapsed' WHEN 1 THEN 'expanded' END
      WHEN 'instance' THEN iif(held.value IS NULL, NULL, 'there')
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
      WHEN 'time' THEN substr(
          held.value, 1,
          CASE WHEN substr(held.value, 9, 1) = '.' THEN 12 WHEN substr(held.value, 6, 3) = ':00' THEN 5 ELSE 8 END
        ) || rtrim(' ' || replace(substr(held.value, iif(substr(held.value, 9, 1) = '.', 13, 9)), 'Z', 'UTC'))
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
                (SELECT nullif(title, '') FROM formstate_choice WHERE cell_id = plain.cell_id AND value = chosen.value LIMIT 1),
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
          (SELECT nullif(title, '') FROM formstate_choice WHERE cell_id = plain.cell_id AND value = held.value LIMIT 1),
          held.value
        )
      WHEN 'reportedFaults' THEN (
          SELECT group_concat(message, ' ')
          FROM (
            SELECT
              message.value || iif(reporter.value = '', '', ' (' || reporter.value || ')') AS message
            FROM json_each(iif(held.value GLOB '[[]"*"]', held.value, '[]')) AS message
            CROSS JOIN json_each(iif(held.value GLOB '[[]"*"]', held.value, '[]')) AS reporter
              ON reporter.key = message.key - 1
            WHERE message.key % 2 = 1
            ORDER BY message.key
          )
        )
      WHEN 'responseFaults' THEN (
          SELECT group_concat(message, ' ')
          FROM (
            SELECT
              message.value || iif(reporter.value = '', '', ' (' || reporter.value || ')') AS message
            FROM json_each(iif(held.value GLOB '[[]"*"]', held.value, '[]')) AS message
            CROSS JOIN json_each(iif(held.value GLOB '[[]"*"]', held.value, '[]')) AS reporter
              ON reporter.key = message.key - 1
            WHERE message.key % 2 = 1
            ORDER BY message.key
          )
        )
      WHEN 'disclosure' THEN CASE held.value WHEN 0 THEN 'collapsed' WHEN 1 THEN 'expanded' END
      WHEN 'instance' THEN iif(held.value IS NULL, NULL, 'there')
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
