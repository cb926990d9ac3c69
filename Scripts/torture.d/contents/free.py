"""Edits that somebody can see and that nothing in a file contradicts, each with a reason."""

import guarded
from tool import FILE

COMPACTED = "(SELECT compacted_to FROM formstate_response WHERE id = edited.response_id)"
# Column, reason, and the condition on the edited row under which the edit is free.
FREE = [
    ("formstate_form.version", "The host chooses with which version new responses begin.",
     "EXISTS (SELECT 1 FROM formstate_version WHERE form_id = edited.id AND number = edited.version)"),
    ("formstate_version.number", "No journal names the version, and numbers have gaps where versions were deleted.",
     "NOT EXISTS (SELECT 1 FROM formstate_response WHERE form_id = edited.form_id)"),
    ("formstate_section.is_key_derived", "Nothing else says who made a key, its author or an importer.", "TRUE"),
    ("formstate_cell.is_key_derived", "Nothing else says who made a key, its author or an importer.", "TRUE"),
    ("formstate_response.key", "It is the name that somebody chose for it, and any other that can be one would do.",
     "is_readable(CAST(edited.key AS BLOB))"),
    ("formstate_response.stream", "It is random, and only copies in other files have the same.", "TRUE"),
    ("formstate_response.version_id", "Nothing has happened to the response in either version.",
     "NOT EXISTS (SELECT 1 FROM formstate_entry WHERE response_id = edited.id)"),
    ("formstate_response.next_instance", "Numbers may be passed over; none is given twice.",
     "edited.next_instance > "
     "(SELECT coalesce(max(change.value ->> 5), 0) FROM formstate_entry AS entry, json_each(entry.changes) AS change "
     "WHERE entry.response_id = edited.id)"),
    ("formstate_entry.time", "The clock said so; the journal alone knows it.", "TRUE"),
    ("formstate_entry.author", "The host said so; the journal alone knows it.",
     "edited.author IS NULL OR is_readable(CAST(edited.author AS BLOB))"),
    ("formstate_entry.group_name", "The caller called it so; the journal alone knows it.",
     "edited.group_name IS NULL OR is_readable(CAST(edited.group_name AS BLOB))"),
    ("formstate_destination.name", "Somebody chose it, and any other name would do.",
     "is_readable(CAST(edited.name AS BLOB))"),
    ("formstate_pushed.refusal", "The collector said so, or would take the response by now.",
     "edited.refusal IS NULL OR is_readable(CAST(edited.refusal AS BLOB))"),
    ("formstate_pushed.destination_id", "The other collector would have the same entries.", "TRUE"),
    ("formstate_entry.step_start", "The session decided where a step ends.", "TRUE"),
    ("formstate_entry.moment", "At another moment the rules would have given the same.", "edited.moment IS NOT NULL"),
    ("formstate_entry.kind", "The other action would have done the same there.",
     "edited.kind IN ('tap', 'expand', 'collapse', 'fold', 'unfold', 'toggleFold', 'choose', 'reveal')"),
    ("formstate_entry.payload", "An undo of values alone has done all that an undo would have.",
     "edited.kind IN ('undo', 'redo') AND coalesce(edited.payload ->> 'scope', 'values') = 'values'"),
    ("formstate_entry.payload", "The entries whose chain it is are compacted.", "edited.kind = 'checkpoint'"),
    ("formstate_entry.undo_top", "What lay there was compacted.", f"coalesce(edited.undo_top, 0) <= {COMPACTED}"),
    ("formstate_entry.redo_top", "What lay there was compacted.", f"coalesce(edited.redo_top, 0) <= {COMPACTED}"),
]


def is_free(edit, folder):
    """Whether nothing in a file can contradict an edit that was made in it."""
    if not edit.column:
        return edit.reason is not None
    with guarded.opened(folder / FILE) as connection:
        connection.create_function("is_readable", 1, is_readable, deterministic=True)
        return any(
            not connection.execute(f"""
                SELECT EXISTS (SELECT 1 FROM {edit.table} AS edited WHERE ({edit.place}) AND ({condition}) IS NOT TRUE)
                """).fetchone()[0]
            for column, _, condition in FREE if column == f"{edit.table}.{edit.column}")


def is_readable(content):
    """Whether FormState reads the bytes of a text as they are stored: UTF-8 without NUL."""
    try:
        return "\0" not in content.decode()
    except UnicodeDecodeError:
        return False
