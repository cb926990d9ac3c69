"""A log is emptied as it grows: a process that writes for hours must not fill the disk with it."""

import json
import pathlib
import sqlite3
import subprocess
import time

from tool import ENVIRONMENT, FILE, Folder

# Actions, each of which writes some pages, and the bytes that the log may have; SQLite empties it at a thousand pages.
ACTIONS = 1200
MOST_BYTES = 8 << 20
FORM = {"formstate": 1, "key": "long", "sections": [{"key": "all", "cells": [{"key": "text", "kind": "text"}]}]}


def problems(tool):
    """What is wrong with the log of a long replay, and of one beside a reader, which keeps it from being emptied."""
    largest = largest_log(tool, beside_reader=False)
    found = [f"the log of {ACTIONS} actions grows to {largest} bytes"] if largest > MOST_BYTES else []
    if largest_log(tool, beside_reader=True) <= MOST_BYTES:
        found.append("control: a log that is never emptied is not noticed")
    return 1, found


def largest_log(tool, beside_reader):
    """The greatest size of the log while a process acts."""
    with Folder() as folder:
        (folder / "form.json").write_text(json.dumps(FORM))
        tool.must(folder, "import", FILE, "form.json")
        tool.must(folder, "set", FILE, "text", "first")
        (folder / "script.jsonl").write_text("".join(
            json.dumps({"action": "set", "cell": "text", "value": f"{number} " * 1500}) + "\n"
            for number in range(ACTIONS)))
        reader = sqlite3.connect(pathlib.Path(folder, FILE), isolation_level=None)
        if beside_reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM formstate_entry").fetchone()
        process = subprocess.Popen(
            [tool.path, "replay", FILE, "script.jsonl"], cwd=folder, env=ENVIRONMENT, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        largest = 0
        while process.poll() is None:
            log = pathlib.Path(folder, FILE + "-wal")
            try:
                largest = max(largest, log.stat().st_size)
            except FileNotFoundError:
                pass
            time.sleep(0.01)
        reader.close()
        if process.returncode != 0:
            raise RuntimeError(f"the long replay ended with {process.returncode}")
        return largest
