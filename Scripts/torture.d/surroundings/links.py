"""Links that somebody planted lead no command to another file, and none is written through."""

import os
import subprocess

import scenarios
from bounded import tried
from moved import ended
from tool import FILE, Folder, Tool

FULL_SECONDS = 60
WORDS = "Nobody may change this.\n"
# The name of the link, and commands that would go through it.
ANY = [scenarios.arguments(scenario) for scenario in scenarios.SCENARIOS]
EXPORT = ["export", "csv", FILE, "--form", "trip"]
BACKUPS = [
    ["backup", FILE, "copy.sqlite"], ["restore", "copy.sqlite", FILE], ["sync", "copy.sqlite", "--with", FILE, "--receive-only"],
    ["set", FILE, "destination", "Rome", "--form", "trip", "--backup", "copy.sqlite"],
]
PLACES = [
    *[(FILE + ending, ANY) for ending in ["-wal", "-shm", "-journal"]],
    *[("copy.sqlite" + ending, BACKUPS) for ending in ["", "-wal", "-shm", "-journal"]],
]
# A user may keep links of their own at these places, but another user's may not be followed.
OUTPUTS = [
    ("dump.json", [["export", "dump", FILE, "-o", "dump.json"]]), ("out.csv", [[*EXPORT, "-o", "out.csv"]]),
    ("tables", [[*EXPORT, "--tables", "tables"]]),
    ("batches", [["outbox", "write", FILE, "--to", "hq", "--output", "batches"]]),
]


def problems(tool, template, random, is_full):
    """Plants links, as another user where that is possible. Returns how many, and what is wrong."""
    places = [(name, arguments, False) for name, commands in PLACES for arguments in commands]
    if os.geteuid() == 0:
        places += [(name, arguments, True) for name, commands in [*PLACES, *OUTPUTS] for arguments in commands]
    kinds = ["file", "folder", "nothing"]
    trials = [(*place, kind) for place in places for kind in kinds]

    def planted(case):
        name, arguments, is_foreign, kind = case
        words = f"{'another user’s ' if is_foreign else ''}link {name} to a {kind}, {' '.join(arguments)}"
        return [f"{words}: {problem}" for problem in followed(tool, template, name, arguments, is_foreign, kind)]

    return tried(random, trials if is_full else random.sample(trials, 8), FULL_SECONDS, planted)


def followed(tool, template, name, arguments, is_foreign, kind):
    """What a command did through a link."""
    with Folder() as outside, Folder(template) as folder:
        target = outside / "target"
        if kind == "file":
            target.write_text(WORDS)
        elif kind == "folder":
            target.mkdir()
        before = state(outside)
        folder.chmod(0o1777)
        if is_foreign:
            user = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
            subprocess.run([*user, "ln", "-s", target, folder / name], check=True)
        else:
            os.symlink(target, folder / name)
        outcome = tool.run(folder, *arguments, limit=20)
        if ended(outcome):
            return ended(outcome)
        if state(outside) != before:
            return [f"changes what the link leads to, with status {outcome.status}"]
        if outcome.status == 0 and not (folder / name).is_symlink() and name.startswith(FILE):
            return []
        (folder / name).unlink(missing_ok=True)
        checked = tool.run(folder, "check", FILE)
        return [] if checked.status == 0 else [f"leaves the file unsound: {checked.output}{checked.last_error}"]


def state(folder):
    return sorted((str(path.relative_to(folder)), path.lstat().st_mode, path.read_bytes() if path.is_file() else b"")
                  for path in folder.rglob("*"))


def control(tool, template, random):
    """A tool that writes through a link must be noticed."""
    with Folder() as folder:
        program = folder / "control"
        program.write_text(f'#!/bin/sh\ntest "$1" = backup || exec {tool.path} "$@"; cp "$2" "$3"\n')
        program.chmod(0o755)
        careless = Tool(program, tool.root)
        noticed = [followed(careless, template, "copy.sqlite", BACKUPS[0], False, kind) for kind in ["file", "folder"]]
    return [] if all(noticed) else ["control: a tool that writes through a link is not noticed"]
