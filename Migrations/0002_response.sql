-- Responses and their state: only what a person touched has a row here.
--
-- The triggers say no where a foreign key would, and more: they also hold in a sqlite3 shell, which leaves
-- foreign keys unchecked unless told PRAGMA foreign_keys = ON.

CREATE TABLE formstate_response (
  id         INTEGER PRIMARY KEY,
  form_id    INTEGER NOT NULL REFERENCES formstate_form (id),
  version_id INTEGER NOT NULL,                     -- the version of the form that is being filled in
  key        TEXT NOT NULL CHECK (key <> ''),      -- the stable name of the response; unique for its form
  UNIQUE (form_id, key),
  FOREIGN KEY (form_id, version_id) REFERENCES formstate_version (form_id, id)
) STRICT;

CREATE TABLE formstate_disclosure (
  response_id INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  cell_id     INTEGER NOT NULL REFERENCES formstate_cell (id),
  is_expanded INTEGER NOT NULL CHECK (is_expanded IN (0, 1)),
  PRIMARY KEY (response_id, cell_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE formstate_fold (
  response_id INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  section_id  INTEGER NOT NULL REFERENCES formstate_section (id),
  is_folded   INTEGER NOT NULL CHECK (is_folded IN (0, 1)),
  PRIMARY KEY (response_id, section_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE formstate_value (
  response_id INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  cell_id     INTEGER NOT NULL REFERENCES formstate_cell (id),
  value       ANY,                                 -- text, a number, 0 or 1 for a switch, YYYY-MM-DD for a date,
                                                   -- the key of the chosen option for a group; NULL: cleared
  PRIMARY KEY (response_id, cell_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE formstate_displayed_title (           -- the title that an expandable cell shows instead of its own
  response_id INTEGER NOT NULL REFERENCES formstate_response (id) ON DELETE CASCADE,
  cell_id     INTEGER NOT NULL REFERENCES formstate_cell (id),
  title       TEXT NOT NULL,
  PRIMARY KEY (response_id, cell_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER formstate_response_version_insert BEFORE INSERT ON formstate_response
WHEN NOT EXISTS (SELECT 1 FROM formstate_version WHERE id = NEW.version_id AND form_id = NEW.form_id)
BEGIN
  SELECT RAISE(ABORT, 'the version is not one of the response''s form');
END;

CREATE TRIGGER formstate_response_version_update BEFORE UPDATE ON formstate_response
WHEN NOT EXISTS (SELECT 1 FROM formstate_version WHERE id = NEW.version_id AND form_id = NEW.form_id)
BEGIN
  SELECT RAISE(ABORT, 'the version is not one of the response''s form');
END;

-- Disclosure: only of an expandable cell of the response's own version.

CREATE TRIGGER formstate_disclosure_subject_insert BEFORE INSERT ON formstate_disclosure
WHEN NOT EXISTS (
  SELECT 1
  FROM formstate_response AS response
  JOIN formstate_cell AS cell ON cell.version_id = response.version_id
  WHERE response.id = NEW.response_id AND cell.id = NEW.cell_id AND cell.is_expandable
)
BEGIN
  SELECT RAISE(ABORT, 'only an expandable cell of the response''s own form version has a disclosure');
END;

CREATE TRIGGER formstate_disclosure_subject_update BEFORE UPDATE ON formstate_disclosure
WHEN NOT EXISTS (
  SELECT 1
  FROM formstate_response AS response
  JOIN formstate_cell AS cell ON cell.version_id = response.version_id
  WHERE response.id = NEW.response_id AND cell.id = NEW.cell_id AND cell.is_expandable
)
BEGIN
  SELECT RAISE(ABORT, 'only an expandable cell of the response''s own form version has a disclosure');
END;

-- Fold: only of a foldable section of the response's own version.

CREATE TRIGGER formstate_fold_subject_insert BEFORE INSERT ON formstate_fold
WHEN NOT EXISTS (
  SELECT 1
  FROM formstate_response AS response
  JOIN formstate_section AS section ON section.version_id = response.version_id
  WHERE response.id = NEW.response_id AND section.id = NEW.section_id AND section.is_foldable
)
BEGIN
  SELECT RAISE(ABORT, 'only a foldable section of the response''s own form version can be folded');
END;

CREATE TRIGGER formstate_fold_subject_update BEFORE UPDATE ON formstate_fold
WHEN NOT EXISTS (
  SELECT 1
  FROM formstate_response AS response
  JOIN formstate_section AS section ON section.version_id = response.version_id
  WHERE response.id = NEW.response_id AND section.id = NEW.section_id AND section.is_foldable
)
BEGIN
  SELECT RAISE(ABORT, 'only a foldable section of the response''s own form version can be folded');
END;

-- Displayed title: only of an expandable cell of the response's own version.

CREATE TRIGGER formstate_displayed_title_subject_insert BEFORE INSERT ON formstate_displayed_title
WHEN NOT EXISTS (
  SELECT 1
  FROM formstate_response AS response
  JOIN formstate_cell AS cell ON cell.version_id = response.version_id
  WHERE response.id = NEW.response_id AND cell.id = NEW.cell_id AND cell.is_expandable
)
BEGIN
  SELECT RAISE(ABORT, 'only an expandable cell of the response''s own form version has a displayed title');
END;

CREATE TRIGGER formstate_displayed_title_subject_update BEFORE UPDATE ON formstate_displayed_title
WHEN NOT EXISTS (
  SELECT 1
  FROM formstate_response AS response
  JOIN formstate_cell AS cell ON cell.version_id = response.version_id
  WHERE response.id = NEW.response_id AND cell.id = NEW.cell_id AND cell.is_expandable
)
BEGIN
  SELECT RAISE(ABORT, 'only an expandable cell of the response''s own form version has a displayed title');
END;

-- Value: only of a cell of the response's own version, and only one that its kind accepts.

CREATE TRIGGER formstate_value_subject_insert BEFORE INSERT ON formstate_value
WHEN NOT EXISTS (
  SELECT 1
  FROM formstate_response AS response
  JOIN formstate_cell AS cell ON cell.version_id = response.version_id
  WHERE response.id = NEW.response_id AND cell.id = NEW.cell_id
    AND CASE
      WHEN cell.kind IN ('option', 'label') THEN 0
      WHEN NEW.value IS NULL                THEN 1
      WHEN cell.kind = 'text'               THEN typeof(NEW.value) = 'text'
      WHEN cell.kind = 'switch'             THEN typeof(NEW.value) = 'integer' AND NEW.value IN (0, 1)
      WHEN cell.kind = 'date'               THEN typeof(NEW.value) = 'text'
                                                 AND date(NEW.value, '+0 days') IS NEW.value
      WHEN cell.kind = 'slider'             THEN typeof(NEW.value) IN ('integer', 'real')
                                                 AND NEW.value BETWEEN cell.minimum AND cell.maximum
      WHEN cell.kind = 'group'              THEN EXISTS (
        SELECT 1
        FROM formstate_cell AS option
        WHERE option.version_id = cell.version_id AND option.key = NEW.value
          AND option.kind = 'option' AND option.parent_id = cell.id
      )
      ELSE typeof(NEW.value) IN ('integer', 'real', 'text')
    END
)
BEGIN
  SELECT RAISE(ABORT, 'the value is not one that a cell of the response''s own form version accepts');
END;

CREATE TRIGGER formstate_value_subject_update BEFORE UPDATE ON formstate_value
WHEN NOT EXISTS (
  SELECT 1
  FROM formstate_response AS response
  JOIN formstate_cell AS cell ON cell.version_id = response.version_id
  WHERE response.id = NEW.response_id AND cell.id = NEW.cell_id
    AND CASE
      WHEN cell.kind IN ('option', 'label') THEN 0
      WHEN NEW.value IS NULL                THEN 1
      WHEN cell.kind = 'text'               THEN typeof(NEW.value) = 'text'
      WHEN cell.kind = 'switch'             THEN typeof(NEW.value) = 'integer' AND NEW.value IN (0, 1)
      WHEN cell.kind = 'date'               THEN typeof(NEW.value) = 'text'
                                                 AND date(NEW.value, '+0 days') IS NEW.value
      WHEN cell.kind = 'slider'             THEN typeof(NEW.value) IN ('integer', 'real')
                                                 AND NEW.value BETWEEN cell.minimum AND cell.maximum
      WHEN cell.kind = 'group'              THEN EXISTS (
        SELECT 1
        FROM formstate_cell AS option
        WHERE option.version_id = cell.version_id AND option.key = NEW.value
          AND option.kind = 'option' AND option.parent_id = cell.id
      )
      ELSE typeof(NEW.value) IN ('integer', 'real', 'text')
    END
)
BEGIN
  SELECT RAISE(ABORT, 'the value is not one that a cell of the response''s own form version accepts');
END;
