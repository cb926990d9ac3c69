"""Under umask 000, no file is open to users to whom the database is closed, not even while it is written."""

import re
import signal
import stat

import scenarios
import served
from bounded import tried
from collector import Collector, give_token
from served import Served
from tool import FILE, Folder, Tool

FULL_SECONDS = 60
MODES = [0o600, 0o640, 0o604, 0o660, 0o644, 0o666]
TRIP = [FILE, "--form", "trip", "-o", "out"]
COMMANDS = [
    *[scenarios.arguments(scenario) for scenario in scenarios.SCENARIOS],
    *[["export", kind, *TRIP] for kind in ["plist", "json", "actions", "csv", "xform"]],
    ["export", "submission", *TRIP, "--response", "full"],
    ["set", FILE, "destination", "Rome", "--form", "trip", "--backup", "copy"],
    ["restore", "new.sqlite", FILE], ["sync", "other.sqlite", "--with", FILE, "--receive-only"], ["check", FILE], ["show", FILE, "--form", "trip"],
    ["response", "rename", FILE, "other", "another", "--form", "trip"],
]
SERVED = [
    ["serve", FILE, "--form", served.KEY, "--no-open"],
    ["serve", FILE, "--form", "trip", "--socket", "socket", "--public-url", "https://forms.example.org/"],
]
CALLS = ["open", "openat", "creat", "mkdir", "mkdirat", "chmod", "fchmod", "fchmodat", "mknod", "mknodat"]
MOVES = ["link", "linkat", "rename", "renameat", "renameat2", "unlink", "unlinkat"]
# A call that makes a file or sets its mode. strace shows the path of a descriptor in < >.
MADE = re.compile(
    rf'(?P<call>{"|".join(CALLS)})\('
    r'(?:AT_FDCWD(?:<[^>]*>)?, |\d+<[^>]*>, )?(?:"(?P<path>[^"]*)"|\d+<(?P<file>[^>]*)>)?'
    r'(?:, (?P<flags>O_[A-Z_|]+))?(?:, (?:S_IF\w+\|)?(?P<mode>0\d*))?.*\) += (?!-1)')


def problems(tool, template, random, is_full):
    """Runs commands with databases of several modes. Returns how many, and what is wrong."""
    with Collector() as collector:
        talking = [*SERVED, collector.pushing]
        runs = [(arguments, mode) for arguments in [*COMMANDS, *talking] for mode in MODES]
        if not is_full:
            talks = [(arguments, random.choice(MODES)) for arguments in [talking[0], talking[-1]]]
            usual = zip(scenarios.chosen(is_full, len(MODES)), MODES)
            runs = [(scenarios.arguments(scenario), mode) for scenario, mode in usual] + talks

        def ran_with(case):
            arguments, mode = case
            words = f"umask 000, database {mode:03o}, {' '.join(arguments)}"
            return [f"{words}: {problem}" for problem in open_files(tool, template, arguments, mode)]

        return tried(random, runs, FULL_SECONDS, ran_with)


def open_files(tool, template, arguments, mode):
    """What a command leaves open to more users than the database, at any time."""
    with Folder(template) as folder, Folder() as traces:
        give_token(folder)
        if arguments[0] == "serve":
            served.prepare(tool, folder)
        # What is restored gets the permissions of its dump or copy.
        for name in [FILE, "other.sqlite", "whole.json"]:
            (folder / name).chmod(mode)
        places = served.places(folder)
        before = set(folder.rglob("*"))
        trace = traces / "calls"
        wrapped = [
            "sh", "-c", 'umask 000; exec "$@"', "sh", *places, "strace", "-f", "-y", "-qqq", "-o", trace,
            "-e", f"trace={','.join(CALLS + MOVES)}"]
        status, errors = ran(tool, folder, arguments, wrapped)
        if status != 0:
            return [f"ended with {status}: {errors}"]
        found = [f"{path} has {made:03o}" for path, made in modes(folder, before, mode)]
        files = Files(folder, arguments, mode, before)
        return found + [problem for line in trace.read_text(errors="replace").splitlines()
                        for problem in files.wrong(line)]


def ran(tool, folder, arguments, wrapped):
    if arguments[0] != "serve":
        outcome = tool.run(folder, *arguments, wrapped=wrapped)
        return outcome.status, outcome.last_error
    page = Served(tool, folder, wrapped, arguments)
    is_used = page.page is None or page.set("Oslo") and page.attach()
    status, words = page.end()
    if not is_used:
        return 1, f"nobody can use the page: {page.problems}"
    return (0 if status in (0, 130, -signal.SIGINT) else status), words


def most(mode, is_folder):
    """The widest mode of what has data of a database, as the permissions of other users."""
    readers = mode & 0o044
    return mode & 0o066 | (readers >> 2 if is_folder else 0)


def modes(folder, before, mode):
    for path in sorted(set(folder.rglob("*")) - before):
        status = path.lstat()
        # Only the owner and the group may open a socket, as help says.
        allowed = 0o060 if stat.S_ISSOCK(status.st_mode) else most(mode, path.is_dir())
        if stat.S_IMODE(status.st_mode) & 0o077 & ~allowed:
            yield path.relative_to(folder), stat.S_IMODE(status.st_mode)
    copies = [folder / name for name in ["copy.sqlite", "copy", "new.sqlite", "restored.sqlite"] if (folder / name).exists()]
    for path in copies:
        if stat.S_IMODE(path.stat().st_mode) != mode:
            yield f"the copy {path.name}", stat.S_IMODE(path.stat().st_mode)


class Files:
    """The files that a command finds and makes, call by call."""

    def __init__(self, folder, arguments, mode, before):
        self.folder, self.mode = folder, mode
        self.given = {str(folder / word) for word in arguments}
        self.known = {str(path) for path in before}
        # All folders that it makes, and those that nobody else can enter.
        self.folders, self.private = set(), set()

    def wrong(self, line):
        """What is wrong with a call that makes a file or sets a mode."""
        words = line.split(" ", 1)[1].strip()
        name = words.split("(")[0]
        if name in MOVES:
            self.move(words, name)
            return []
        match = MADE.search(words)
        if not match or match["mode"] is None:
            return []
        path = str(self.folder / (match["path"] or match["file"] or ""))
        flags = set((match["flags"] or "").split("|"))
        is_opened, is_unnamed = name in ("open", "openat"), "O_TMPFILE" in flags
        is_found = is_opened and not is_unnamed and (path in self.known or "O_CREAT" not in flags)
        if is_found or path.startswith(("/dev/", "/proc/")):
            return []
        is_sure = (not is_opened or is_unnamed or "O_EXCL" in flags or path in self.given or self.is_beside(path))
        self.known.add(path)
        if any(path.startswith(f"{folder}/") for folder in self.private):
            return []
        mode = int(match["mode"], 8)
        if name.startswith("mkdir"):
            self.folders.add(path)
        if path in self.folders:
            (self.private.discard if mode & 0o077 else self.private.add)(path)
        is_closed = not mode & 0o077 & ~most(self.mode, path in self.folders)
        return [*([] if is_closed else [f"is open to others meanwhile: {words}"]),
                *([] if is_sure else [f"uses a file that another program may have made: {words}"])]

    def is_beside(self, path):
        """Whether it is a file that SQLite makes next to a database that is there; it follows no link then."""
        return any(path == known + ending for known in self.known for ending in ["-wal", "-shm", "-journal"])

    def move(self, words, name):
        paths = [str(self.folder / path) for path in re.findall(r'"([^"]*)"', words)]
        if not words.endswith("= 0"):
            return
        if not name.startswith("link"):
            self.known.discard(paths[0])
        if not name.startswith("unlink"):
            self.known.add(paths[-1])


def control(tool, template, random):
    """A tool that lets the shell make the file, with the mode of the shell, must be noticed."""
    script = f'test "$2" = dump || exec {tool.path} "$@"; exec {tool.path} export dump "$3" > "$5"'
    with Folder() as folder:
        program = folder / "control"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        found = open_files(Tool(program, tool.root), template, ["export", "dump", FILE, "-o", "dump.json"], 0o600)
    return [] if len(found) > 1 else ["control: a tool that opens a dump to all is not noticed"]
