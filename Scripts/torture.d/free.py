"""Edits that somebody can see and that nothing in a file contradicts, each with a reason."""

import guarded
from tool import FILE

# Column, reason, and the condition on the edited row under which the edit is free.
FREE = [
    ("formstate_form.version", "The host chooses with which version new responses begin.",
     "EXISTS (SELECT 1 FROM formstate_version WHERE form_id = edited.id AND number = edited.version)"),
    ("formstate_response.key", "It is the name that somebody chose for it, and any other that can be one would do.",
     "TRUE"),
    ("formstate_response.stream", "It is random, and only copies in other files have the same.", "TRUE"),
    ("formstate_action.time", "The clock said so; the journal alone knows it.", "TRUE"),
    ("formstate_action.author", "The host said so; the journal alone knows it.", "TRUE"),
    ("formstate_action.group_name", "The caller called it so; the journal alone knows it.", "TRUE"),
]


def is_free(edit, folder):
    """Whether nothing in a file can contradict an edit that was made in it."""
    if not edit.column:
        return edit.reason is not None
    with guarded.opened(folder / FILE) as connection:
        return any(
            not connection.execute(f"""
                SELECT EXISTS (SELECT 1 FROM {edit.table} AS edited WHERE ({edit.place}) AND NOT ({condition}))
                """).fetchone()[0]
            for column, _, condition in FREE if column == f"{edit.table}.{edit.column}")
