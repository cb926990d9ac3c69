"""A call to the system fails: the exit status says what is so, and the file stays sound."""

import functools

import calls
import scenarios
from bounded import sampled
from kill import Trial
from tool import Folder, Tool

FULL_SECONDS = 600
ERRORS = ["EIO", "ENOSPC", "EMFILE", "EACCES", "ENOMEM", "ENOLCK"]
# As `formstate help` says: 0 done, 1 refused, 3 done but not reported, 4 unknown.
STATES = {0: ["after"], 1: ["before"], 3: ["after"], 4: ["before", "after"]}


def run(tool, random, is_full):
    """Lets calls fail: every one with every error, or a sample. Returns the problems, and what was done."""
    problems, count, faults = [], 0, []
    with scenarios.template(tool) as template:
        chosen = scenarios.SCENARIOS if is_full else random.sample(scenarios.SCENARIOS, 6)
        for scenario in chosen:
            trial = FailingTrial(tool, template, scenario)
            found = [(trial, call, error) for call in trial.calls for error in ERRORS]
            faults += found if is_full else random.sample(found, min(4, len(found)))
        for trial, call, error in sampled(random, faults, FULL_SECONDS):
            count += 1
            problems += trial.failed(call, error)
        problems += control(tool, template)
    return problems, f"{count} of {len(faults)} failing calls in {len(chosen)} commands, 1 control"


class FailingTrial(Trial):
    """A command with a call that fails."""

    @functools.cached_property
    def calls(self):
        with Folder(self.template) as folder:
            found = calls.calls(self.runs, folder, self.arguments, calls.CHANGING | calls.READING)
        # A failing close or mapping has no defined meaning for the file.
        return [call for call in found if call[0] not in {"close", "mmap"}]

    def failed(self, call, error):
        with Folder(self.template) as folder:
            outcome = self.runs.run(folder, *self.arguments, wrapped=calls.injected(folder, call, f"error={error}"))
            where = f"{self.scenario[0]}, {error} at {call[0]} {call[1]}"
            return [f"{where}: {problem}" for problem in self.found_after(folder, outcome)]

    def found_after(self, folder, outcome):
        if outcome.status not in STATES:
            return [f"ended with {outcome.status}: {outcome.last_error}"]
        # A remark may come before it.
        if outcome.status != 0 and not any(line.startswith("Error: ") for line in outcome.errors.splitlines()):
            return [f"says nothing of its failure: {outcome.last_error}"]
        problems = self.found(folder, is_acknowledged=False)
        if problems:
            return problems
        contents = self.tool.contents(folder)
        allowed = [getattr(self, name) for name in STATES[outcome.status]]
        words = " or ".join(STATES[outcome.status])
        return [] if contents in allowed else [f"status {outcome.status}, but not as {words} it: {outcome.last_error}"]


def control(tool, template):
    """A tool that hides its failures must be noticed."""
    with Folder() as folder:
        program = folder / "control"
        program.write_text(f'#!/bin/sh\n"{tool.path}" "$@"\nexit 0\n')
        program.chmod(0o755)
        trial = FailingTrial(tool, template, scenarios.SCENARIOS[0], runs=Tool(program, tool.root))
        writes = [call for call in trial.calls if call[0] in {"pwrite64", "fdatasync"}]
        is_noticed = any(trial.failed(call, "EIO") for call in writes)
        return [] if is_noticed else ["control: a tool that hides its failures is not noticed"]
