"""The instructions of whole processes, which no other work on the machine changes, as valgrind counts them."""

import re
import shutil
import subprocess

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


def measure(tool, results, quick):
    if not shutil.which("valgrind"):
        return print("Instructions are not counted: valgrind is not installed (apt-get install valgrind).")
    for size in QUICK_SIZES if quick else SIZES:
        with process.answered_form(tool, size) as folder:
            for work, command in COMMANDS[:2] if quick else COMMANDS:
                if work.endswith("--all"):
                    process.run([tool, "expand", "f.sqlite", "--all"], folder)
                    process.run([tool, "collapse", "f.sqlite", "--all"], folder)
                results.add(work, "formstate", size, _count([tool, *command], folder), "instructions")
            shell = process.sql("f.sqlite", "SELECT count(*) FROM formstate_form")
            results.add("get", "sqlite3 (schema and a row)", size, _count(shell, folder), "instructions")


def _count(command, folder):
    words = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command]
    ended = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    found = re.search(r"refs:\s+([\d,]+)", ended.stderr)
    if ended.returncode != 0 or not found:
        raise process.Failed(f"{' '.join(map(str, command))} ended with {ended.returncode}: {ended.stderr[-400:]}")
    return int(found[1].replace(",", ""))
