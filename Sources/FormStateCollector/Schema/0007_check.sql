-- Check: what formstate-collect check reads.
-- SET jit = off first, unless init has done so for the database: compiling such a plan takes longer than running it.

CREATE VIEW formstate_broken_entry AS
-- The entries that do not follow from the one before, and the lines that do not end with their last entry: none in a sound database.
SELECT entry.stream AS stream, entry.line AS line, entry.seq AS seq, 'has no entry before it' AS fault
FROM formstate_entry AS entry
LEFT JOIN formstate_entry AS former
  ON former.stream = entry.stream AND former.seq = entry.seq - 1 AND former.leads_to = entry.prev
WHERE former.stream IS NULL AND CASE
    WHEN entry.kind = 'checkpoint' OR entry.seq = 1
      THEN entry.prev <> sha256('formstate-journal-2'::bytea || uuid_send(entry.stream))
    ELSE true
  END
UNION ALL
-- The constraint of the table refuses these, unless somebody dropped it.
SELECT stream, line, seq, 'is not what its chain proves'
FROM formstate_entry
WHERE chain <> sha256(prev || coalesce(redacted, sha256(convert_to(body, 'UTF8'))))
UNION ALL
SELECT stream, line, last_seq, 'is not there as the last of its line'
FROM formstate_line AS line
WHERE last_seq > 0 AND NOT EXISTS (
  SELECT FROM formstate_entry WHERE stream = line.stream AND seq = line.last_seq AND leads_to = line.chain
);

CREATE VIEW formstate_digest AS
-- The digest of each line's state, calculated from the tables of states alone, beside the one that the device sent. Every item
-- of it is written as its length in bytes, a colon, itself, a comma.
WITH
  placed AS (
    SELECT *, row_number() OVER (PARTITION BY stream, line, origin, repeat, parent ORDER BY rank, instance) AS position
    FROM formstate_instance
    WHERE instance > 0
  ),
  named AS (                                              -- the instances by their positions: passenger[2]/bag[1]
    SELECT
      own.stream, own.line, own.instance, own.origin,
      string_agg(step.repeat || '[' || step.position || ']', '/' ORDER BY around.depth) COLLATE "C" AS name
    FROM placed AS own
    CROSS JOIN LATERAL unnest(own.path) WITH ORDINALITY AS around (instance, depth)
    JOIN placed AS step ON step.stream = own.stream AND step.line = own.line AND step.instance = around.instance
    GROUP BY own.stream, own.line, own.instance, own.origin
  ),
  item AS (
    SELECT
      state.stream, state.line, state.field, state.origin, coalesce(named.name, '0') AS name, state.subject,
      coalesce(state.type || ':' || state.content, '-') COLLATE "C" AS written,
      octet_length(coalesce(named.name, '0')) || ':' || coalesce(named.name, '0') || ','
        || octet_length(state.subject) || ':' || state.subject || ','
        || coalesce(octet_length(state.content) + 2 || ':' || state.type || ':' || state.content || ',', '1:-,') AS text
    FROM formstate_state AS state
    LEFT JOIN named ON named.stream = state.stream AND named.line = state.line AND named.instance = state.instance
    UNION ALL
    SELECT stream, line, 'instance', origin, name, '', '', octet_length(name) || ':' || name || ','
    FROM named
  ),
  touched AS (
    SELECT
      stream, line, field,
      count(*) FILTER (WHERE origin = '') AS number,
      string_agg(text, '' ORDER BY name, subject) FILTER (WHERE origin = '') AS items,
      count(*) FILTER (WHERE origin <> '') AS number_aside,
      string_agg(text, '' ORDER BY name, subject, written) FILTER (WHERE origin <> '') AS items_aside
    FROM item
    GROUP BY stream, line, field
  ),
  part AS (
    SELECT
      line.stream, line.line,
      string_agg(
        octet_length(field.field) || ':' || field.field || ',' || CASE
          WHEN field.field = 'completion' THEN CASE WHEN line.completed THEN '1:1,' ELSE '1:0,' END
          ELSE length(coalesce(number, 0)::text) || ':' || coalesce(number, 0) || ',' || coalesce(items, '')
        END,
        '' ORDER BY place
      ) FILTER (WHERE number > 0 OR field.always) AS own,
      string_agg(
        octet_length(field.field) || ':' || field.field || ',' || length(coalesce(number_aside, 0)::text) || ':'
          || coalesce(number_aside, 0) || ',' || coalesce(items_aside, ''),
        '' ORDER BY place
      ) FILTER (WHERE field.aside AND (number_aside > 0 OR field.always)) AS aside,
      bool_or(number_aside > 0 AND field.aside) AS has_aside
    FROM formstate_line AS line
    CROSS JOIN formstate_field AS field
    LEFT JOIN touched ON touched.stream = line.stream AND touched.line = line.line AND touched.field = field.field
    GROUP BY line.stream, line.line
  )
SELECT
  line.form, line.response, line.stream, line.line, line.device,
  -- A copy that went on from an answer that another one has cleared since: what the device reports has that answer.
  CASE WHEN NOT EXISTS (
    SELECT FROM formstate_line AS other WHERE other.stream = line.stream AND other.line <> line.line
  ) OR NOT EXISTS (
    SELECT FROM formstate_entry AS entry WHERE entry.stream = line.stream AND entry.redacted IS NOT NULL
  ) THEN line.state END AS reported,
  encode(sha256(convert_to(
    '17:formstate-state-1,64:' || line.definition || ',' || part.own
      || CASE WHEN part.has_aside THEN '8:setAside,' || part.aside ELSE '' END,
    'UTF8'
  )), 'hex') AS digest
FROM formstate_line AS line
JOIN part ON part.stream = line.stream AND part.line = line.line;
