"""Alternatives for Python programs, in a separate process: prints `work,by,size,seconds,seconds of the processor` lines.

peers.py SIZE RUNS

Each keeps a form of so many cells open and enters one answer at a time, on disk when it returns. Needs only the standard
library; `pip install sqlite-utils apsw eventsourcing` lets it measure these as well. Missing packages are reported.
"""

import csv
import json
import os
import pathlib
import plistlib
import sqlite3
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import documents  # noqa: E402

# As a store of FormState opens its files.
PRAGMAS = (
    "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "trusted_schema = OFF", "temp_store = MEMORY",
)
# The same words as in GrowthBenchmark.swift, so plots find both.
ANSWER = "an answer, on disk when it returns"
UNDO = "an undo, on disk when it returns"
OPEN = "open a file and read the first 50 rows"
TABLE = (
    "CREATE TABLE cell (key TEXT PRIMARY KEY CHECK (key <> ''), kind TEXT NOT NULL CHECK (kind IN ('group', 'text')),"
    " title TEXT NOT NULL, value TEXT, is_expanded INTEGER NOT NULL CHECK (is_expanded IN (0, 1))) STRICT"
)


def cells(size):
    """The cells of a form: key, kind, title, value, whether it is open."""
    for section in documents.sections(size):
        for group in section["cells"]:
            yield group["key"], "group", "", None, 0
            for cell in group["cells"]:
                yield cell["key"], "text", cell["title"], None, 0


def opened(path, module=sqlite3):
    connection = module.connect(path, isolation_level=None) if module is sqlite3 else module.Connection(path)
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    return connection


def filled_table(path, size):
    connection = opened(path)
    connection.execute("BEGIN")
    connection.execute(TABLE)
    connection.executemany("INSERT INTO cell VALUES (?, ?, ?, ?, ?)", cells(size))
    connection.execute("COMMIT")
    return connection


def document(size):
    return {key: {"kind": kind, "title": title, "value": value, "isExpanded": is_expanded == 1}
            for key, kind, title, value, is_expanded in cells(size)}


class Document:
    """A JSON document in a row of SQLite, written whole at each keystroke."""

    name = "a JSON document in SQLite, rewritten"

    def __init__(self, size, folder):
        self.path = str(folder / "document.sqlite")
        self.connection = opened(self.path)
        self.connection.execute("CREATE TABLE document (id INTEGER PRIMARY KEY, body TEXT NOT NULL CHECK (body <> ''))")
        self.cells = document(size)
        self.connection.execute("INSERT INTO document VALUES (1, ?)", [json.dumps(self.cells)])

    def answer(self, key, value):
        self.cells[key]["value"] = value
        self.connection.execute("UPDATE document SET body = ?", [json.dumps(self.cells)])

    def open(self):
        (body,), = opened(self.path).execute("SELECT body FROM document")
        return json.loads(body)


class Patched(Document):
    """The same document, changed by SQLite's json_set."""

    name = "a JSON document in SQLite, json_set"
    open = None

    def answer(self, key, value):
        self.connection.execute("UPDATE document SET body = json_set(body, ?, ?)", [f'$."{key}".value', value])


class PropertyList:
    """A property list, written beside the previous one, which it replaces."""

    name = "a property list, rewritten"

    def __init__(self, size, folder):
        self.path = folder / "cells.plist"
        self.cells = [{"key": key, "kind": kind, "title": title, "value": "", "isExpanded": False}
                      for key, kind, title, *_ in cells(size)]
        self.positions = {cell["key"]: position for position, cell in enumerate(self.cells)}
        self.save()

    def save(self):
        beside = self.path.with_suffix(".new")
        with open(beside, "wb") as file:
            plistlib.dump(self.cells, file, fmt=plistlib.FMT_BINARY)
            file.flush()
            os.fsync(file.fileno())
        beside.rename(self.path)

    def answer(self, key, value):
        self.cells[self.positions[key]]["value"] = value
        self.save()

    def open(self):
        return plistlib.loads(self.path.read_bytes())


class Rows:
    """One row per cell, by sqlite-utils."""

    name = "sqlite-utils, a row a cell"

    def __init__(self, size, folder):
        import sqlite_utils

        filled_table(str(folder / "rows.sqlite"), size).close()
        self.connection = opened(str(folder / "rows.sqlite"))
        self.table = sqlite_utils.Database(self.connection)["cell"]

    def answer(self, key, value):
        self.table.update(key, {"value": value})


class Changesets:
    """One row per cell, with a changeset by SQLite's session extension for each answer, which undo inverts."""

    name = "apsw, rows and changesets"

    def __init__(self, size, folder):
        import apsw

        self.apsw = apsw
        filled_table(str(folder / "changesets.sqlite"), size).close()
        self.connection = opened(str(folder / "changesets.sqlite"), apsw)
        self.connection.execute("CREATE TABLE step (id INTEGER PRIMARY KEY, changes BLOB NOT NULL) STRICT")

    def answer(self, key, value):
        with self.connection:
            session = self.apsw.Session(self.connection, "main")
            session.attach("cell")
            self.connection.execute("UPDATE cell SET value = ? WHERE key = ?", (value, key))
            self.connection.execute("INSERT INTO step (changes) VALUES (?)", (session.changeset(),))
            session.close()

    def undo(self):
        with self.connection:
            (step, changes), = self.connection.execute("SELECT id, changes FROM step ORDER BY id DESC LIMIT 1")
            self.apsw.Changeset.apply(self.apsw.Changeset.invert(changes), self.connection)
            self.connection.execute("DELETE FROM step WHERE id = ?", (step,))


class Events:
    """One event per answer, by eventsourcing: a journal without a form, with its current state in memory."""

    name = "eventsourcing, an event an answer"

    def __init__(self, size, folder):
        from eventsourcing.application import Application
        from eventsourcing.domain import Aggregate, event

        class Response(Aggregate):
            @event("Begun")
            def __init__(self):
                self.values = {}

            @event("Answered")
            def answer(self, key, value):
                self.values[key] = value

        path = str(folder / "events.sqlite")
        self.application = Application(env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": path})
        self.response = Response()
        self.application.save(self.response)

    def answer(self, key, value):
        self.response.answer(key, value)
        self.application.save(self.response)


def least(runs, work):
    """Elapsed and processor seconds, the minimum of each."""
    best = (float("inf"), float("inf"))
    for number in range(runs):
        start = (time.perf_counter(), time.process_time())
        work(number)
        took = (time.perf_counter() - start[0], time.process_time() - start[1])
        best = tuple(map(min, best, took))
    return best


def measure(peer, size, runs):
    keys = [key for key, kind, *_ in cells(size) if kind == "text"][:10]
    if not keys:
        return

    def report(work, took, operations=1):
        csv.writer(sys.stdout).writerow([work, peer.name, size, *(f"{each / operations:.6g}" for each in took)])
        sys.stdout.flush()

    def answer(number):
        for key in keys:
            peer.answer(key, f"answer {number}")

    first = least(1, lambda number: peer.answer(keys[0], "first"))
    if first[0] > 1:
        runs = 1
        report(ANSWER, first)
    else:
        report(ANSWER, least(runs, answer), len(keys))
    if getattr(peer, "undo", None):
        report(UNDO, least(runs, lambda _: [peer.undo() for _ in keys]), len(keys))
    if getattr(peer, "open", None):
        report(OPEN, least(runs, lambda _: peer.open()))


if __name__ == "__main__":
    count, repetitions = int(sys.argv[1]), int(sys.argv[2])
    for kind in (Document, Patched, PropertyList, Rows, Changesets, Events):
        with tempfile.TemporaryDirectory() as name:
            try:
                made = kind(count, pathlib.Path(name))
            except ImportError as missing:
                print(f"{kind.name} is omitted: {missing}", file=sys.stderr)
                continue
            measure(made, count, repetitions)
