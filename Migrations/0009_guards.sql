-- Guards: what must hold in any shell.
-- A definition never changes, the journal only grows, state fits its cell. What fits is said once, in two views.

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
  -- A cell within a repeat stands in an instance of it, and a repeat may stand for one of its own; every other one in none.
  OR (
    state.origin = 0
    AND coalesce(
      (
        SELECT instance.cell_id
        FROM formstate_instance AS instance
        WHERE instance.response_id = state.response_id AND instance.instance = state.instance AND instance.origin = 0
          AND (instance.cell_id <> cell.id OR state.is_relevant IS NOT NULL)
      ),
      0
    ) NOT IN (
      coalesce(
        (
          SELECT around.cell_id
          FROM formstate_repeat AS around
          WHERE around.section_id = cell.section_id
            AND cell.position BETWEEN around.first_position AND around.last_position
          ORDER BY around.first_position DESC
          LIMIT 1
        ),
        0
      ),
      iif(cell.kind = 'repeat' AND state.instance > 0, cell.id, -1)
    )
  )
  OR (NOT cell.is_expandable AND state.is_expanded IS NOT NULL)
  OR (
    state.title IS NOT NULL AND NOT cell.is_expandable
    AND NOT EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id AND kind IN ('title', 'choices'))
  )
  OR (kind.storage IS NULL AND (state.is_set OR state.is_saved))
  OR (NOT kind.takes_input AND state.draft IS NOT NULL)
  OR (
    state.is_relevant IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id AND kind IN ('relevant', 'count'))
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
    AND NOT EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id AND kind IN ('constraint', 'calculate', 'default', 'choices'))
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
                     AND (substr(state.value, 9, 1) <> '.' OR substr(state.value, 10, 3) GLOB '[0-9][0-9][0-9]')
                     AND (substr(state.value, iif(substr(state.value, 9, 1) = '.', 13, 9)) IN ('', 'Z', '+14:00', '-14:00')
                       OR substr(state.value, iif(substr(state.value, 9, 1) = '.', 13, 9))
                         GLOB '[-+]0[0-9]:[0-5][0-9]'
                       OR substr(state.value, iif(substr(state.value, 9, 1) = '.', 13, 9))
                         GLOB '[-+]1[0-3]:[0-5][0-9]')
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
    ) OR (
      -- What is no longer on a list is kept.
      state.value GLOB '[[]"*"]' AND EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id AND kind = 'choices')
    )
    WHEN 'option' THEN EXISTS (
      SELECT 1 FROM formstate_cell WHERE parent_id = cell.id AND option_value = state.value
    ) OR (
      typeof(state.value) = 'text' AND state.value <> ''
      AND EXISTS (SELECT 1 FROM formstate_rule WHERE cell_id = cell.id AND kind = 'choices')
    )
    ELSE typeof(state.value) IN ('integer', 'real', 'text')
  END);

CREATE VIEW formstate_unfit_instance AS
-- Instances that do not stand where they can: of a cell that is no repeat of the response's version, or with another parent than
-- an instance of the repeat around theirs. Guards look here before an instance is kept, and so does `formstate check`.
SELECT instance.response_id, instance.instance, instance.cell_id
FROM formstate_instance AS instance
JOIN formstate_response AS response ON response.id = instance.response_id
LEFT JOIN formstate_version AS version
  ON version.form_id = response.form_id AND (version.id = response.version_id) = (instance.origin = 0)
  AND instance.origin IN (0, version.number)
LEFT JOIN formstate_repeat AS owner ON owner.cell_id = instance.cell_id AND owner.version_id = version.id
LEFT JOIN formstate_instance AS parent
  ON parent.response_id = instance.response_id AND parent.instance = instance.parent
WHERE owner.cell_id IS NULL
  OR instance.instance >= response.next_instance
  OR (instance.origin = 0 AND (
    (owner.around_id IS NULL) <> (instance.parent = 0)
    OR (instance.parent > 0 AND (parent.cell_id IS NOT owner.around_id OR parent.origin <> 0))
  ));

CREATE TRIGGER formstate_form_remains BEFORE DELETE ON formstate_form
WHEN EXISTS (SELECT 1 FROM formstate_version WHERE form_id = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'the form has versions, and may have responses: delete it with formstate form delete');
END;

CREATE TRIGGER formstate_version_stays BEFORE UPDATE ON formstate_version
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: import the changed definition as a new version');
END;

CREATE TRIGGER formstate_version_is_used BEFORE DELETE ON formstate_version
WHEN EXISTS (SELECT 1 FROM formstate_response WHERE version_id = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'a response fills in this version of the form: delete the response first');
END;

CREATE TRIGGER formstate_version_is_kept BEFORE DELETE ON formstate_version
WHEN EXISTS (
  SELECT 1
  FROM formstate_cell_state
  WHERE origin = OLD.number AND origin > 0
    AND response_id IN (SELECT id FROM formstate_response WHERE form_id = OLD.form_id)
) OR EXISTS (
  SELECT 1
  FROM formstate_section_state
  WHERE origin = OLD.number AND origin > 0
    AND response_id IN (SELECT id FROM formstate_response WHERE form_id = OLD.form_id)
)
BEGIN
  SELECT RAISE(ABORT, 'a response has something set aside from this version of the form: delete the response first');
END;

CREATE TRIGGER formstate_version_of_instance_is_kept BEFORE DELETE ON formstate_version
WHEN EXISTS (
  SELECT 1
  FROM formstate_instance
  WHERE origin = OLD.number AND origin > 0
    AND response_id IN (SELECT id FROM formstate_response WHERE form_id = OLD.form_id)
)
BEGIN
  SELECT RAISE(ABORT, 'a response has something set aside from this version of the form: delete the response first');
END;

CREATE TRIGGER formstate_section_stays BEFORE UPDATE ON formstate_section
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: import the changed definition as a new version');
END;

CREATE TRIGGER formstate_cell_stays BEFORE UPDATE ON formstate_cell
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: import the changed definition as a new version');
END;

CREATE TRIGGER formstate_cell_remains BEFORE DELETE ON formstate_cell
WHEN EXISTS (SELECT 1 FROM formstate_version WHERE id = OLD.version_id)
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: delete the whole version, or import another one');
END;

CREATE TRIGGER formstate_rule_stays BEFORE UPDATE ON formstate_rule
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: import the changed definition as a new version');
END;

CREATE TRIGGER formstate_rule_remains BEFORE DELETE ON formstate_rule
WHEN EXISTS (SELECT 1 FROM formstate_version WHERE id = OLD.version_id)
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: delete the whole version, or import another one');
END;

CREATE TRIGGER formstate_question_stays BEFORE UPDATE ON formstate_question
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: import the changed definition as a new version');
END;

CREATE TRIGGER formstate_question_remains BEFORE DELETE ON formstate_question
WHEN EXISTS (SELECT 1 FROM formstate_version WHERE id = OLD.version_id)
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: delete the whole version, or import another one');
END;

CREATE TRIGGER formstate_condition_stays BEFORE UPDATE ON formstate_condition
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: import the changed definition as a new version');
END;

CREATE TRIGGER formstate_condition_remains BEFORE DELETE ON formstate_condition
WHEN EXISTS (SELECT 1 FROM formstate_version WHERE id = OLD.version_id)
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: delete the whole version, or import another one');
END;

CREATE TRIGGER formstate_repeat_stays BEFORE UPDATE ON formstate_repeat
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: import the changed definition as a new version');
END;

CREATE TRIGGER formstate_repeat_remains BEFORE DELETE ON formstate_repeat
WHEN EXISTS (SELECT 1 FROM formstate_version WHERE id = OLD.version_id)
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: delete the whole version, or import another one');
END;

CREATE TRIGGER formstate_list_stays BEFORE UPDATE ON formstate_list
BEGIN
  SELECT RAISE(ABORT, 'a list never changes: import the changed definition as a new version');
END;

CREATE TRIGGER formstate_version_list_stays BEFORE UPDATE ON formstate_version_list
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: import the changed definition as a new version');
END;

CREATE TRIGGER formstate_version_list_remains BEFORE DELETE ON formstate_version_list
WHEN EXISTS (SELECT 1 FROM formstate_version WHERE id = OLD.version_id)
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: delete the whole version, or import another one');
END;

CREATE TRIGGER formstate_list_goes AFTER DELETE ON formstate_version_list
WHEN NOT EXISTS (SELECT 1 FROM formstate_version_list WHERE list_id = OLD.list_id)
BEGIN
  DELETE FROM formstate_list WHERE id = OLD.list_id;
END;

CREATE TRIGGER formstate_list_item_stays BEFORE UPDATE ON formstate_list_item
BEGIN
  SELECT RAISE(ABORT, 'a list never changes: import the changed definition as a new version');
END;

CREATE TRIGGER formstate_list_item_remains BEFORE DELETE ON formstate_list_item
WHEN EXISTS (SELECT 1 FROM formstate_list WHERE id = OLD.list_id)
BEGIN
  SELECT RAISE(ABORT, 'a list never changes: it goes with the last version of a form that has it');
END;

CREATE TRIGGER formstate_list_column_stays BEFORE UPDATE ON formstate_list_column
BEGIN
  SELECT RAISE(ABORT, 'a list never changes: import the changed definition as a new version');
END;

CREATE TRIGGER formstate_list_column_remains BEFORE DELETE ON formstate_list_column
WHEN EXISTS (SELECT 1 FROM formstate_list WHERE id = OLD.list_id)
BEGIN
  SELECT RAISE(ABORT, 'a list never changes: it goes with the last version of a form that has it');
END;

CREATE TRIGGER formstate_translation_stays BEFORE UPDATE ON formstate_translation
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: import the changed definition as a new version');
END;

CREATE TRIGGER formstate_translation_remains BEFORE DELETE ON formstate_translation
WHEN EXISTS (SELECT 1 FROM formstate_version WHERE id = OLD.version_id)
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: delete the whole version, or import another one');
END;

CREATE TRIGGER formstate_instance_numbers_grow BEFORE UPDATE OF next_instance ON formstate_response
WHEN NEW.next_instance < OLD.next_instance
BEGIN
  SELECT RAISE(ABORT, 'no number of an instance is given twice: the next one only grows');
END;

CREATE TRIGGER formstate_section_state_fits BEFORE INSERT ON formstate_section_state
WHEN NOT EXISTS (
  SELECT 1
  FROM formstate_response AS response
  JOIN formstate_version AS version
    ON version.form_id = response.form_id AND (version.id = response.version_id) = (NEW.origin = 0)
    AND NEW.origin IN (0, version.number)
  JOIN formstate_section AS section ON section.version_id = version.id
  WHERE response.id = NEW.response_id AND section.id = NEW.section_id
    AND (NEW.is_folded IS NULL OR section.is_foldable)
    AND (
      NEW.is_relevant IS NULL
      OR EXISTS (SELECT 1 FROM formstate_rule WHERE section_id = section.id AND cell_id IS NULL AND kind = 'relevant')
    )
)
BEGIN
  SELECT RAISE(ABORT, 'only a foldable section of the response''s own form version can be folded, and only one with a rule be irrelevant');
END;

CREATE TRIGGER formstate_cell_state_fits AFTER INSERT ON formstate_cell_state
WHEN EXISTS (
  SELECT 1
  FROM formstate_unfit_state
  WHERE response_id = NEW.response_id AND instance = NEW.instance AND cell_id = NEW.cell_id
)
BEGIN
  SELECT RAISE(ABORT, 'the state is not one that a cell of the response''s own form version can have');
END;

CREATE TRIGGER formstate_cell_state_still_fits AFTER UPDATE ON formstate_cell_state
WHEN (
  NEW.response_id IS NOT OLD.response_id OR NEW.instance IS NOT OLD.instance OR NEW.cell_id IS NOT OLD.cell_id
  OR NEW.origin IS NOT OLD.origin OR NEW.is_expanded IS NOT OLD.is_expanded OR NEW.is_set IS NOT OLD.is_set
  OR NEW.value IS NOT OLD.value OR NEW.title IS NOT OLD.title OR NEW.draft IS NOT OLD.draft
  OR NEW.is_saved IS NOT OLD.is_saved OR NEW.saved IS NOT OLD.saved
  OR (OLD.is_relevant IS NULL AND NEW.is_relevant IS NOT NULL)
  OR (OLD.is_required IS NULL AND NEW.is_required IS NOT NULL)
  OR (OLD.is_read_only IS NULL AND NEW.is_read_only IS NOT NULL)
  OR (OLD.is_calculated IS NULL AND NEW.is_calculated IS NOT NULL)
  OR (OLD.faults IS NULL AND NEW.faults IS NOT NULL)
) AND EXISTS (
  SELECT 1
  FROM formstate_unfit_state
  WHERE response_id = NEW.response_id AND instance = NEW.instance AND cell_id = NEW.cell_id
)
BEGIN
  SELECT RAISE(ABORT, 'the state is not one that a cell of the response''s own form version can have');
END;

CREATE TRIGGER formstate_instance_fits AFTER INSERT ON formstate_instance
WHEN EXISTS (
  SELECT 1 FROM formstate_unfit_instance WHERE response_id = NEW.response_id AND instance = NEW.instance
)
BEGIN
  SELECT RAISE(ABORT, 'an instance is one of a repeat of the response''s own form version, and stands in one of the repeat around that');
END;

CREATE TRIGGER formstate_instance_still_fits AFTER UPDATE ON formstate_instance
WHEN EXISTS (
  SELECT 1 FROM formstate_unfit_instance WHERE response_id = NEW.response_id AND instance = NEW.instance
)
BEGIN
  SELECT RAISE(ABORT, 'an instance is one of a repeat of the response''s own form version, and stands in one of the repeat around that');
END;

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

CREATE TRIGGER formstate_action_moment_stays BEFORE UPDATE OF moment ON formstate_action
BEGIN
  SELECT RAISE(ABORT, 'the journal only grows: an entry never changes');
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
