"""Writes to the tables of FormState without FormState."""

import contextlib
import re
import sqlite3


@contextlib.contextmanager
def opened(path):
    """A connection that gets past guards, CHECKs and foreign keys; each statement is committed."""
    connection = sqlite3.connect(path, isolation_level=None)
    # What is read may be no text.
    connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    try:
        triggers = connection.execute("SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
        for name in {name for (sql,) in triggers for name in re.findall(r'SELECT "([^"]+)"\(', sql or "")}:
            # The guards call functions that no other program has.
            connection.create_function(name, -1, lambda *_: None)
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        yield connection
    finally:
        connection.close()


def tables(connection):
    found = connection.execute(r"""
        SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'formstate\_%' ESCAPE '\' ORDER BY name""")
    return [name for (name,) in found]


def columns(connection, table):
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


def primary_key(connection, table):
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})") if row[5]]


def rewrite_schema(path, name, change):
    """Changes the text of a table, an index, a view or a trigger in place. Returns the text before."""
    with opened(path) as connection:
        (before,) = connection.execute("SELECT sql FROM sqlite_schema WHERE name = ?", [name]).fetchone()
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", [change(before), name])
        (version,) = connection.execute("PRAGMA schema_version").fetchone()
        connection.execute(f"PRAGMA schema_version = {version + 1}")
    return before


@contextlib.contextmanager
def loosened(path, table):
    """Lets a table take values of any type, and NULL. Afterwards its text is as before."""
    def loose(sql):
        sql = re.sub(r"\b(TEXT|INTEGER|REAL|BLOB|ANY) NOT NULL", r"\1", sql)
        return re.sub(r"\) STRICT(?:, )?(WITHOUT ROWID)?$", r") \1", sql)

    before = rewrite_schema(path, table, loose)
    try:
        with opened(path) as connection:
            yield connection
    finally:
        rewrite_schema(path, table, lambda _: before)
