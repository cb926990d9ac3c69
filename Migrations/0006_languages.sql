-- Languages: the translations of a version.

CREATE TABLE formstate_translation (               -- a text of a version in another language than its own
  version_id INTEGER NOT NULL REFERENCES formstate_version (id) ON DELETE CASCADE,
  language   TEXT NOT NULL CHECK (language <> ''), -- the name of the language: fr, Français (fr)
  subject    TEXT NOT NULL                         -- what the text is of
             CHECK (subject IN ('form', 'section', 'cell', 'list')),
  key        TEXT NOT NULL                         -- the key of the section or cell, the name of the list; empty for the form
             CHECK ((key = '') = (subject = 'form')),
  field      TEXT NOT NULL                         -- which text it is: title, of a cell others too
             CHECK (
               field = 'title' OR subject = 'cell' AND field IN (
                 'subtitle', 'unit', 'offTitle', 'onTitle',
                 'summary',                        -- the separator of a join, the source of a template
                 'expression',                     -- which gives the title
                 'required', 'constraint'          -- the message where such a rule does not hold
               )
             ),
  item       TEXT NOT NULL                         -- of a list, the value of the option; of constraints, its number, from 1
             CHECK ((item <> '') = (subject = 'list' OR field = 'constraint')),
  text       TEXT NOT NULL,
  PRIMARY KEY (version_id, language, subject, key, field, item)
) STRICT, WITHOUT ROWID;
