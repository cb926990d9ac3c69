"""The disk is full or read-only, or the file is moved: the exit status says what is so, and nothing is lost."""

import contextlib
import pathlib
import shutil
import sqlite3
from fnmatch import fnmatch

import disks
import longlog
import moved
import scenarios
import serving
import shortages
from collector import Collector, give_token
from errors import FailingTrial
from tool import FILE, Folder, Tool


def run(tool, random, is_full):
    """Starves commands, and moves their files. Returns the problems, and what was done."""
    problems, counts, skipped = [], {}, []
    with scenarios.template(tool) as template, with_log(tool, template) as logged, Collector() as collector:
        give_token(logged)
        chosen = scenarios.chosen(is_full, 3)
        folders = [template, logged] if is_full else [random.choice([template, logged])]
        trials = [StarvedTrial(tool, folder, scenario) for scenario in chosen for folder in folders]
        trials.append(StarvedTrial(tool, logged, ("sync with a collector", collector.pushing, [])))
        for name, part in shortages.PARTS.items():
            try:
                counts[name], found = part(trials, random, is_full)
                problems += [f"{name}: {problem}" for problem in found]
            except disks.Missing as reason:
                skipped.append(f"{name} ({reason})")
        counts["shortages of a served page"], found = serving.problems(tool, template, random, is_full)
        problems += found + serving.control(tool, template)
        counts["long logs"], found = longlog.problems(tool)
        problems += found
        counts["moved or replaced files"], found = moved.problems(tool, template, logged, random, is_full)
        problems += found + controls(tool, template) + moved.control(tool, template, random)
    words = ", ".join(f"{count} {name}" for name, count in counts.items())
    return problems, f"{words}, 4 controls" + (f", skipped: {', '.join(skipped)}" if skipped else "")


@contextlib.contextmanager
def with_log(tool, template):
    """The same, as after a crash: the last actions are in the log alone."""
    with Folder(template) as used, Folder() as folder:
        # The last one to close a file moves the log into it.
        reader = sqlite3.connect(used / FILE)
        reader.execute("SELECT count(*) FROM formstate_entry").fetchone()
        for place in ["Vienna", "Prague"]:
            tool.must(used, "set", FILE, "destination", place, "--form", "trip")
        tool.must(used, "undo", FILE, "--form", "trip")
        shutil.copytree(used, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*-shm"))
        reader.close()
        yield folder


class StarvedTrial(FailingTrial):
    """A command that lacks something, and gets it afterwards."""

    def starved(self, shortage, within=None, may_die=False):
        """What is wrong after the command ran under a shortage: a context with the command that wraps it.

        A command that may die is one that its libraries end without what it lacks; then it must leave what a kill may.
        """
        with Folder(self.template, within) as folder:
            temporary = folder / "temporary"
            temporary.mkdir(mode=0o777)
            names = listed(folder)
            with shortage(folder) as wrapped:
                wrapped = [*wrapped, "env", f"TMPDIR={temporary}"]
                outcome = self.runs.run(folder, *self.arguments, wrapped=wrapped)
            if may_die and crashed(outcome):
                return [f"{self.scenario[0]}: {problem}" for problem in self.found(folder, is_acknowledged=False)]
            found = self.found_after(folder, outcome) or self.left(folder, names, outcome) or self.again(folder)
            return [f"{self.scenario[0]}: {problem}" for problem in found]

    def found_after(self, folder, outcome):
        if crashed(outcome):
            return [f"crashed: {outcome.status} {outcome.last_error}", *self.found(folder, is_acknowledged=False)]
        return super().found_after(folder, outcome)

    def left(self, folder, names, outcome):
        """What the command leaves although it failed, or does not make although it says so."""
        # A log is part of its database.
        logs = {name + ending for name in [FILE, "other.sqlite"] for ending in ["-wal", "-shm"]}
        made = listed(folder) - names - logs
        patterns = self.scenario[2]
        folders = {str(path) for pattern in patterns for path in pathlib.PurePath(pattern).parents}
        foreign = {name for name in made if not any(fnmatch(name, pattern) for pattern in [*patterns, *folders])}
        if foreign:
            return [f"leaves {', '.join(foreign)} behind with status {outcome.status}: {outcome.last_error}"]
        if outcome.status == 1 and made:
            return [f"has made {', '.join(made)}, but says otherwise: {outcome.last_error}"]
        missing = [pattern for pattern in patterns if not any(fnmatch(name, pattern) for name in made)]
        return [f"has not made {', '.join(missing)}, but says so"] if outcome.status in (0, 3) and missing else []

    def again(self, folder):
        """What is wrong when the command has what it lacked."""
        if self.tool.contents(folder) != self.before or scenarios.made(self.scenario, folder):
            return []
        outcome = self.tool.run(folder, *self.arguments)
        if outcome.status != 0:
            return [f"still fails afterwards: {outcome.last_error}"]
        return [] if self.tool.contents(folder) == self.after else ["does something else afterwards"]


def crashed(outcome):
    return outcome.status < 0 or outcome.status > 128


def listed(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


def controls(tool, template):
    """Tools that hide their failures, or leave a part of a copy: each must be noticed."""
    problems = []
    half = 'test "$1" = backup && head -c 100000 "$2" >"$3" && echo "Error: no room" >&2 && exit 1; exec "$TOOL" "$@"'
    for name, script, scenario in [
        ("hides its failures", '"$TOOL" "$@"; exit 0', "set"),
        ("leaves a part of a copy", half, "backup"),
    ]:
        scenario = next(one for one in scenarios.SCENARIOS if one[0] == scenario)
        with Folder() as folder:
            program = folder / "control"
            program.write_text(f"#!/bin/sh\nTOOL={tool.path}\n{script}\n")
            program.chmod(0o755)
            trial = StarvedTrial(tool, template, scenario, runs=Tool(program, tool.root))
            # There is room for the part, but not for the log.
            limit = "--fsize=100000" if scenario[0] == "backup" else "--fsize=0"
            if not trial.starved(lambda _: contextlib.nullcontext(["prlimit", limit])):
                problems.append(f"control: a tool that {name} is not noticed")
    return problems
