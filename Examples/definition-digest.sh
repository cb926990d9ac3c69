#!/usr/bin/env bash
# Calculates the digest of a response's definition with nothing but the sqlite3 shell and sha256sum:
#
#   Examples/definition-digest.sh answers.sqlite profile default
#
# It follows the article Digests word for word. Every item is written as a netstring: its length in bytes, a colon, the
# item, a comma. state-digest.sh reads this file for the second item of a state.
set -euo pipefail
database="$1" form="${2//\'/\'\'}" response="${3//\'/\'\'}"

# Hashes what a query selects as text, in its order.
digest() {
  sqlite3 -bail -list "$database" "
    SELECT group_concat(length(CAST(text AS BLOB)) || ':' || text || ',', '') FROM ($1)
  " | head -c -1 | sha256sum | cut -d ' ' -f 1
}

# A number in the fewest digits that still mean it.
shortest="replace((
  WITH RECURSIVE attempt (digits) AS (SELECT 1 UNION ALL SELECT digits + 1 FROM attempt WHERE digits < 17)
  SELECT printf('%!.*g', digits, content) FROM attempt
  WHERE digits = 17 OR CAST(printf('%!.*g', digits, content) AS REAL) = content LIMIT 1
), '.0e', 'e')"

# A value: its letter, a colon, its text; content is what the file holds, storage what kind of value that is. The plus
# signs before contents below keep SQLite from taking the text 7 for a number where columns of several types come together.
value="CASE
  WHEN content IS NULL THEN '-'
  WHEN storage = 'switch' THEN iif(content, 'b:true', 'b:false')
  WHEN storage = 'date' THEN 'd:' || content
  WHEN storage = 'decimal' THEN 'n:' || content
  WHEN storage = 'time' THEN 'c:' || content
  WHEN storage = 'dateTime' THEN 'm:' || content
  WHEN storage = 'choices' THEN 'o:' || content
  WHEN storage = 7 THEN 'b:' || content
  WHEN storage = 8 THEN 'r:' || content
  WHEN typeof(content) = 'text' THEN 't:' || content
  WHEN typeof(content) = 'integer' THEN 'i:' || content
  WHEN abs(content) <= 9007199254740992 AND content = CAST(content AS INTEGER) THEN 'i:' || CAST(content AS INTEGER)
  ELSE 'r:' || $shortest
END"

chosen="
  SELECT response.id, response.version_id, response.is_completed, form.key
  FROM formstate_response AS response
  JOIN formstate_form AS form ON form.id = response.form_id
  WHERE form.key = '$form' AND response.key = '$response'"

# Further properties of cells: the columns after the one of the properties. One that cannot be NULL is a flag.
further="$(sqlite3 -bail -list "$database" "
  SELECT group_concat(printf(
    'SELECT %Q AS name, section_id, position, key, %Q AS storage, nullif(+%s, %s) AS content FROM cell',
    name, iif(\"notnull\", 'switch', 'any'), name, iif(\"notnull\", '0', 'NULL')
  ), ' UNION ALL ')
  FROM pragma_table_info('formstate_cell')
  WHERE cid > (SELECT cid FROM pragma_table_info('formstate_cell') WHERE name = 'properties')")"

# The definition. Its items are ordered by block (0 the form, 1 its lists, 2 row heights, then its sections), by row (-1 for
# what comes before the cells), by part (0 what comes before the properties, 1 those, 2 what comes after them), and there
# by place and number.
definition="$(digest "
  WITH RECURSIVE
    version AS (SELECT * FROM formstate_version WHERE id = (SELECT version_id FROM ($chosen))),
    section AS (SELECT position + 4 AS block, * FROM formstate_section WHERE version_id = (SELECT id FROM version)),
    cell AS (
      SELECT section.block, cell.*, kind.storage
      FROM formstate_cell AS cell
      JOIN section ON section.id = cell.section_id
      JOIN formstate_cell_kind AS kind ON kind.kind = cell.kind
    ),
    list AS (
      SELECT named.name AS list, item.*
      FROM formstate_version_list AS named
      JOIN formstate_list_item AS item ON item.list_id = named.list_id
      WHERE named.version_id = (SELECT id FROM version)
    ),
    plain (block, row, part, place, texts) AS (
      SELECT 0, -1, 0, '', json_array('formstate-definition-1', (SELECT key FROM ($chosen)), title) FROM version
      UNION ALL
      SELECT 0, -1, 2, '', json_array(coalesce(accordion, '')) FROM version
      UNION ALL
      SELECT 1, -1, 0, '', json_array((SELECT count(DISTINCT list) FROM list))
      UNION ALL
      SELECT 1, -1, 1, hex(list), json_array(list, count(*)) FROM list GROUP BY list
      UNION ALL
      SELECT 1, position, 1, hex(list), json_array(value, title) FROM list
      UNION ALL
      SELECT 2, -1, 0, '', json_array((SELECT count(DISTINCT identifier) FROM cell))
      UNION ALL
      SELECT DISTINCT 2, -1, 1, hex(identifier), json_array(identifier) FROM cell
      UNION ALL
      SELECT 3, -1, 0, '', json_array((SELECT count(*) FROM section))
      UNION ALL
      SELECT block, -1, 0, '', json_array(key, title, is_foldable, starts_folded) FROM section
      UNION ALL
      SELECT block, -1, 2, '', json_array(is_accordion, (SELECT count(*) FROM cell WHERE section_id = section.id))
      FROM section
      UNION ALL
      SELECT block, position, 0, '0', json_array(key, kind, identifier, title, subtitle) FROM cell
      UNION ALL
      SELECT block, position, 0, '2', json_array(
        is_expandable, starts_expanded, is_hidden, additional_rows, coalesce(option_value, ''), coalesce(list, ''),
        coalesce(summary, ''), coalesce(summary_text, '')
      ) FROM cell
      UNION ALL
      SELECT block, position, 0, '4', json_array(off_title IS NOT NULL, coalesce(off_title, ''), coalesce(on_title, ''))
      FROM cell
      UNION ALL
      SELECT block, position, 2, '0', json_array(is_accordion, is_inline) FROM cell
    ),
    amount (block, row, part, place, number, storage, content) AS (
      SELECT 2, -1, 1, hex(identifier), 1, 'number', iif(
        identifier IN (SELECT identifier FROM formstate_row_height WHERE version_id = cell.version_id),
        (SELECT points FROM formstate_row_height AS height
         WHERE version_id = cell.version_id AND height.identifier = cell.identifier),
        CASE identifier WHEN 'idCellNormal' THEN 60 WHEN 'idCellDatePicker' THEN 270 ELSE 44 END
      ) FROM cell GROUP BY identifier
      UNION ALL
      SELECT block, position, 0, '1', 0, storage, +default_value FROM cell
      UNION ALL
      SELECT block, position, 0, '3', 0, 'number', +minimum FROM cell
      UNION ALL
      SELECT block, position, 0, '3', 1, 'number', +maximum FROM cell
      UNION ALL
      SELECT block, position, 0, '3', 2, 'number', +step FROM cell
      UNION ALL
      SELECT block, position, 2, '1', 0, 'number', +collapsed_height FROM cell WHERE is_inline
      UNION ALL
      SELECT block, position, 2, '1', 1, 'number', +expanded_height FROM cell WHERE is_inline
      UNION ALL
      SELECT block, position, 2, '1', 2, 'number', +line_limit FROM cell WHERE is_inline
    ),
    -- Properties are JSON. An object with one member whose name begins with a dollar sign is what JSON has no notation for.
    document (block, row, properties) AS (
      SELECT 0, -1, properties FROM version
      UNION ALL
      SELECT block, -1, properties FROM section
      UNION ALL
      SELECT block, position, properties FROM cell
    ),
    raw AS MATERIALIZED (SELECT block, row, json.* FROM document JOIN json_tree(properties) AS json),
    only (block, row, parent, count, key, atom) AS (
      SELECT block, row, parent, count(*), max(key), max(atom) FROM raw WHERE parent IS NOT NULL GROUP BY 1, 2, 3
    ),
    tree AS MATERIALIZED (
      SELECT raw.*, coalesce(only.count, 0) AS count, only.atom AS marked,
        iif(type = 'object' AND raw.parent IS NOT NULL AND count = 1 AND only.key GLOB '\$*', only.key, NULL) AS mark
      FROM raw
      LEFT JOIN only ON only.block = raw.block AND only.row = raw.row AND only.parent = raw.id
    ),
    node (block, row, id, place, name, type, atom, count, mark, marked) AS (
      SELECT block, row, id, '', NULL, type, atom, count, mark, marked FROM tree WHERE parent IS NULL
      UNION ALL
      SELECT tree.block, tree.row, tree.id,
        node.place || iif(node.type = 'object', hex(tree.key), printf('%09d', tree.key)) || '.',
        iif(node.type = 'object', substr(tree.key, iif(node.mark IS NULL, 1, 2)), NULL),
        tree.type, tree.atom, tree.count, tree.mark, tree.marked
      FROM node
      JOIN tree ON tree.block = node.block AND tree.row = node.row AND tree.parent = node.id
      WHERE coalesce(node.mark, '\$\$') GLOB '\$\$*'
    ),
    property (block, row, place, number, text) AS (
      SELECT block, row, place, 0, name FROM node WHERE name IS NOT NULL
      UNION ALL
      SELECT block, row, place, 1, CASE
        WHEN mark = '\$real' THEN 'r:' || marked
        WHEN mark = '\$data' THEN 'data:' || marked
        WHEN mark = '\$date' AND typeof(marked) = 'text' THEN 'date:' || (strftime('%s', marked) - 978307200) || '.0'
        WHEN mark = '\$date' THEN 'date:' || (SELECT $shortest FROM (SELECT marked AS content))
        WHEN type = 'object' THEN 'dictionary'
        WHEN type = 'array' THEN 'array:' || count
        WHEN type = 'null' THEN 'null'
        ELSE (SELECT $value FROM (
          SELECT iif(type IN ('true', 'false'), 'switch', 'any') AS storage, atom AS content
        ))
      END
      FROM node WHERE place <> ''
      UNION ALL
      SELECT block, row, place, 2, count FROM node WHERE type = 'object' AND coalesce(mark, '\$\$') GLOB '\$\$*'
    ),
    rule (place, texts) AS (
      SELECT
        printf(
          '%09d %09d %d %09d', section.position, coalesce(cell.position + 1, 0),
          CASE rule.kind
            WHEN 'relevant' THEN 0 WHEN 'required' THEN 1 WHEN 'readOnly' THEN 2 WHEN 'constraint' THEN 3
            WHEN 'calculate' THEN 4 WHEN 'default' THEN 5 WHEN 'title' THEN 6 WHEN 'set' THEN 9 ELSE 7
          END,
          rule.number
        ),
        CASE
          WHEN rule.kind IN ('required', 'constraint') THEN
            json_array('cell', cell.key, rule.kind, rule.expression, rule.severity, coalesce(rule.message, ''))
          WHEN rule.kind = 'set' THEN (
            SELECT
              rtrim(json_array('cell', cell.key, rule.kind, rule.expression, count(*)), ']')
              || iif(count(*) = 0, ']', ',' || substr(json_group_array(trigger.key), 2))
            FROM (
              SELECT read.key
              FROM formstate_rule_input AS input
              JOIN formstate_cell AS read ON read.id = input.cell_id
              WHERE input.rule_id = rule.id
              ORDER BY read.key
            ) AS trigger
          )
          WHEN rule.overrides THEN json_array('cell', cell.key, rule.kind, rule.expression, 'overrides')
          ELSE
            json_array(iif(cell.key IS NULL, 'section', 'cell'), coalesce(cell.key, section.key), rule.kind, rule.expression)
        END
      FROM formstate_rule AS rule
      JOIN section ON section.id = rule.section_id
      LEFT JOIN cell ON cell.id = rule.cell_id
    ),
    further (name, place, texts) AS (
      SELECT name, printf('%09d %09d', section.position, cell.position), json_array(cell.key, $value)
      FROM ($further) AS cell JOIN section ON section.id = cell.section_id
      WHERE content IS NOT NULL
    ),
    repeat (place, key, minimum, content, initial, first) AS (
      SELECT
        printf('%09d %09d', section.position, cell.position), cell.key, owner.minimum, owner.maximum, owner.initial,
        owner.first_instances
      FROM formstate_repeat AS owner
      JOIN cell ON cell.id = owner.cell_id
      JOIN section ON section.id = cell.section_id
    ),
    -- First instances are JSON: a list of objects, each with values and with the lists of the repeats in it.
    given AS MATERIALIZED (SELECT repeat.place AS owner, json.* FROM repeat JOIN json_tree(first) AS json),
    first (owner, id, place, role, name, type, content) AS (
      SELECT owner, id, '', 'list', NULL, type, value FROM given WHERE path = '\$' AND key = 'instances'
      UNION ALL
      SELECT
        given.owner, given.id,
        first.place || CASE first.role
          WHEN 'list' THEN printf('%09d', given.key) WHEN 'instance' THEN (given.key = 'repeats') ELSE hex(given.key)
        END || '.',
        CASE first.role
          WHEN 'list' THEN 'instance' WHEN 'instance' THEN given.key WHEN 'repeats' THEN 'list' ELSE 'value'
        END,
        given.key, given.type, iif(given.type IN ('array', 'object'), given.value, given.atom)
      FROM first
      JOIN given ON given.owner = first.owner AND given.parent = first.id
      WHERE first.role <> 'value'
    ),
    first_value (place, name, storage, content) AS (
      SELECT owner || ' ' || place, name,
        CASE type WHEN 'true' THEN 'switch' WHEN 'false' THEN 'switch' WHEN 'array' THEN 'choices' ELSE 'any' END, content
      FROM first
      WHERE role = 'value'
    ),
    first_item (place, texts) AS (
      SELECT owner || ' ' || place,
        iif(
          place = '', json_array('first instances', json_array_length(content)),
          json_array(name, 'first instances', json_array_length(content))
        )
      FROM first WHERE role = 'list'
      UNION ALL
      SELECT owner || ' ' || place,
        json_array((
          SELECT count(*) FROM first AS value
          WHERE value.owner = first.owner AND value.role = 'value' AND value.place GLOB first.place || '0.*'
        ))
      FROM first WHERE role = 'instance'
      UNION ALL
      SELECT place, json_array(name, $value) FROM first_value
    ),
    -- Further columns of lists, in their order, and what each item has in each of them.
    listed_column (list, list_id, number, name) AS (
      SELECT named.name, list.id, listed.key, listed.value
      FROM formstate_version_list AS named
      JOIN formstate_list AS list ON list.id = named.list_id
      JOIN json_each(list.columns) AS listed
      WHERE named.version_id = (SELECT id FROM version)
    ),
    column_item (place, texts) AS (
      SELECT '', json_array('columns', count(DISTINCT list)) FROM listed_column HAVING count(*) > 0
      UNION ALL
      SELECT hex(list) || '.', json_array(list, count(*)) FROM listed_column GROUP BY list
      UNION ALL
      SELECT hex(list) || '.' || printf('%09d', number), json_array(name) FROM listed_column
      UNION ALL
      SELECT hex(list) || '.items.' || printf('%09d.%09d', list.position, number),
        json_array((
          SELECT coalesce('t:' || max(value), '-')
          FROM formstate_list_column AS held
          WHERE held.list_id = listed_column.list_id AND held.position = list.position AND held.name = listed_column.name
        ))
      FROM listed_column JOIN list USING (list)
    ),
    translation AS (SELECT * FROM formstate_translation WHERE version_id = (SELECT id FROM version)),
    language (place, texts) AS (
      SELECT '', json_array('languages', coalesce(language, ''), (SELECT count(DISTINCT language) FROM translation))
      FROM version
      WHERE language IS NOT NULL OR EXISTS (SELECT 1 FROM translation)
      UNION ALL
      SELECT hex(language) || '.', json_array(language, count(*)) FROM translation GROUP BY language
      UNION ALL
      SELECT hex(language) || '.' || hex(subject) || '.' || hex(key) || '.' || hex(field) || '.' || hex(item),
        json_array(subject, key, field, item, text)
      FROM translation
    ),
    item (block, row, part, place, number, text) AS (
      SELECT block, row, part, place, item.key, item.value FROM plain JOIN json_each(texts) AS item
      UNION ALL
      SELECT 1e9, -1, 0, '', item.key, item.value
      FROM json_each(json_array('rules', (SELECT count(*) FROM rule))) AS item
      WHERE EXISTS (SELECT 1 FROM rule)
      UNION ALL
      SELECT 1e9, 0, 0, place, item.key, item.value FROM rule JOIN json_each(texts) AS item
      UNION ALL
      SELECT 2e9, 0, 0, hex(name), item.key, item.value
      FROM (SELECT name, count(*) AS count FROM further GROUP BY name) JOIN json_each(json_array(name, count)) AS item
      UNION ALL
      SELECT 2e9, 0, 0, hex(name) || ' ' || place, item.key, item.value FROM further JOIN json_each(texts) AS item
      UNION ALL
      SELECT 3e9, -1, 0, '', item.key, item.value
      FROM json_each(json_array('repeats', (SELECT count(*) FROM repeat))) AS item
      WHERE EXISTS (SELECT 1 FROM repeat)
      UNION ALL
      SELECT 3e9, 0, 0, place, item.key, item.value
      FROM (SELECT place, json_array(key, minimum, $value, initial) AS texts FROM (SELECT *, 'number' AS storage FROM repeat))
      JOIN json_each(texts) AS item
      UNION ALL
      SELECT 3e9, 0, 0, place, item.key, item.value FROM first_item JOIN json_each(texts) AS item
      UNION ALL
      SELECT 3.5e9, 0, 0, place, item.key, item.value FROM column_item JOIN json_each(texts) AS item
      UNION ALL
      SELECT 4e9, 0, 0, place, item.key, item.value FROM language JOIN json_each(texts) AS item
      UNION ALL
      SELECT block, row, part, place, number, $value FROM amount
      UNION ALL
      SELECT block, row, 1, place, number, text FROM property
    )
  SELECT text FROM item
  ORDER BY block, iif(block = 1, place, ''), row, part, place, number
")"

[[ "${BASH_SOURCE[0]}" != "$0" ]] || echo "$definition"
