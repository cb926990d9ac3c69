"""Schemas and containers of a file as FormState does not make them."""

import re
import sqlite3

import guarded
from tool import FILE

ENDLESS = "(WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n)"
GUARD = "formstate_action_insert"


class Planted:
    """Statements, or a function of the file's path."""

    column = reason = None
    commands = ()

    def __init__(self, name, steps, refuses_writing=True):
        self.name, self.steps = name, steps
        # A store writes only into a schema that is FormState's.
        self.refuses_writing = refuses_writing

    def __str__(self):
        return f"planted, {self.name}"

    def make(self, folder, _):
        path = folder / FILE
        for step in self.steps:
            if callable(step):
                step(path)
                continue
            with guarded.opened(path) as connection:
                connection.create_function("foreign_function", 1, lambda value: value, deterministic=True)
                connection.execute(step)
        return True


def rewritten(name, before, after):
    """A step that replaces a part of the schema's text of a table."""
    def change(sql):
        changed = re.sub(before, after, sql, count=1, flags=re.DOTALL)
        if changed == sql:
            raise RuntimeError(f"{name} has no {before}")
        return changed
    return lambda path: guarded.rewrite_schema(path, name, change)


def schema(statement):
    """A step that changes the table of the schema."""
    def change(path):
        with guarded.opened(path) as connection:
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute(statement)
    return change


def pragmas(*statements):
    """A step that makes the file again as SQLite allows it."""
    def change(path):
        with guarded.opened(path) as connection:
            for statement in statements:
                connection.execute(statement).fetchall()
    return change


def in_utf16(path):
    """Makes the file again in another encoding."""
    with guarded.opened(path) as connection:
        statements = list(connection.iterdump())
    path.unlink()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA encoding = 'UTF-16be'")
    connection.executescript("\n".join(statements))
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()


def header(offset, data):
    """A step that changes bytes of the file's header."""
    def change(path):
        content = bytearray(path.read_bytes())
        content[offset:offset + len(data)] = data
        path.write_bytes(content)
    return change


def companion(suffix, data):
    """A step that puts a file beside the database, with data or the content of another file."""
    def change(path):
        content = data if isinstance(data, bytes) else (path.parent / data).read_bytes()
        path.with_name(path.name + suffix).write_bytes(content)
    return change


TRIGGERS = [
    ("a trigger that copies answers", [
        "CREATE TABLE stolen (answer)",
        "CREATE TRIGGER thief AFTER INSERT ON formstate_entry "
        "BEGIN INSERT INTO stolen VALUES (new.changes); END"]),
    ("a trigger that drops answers", [
        "CREATE TRIGGER thief BEFORE INSERT ON formstate_cell_state BEGIN SELECT RAISE(IGNORE); END"]),
    ("a trigger that refuses", [
        "CREATE TRIGGER thief BEFORE INSERT ON formstate_entry BEGIN SELECT RAISE(ROLLBACK, 'no'); END"]),
    ("a trigger without end", [
        f"CREATE TRIGGER thief AFTER INSERT ON formstate_entry BEGIN SELECT {ENDLESS}; END"]),
    ("a trigger that causes itself", [
        "CREATE TRIGGER thief AFTER UPDATE ON formstate_cell_state BEGIN "
        "UPDATE formstate_cell_state SET draft = 'x' WHERE response_id = new.response_id; END"]),
    ("a guard is missing", [f"DROP TRIGGER {GUARD}"]),
    ("a guard does something else", [
        f"DROP TRIGGER {GUARD}",
        f"CREATE TRIGGER {GUARD} AFTER INSERT ON formstate_entry BEGIN DELETE FROM formstate_key; END"]),
    ("a trigger of a view", [
        "CREATE TRIGGER thief INSTEAD OF INSERT ON answer BEGIN SELECT 1; END"]),
]
VIEWS = [
    ("a view that makes answers up", [
        rewritten("answer", "^CREATE VIEW answer.*", "CREATE VIEW answer AS SELECT 'trip' AS form, 'x' AS value")]),
    ("a view without end", [
        rewritten("visible_row", "^CREATE VIEW visible_row.*",
                  f"CREATE VIEW visible_row AS SELECT {ENDLESS} AS section_position")]),
    ("a view of itself", [
        rewritten("answer", "^CREATE VIEW answer.*", "CREATE VIEW answer AS SELECT * FROM answer")]),
    ("a deep view", [
        rewritten("answer", "^CREATE VIEW answer.*", "CREATE VIEW answer AS SELECT " + "(" * 900 + "1" + ")" * 900)]),
    ("views that double", [
        "CREATE VIEW formstate_view0 AS SELECT 1 AS x",
        *(f"CREATE VIEW formstate_view{n + 1} AS SELECT a.x FROM formstate_view{n} a, formstate_view{n} b"
          for n in range(20))]),
    ("a view in place of a table", [
        "ALTER TABLE formstate_list_item RENAME TO kept",
        "CREATE VIEW formstate_list_item AS SELECT list_id, position, value, title || '!' AS title FROM kept"]),
    ("a view is missing", ["DROP VIEW fault"]),
]
TABLES = [
    ("a table is missing", ["DROP TABLE formstate_translation"]),
    ("a table has another name", ["ALTER TABLE formstate_key RENAME TO formstate_keys"]),
    ("a column has another name", [rewritten("formstate_list_item", "  title ", "  name ")]),
    ("a further column", ["ALTER TABLE formstate_cell ADD COLUMN colour TEXT"]),
    ("a generated column", [
        "ALTER TABLE formstate_entry ADD COLUMN twice INTEGER GENERATED ALWAYS AS (revision * 2) VIRTUAL"]),
    ("a generated column that fails", [
        "ALTER TABLE formstate_entry ADD COLUMN bad INTEGER "
        "GENERATED ALWAYS AS (abs(-9223372036854775807 - 1)) VIRTUAL"]),
    ("a column fewer", [rewritten("formstate_cell", r",\s*properties .*?unit ", ", unit ")]),
    ("two columns have changed places", [
        rewritten("formstate_list_item", r"value (.*)  title ", r"title \1  value ")]),
    ("a CHECK is missing", [rewritten("formstate_form", r"CHECK \(version >= 1\)", "")]),
    ("a CHECK that fails", [rewritten("formstate_form", r"CHECK \(version >= 1\)", "CHECK (version < 0)")]),
    ("a large CHECK", [
        rewritten("formstate_form", r"CHECK \(version >= 1\)",
                  "CHECK (length(printf('%*c', 999999999, 'x')) > version)")]),
    ("STRICT is missing", [rewritten("formstate_form", r"STRICT$", "")]),
    ("WITHOUT ROWID is missing", [rewritten("formstate_entry", r", WITHOUT ROWID$", "")]),
    ("WITHOUT ROWID is there", [rewritten("formstate_form", r"STRICT$", "STRICT, WITHOUT ROWID")]),
    ("a default is another", [rewritten("formstate_form", "DEFAULT 1", "DEFAULT 7")]),
    ("UNIQUE is missing", [rewritten("formstate_form", " UNIQUE", "")]),
    ("another collation", [rewritten("formstate_key", "TEXT NOT NULL", "TEXT COLLATE NOCASE NOT NULL")]),
    ("an unknown collation", [rewritten("formstate_key", "TEXT NOT NULL", "TEXT COLLATE elsewhere NOT NULL")]),
    ("the text of a table is noise", [rewritten("formstate_key", "^.*$", "CREATE TABLE formstate_key ((")]),
    ("the text of a table is missing", [schema("UPDATE sqlite_schema SET sql = NULL WHERE name = 'formstate_key'")]),
    ("a table of numbers", [schema("UPDATE sqlite_schema SET sql = 7, tbl_name = 8 WHERE name = 'formstate_key'")]),
    ("two tables have changed pages", [schema("""
        UPDATE sqlite_schema SET rootpage = (
          SELECT sum(rootpage) FROM sqlite_schema WHERE name IN ('formstate_form', 'formstate_version')) - rootpage
        WHERE name IN ('formstate_form', 'formstate_version')""")]),
    ("a table has a page outside the file", [
        schema("UPDATE sqlite_schema SET rootpage = 99999999 WHERE name = 'formstate_form'")]),
    ("a table has the first page", [schema("UPDATE sqlite_schema SET rootpage = 1 WHERE name = 'formstate_form'")]),
    ("a table is there twice", [schema("""
        INSERT INTO sqlite_schema SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema
        WHERE name = 'formstate_form'""")]),
    ("a foreign table with FormState's name", ["CREATE TABLE formstate_extra (x)"]),
    ("an index of an expression", ["CREATE INDEX extra ON formstate_cell_state (length(value))"]),
    ("an index of a foreign function", ["CREATE INDEX extra ON formstate_cell_state (foreign_function(value))"]),
    ("a unique index", ["CREATE UNIQUE INDEX extra ON formstate_instance (response_id, parent, rank)"]),
    ("an index is missing", ["DROP INDEX formstate_instance_by_rank"]),
    ("an index is of other columns", [
        rewritten("formstate_instance_by_rank", r"\(response_id, cell_id, parent, rank\)",
                  "(response_id, parent, cell_id, rank)")]),
]
CONTAINERS = [
    ("a table of somebody's own", [
        "CREATE TABLE note (x)", "CREATE TABLE note_log (x)",
        "CREATE TRIGGER note_added AFTER INSERT ON note BEGIN INSERT INTO note_log VALUES (new.x); END"]),
    ("many tables of somebody's own", [
        pragmas("BEGIN", *(f"CREATE TABLE note{number} (x)" for number in range(2000)), "COMMIT")]),
    ("statistics that are wrong", [
        "ANALYZE", "UPDATE sqlite_stat1 SET stat = replace(stat, ' ', '0 9')"]),
    ("another user_version", ["PRAGMA user_version = 77"]),
    ("another application_id", ["PRAGMA application_id = 77"]),
    ("UTF-16", [in_utf16]),
    ("a rollback journal", [pragmas("PRAGMA journal_mode = DELETE")]),
    ("small pages", [pragmas("PRAGMA journal_mode = DELETE", "PRAGMA page_size = 512", "VACUUM")]),
    ("large pages", [pragmas("PRAGMA journal_mode = DELETE", "PRAGMA page_size = 65536", "VACUUM")]),
    ("pages move", [pragmas("PRAGMA auto_vacuum = FULL", "VACUUM")]),
    ("pages may move", [pragmas("PRAGMA auto_vacuum = INCREMENTAL", "VACUUM")]),
    ("free pages", ["CREATE TABLE filler AS SELECT zeroblob(4000000) AS x", "DROP TABLE filler"]),
    ("a version that SQLite cannot write", [header(18, b"\x03")]),
    ("a version that SQLite cannot read", [header(18, b"\x03\x03")]),
    ("reserved bytes", [header(20, b"\x40")]),
    ("a page size of 1", [header(16, b"\x00\x00")]),
    ("no pages", [header(28, bytes(4))]),
    ("a free list without end", [header(32, b"\x00\x00\x00\x02\x7f\xff\xff\xff")]),
    ("an unknown schema format", [header(44, b"\x00\x00\x00\x09")]),
    ("an unknown encoding", [header(56, b"\x00\x00\x00\x07")]),
    ("no database", [header(0, b"SQLite format 4\x00")]),
    ("an empty file", [lambda path: path.write_bytes(b"")]),
    ("a folder", [lambda path: (path.unlink(), path.mkdir())]),
    ("a link to itself", [lambda path: (path.unlink(), path.symlink_to(path))]),
    ("the log of another file", [companion("-wal", "other.sqlite")]),
    ("a log of noise", [companion("-wal", bytes(range(256)) * 256)]),
    ("an index of the log of noise", [companion("-shm", bytes(range(256)) * 128)]),
    ("a rollback journal of noise", [companion("-journal", bytes(range(256)) * 64)]),
    ("a rollback journal that is hot", [
        companion("-journal", bytes.fromhex("d9d505f920a163d7ffffffff00000000000000010000020000001000") + bytes(600)),
        header(18, b"\x01\x01")]),
]


def edits():
    foreign = [Planted(name, steps) for name, steps in TRIGGERS + VIEWS + TABLES]
    return foreign + [Planted(name, steps, refuses_writing=False) for name, steps in CONTAINERS]
