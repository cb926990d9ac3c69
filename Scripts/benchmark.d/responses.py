"""Files with increasing numbers of responses of 50 answers each: commands, and views in the sqlite3 shell."""

import pathlib
import tempfile

import commands
import journal
import process

SIZES = (100, 1_000, 10_000)
QUICK_SIZES = (5,)
VIEWS = ("response", "answer", "unanswered", "fault", "history", "visible_row")
PLAIN = "CREATE TABLE plain (response TEXT, cell TEXT, value TEXT, PRIMARY KEY (response, cell)) STRICT, WITHOUT ROWID"
PLAIN_NAME = "sqlite3, one plain table"


def measure(tool, results, quick):
    for size in QUICK_SIZES if quick else SIZES:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            process.write_documents("responses", size, folder)
            _fill(tool, results, size, folder)
            _measure_commands(tool, results, size, folder, 1 if quick else 3)
            _measure_views(results, size, folder, 1 if quick else 3)


def _fill(tool, results, size, folder):
    """Imports all answers, once, beside the import of the same answers into one table that checks nothing and has no history."""
    process.run([tool, "import", "f.sqlite", "form.json"], folder)
    process.run(process.sql("plain.sqlite", PLAIN), folder)
    plain = process.sql("plain.sqlite", "SELECT 1", "-cmd", ".import --csv plain.csv plain")
    for by, command in (("formstate", [tool, "answers", "import", "f.sqlite", "answers.csv"]), (PLAIN_NAME, plain)):
        took, most = process.run_once(command, folder)
        results.add_process("import answers", by, size, [took], most)
    for by, path in (("formstate", "f.sqlite"), (PLAIN_NAME, "plain.sqlite")):
        process.run(process.sql(path, "PRAGMA wal_checkpoint(TRUNCATE)"), folder)
        results.add("file", by, size, (folder / path).stat().st_size, "bytes")


def _measure_commands(tool, results, size, folder, runs):
    for work, command, query, options in (
        ("list", ["list", "f.sqlite"], "SELECT * FROM response", ()),
        ("export csv", ["export", "csv", "f.sqlite", "--long"],
         "SELECT response_id, section, question, cell, value, readable FROM formstate_asked", ("-csv", "-header")),
        ("check", ["check", "f.sqlite"], "PRAGMA integrity_check; PRAGMA foreign_key_check", ()),
        ("get", ["get", "f.sqlite", "q7", "--response", "r3"],
         "SELECT value FROM answer WHERE response = 'r3' AND cell = 'q7'", ()),
    ):
        results.add_pair(
            work, size, folder, runs, [tool, *command], process.sql("f.sqlite", query, *options))
    results.add_least(
        "export csv", commands.WIDE, size, folder, runs, [tool, "export", "csv", "f.sqlite"])
    journal.copy_without_guards(folder / "f.sqlite", folder / "hand.sqlite")
    commands.add_writes(
        results, "set", size, folder, runs,
        lambda number: [tool, "set", "f.sqlite", "q7", f"other {number}", "--response", "r0"])


def _measure_views(results, size, folder, runs):
    """The waiting time of a reader without FormState."""
    for view in VIEWS:
        count = process.sql("f.sqlite", f"SELECT count(*) FROM {view}")
        results.add_least(f"count(*) of {view}", "sqlite3", size, folder, runs, count)
        first = process.sql("f.sqlite", f"SELECT * FROM {view} LIMIT 100")
        results.add_least(f"first 100 of {view}", "sqlite3", size, folder, runs, first)
    bare = process.sql("plain.sqlite", "SELECT count(*) FROM plain")
    results.add_least("count(*) of a plain table of the answers", "sqlite3", size, folder, runs, bare)
