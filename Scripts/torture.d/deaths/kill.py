"""A process is killed at a call to the system: what it acknowledged is there, and an action is whole or absent."""

import functools
import shutil
import signal
import subprocess

import calls
import scenarios
from bounded import sampled
from tool import Folder, Tool

FULL_SECONDS = 700


def run(tool, random, is_full):
    """Kills commands: at every call, or at a sample of them. Returns the problems, and what was done."""
    problems, count = [], 0
    with scenarios.template(tool) as template:
        problems += scenarios.unexpected(tool, template)
        chosen = scenarios.chosen(is_full, 8)
        trials = [Trial(tool, template, scenario) for scenario in chosen]
        kills = [(trial, call) for trial in trials for call in trial.sample(None if is_full else 8)]
        for trial, call in sampled(random, kills, FULL_SECONDS):
            count += 1
            problems += trial.problems(call)
        problems += misses(trials, count) + controls(tool, template)
    return problems, f"{count} of {len(kills)} kills in {len(chosen)} commands, 4 controls"


def misses(trials, count):
    """Whether so many faults did not come that the rest says little."""
    missed = sum(trial.missed for trial in trials)
    return [f"{missed} of {count} faults did not come"] if missed > count / 20 else []


class Trial:
    """A command that is killed, with what the file contains before and after it."""

    def __init__(self, tool, template, scenario, runs=None):
        self.tool, self.template, self.scenario = tool, template, scenario
        # A control runs another program, and everything is verified by the tool itself.
        self.runs = runs or tool
        # Calls that did not come in a repetition, since another thread was faster.
        self.missed = 0
        self.arguments = scenarios.arguments(scenario)
        self.before = tool.contents(template)
        with Folder(template) as folder:
            tool.must(folder, *self.arguments)
            self.after = tool.contents(folder)
            self.made = {name: (folder / name).read_bytes() for name in scenarios.made(scenario, folder)}

    @functools.cached_property
    def calls(self):
        with Folder(self.template) as folder:
            return calls.calls(self.runs, folder, self.arguments, calls.CHANGING)

    def sample(self, size):
        """All calls, or some of those that write, as far from each other as possible."""
        if size is None or size >= len(self.calls):
            return self.calls
        writing = [call for call in self.calls if call[0] in calls.WRITING]
        return [writing[(2 * number + 1) * len(writing) // (2 * size)] for number in range(min(size, len(writing)))]

    def problems(self, call):
        """What is wrong after a kill at a call."""
        with Folder(self.template) as folder:
            outcome = self.runs.run(folder, *self.arguments, wrapped=calls.injected(call, "signal=KILL"))
            is_acknowledged = bool(outcome.output.strip()) or outcome.status == 0
            where = f"{self.scenario[0]}, killed at {call[0]} {call[1]}"
            if outcome.status != -signal.SIGKILL:
                self.missed += 1
            return [f"{where}: {problem}" for problem in self.found(folder, is_acknowledged)]

    def found(self, folder, is_acknowledged):
        checked = self.tool.run(folder, "check", "answers.sqlite")
        if checked.status != 0:
            return [f"check: {checked.output}{checked.errors}"]
        contents = self.tool.contents(folder)
        if is_acknowledged and contents != self.after:
            return ["what was acknowledged is not there"]
        if contents not in (self.before, self.after):
            return ["a part of it is there"]
        made = scenarios.made(self.scenario, folder)
        if is_acknowledged and len(made) < len(self.made):
            return ["what was acknowledged is not there"]
        return [f"a part of {name} is there" for name in made if not self.is_whole(folder, name)]

    def is_whole(self, folder, made):
        if made.endswith(".sqlite"):
            return self.tool.run(folder, "check", made).status == 0
        if made.endswith(".csv"):
            return (folder / made).read_bytes() == self.made.get(made)
        if made.endswith(".jsonl"):
            # Its last line says so.
            lines = (folder / made).read_text(errors="replace").split("\n")
            return lines[-1] == "" and lines[-2:-1] != [] and lines[-2].startswith('{"parts":')
        with Folder() as other:
            return subprocess.run(
                [self.tool.path, "restore", other / "restored.sqlite", folder / made],
                capture_output=True).returncode == 0


def controls(tool, template):
    """Tools that acknowledge too early, write a change in two parts, or do less than they say: each must be noticed."""
    problems = []
    early = 'echo "Revision 99"; exec "$TOOL" "$@"'
    halves = (
        'first="$3"; second="$4"; shift 4; "$TOOL" set answers.sqlite "$first" "$@" >/dev/null; '
        'exec "$TOOL" set answers.sqlite "$second" "$@"')
    # A kill of the first ends both, as one of a process would.
    partly = (
        '[ "$1" != sync ] || "$TOOL" sync answers.sqlite --with part.sqlite --receive-only >/dev/null || exit 1; exec "$TOOL" "$@"')
    merging = next(scenario for scenario in scenarios.SCENARIOS if scenario[0] == "sync")
    for name, script, scenario, expected in [
        ("merges in two transactions", partly, merging, "a part of it is there"),
        ("acknowledges before its commit", early, scenarios.SCENARIOS[0], "what was acknowledged is not there"),
        ("writes an action in two transactions", halves, scenarios.SCENARIOS[1], "a part of it is there"),
    ]:
        with Folder() as folder, Folder(template) as beginning:
            prepare_part(tool, beginning)
            program = folder / "control"
            program.write_text(f"#!/bin/sh\nTOOL={tool.path}\n{script}\n")
            program.chmod(0o755)
            trial = Trial(tool, beginning, scenario, runs=Tool(program, tool.root))
            writes = [call for call in trial.calls if call[0] in {"pwrite64", "fdatasync"}]
            # Between two transactions is the middle.
            writes.sort(key=lambda call, order=tuple(writes): abs(order.index(call) - len(order) // 2))
            found = (problem for call in writes for problem in trial.problems(call))
            if not any(problem.endswith(expected) for problem in found):
                problems.append(f"control: a tool that {name} is not noticed")
    with Folder() as folder:
        program = folder / "control"
        program.write_text(
            f'#!/bin/sh\n[ "$3" = 9 ] && exec "{tool.path}" undo answers.sqlite 5 --form trip\n'
            f'exec "{tool.path}" "$@"\n')
        program.chmod(0o755)
        if not scenarios.unexpected(Tool(program, tool.root), template):
            problems.append("control: an undo of 9 that stops at 5 is not noticed")
    return problems


def prepare_part(tool, folder):
    """Makes a file with some of the responses that are merged."""
    shutil.copy(folder / "other.sqlite", folder / "part.sqlite")
    for key in scenarios.OTHERS[:2]:
        tool.must(folder, "response", "delete", "part.sqlite", key, "--yes")
