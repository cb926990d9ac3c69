"""Turns the last entry that FormState wrote into SQL statements that write the same rows."""

import sqlite3


def _quoted(connection, query, *values):
    """The rows of a query, each value as SQL writes it."""
    cursor = connection.execute(query, values)
    return [[connection.execute("SELECT quote(?)", [value]).fetchone()[0] for value in row] for row in cursor]


def _insert(table, rows, ending=""):
    return "".join(f"INSERT INTO {table} VALUES ({', '.join(row)}){ending};" for row in rows)


def statements_of_last_entry(path):
    """One transaction with the entry, its changes and the cells after it."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    (response, last), = connection.execute(
        "SELECT response_id, max(revision) FROM formstate_entry"
        " WHERE response_id = (SELECT min(id) FROM formstate_response)")
    where = "WHERE response_id = ? AND revision = ?"
    action = _quoted(connection, f"SELECT * FROM formstate_entry {where}", response, last)
    cells = _quoted(
        connection,
        "SELECT * FROM formstate_cell_state WHERE response_id = ? AND cell_id IN (SELECT id FROM formstate_cell WHERE key IN"
        " (SELECT key FROM formstate_key WHERE number IN"
        f" (SELECT change.value ->> 1 FROM formstate_entry, json_each(changes) AS change {where})))",
        response, response, last)
    columns = [name for _, name, *_ in connection.execute("PRAGMA table_info(formstate_cell_state)")]
    update = " ON CONFLICT DO UPDATE SET " + ", ".join(f"{name} = excluded.{name}" for name in columns)
    connection.close()
    return (
        "BEGIN IMMEDIATE;" + _insert("formstate_entry", action)
        + _insert("formstate_cell_state", cells, update) + "COMMIT;")


def copy_without_guards(path, copy):
    """Copies a file, and drops the copy's triggers that let only FormState write."""
    connection = sqlite3.connect(path)
    connection.execute("VACUUM INTO ?", [str(copy)])
    connection.close()
    connection = sqlite3.connect(copy)
    connection.execute("PRAGMA journal_mode = WAL")
    names = [name for name, in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'")]
    for name in names:
        connection.execute(f'DROP TRIGGER "{name}"')
    connection.close()
