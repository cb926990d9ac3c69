-- Lists: choices that are data, not rows.
-- Versions share equal lists. Further columns of an item are in formstate_list_column, indexed by value.

CREATE TABLE formstate_list (                      -- choices that questions share, or too many to be rows
  id      INTEGER PRIMARY KEY,
  items   INTEGER NOT NULL CHECK (items >= 0),     -- how many there are
  columns TEXT NOT NULL DEFAULT '[]'               -- the further columns of its items: a JSON array of names
          CHECK (columns GLOB '[[]*]'),
  digest  TEXT UNIQUE                              -- SHA-256 of the items; NULL: taken over from an earlier schema
          CHECK (length(digest) = 64 AND digest NOT GLOB '*[^0-9a-f]*')
) STRICT;

CREATE TABLE formstate_version_list (              -- the names of lists in versions of forms
  version_id INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  name       TEXT NOT NULL CHECK (name <> ''),
  list_id    INTEGER NOT NULL REFERENCES formstate_list (id),
  PRIMARY KEY (version_id, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX formstate_version_list_by_list ON formstate_version_list (list_id);

CREATE TABLE formstate_list_item (                 -- one choice
  list_id  INTEGER NOT NULL REFERENCES formstate_list (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0), -- 0, 1, 2 … down the list
  value    TEXT NOT NULL CHECK (value <> ''),      -- the value of a question when it is chosen
  title    TEXT NOT NULL,
  PRIMARY KEY (list_id, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX formstate_list_item_by_value ON formstate_list_item (list_id, value);

CREATE TABLE formstate_list_column (               -- a further column of an item
  list_id  INTEGER NOT NULL REFERENCES formstate_list (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0), -- of the item
  name     TEXT NOT NULL CHECK (name <> ''),       -- of the column
  value    TEXT NOT NULL,
  PRIMARY KEY (list_id, position, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX formstate_list_column_by_value ON formstate_list_column (list_id, name, value);
