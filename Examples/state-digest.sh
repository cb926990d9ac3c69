#!/usr/bin/env bash
# Calculates the state digest of a response with nothing but the sqlite3 shell and sha256sum:
#
#   Examples/state-digest.sh answers.sqlite profile default
#
# It follows the article Digests word for word; formstate list --digests --json prints the same. The second item is the
# digest of the definition.
source "$(dirname "${BASH_SOURCE[0]}")/definition-digest.sh"

digest "
  WITH RECURSIVE
    chosen AS ($chosen),
    state AS (
      SELECT cell.key, kind.storage, state.*
      FROM formstate_cell_state AS state
      JOIN formstate_cell AS cell ON cell.id = state.cell_id
      JOIN formstate_cell_kind AS kind ON kind.kind = cell.kind
      WHERE response_id = (SELECT id FROM chosen)
    ),
    field (place, name) AS (
      VALUES (1, 'disclosure'), (2, 'fold'), (3, 'value'), (4, 'title'), (6, 'saved')
    ),
    -- What rules made of it, after the completion, where they made anything else of it than of a fresh response.
    derived (field, instance, key, storage, content) AS (
      SELECT 'relevance', instance, key, 'switch', +is_relevant FROM state WHERE is_relevant IS NOT NULL
      UNION ALL
      SELECT 'requirement', instance, key, 'switch', +is_required FROM state WHERE is_required IS NOT NULL
      UNION ALL
      SELECT 'readOnly', instance, key, 'switch', +is_read_only FROM state WHERE is_read_only IS NOT NULL
      UNION ALL
      SELECT 'calculated', instance, key, coalesce(calculated_type, storage), +calculated FROM state WHERE is_calculated
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
      SELECT 'value', instance, key, origin, coalesce(value_type, storage), +value FROM state WHERE is_set
      UNION ALL
      SELECT 'title', instance, key, origin, 'text', +title FROM state WHERE title IS NOT NULL
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
    -- The same by their positions: passenger[2]/bag[1].
    named (origin, instance, name) AS (
      SELECT origin, instance, key || '[' || position || ']'
      FROM instance
      WHERE parent NOT IN (SELECT instance FROM instance)
      UNION ALL
      SELECT own.origin, own.instance, around.name || '/' || own.key || '[' || own.position || ']'
      FROM named AS around JOIN instance AS own ON own.parent = around.instance
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
    numbered (place, instance, key, origin, storage, content) AS (
      SELECT place + offset, instance, key, origin, storage, content
      FROM touched JOIN field ON name = field JOIN part ON is_aside = (origin > 0)
      UNION ALL
      SELECT place, instance, key, 0, storage, content FROM derived JOIN derived_field ON name = field
      UNION ALL
      SELECT place + offset, instance, key, origin, 'text', content
      FROM report JOIN report_field ON name = field JOIN part ON is_aside = (origin > 0)
    ),
    placed (place, instance, key, origin, storage, content) AS (
      SELECT
        place, coalesce((SELECT name FROM named WHERE named.instance = numbered.instance), '0'), key, origin, storage, content
      FROM numbered
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
      SELECT 7.9 + offset, name, '', origin, 0, name FROM named JOIN part ON is_aside = (origin > 0)
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
