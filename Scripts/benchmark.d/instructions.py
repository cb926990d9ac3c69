"""The instructions of whole processes and of a session's actions, which no other work on the machine changes, as valgrind counts
them."""

import pathlib
import re
import shutil
import subprocess
import tempfile

import process

SIZES = (100, 1_000_000)
QUICK_SIZES = (7,)
COMMANDS = (
    ("--version", ["--version"]),
    ("get", ["get", "f.sqlite", "text0.0"]),
    ("tap", ["tap", "f.sqlite", "group0"]),
    ("set", ["set", "f.sqlite", "text0.1", "answer"]),
    ("undo", ["undo", "f.sqlite"]),
    ("tap, after expand and collapse --all", ["tap", "f.sqlite", "group0"]),
)
# Each is repeated a few times, and many times; the difference is what counts.
SESSION = ("tap", "set", "undo", "raw")
FEW, MANY = 100, 300


def measure(tool, program, results, quick):
    if not shutil.which("valgrind"):
        return print("Instructions are not counted: valgrind is not installed (apt-get install valgrind).")
    with tempfile.TemporaryDirectory() as name:
        # valgrind gives up on the debugging information of C that Swift's compiler writes.
        tool, program = (_stripped(path, pathlib.Path(name)) for path in (tool, program))
        measure_session(program, results, quick)
        measure_commands(tool, results, quick)


def measure_commands(tool, results, quick):
    """The instructions of whole processes, by cells."""
    for size in QUICK_SIZES if quick else SIZES:
        with process.answered_form(tool, size) as folder:
            for work, command in COMMANDS[:2] if quick else COMMANDS:
                if work.endswith("--all"):
                    process.run([tool, "expand", "f.sqlite", "--all"], folder)
                    process.run([tool, "collapse", "f.sqlite", "--all"], folder)
                results.add(work, "formstate", size, _count([tool, *command], folder), "instructions")
            shell = process.sql("f.sqlite", "SELECT count(*) FROM formstate_form")
            results.add("get", "sqlite3 (schema and a row)", size, _count(shell, folder), "instructions")


def measure_session(program, results, quick):
    """The instructions of one action in a session, on disk when it returns, and of its rows through SQLite's C interface."""
    few, many = (2, 3) if quick else (FEW, MANY)

    def each(work):
        counts = [_count([program, "--repeat", work, str(times)], None) for times in (few, many)]
        return (counts[1] - counts[0]) // (many - few)

    of = {work: each(work) for work in (SESSION[:1] if quick else SESSION)}
    if "undo" in of:
        of["undo"] -= of["set"]
    for work, count in of.items():
        by = "SQLite's C interface" if work == "raw" else "formstate session"
        results.add("tap" if work == "raw" else work, by, 1_000, count, "instructions")


def _stripped(path, folder):
    """A copy of a program without debugging information."""
    copy = folder / pathlib.Path(path).name
    subprocess.run(["strip", "--strip-debug", "-o", copy, path], check=True)
    return copy


def _count(command, folder):
    words = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command]
    ended = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    found = re.search(r"refs:\s+([\d,]+)", ended.stderr)
    if ended.returncode != 0 or not found:
        raise process.Failed(f"{' '.join(map(str, command))} ended with {ended.returncode}: {ended.stderr[-400:]}")
    return int(found[1].replace(",", ""))
