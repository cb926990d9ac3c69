#!/usr/bin/env bash
# Works out the state digest of a response with nothing but the sqlite3 shell and sha256sum:
#
#   Examples/state-digest.sh answers.sqlite profile default
#
# It follows the article Digests word for word; formstate list --digests --json prints the same. Every item is written as a
# netstring: its length in bytes, a colon, the item, a comma. The digest of the definition is calculated too, from its
# sections and cells, and is the second item of the state's.
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
          ELSE
            json_array(iif(cell.key IS NULL, 'section', 'cell'), coalesce(cell.key, section.key), rule.kind, rule.expression)
        END
      FROM formstate_rule AS rule
      JOIN section ON section.id = rule.section_id
      LEFT JOIN cell ON cell.id = rule.cell_id
    ),
    unit (place, texts) AS (
      SELECT printf('%09d %09d', section.position, cell.position), json_array(cell.key, unit)
      FROM cell JOIN section ON section.id = cell.section_id
      WHERE unit IS NOT NULL
    ),
    repeat (place, key, minimum, content, initial) AS (
      SELECT printf('%09d %09d', section.position, cell.position), cell.key, owner.minimum, owner.maximum, owner.initial
      FROM formstate_repeat AS owner
      JOIN cell ON cell.id = owner.cell_id
      JOIN section ON section.id = cell.section_id
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
      SELECT 2e9, -1, 0, '', item.key, item.value
      FROM json_each(json_array('units', (SELECT count(*) FROM unit))) AS item
      WHERE EXISTS (SELECT 1 FROM unit)
      UNION ALL
      SELECT 2e9, 0, 0, place, item.key, item.value FROM unit JOIN json_each(texts) AS item
      UNION ALL
      SELECT 3e9, -1, 0, '', item.key, item.value
      FROM json_each(json_array('repeats', (SELECT count(*) FROM repeat))) AS item
      WHERE EXISTS (SELECT 1 FROM repeat)
      UNION ALL
      SELECT 3e9, 0, 0, place, item.key, item.value
      FROM (SELECT place, json_array(key, minimum, $value, initial) AS texts FROM (SELECT *, 'number' AS storage FROM repeat))
      JOIN json_each(texts) AS item
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

# The state.
digest "
  WITH
    chosen AS ($chosen),
    state AS (
      SELECT cell.key, kind.storage, state.*
      FROM formstate_cell_state AS state
      JOIN formstate_cell AS cell ON cell.id = state.cell_id
      JOIN formstate_cell_kind AS kind ON kind.kind = cell.kind
      WHERE response_id = (SELECT id FROM chosen)
    ),
    field (place, name) AS (
      VALUES (1, 'disclosure'), (2, 'fold'), (3, 'value'), (4, 'title'), (5, 'draft'), (6, 'saved')
    ),
    -- What rules made of it, after the completion, where they made anything else of it than of a fresh response.
    derived (field, instance, key, storage, content) AS (
      SELECT 'relevance', instance, key, 'switch', +is_relevant FROM state WHERE is_relevant IS NOT NULL
      UNION ALL
      SELECT 'requirement', instance, key, 'switch', +is_required FROM state WHERE is_required IS NOT NULL
      UNION ALL
      SELECT 'readOnly', instance, key, 'switch', +is_read_only FROM state WHERE is_read_only IS NOT NULL
      UNION ALL
      SELECT 'calculated', instance, key, storage, +calculated FROM state WHERE is_calculated
      UNION ALL
      SELECT 'faults', instance, key, 'text', +faults FROM state WHERE faults IS NOT NULL
      UNION ALL
      SELECT 'sectionRelevance', instance, key, 'switch', +is_relevant
      FROM formstate_section_state JOIN formstate_section AS section ON section.id = section_id
      WHERE response_id = (SELECT id FROM chosen) AND is_relevant IS NOT NULL
    ),
    derived_field (place, name) AS (
      SELECT column1, column2
      FROM (
        VALUES (7.1, 'relevance'), (7.2, 'sectionRelevance'), (7.3, 'requirement'), (7.4, 'readOnly'), (7.5, 'calculated'),
          (7.6, 'faults')
      )
      WHERE column2 IN (SELECT field FROM derived)
    ),
    touched (field, instance, key, origin, storage, content) AS (
      SELECT 'disclosure', instance, key, origin, 'switch', +is_expanded FROM state WHERE is_expanded IS NOT NULL
      UNION ALL
      SELECT 'fold', instance, key, origin, 'switch', +is_folded
      FROM formstate_section_state JOIN formstate_section AS section ON section.id = section_id
      WHERE response_id = (SELECT id FROM chosen) AND is_folded IS NOT NULL
      UNION ALL
      SELECT 'value', instance, key, origin, storage, +value FROM state WHERE is_set
      UNION ALL
      SELECT 'title', instance, key, origin, 'text', +title FROM state WHERE title IS NOT NULL
      UNION ALL
      SELECT 'draft', instance, key, origin, 'text', +draft FROM state WHERE draft IS NOT NULL
      UNION ALL
      SELECT 'saved', instance, key, origin, storage, +saved FROM state WHERE is_saved
    ),
    -- The instances of repeats, each where it stands among those beside it.
    instance (origin, instance, key, parent, position) AS (
      SELECT
        instance.origin, instance, cell.key, parent,
        row_number() OVER (PARTITION BY instance.origin, cell.key, parent ORDER BY rank, instance)
      FROM formstate_instance AS instance
      JOIN formstate_cell AS cell ON cell.id = instance.cell_id
      WHERE response_id = (SELECT id FROM chosen)
    ),
    -- What was answered in earlier versions, and what others reported, after the instances, where there is any.
    report (field, instance, key, origin, content) AS (
      SELECT 'original', instance, key, origin, +original FROM state WHERE original IS NOT NULL
      UNION ALL
      SELECT 'reportedFaults', instance, key, origin, +reported_faults FROM state WHERE reported_faults IS NOT NULL
      UNION ALL
      SELECT 'responseFaults', 0, 'response', 0, +reported_faults
      FROM formstate_response
      WHERE id = (SELECT id FROM chosen) AND reported_faults IS NOT NULL
    ),
    report_field (place, name) AS (VALUES (7.94, 'original'), (7.95, 'reportedFaults'), (7.96, 'responseFaults')),
    -- What is in force comes first; what is set aside, if anything is, after the completion.
    part (is_aside, offset) AS (
      SELECT 0, 0
      UNION ALL
      SELECT 1, 8
      WHERE EXISTS (
        SELECT 1 FROM touched WHERE origin > 0
        UNION ALL
        SELECT 1 FROM instance WHERE origin > 0
        UNION ALL
        SELECT 1 FROM report WHERE origin > 0
      )
    ),
    placed (place, instance, key, origin, storage, content) AS (
      SELECT place + offset, instance, key, origin, storage, content
      FROM touched JOIN field ON name = field JOIN part ON is_aside = (origin > 0)
      UNION ALL
      SELECT place, instance, key, 0, storage, content FROM derived JOIN derived_field ON name = field
      UNION ALL
      SELECT place + offset, instance, key, origin, 'text', content
      FROM report JOIN report_field ON name = field JOIN part ON is_aside = (origin > 0)
    ),
    -- What several versions set aside for one key is ordered by what was set aside.
    ranked (place, instance, key, origin, storage, content) AS (
      SELECT
        place, instance, key, row_number() OVER (PARTITION BY place, instance, key ORDER BY CAST($value AS BLOB)),
        storage, content
      FROM placed
    ),
    item (place, instance, key, origin, number, text) AS (
      VALUES (0, 0, '', 0, 0, 'formstate-state-1'), (0, 0, '', 0, 1, '$definition'), (7, 0, '', 0, 0, 'completion')
      UNION ALL
      SELECT 7, 0, '', 0, 1, is_completed FROM chosen
      UNION ALL
      SELECT 8, 0, '', 0, 0, 'setAside' FROM part WHERE is_aside
      UNION ALL
      SELECT place + offset, -1, '', 0, 0, name FROM field JOIN part
      UNION ALL
      SELECT place + offset, -1, '', 0, 1, (SELECT count(*) FROM placed WHERE placed.place = field.place + offset)
      FROM field JOIN part
      UNION ALL
      SELECT place, -1, '', 0, 0, name FROM derived_field
      UNION ALL
      SELECT place, -1, '', 0, 1, (SELECT count(*) FROM derived WHERE field = name) FROM derived_field
      UNION ALL
      SELECT 7.9 + offset, -1, '', 0, item.key, item.value
      FROM part
      JOIN json_each(json_array('instance', (SELECT count(*) FROM instance WHERE (origin > 0) = is_aside))) AS item
      WHERE EXISTS (SELECT 1 FROM instance WHERE (origin > 0) = is_aside)
      UNION ALL
      SELECT 7.9 + offset, own.instance, '', own.origin, item.key, item.value
      FROM instance AS own
      JOIN part ON is_aside = (own.origin > 0)
      JOIN json_each(json_array(own.instance, own.key, own.parent, own.position)) AS item
      UNION ALL
      SELECT place + offset, -1, '', 0, item.key, item.value
      FROM report_field
      JOIN part
      JOIN json_each(
        json_array(name, (SELECT count(*) FROM report WHERE field = name AND (origin > 0) = is_aside))) AS item
      WHERE EXISTS (SELECT 1 FROM report WHERE field = name AND (origin > 0) = is_aside)
      UNION ALL
      SELECT place, instance, key, origin, 0, instance FROM ranked
      UNION ALL
      SELECT place, instance, key, origin, 1, key FROM ranked
      UNION ALL
      SELECT place, instance, key, origin, 2, $value FROM ranked
    )
  SELECT text FROM item ORDER BY place, instance, key, origin, number
"
