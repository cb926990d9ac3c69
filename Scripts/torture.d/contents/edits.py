"""Somebody edits a file: every command ends in a sentence, and check calls no wrong row sound."""

import itertools

import by_hand
import damage
import extremes
import planted
import stories
from bounded import sampled
from free import is_free
from tool import FILE, Folder

# Seconds that a command may take, and how many times as long the debug program takes beside other work.
LIMIT = 10
LOAD = 3
FULL_SECONDS = 300

# What shows the contents of the story's files.
SHOWING = [
    ["list", FILE, "--digests", "--json"], ["export", "dump", FILE], ["log", FILE, "--form", "trip"],
    ["answers", FILE, "--form", "trip", "--json"], ["show", FILE, "--form", "trip"],
    ["show", FILE, "--form", "further"], ["answers", FILE, "--form", "visit", "--all-responses", "--json"],
    ["export", "json", FILE, "--form", "clinic"], ["outbox", "status", FILE, "--json"],
]
READING = [
    *SHOWING, ["check", FILE, "--untrusted"], ["show", FILE, "--form", "trip", "--untrusted"],
    ["export", "dump", FILE, "--untrusted"], ["status", FILE, "--form", "trip"], ["faults", FILE, "--form", "further"],
    ["export", "csv", FILE, "--form", "visit"], ["log", FILE, "--form", "trip", "--words"],
    ["answers", FILE, "--form", "trip", "--revision", "2"], ["list", FILE, "--form", "trip"], ["outbox", "status", FILE],
]
WRITING = [
    ["set", FILE, "destination", "Bonn", "--form", "trip"], ["undo", FILE, "--form", "trip"],
    ["redo", FILE, "--form", "trip"], ["undo", FILE, "99", "--form", "visit"],
    ["compact", FILE, "--keep", "1", "--yes", "--form", "trip"], ["add", FILE, "bag:1", "--form", "trip"],
    ["remove", FILE, "passenger:1", "--form", "trip"], ["sync", FILE, "--with", "other.sqlite", "--receive-only"],
    ["choose", FILE, "town=top", "--form", "further"], ["outbox", "write", FILE, "--to", "hq"],
    ["upgrade", FILE, "--form", "visit", "--all"],
    ["response", "delete", FILE, "default", "--form", "clinic", "--yes"],
    ["response", "copy", FILE, "default", "copy", "--form", "trip"], ["import", FILE, "visit.json"],
]
# Commands that make a file of this one, and the file that check must then call sound, whatever was edited.
COPYING = [
    ([["sync", "other.sqlite", "--with", FILE, "--receive-only"]], "other.sqlite"),
    ([["export", "dump", FILE, "-o", "dump.json"], ["restore", "restored.sqlite", "dump.json"]], "restored.sqlite"),
    ([["backup", FILE, "copy.sqlite"], ["show", "copy.sqlite", "--form", "trip"]], None),
]


def run(tool, random, is_full):
    """Edits files. Returns the problems, and what was done."""
    made, problems = 0, []
    templates = stories.stories(tool)
    trials = [Trial(tool, template.path) for template in templates]
    for trial, edit in chosen(trials, random, is_full):
        found = trial.problems(edit, random)
        made += found is not None
        problems += [f"{edit}: {problem}" for problem in found or []]
    problems += controls(tool, trials[0])
    for template in templates:
        template.__exit__()
    return problems, f"{made} edits, 2 controls"


def chosen(trials, random, is_full):
    """The edits to make, each with the file to make it in."""
    everyday, collected, _ = trials
    groups = [
        [(everyday, edit) for edit in by_hand.edits(is_collected=False)]
        + [(collected, edit) for edit in by_hand.edits(is_collected=True)],
        [(everyday, edit) for edit in planted.edits()]]
    columns = list(edits_of_columns(trials).values())
    cases = [(everyday, edit) for edit in by_hand.cases()]
    if is_full:
        rest = [*groups[0], *groups[1], *(edit for edits in columns for edit in random.sample(edits, 2))]
        return itertools.chain(cases, sampled(random, rest, FULL_SECONDS))
    sample = [edit for group in groups for edit in random.sample(group, 4)]
    return [*cases, *sample, *(random.choice(edits) for edits in random.sample(columns, 5))]


def edits_of_columns(trials):
    """The edits of each column, in the first file that has rows of its table."""
    columns = {}
    for trial in trials:
        found = {}
        for edit in extremes.extremes(trial.template / FILE):
            found.setdefault((edit.table, edit.column), []).append((trial, edit))
        columns = {**found, **columns}
    return columns


class Trial:
    """A file that is edited, with what the commands show before that."""

    def __init__(self, tool, template):
        self.tool, self.template = tool, template
        damage.sound(template / FILE)
        tool.must(template, "check", FILE)
        self.shown = [self.run(template, arguments).output for arguments in SHOWING]

    def run(self, folder, arguments):
        limited = ["prlimit", f"--as={16 * damage.MEMORY}", f"--data={damage.MEMORY}"]
        return self.tool.run(folder, *arguments, wrapped=limited, limit=LIMIT * LOAD)

    def problems(self, edit, random):
        """What is wrong after an edit; None if SQLite refuses it."""
        with Folder(self.template) as folder:
            if not edit.make(folder, random):
                return None
            problems = []
            is_sound = self.ended(folder, ["check", FILE], problems).status == 0
            if is_sound and not is_free(edit, folder):
                problems += self.wrong_rows(folder)
            for arguments in random.sample(READING, 2):
                self.ended(folder, arguments, problems)
            problems += self.copied(folder, *random.choice(COPYING))
            for arguments in [*edit.commands, *random.sample(WRITING, 2)]:
                outcome = self.ended(folder, arguments, problems)
                if edit.refuses_writing and outcome.status == 0:
                    problems.append(f"{' '.join(arguments)} writes to a file with a foreign schema")
            if is_sound and self.ended(folder, ["check", FILE], problems).status != 0:
                problems.append("check calls the file sound, but no longer after commands")
            return problems

    def ended(self, folder, arguments, problems):
        """Runs a command, which must end in a sentence."""
        outcome = self.run(folder, arguments)
        words = " ".join(arguments)
        if outcome.status not in (0, 1, 3, 4) or "Fatal error" in outcome.errors:
            problems.append(f"{words} ended with {outcome.status}: {outcome.last_error}")
        elif outcome.status != 0 and not (outcome.errors.strip() or outcome.output.strip()):
            problems.append(f"{words} says nothing")
        return outcome

    def wrong_rows(self, folder):
        """What check calls sound although a command shows something else than before."""
        return [
            f"check calls sound what {' '.join(arguments)} shows"
            for arguments, shown in zip(SHOWING, self.shown) if self.run(folder, arguments).output != shown]

    def copied(self, folder, commands, made):
        problems = []
        for arguments in commands:
            if self.ended(folder, arguments, problems).status != 0:
                return problems
        if made and self.ended(folder, ["check", made], problems).status != 0:
            problems.append(f"{' '.join(commands[-1])} makes a file that check does not call sound")
        return problems


def controls(tool, trial):
    """A check that finds nothing and a command that crashes must be noticed."""
    problems = []
    edit = by_hand.ByHand(*by_hand.EDITS[0])
    for name, script, expected in [
        ("a check that finds nothing", '[ "$1" = check ] && exit 0', "check calls sound"),
        ("a command that crashes", '[ "$1" = set ] && kill -SEGV $$', "ended with -11"),
    ]:
        with Folder() as folder:
            program = folder / "control"
            program.write_text(f'#!/bin/sh\n{script}\nexec "{tool.path}" "$@"\n')
            program.chmod(0o755)
            faulty = Trial(type(tool)(program, tool.root), trial.template)
            if not any(expected in problem for problem in control(faulty, edit)):
                problems.append(f"control: {name} is not noticed")
    if control(trial, edit):
        problems.append("control: the tool itself is found guilty")
    return problems


def control(trial, edit):
    """What is found after an edit that changes an answer."""
    with Folder(trial.template) as folder:
        edit.make(folder, None)
        problems = []
        if trial.ended(folder, ["check", FILE], problems).status == 0:
            problems += trial.wrong_rows(folder)
        trial.ended(folder, WRITING[0], problems)
        return problems
