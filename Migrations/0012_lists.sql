-- Lists as data: choices with columns that rules look at, the same for every version of a form that has the same list.

CREATE TABLE formstate_list (                      -- choices that several questions share, or that are too many to be rows
  id      INTEGER PRIMARY KEY,
  items   INTEGER NOT NULL CHECK (items >= 0),     -- how many there are
  columns TEXT NOT NULL DEFAULT '[]'               -- what is known of items besides value and title: a JSON array of names
          CHECK (columns GLOB '[[]*]'),
  digest  TEXT UNIQUE                              -- SHA-256 of the items; NULL: taken over from an earlier schema
          CHECK (length(digest) = 64 AND digest NOT GLOB '*[^0-9a-f]*')
) STRICT;

CREATE TABLE formstate_version_list (              -- what versions of forms call their lists
  version_id INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  name       TEXT NOT NULL CHECK (name <> ''),
  list_id    INTEGER NOT NULL REFERENCES formstate_list (id),
  PRIMARY KEY (version_id, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX formstate_version_list_by_list ON formstate_version_list (list_id);

CREATE TABLE formstate_list_item (                 -- one choice
  list_id  INTEGER NOT NULL REFERENCES formstate_list (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0), -- 0, 1, 2 … down the list
  value    TEXT NOT NULL CHECK (value <> ''),      -- what a question holds when it is chosen
  title    TEXT NOT NULL,
  PRIMARY KEY (list_id, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX formstate_list_item_by_value ON formstate_list_item (list_id, value);

CREATE TABLE formstate_list_column (               -- what else is known of an item
  list_id  INTEGER NOT NULL REFERENCES formstate_list (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0), -- of the item
  name     TEXT NOT NULL CHECK (name <> ''),       -- of the column
  value    TEXT NOT NULL,
  PRIMARY KEY (list_id, position, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX formstate_list_column_by_value ON formstate_list_column (list_id, name, value);

-- Until now each version had items of its own.

INSERT INTO formstate_list (id, items)
SELECT row_number() OVER (ORDER BY version_id, list), count(*)
FROM formstate_list_option
GROUP BY version_id, list;

INSERT INTO formstate_version_list (version_id, name, list_id)
SELECT version_id, list, row_number() OVER (ORDER BY version_id, list)
FROM formstate_list_option
GROUP BY version_id, list;

INSERT INTO formstate_list_item (list_id, position, value, title)
SELECT named.list_id, item.position, item.value, item.title
FROM formstate_list_option AS item
CROSS JOIN formstate_version_list AS named ON named.version_id = item.version_id AND named.name = item.list;

DROP TABLE formstate_list_option;

CREATE TRIGGER formstate_list_stays BEFORE UPDATE ON formstate_list
BEGIN
  SELECT RAISE(ABORT, 'a list never changes: import the changed definition as a new version');
END;

CREATE TRIGGER formstate_version_list_stays BEFORE UPDATE ON formstate_version_list
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: import the changed definition as a new version');
END;

CREATE TRIGGER formstate_list_item_stays BEFORE UPDATE ON formstate_list_item
BEGIN
  SELECT RAISE(ABORT, 'a list never changes: import the changed definition as a new version');
END;

CREATE TRIGGER formstate_list_column_stays BEFORE UPDATE ON formstate_list_column
BEGIN
  SELECT RAISE(ABORT, 'a list never changes: import the changed definition as a new version');
END;

CREATE TRIGGER formstate_version_list_remains BEFORE DELETE ON formstate_version_list
WHEN EXISTS (SELECT 1 FROM formstate_version WHERE id = OLD.version_id)
BEGIN
  SELECT RAISE(ABORT, 'a version of a form never changes: delete the whole version, or import another one');
END;

CREATE TRIGGER formstate_list_item_remains BEFORE DELETE ON formstate_list_item
WHEN EXISTS (SELECT 1 FROM formstate_list WHERE id = OLD.list_id)
BEGIN
  SELECT RAISE(ABORT, 'a list never changes: it goes with the last version of a form that has it');
END;

CREATE TRIGGER formstate_list_column_remains BEFORE DELETE ON formstate_list_column
WHEN EXISTS (SELECT 1 FROM formstate_list WHERE id = OLD.list_id)
BEGIN
  SELECT RAISE(ABORT, 'a list never changes: it goes with the last version of a form that has it');
END;

CREATE TRIGGER formstate_list_goes AFTER DELETE ON formstate_version_list
WHEN NOT EXISTS (SELECT 1 FROM formstate_version_list WHERE list_id = OLD.list_id)
BEGIN
  DELETE FROM formstate_list WHERE id = OLD.list_id;
END;

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

CREATE VIEW list_item AS
-- The items of the lists of the version of each form that new responses begin with.
SELECT
  form.key AS form,
  named.name AS list,
  item.position AS position,
  item.value AS value,
  item.title AS title,
  item.list_id AS list_id
FROM formstate_form AS form
CROSS JOIN formstate_version AS version ON version.form_id = form.id AND version.number = form.version
CROSS JOIN formstate_version_list AS named ON named.version_id = version.id
CROSS JOIN formstate_list_item AS item ON item.list_id = named.list_id
ORDER BY form.key, named.name, item.position;
