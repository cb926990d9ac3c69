-- How things open: accordions, and cells that grow in place.

ALTER TABLE formstate_version ADD COLUMN
  accordion TEXT NOT NULL DEFAULT 'none' /* of what at most one is open: top-level cells, or sections */
            CHECK (accordion IN ('none', 'cells', 'sections'));

ALTER TABLE formstate_section ADD COLUMN
  is_accordion INTEGER NOT NULL DEFAULT 0 /* whether at most one of its top-level cells is expanded */
               CHECK (is_accordion IN (0, 1));

ALTER TABLE formstate_cell ADD COLUMN
  is_accordion INTEGER NOT NULL DEFAULT 0 /* whether at most one of the cells directly under it is expanded */
               CHECK (is_accordion IN (0, 1) AND is_accordion <= is_expandable);

ALTER TABLE formstate_cell ADD COLUMN
  is_inline INTEGER NOT NULL DEFAULT 0 /* whether its row grows in place when it is expanded */
            CHECK (is_inline IN (0, 1) AND is_inline <= is_expandable);

ALTER TABLE formstate_cell ADD COLUMN
  collapsed_height REAL /* of a row that grows in place, in points; NULL: the view measures the row itself */
                   CHECK (collapsed_height IS NULL OR (is_inline AND collapsed_height > 0));

ALTER TABLE formstate_cell ADD COLUMN
  expanded_height REAL CHECK (expanded_height IS NULL OR (is_inline AND expanded_height > 0));

ALTER TABLE formstate_cell ADD COLUMN
  line_limit INTEGER /* how many lines of text a row that grows in place shows at first; NULL: all */
             CHECK (line_limit IS NULL OR (is_inline AND line_limit >= 1));

-- What is expanded in an accordion is looked for at every tap, in forms of any size.

CREATE INDEX formstate_cell_starting_expanded ON formstate_cell (version_id, parent_id) WHERE starts_expanded;

CREATE INDEX formstate_disclosure_expanded ON formstate_disclosure (response_id, cell_id) WHERE is_expanded;

INSERT INTO formstate_action_kind (kind, meaning) VALUES
  ('toggleFold', 'folded a section, or unfolded it'),
  ('reveal',     'unfolded and expanded whatever hid a cell');
