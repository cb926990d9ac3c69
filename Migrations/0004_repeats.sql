-- Repeats: cells whose descendants are repeated in each instance.

CREATE TABLE formstate_repeat (                    -- a cell whose descendants are repeated in each instance
  cell_id        INTEGER PRIMARY KEY,
  version_id     INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  section_id     INTEGER NOT NULL,
  first_position INTEGER NOT NULL CHECK (first_position >= 1), -- the template of its instances: the section's positions
  last_position  INTEGER NOT NULL                  -- from the first to the last, both included
                 CHECK (last_position >= first_position),
  around_id      INTEGER,                          -- the innermost repeat around it; NULL: none
  minimum        INTEGER NOT NULL CHECK (minimum >= 0), -- removing leaves at least so many instances
  maximum        INTEGER CHECK (maximum >= minimum AND maximum >= 1), -- adding makes at most so many; NULL: any number
  initial        INTEGER NOT NULL CHECK (initial >= 0), -- the number at first, if that is more than the minimum
  first_instances TEXT                             -- the values of the first ones, as JSON: {"instances": [{"values": …}]};
                 CHECK (first_instances GLOB '{"instances":*') -- NULL: those of any new one
) STRICT;

CREATE INDEX formstate_repeat_by_position ON formstate_repeat (section_id, first_position);

CREATE INDEX formstate_repeat_by_version ON formstate_repeat (version_id);
