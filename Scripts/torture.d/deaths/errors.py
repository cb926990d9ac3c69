"""A call to the system fails: the exit status says what is so, and the file stays sound."""

import functools

import calls
import scenarios
from bounded import at_once, in_time
from kill import Trial, misses
from tool import Folder, Tool, digest_of

FULL_SECONDS = 750
ERRORS = ["EIO", "ENOSPC", "EMFILE", "EACCES", "ENOMEM", "ENOLCK"]
# As `formstate help` says: 0 done, 1 refused, 3 done but not reported, 4 unknown.
STATES = {0: ["after"], 1: ["before"], 3: ["after"], 4: ["before", "after"]}


def run(tool, random, is_full):
    """Lets calls fail: every one with every error, or a sample. Returns the problems, and what was done."""
    with scenarios.template(tool) as template:
        chosen = scenarios.chosen(is_full, 8)
        trials = [FailingTrial(tool, template, scenario) for scenario in chosen]
        places = [(trial, call) for trial in trials for call in trial.sample(None if is_full else 4)]
        faults = in_rounds(random, places, len(ERRORS) if is_full else 1)
        count, problems = at_once(in_time(faults, FULL_SECONDS), lambda trial, call, error: trial.failed(call, error))
        problems += misses(trials, count) + control(tool, template)
    words = f"{count} of {len(faults)} failures of {len(places)} calls in {len(chosen)} commands"
    return problems, f"{words}, {sum(len(trial.known) for trial in trials)} different files, 1 control"


def in_rounds(random, places, rounds):
    """Each call with one error, then each with another one, and so on: each call comes before any comes twice."""
    errors = [(place, random.sample(ERRORS, rounds)) for place in places]
    faults = []
    for number in range(rounds):
        random.shuffle(errors)
        faults += [(*place, chosen[number]) for place, chosen in errors]
    return faults


class FailingTrial(Trial):
    """A command with a call that fails."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        # What is wrong with files and what they contain, by their digests: a call that fails early changes nothing.
        self.known = {}

    @functools.cached_property
    def calls(self):
        with Folder(self.template) as folder:
            found = calls.calls(self.runs, folder, self.arguments, calls.CHANGING | calls.READING)
        # A failing close or mapping has no defined meaning for the file.
        return [call for call in found if call[0] not in {"close", "mmap"}]

    def failed(self, call, error):
        with Folder(self.template) as folder:
            outcome = self.runs.run(folder, *self.arguments, wrapped=calls.injected(call, f"error={error}"))
            where = f"{self.scenario[0]}, {error} at {call[0]} {call[1]}"
            if not calls.is_injected(folder):
                self.missed += 1
                return []
            return [f"{where}: {problem}" for problem in self.found_after(folder, outcome)]

    def found_after(self, folder, outcome):
        if outcome.status not in STATES:
            return [f"ended with {outcome.status}: {outcome.last_error}"]
        # A remark may come before it.
        if outcome.status != 0 and not any(line.startswith("Error: ") for line in outcome.errors.splitlines()):
            return [f"says nothing of its failure: {outcome.last_error}"]
        problems, contents = self.examined(folder)
        if problems:
            return problems
        missing = outcome.status in (0, 3) and len(scenarios.made(self.scenario, folder)) < len(self.made)
        if missing:
            return [f"status {outcome.status}, but not all files are there"]
        allowed = [getattr(self, name) for name in STATES[outcome.status]]
        words = " or ".join(STATES[outcome.status])
        return [] if contents in allowed else [f"status {outcome.status}, but not as {words} it: {outcome.last_error}"]

    def examined(self, folder):
        """What is wrong with the files, and what they contain if nothing is."""
        files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != ".calls")
        key = digest_of({bytes(path.relative_to(folder)): path.read_bytes() for path in files})
        if key not in self.known:
            problems = self.found(folder, is_acknowledged=False)
            self.known[key] = problems, None if problems else self.tool.contents(folder)
        return self.known[key]


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
