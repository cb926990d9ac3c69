-- A guard that looks only where it has to: what rules make of a cell fits when it did before, and an answer that moves a
-- thousand calculations would spend a third of its time on looking at each of them again.

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
