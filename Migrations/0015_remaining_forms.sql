-- A form that somebody deletes in the shell, where foreign keys are off, would leave its versions and responses without it.

CREATE TRIGGER formstate_form_remains BEFORE DELETE ON formstate_form
WHEN EXISTS (SELECT 1 FROM formstate_version WHERE form_id = OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'the form has versions, and may have responses: delete it with formstate form delete');
END;
