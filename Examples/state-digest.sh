#!/usr/bin/env bash
# Works out the state digest of a response with nothing but the sqlite3 shell and sha256sum:
#
#   Examples/state-digest.sh answers.sqlite profile default
#
# It shows how the digest is defined; formstate list --json prints the same. Every item is written as a netstring: its
# length in bytes, a colon, the item, a comma. Values are their letter and a colon before their text: t:Tom, i:7, r:0.5,
# b:true, d:1835-11-30; - for nothing.
set -euo pipefail
database="$1" form="${2//\'/\'\'}" response="${3//\'/\'\'}"

sqlite3 -bail -list "$database" "
  WITH
    chosen AS (
      SELECT response.id, response.is_completed, version.digest
      FROM formstate_response AS response
      JOIN formstate_form AS form ON form.id = response.form_id
      JOIN formstate_version AS version ON version.id = response.version_id
      WHERE form.key = '$form' AND response.key = '$response'
    ),
    written (cell_id, kind, field, value) AS (
      SELECT cell_id, cell.kind, 'value', value
      FROM formstate_value JOIN formstate_cell AS cell ON cell.id = cell_id
      WHERE response_id = (SELECT id FROM chosen)
      UNION ALL
      SELECT cell_id, cell.kind, 'saved', value
      FROM formstate_saved_value JOIN formstate_cell AS cell ON cell.id = cell_id
      WHERE response_id = (SELECT id FROM chosen)
    ),
    touched (field, key, content) AS (
      SELECT 'disclosure', cell.key, CAST(is_expanded AS TEXT)
      FROM formstate_disclosure JOIN formstate_cell AS cell ON cell.id = cell_id
      WHERE response_id = (SELECT id FROM chosen)
      UNION ALL
      SELECT 'fold', section.key, CAST(is_folded AS TEXT)
      FROM formstate_fold JOIN formstate_section AS section ON section.id = section_id
      WHERE response_id = (SELECT id FROM chosen)
      UNION ALL
      SELECT written.field, cell.key, CASE
        WHEN written.value IS NULL THEN '-'
        WHEN written.kind = 'switch' THEN iif(written.value, 'b:true', 'b:false')
        WHEN written.kind = 'date' THEN 'd:' || written.value
        WHEN typeof(written.value) = 'integer' THEN 'i:' || written.value
        WHEN typeof(written.value) = 'real' THEN 'r:' || written.value
        ELSE 't:' || written.value
      END
      FROM written JOIN formstate_cell AS cell ON cell.id = written.cell_id
      UNION ALL
      SELECT 'title', cell.key, formstate_displayed_title.title
      FROM formstate_displayed_title JOIN formstate_cell AS cell ON cell.id = cell_id
      WHERE response_id = (SELECT id FROM chosen)
      UNION ALL
      SELECT 'draft', cell.key, draft
      FROM formstate_draft JOIN formstate_cell AS cell ON cell.id = cell_id
      WHERE response_id = (SELECT id FROM chosen)
    ),
    says_more (is_so) AS (
      SELECT is_completed OR EXISTS (SELECT 1 FROM touched WHERE field IN ('draft', 'saved')) FROM chosen
    ),
    item (place, key, part, text) AS (
      SELECT 0, '', 0, iif((SELECT is_so FROM says_more), 'formstate-state-2', 'formstate-state-1')
      UNION ALL
      SELECT 0, '', 1, digest FROM chosen
      UNION ALL
      SELECT field.place, '', 0, field.name FROM field WHERE field.place <= 4 OR (SELECT is_so FROM says_more)
      UNION ALL
      SELECT field.place, '', 1, CAST((SELECT count(*) FROM touched WHERE touched.field = field.name) AS TEXT)
      FROM field
      WHERE field.place <= 4 OR (field.place <= 6 AND (SELECT is_so FROM says_more))
      UNION ALL
      SELECT field.place, touched.key, 2, touched.key FROM field JOIN touched ON touched.field = field.name
      UNION ALL
      SELECT field.place, touched.key, 3, touched.content FROM field JOIN touched ON touched.field = field.name
      UNION ALL
      SELECT 7, '', 1, CAST(is_completed AS TEXT) FROM chosen WHERE (SELECT is_so FROM says_more)
    ),
    field (place, name) AS (
      VALUES (1, 'disclosure'), (2, 'fold'), (3, 'value'), (4, 'title'), (5, 'draft'), (6, 'saved'), (7, 'completion')
    ),
    ordered (text) AS (SELECT text FROM item ORDER BY place, key, part)
  SELECT group_concat(length(CAST(text AS BLOB)) || ':' || text || ',', '') FROM ordered
" | head -c -1 | sha256sum | cut -d ' ' -f 1
