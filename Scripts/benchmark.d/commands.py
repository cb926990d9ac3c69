"""The command line as whole processes with forms of increasing size, beside the sqlite3 shell on the same rows."""

import journal
import process

SIZES = (100, 1_000, 10_000, 100_000, 1_000_000)
QUICK_SIZES = (7, 100)
WIDE = "formstate, a column a question"


def measure(tool, results, quick):
    for size in QUICK_SIZES if quick else SIZES:
        with process.answered_form(tool, size) as folder:
            journal.copy_without_guards(folder / "f.sqlite", folder / "hand.sqlite")
            _measure_writes(tool, results, size, folder, 1 if quick else 9)
            _measure_reads(tool, results, size, folder, 1 if quick else 9 if size < 100_000 else 3)


def _measure_writes(tool, results, size, folder, runs):
    for work, command in (
        ("tap", lambda number: ["tap", "f.sqlite", "group0"]),
        ("set", lambda number: ["set", "f.sqlite", "text0.1", f"answer {number}"]),
        ("undo", lambda number: ["undo", "f.sqlite"]),
    ):
        add_writes(results, work, size, folder, runs, lambda number: [tool, *command(number)])


def add_writes(results, work, size, folder, runs, command):
    """Writes with the tool, and each time the same rows with the sqlite3 shell into a copy without guards."""
    took = {"formstate": [], "sqlite3": []}
    for number in range(runs):
        took["formstate"].append(process.run(command(number), folder))
        took["sqlite3"].append(process.run(_by_hand(folder), folder))
    most = {"formstate": process.memory(command(runs), folder)}
    most["sqlite3"] = process.memory(_by_hand(folder), folder)
    for by, times in took.items():
        results.add_process(work, by, size, times, most[by])


def _by_hand(folder):
    return process.sql("hand.sqlite", journal.statements_of_last_entry(folder / "f.sqlite"))


def _measure_reads(tool, results, size, folder, runs):
    for work, command, query, options in (
        ("get", ["get", "f.sqlite", "text0.0"],
         "SELECT value FROM formstate_cell_state WHERE response_id = 1 AND instance = 0 AND cell_id ="
         " (SELECT id FROM formstate_cell WHERE version_id = 1 AND key = 'text0.0')", ()),
        ("show", ["show", "f.sqlite"], "SELECT * FROM visible_row WHERE response = 'default'", ()),
        ("list", ["list", "f.sqlite"], "SELECT * FROM response", ()),
        ("export csv", ["export", "csv", "f.sqlite", "--long"],
         "SELECT response_id, section, question, cell, value, readable FROM formstate_asked", ("-csv", "-header")),
        ("check", ["check", "f.sqlite"], "PRAGMA integrity_check; PRAGMA foreign_key_check", ()),
    ):
        results.add_pair(
            work, size, folder, runs, [tool, *command], process.sql("f.sqlite", query, *options))
    results.add_least(
        "export csv", WIDE, size, folder, runs, [tool, "export", "csv", "f.sqlite"])
    for work, by, query in (
        ("show", "sqlite3 (first 50)", "SELECT * FROM visible_row WHERE response = 'default' LIMIT 50"),
        ("get", "sqlite3 (view answer)", "SELECT value FROM answer WHERE response = 'default' AND cell = 'text0.0'"),
    ):
        results.add_least(work, by, size, folder, runs, process.sql("f.sqlite", query))
