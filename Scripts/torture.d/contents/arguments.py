"""Command lines that nobody meant: any command with any arguments ends in a sentence, and no database loses an entry."""

import contextlib
import functools
import json
import shutil
import sqlite3

import scenarios
from bounded import Bound
from tool import FILE, Folder, Tool

# Commands of a full run, and its longest time; a file is used for so many.
COMMANDS, FULL_SECONDS, QUICK_COMMANDS, COMMANDS_OF_A_FILE = 10_000, 300, 150, 50
# They go on until they are stopped, or try a network.
ENDLESS = {"serve", "watch"}
# Options without which most commands are refused, since files have several forms.
USUAL = {"form": ["trip", "trip", "visit", "profile"], "response": ["default", "other", "full"]}
# Beside the keys in the forms.
KEYS = ["passenger:1", "passenger[2]/name", "name:1", "default", "other", "full", "nothing", "destination=Rome", "=", ""]
VALUES = [
    "", "0", "1", "-1", "3", "1e308", "9223372036854775807", "-9223372036854775808", "99999999999999999999", "0.5", "nan",
    "inf", "0,0", "1,0", "9,9", "[0,0]", "1..3", "2026-11-28", "2026-02-30", "12:00", "2026-11-28T12:00:00Z", "yes", "Tom",
    "x" * 500, "a\nb", "\u202e", "e\u0301", "\udcff", "{}", "[]", "null", "*", "-", "hq", "en", "csv", "json", "plist",
]
FILES = [
    FILE, "other.sqlite", "third.sqlite", "trip.json", "visit.json", "next.json", "visitor.json", "profile.plist",
    "household.xml", "script.jsonl", "new.sqlite", "new.json", "new/file.csv", "missing.json", "empty", "letter", "link.json",
    "link.sqlite", ".", "folder",
]


def run(tool, random, is_full):
    """Runs random commands. Returns the problems, and what was done."""
    with scenarios.template(tool) as template:
        furnish(tool, template)
        keys = sorted(set(keys_in(template)))
        bound = Bound(COMMANDS if is_full else QUICK_COMMANDS, FULL_SECONDS if is_full else 60)
        count, done, problems = 0, 0, []
        while not bound.is_reached(count):
            with Folder(template) as folder:
                trial = Trial(tool, folder)
                for _ in range(COMMANDS_OF_A_FILE):
                    done += trial.run(command(tool, random, keys)) == 0
                problems += trial.problems + trial.unsound()
            count += COMMANDS_OF_A_FILE
        problems += controls(tool, template)
    if done < count / 20:
        problems.append(f"only {done} of {count} commands did anything")
    return problems, f"{count} commands, of which {done} were not refused, 2 controls"


def furnish(tool, folder):
    """Adds what a command line may name."""
    (folder / "empty").touch()
    (folder / "letter").write_text("Dear Becky, " * 50)
    (folder / "folder").mkdir()
    (folder / "link.json").symlink_to("trip.json")
    (folder / "link.sqlite").symlink_to("other.sqlite")
    documents = ["visitor.json", "profile.plist", "household.xml"]
    for document in documents:
        shutil.copy(tool.root / "Examples" / document, folder)
    tool.must(folder, "import", "third.sqlite", *documents)


def keys_in(folder):
    """The keys of forms, sections and cells that the databases of a folder have."""
    for path in folder.glob("*.sqlite"):
        with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            for table in ["form", "section", "cell"]:
                yield from (key for key, in connection.execute(f"SELECT key FROM formstate_{table}"))


class Trial:
    """Commands on the files of a folder, one after another."""

    def __init__(self, tool, folder):
        self.tool, self.folder = tool, folder
        self.problems = []
        self.journals = self.found()

    def run(self, words):
        """Runs one of them. Returns its exit status."""
        outcome = self.tool.run(self.folder, *words, limit=10)
        where = f"formstate {' '.join(map(repr, words))}"
        if outcome.status not in (0, 1, 64):
            self.problems.append(f"{where} ends with {outcome.status}: {outcome.last_error}")
        elif outcome.status != 0 and "Error: " not in outcome.errors and not outcome.output:
            self.problems.append(f"{where} says nothing of its failure: {outcome.last_error}")
        journals = self.found()
        if not ("delete" in words and "--yes" in words):
            self.problems += [f"{where}: {problem}" for problem in lost(self.journals, journals)]
        # A script is applied up to the line that is refused.
        may_change = outcome.status == 0 or "replay" in words
        named = {(self.folder / word).resolve() for word in words if "\0" not in word} if may_change else set()
        changed = [path for path in journals if journals[path] != self.journals.get(path) and path.resolve() not in named]
        self.problems += [f"{where}, which ends with {outcome.status}, changes {path.name}" for path in changed]
        self.journals = journals
        return outcome.status

    def found(self):
        """The revisions of the responses in each database of the folder."""
        return {path: revisions(path) for path in self.databases()}

    def databases(self):
        for path in sorted(self.folder.rglob("*")):
            if path.is_file() and path.read_bytes().startswith(b"SQLite format 3\0"):
                yield path

    def unsound(self):
        """What is wrong with the databases at the end."""
        checks = [(path, self.tool.run(self.folder, "check", path)) for path in self.databases()]
        return [f"{path.name}: {checked.output}{checked.errors}" for path, checked in checks if checked.status != 0]


def revisions(path):
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        try:
            return dict(connection.execute("SELECT stream, revision FROM formstate_response"))
        except sqlite3.Error:
            # A database that has no tables yet has nothing to lose.
            return {}


def lost(before, after):
    """What databases no longer have."""
    for path, responses in before.items():
        if path not in after:
            yield f"{path.name} is no longer a database"
            continue
        for stream, revision in responses.items():
            if after[path].get(stream, -1) < revision:
                yield f"{path.name} has lost entries"


def command(tool, random, keys):
    """The words of a random command."""
    words, parameters = random.choice(commands(tool))
    words = list(words)
    for parameter in parameters:
        kind, name = parameter["kind"], parameter.get("preferredName", {}).get("name")
        if random.random() > chance(kind, name, parameter["isOptional"]):
            continue
        if kind != "positional":
            words.append(f"--{name}" if len(name) > 1 else f"-{name}")
        if kind != "flag":
            words.append(argument(parameter, random, keys + KEYS))
    return words


def chance(kind, name, is_optional):
    """How probably a command gets one of its parameters."""
    if kind == "positional":
        return 0.6 if is_optional else 0.97
    return 0.6 if name in USUAL else 0.12


def argument(parameter, random, keys):
    """A random argument, more often than not of the kind that is meant."""
    if random.random() < 0.2:
        return random.choice(random.choice([keys, VALUES, FILES]))
    option, name = parameter.get("preferredName", {}).get("name"), parameter.get("valueName") or ""
    if option in USUAL:
        return random.choice(USUAL[option])
    if name == "db":
        return random.choice([FILE, FILE, FILE, *FILES])
    if parameter.get("allValues"):
        return random.choice(parameter["allValues"])
    if name in ("file", "from", "folder", "actions"):
        return random.choice(FILES)
    return random.choice(keys if name in ("key", "cell", "section") else keys + VALUES)


@functools.cache
def commands(tool):
    """Every command that ends by itself, with its parameters, as the tool describes them for completion."""
    found = []

    def visit(described, words):
        for subcommand in described.get("subcommands", []):
            name = subcommand["commandName"]
            if name not in ENDLESS | {"help"}:
                visit(subcommand, [*words, name])
        if not described.get("subcommands"):
            found.append((words, [each for each in described.get("arguments", []) if each["shouldDisplay"]]))

    with Folder() as folder:
        visit(json.loads(tool.must(folder, "--experimental-dump-help"))["command"], [])
    return found


def controls(tool, template):
    """A tool that overwrites its output file at once, and one that crashes, must be noticed."""
    replacing = 'for word; do [ "$last" = --output ] && echo >"$word"; last="$word"; done; exec "$TOOL" "$@"'
    crashing = "kill -SEGV $$"
    problems = []
    for name, script, expected in [
        ("replaces a database", replacing, "other.sqlite is no longer a database"),
        ("crashes", crashing, "ends with -11: "),
    ]:
        with Folder(template) as folder, Folder() as other:
            program = other / "control"
            program.write_text(f"#!/bin/sh\nTOOL={tool.path}\n{script}\n")
            program.chmod(0o755)
            trial = Trial(Tool(program, tool.root), folder)
            trial.run(["export", "dump", FILE, "--output", "other.sqlite"])
            if not any(problem.endswith(expected) for problem in trial.problems):
                problems.append(f"control: a tool that {name} is not noticed")
    return problems
