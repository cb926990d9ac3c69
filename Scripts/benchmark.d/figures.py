"""The plots, each with one message. Curves of FormState are solid, those of others dashed."""

import collections

# For a light and a dark page.
COLOURS = (
    ("#0969da", "#58a6ff"), ("#8250df", "#bc8cff"), ("#bc4c00", "#f0883e"), ("#1a7f37", "#3fb950"),
    ("#bf3989", "#f778ba"), ("#9a6700", "#d29922"), ("#57606a", "#9da7b1"), ("#0a7ea4", "#39c5cf"),
    ("#cf222e", "#ff7b72"),
)

Curve = collections.namedtuple("Curve", "name key is_ours")
Figure = collections.namedtuple("Figure", "name title across axis curves")

OPEN = "open a file and read the first 50 rows"
TAP = "a tap, on disk when it returns"
ANSWER = "an answer, on disk when it returns"
UNDO = "an undo, on disk when it returns"
TOGGLE = "a toggle in memory, batch update included"
BY_HAND = "the same rows through the C interface"
CELLS, RESPONSES = "cells of the form", "responses with 50 answers each"


def _screen(name, work, by, unit="cpu seconds"):
    return Curve(name, ("screen", work, by, unit), by.startswith("FormState"))


def _peer(name, work, by):
    return Curve(name, ("peers", work, by, "cpu seconds"), False)


def _command(file, name, work, by, unit="cpu seconds"):
    return Curve(name, (file, work, by, unit), by.startswith("formstate"))


def _view(name):
    return Curve(name, ("responses", f"count(*) of {name}", "sqlite3", "cpu seconds"), True)


FIGURES = (
    Figure("open", "Open a file and read the first 50 rows, seconds of the processor", CELLS, "seconds", (
        _screen("FormState", OPEN, "FormState"),
        _screen("plain table, counts and 50 rows", OPEN, "a plain table: counts of sections and 50 rows"),
        _screen("plain table, all rows that show", OPEN, "a plain table: all rows that show"),
        _screen("array from a property list", OPEN, "an array from a property list"),
    )),
    Figure("tap", "One tap, on disk when it returns, seconds of the processor", CELLS, "seconds", (
        _screen("FormState", TAP, "FormState"),
        _screen("the same rows, in C", TAP, BY_HAND),
        _screen("plain table, UPDATE alone", TAP, "a plain table: the UPDATE alone"),
        _screen("plain table, rows read again", TAP, "a plain table: UPDATE and all rows that show"),
        _screen("array saved as a property list", TAP, "an array saved as a property list"),
    )),
    Figure("answer", "One answer, on disk when it returns, seconds of the processor", CELLS, "seconds", (
        _screen("FormState", ANSWER, "FormState"),
        _screen("the same rows, in C", ANSWER, BY_HAND),
        _screen("plain table, UPDATE alone", ANSWER, "a plain table: the UPDATE alone"),
        _peer("sqlite-utils, a row a cell", ANSWER, "sqlite-utils, a row a cell"),
        _peer("apsw, rows and changesets", ANSWER, "apsw, rows and changesets"),
        _peer("eventsourcing, an event", ANSWER, "eventsourcing, an event an answer"),
        _peer("JSON in SQLite, json_set", ANSWER, "a JSON document in SQLite, json_set"),
        _peer("JSON in SQLite, rewritten", ANSWER, "a JSON document in SQLite, rewritten"),
        _peer("property list, plistlib", ANSWER, "a property list, rewritten"),
    )),
    Figure("undo", "One undo, on disk when it returns, seconds of the processor", CELLS, "seconds", (
        _screen("FormState", UNDO, "FormState"),
        _screen("the same rows, in C", UNDO, BY_HAND),
        _peer("apsw, a changeset inverted", UNDO, "apsw, rows and changesets"),
    )),
    Figure("toggle", "Open or close a cell in memory, with what a table view has to animate", CELLS, "seconds", (
        _screen("FormState", TOGGLE, "FormState", "seconds"),
        _screen("arrays, reloading all", TOGGLE, "the tutorials' arrays, reloading all", "seconds"),
        _screen("arrays, CollectionDifference", TOGGLE, "the arrays and CollectionDifference", "seconds"),
    )),
    Figure("memory", "Resident memory of a process with the form open", CELLS, "bytes", (
        _screen("session, first 50 rows", "memory with a form open", "FormState: a session and its first 50 rows", "bytes"),
        _screen(
            "session, all open, every row read", "memory with a form open",
            "FormState: a session with all open, every row read", "bytes"),
        _screen("plain table, all as records", "memory with a form open", "a plain table: all cells as records", "bytes"),
        _screen("a process that does nothing", "memory with a form open", "a process that does nothing", "bytes"),
    )),
    Figure("commands", "One command as a process, seconds of the processor", CELLS, "seconds", (
        _command("commands", "formstate tap", "tap", "formstate"),
        _command("commands", "formstate undo", "undo", "formstate"),
        _command("commands", "formstate get", "get", "formstate"),
        _command("commands", "formstate list", "list", "formstate"),
        _command("commands", "sqlite3, the rows of a tap", "tap", "sqlite3"),
        _command("commands", "sqlite3, a value of its table", "get", "sqlite3"),
        _command("commands", "sqlite3, a value of the view", "get", "sqlite3 (view answer)"),
    )),
    Figure("whole", "Commands that go through the whole form, seconds of the processor", CELLS, "seconds", (
        _command("commands", "formstate show", "show", "formstate"),
        _command("commands", "formstate export csv, long", "export csv", "formstate"),
        _command("commands", "formstate export csv, wide", "export csv", "formstate, a column a question"),
        _command("commands", "formstate check", "check", "formstate"),
        _command("commands", "sqlite3, visible_row", "show", "sqlite3"),
        _command("commands", "sqlite3, the same lines", "export csv", "sqlite3"),
        _command("commands", "sqlite3, integrity_check", "check", "sqlite3"),
    )),
    Figure("views", "Views in the sqlite3 shell: count(*), seconds of the processor", RESPONSES, "seconds", (
        *map(_view, ("answer", "history", "unanswered", "fault", "response", "visible_row")),
        _command("responses", "a plain table of the answers", "count(*) of a plain table of the answers", "sqlite3"),
    )),
    Figure("responses", "Commands on a file of many responses, seconds of the processor", RESPONSES, "seconds", (
        _command("responses", "formstate list", "list", "formstate"),
        _command("responses", "formstate export csv, long", "export csv", "formstate"),
        _command("responses", "formstate export csv, wide", "export csv", "formstate, a column a question"),
        _command("responses", "formstate set", "set", "formstate"),
        _command("responses", "formstate check", "check", "formstate"),
        _command("responses", "sqlite3, response", "list", "sqlite3"),
        _command("responses", "sqlite3, the same lines", "export csv", "sqlite3"),
    )),
)
