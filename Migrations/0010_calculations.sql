-- What is calculated, in a history and under an entry.

-- What rules make of a cell fits when it did before: an answer that moves a thousand calculations would spend a fifth of its time
-- on looking at each of them again.
DROP TRIGGER formstate_cell_state_still_fits;

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

-- An entry takes the place of what was calculated, and does so in words too.
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
