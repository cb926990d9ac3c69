-- Rules that ask the clock or chance: an entry keeps the moment that its rules have read, so that whoever replays it gets the same.

ALTER TABLE formstate_rule ADD COLUMN
  is_volatile INTEGER NOT NULL DEFAULT 0 CHECK (is_volatile IN (0, 1)); -- whether it asks the clock or chance

ALTER TABLE formstate_action ADD COLUMN
  moment TEXT;                                     -- when, in which zone and by which chance rules were worked out; NULL: none asked

INSERT INTO formstate_action_kind (kind, name, meaning) VALUES
  ('recalculate', 'Recalculate', 'worked out what rules give that ask the clock or chance');

CREATE TRIGGER formstate_action_moment_stays BEFORE UPDATE OF moment ON formstate_action
BEGIN
  SELECT RAISE(ABORT, 'the journal only grows: an entry never changes');
END;
