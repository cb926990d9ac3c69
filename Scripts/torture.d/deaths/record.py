"""The power is lost at any call of a command: what it printed as done is there, and it is whole or absent."""

import copy
import functools
import hashlib
import math
import sqlite3
from fnmatch import fnmatch

import recorded
import scenarios
from bounded import Bound
from kill import Trial
from tool import FILE, Folder, Tool, digest_of

# Losses of power in a full run, and its longest time.
LOSSES, FULL_SECONDS = 200_000, 700
# A command that writes a file says so to the error output, since its output may be the file.
STANDARD_STREAMS = [[1], [2]]
# Most calls that change something are these.
MANY = {"pwrite64", "write", "fsync", "fdatasync", "ftruncate"}
# What SQLite reads.
DATABASE = [(FILE + ending).encode() for ending in ["", "-wal", "-journal"]]


def run(tool, random, is_full):
    """Records commands, and examines images of their disk. Returns the problems, and what was done."""
    template = scenarios.template(tool)
    problems, count = [], 0
    chosen = scenarios.chosen(is_full, 4)
    bound = Bound(LOSSES, FULL_SECONDS) if is_full else Bound(1, 0)
    with template:
        trials = [RecordedTrial(tool, template.path, scenario, random) for scenario in chosen]
        # Round after round, so the time that one command leaves over goes to the others.
        while not count or not bound.is_reached(count):
            for trial in trials:
                problems += trial.lose_power(1_000 if is_full else 250)
            count = sum(trial.count for trial in trials)
        problems += control(tool, template.path, random)
    disks, states = sum(len(trial.recovered) for trial in trials), sum(len(trial.known) for trial in trials)
    words = f"{count} losses of power in {len(chosen)} commands, {disks} different disks, {states} different contents"
    return problems, f"{words}, 1 control"


class RecordedTrial(Trial):
    """A command whose calls are recorded."""

    def __init__(self, tool, template, scenario, random, runs=None):
        super().__init__(tool, template, scenario, runs)
        self.random = random
        self.count = 0
        # Digests of what SQLite reads, by those of the files: many losses of power leave the same.
        self.recovered = {}
        # Problems by what SQLite reads, and whether the command was acknowledged.
        self.known = {}

    def lose_power(self, count):
        """Loses the power about so many times, at all calls as often. Returns what is wrong afterwards."""
        begun, calls = self.recorded
        images = math.ceil(count / max(1, sum(call.name in MANY for call in calls)))
        return self.passed(copy.deepcopy(begun), calls, images)

    @functools.cached_property
    def recorded(self):
        """The disk before the command, and its calls."""
        with Folder(self.template) as folder:
            disk = recorded.RecordedDisk(folder)
            self.runs.run(folder, *self.arguments, wrapped=[*recorded.STRACE, "-o", "../" + folder.name + ".calls"])
            record = folder.parent / (folder.name + ".calls")
            calls = list(recorded.calls(record.read_text(errors="replace")))
            record.unlink()
            if recorded.replayed(disk, calls) != recorded.files(folder):
                raise RuntimeError(f"the recorded calls do not make the files of {self.scenario[0]}")
        return disk, calls

    def passed(self, disk, calls, images):
        """What is wrong after losses of power at each call that changes something."""
        is_acknowledged = False
        problems = []
        for number, call in enumerate(calls):
            # Dispatch writes to descriptors of its own.
            if call.name == "write" and call.numbers[:1] in STANDARD_STREAMS:
                is_acknowledged = True
            elif not disk.do(call):
                continue
            for _ in range(images):
                self.count += 1
                where = f"{self.scenario[0]}, power lost after call {number}, {call.name}"
                found = self.found_in(disk.image(self.random), is_acknowledged)
                problems += [f"{where}: {problem}" for problem in found]
        return problems

    def found_in(self, image, is_acknowledged):
        key = (is_acknowledged, self.digest(image))
        if key not in self.known:
            with Folder() as folder:
                write(image, folder)
                self.known[key] = self.found(folder, is_acknowledged) + self.missing(folder, is_acknowledged)
        return self.known[key]

    def missing(self, folder, is_acknowledged):
        patterns = self.scenario[2] if is_acknowledged else []
        return [f"{pattern} is not there" for pattern in patterns if not any(folder.glob(pattern))]

    def digest(self, image):
        """A digest of what SQLite reads after it has recovered the log, and of the files that the command makes."""
        database = {name: image[name] for name in DATABASE if name in image}
        left = digest_of(database)
        if left not in self.recovered:
            self.recovered[left] = hashlib.sha256(recovered(database)).digest()
        made = {name: image[name] for name in image if any(fnmatch(name.decode(), made) for made in self.scenario[2])}
        return self.recovered[left] + digest_of(made)


def write(image, folder):
    for name, contents in image.items():
        path = folder / name.decode()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents)


def recovered(image):
    """The database that SQLite makes of its file and its log, or why it makes none."""
    # To recover the log changes the files, which the tool must find as they are.
    with Folder() as folder:
        write(image, folder)
        connection = sqlite3.connect(folder / FILE)
        try:
            return connection.serialize()
        except sqlite3.DatabaseError as error:
            return str(error).encode()
        finally:
            connection.close()


def control(tool, template, random):
    """A tool that acknowledges before its commit must be noticed."""
    with Folder() as folder:
        program = folder / "control"
        program.write_text(f'#!/bin/sh\necho "Revision 99"; exec "{tool.path}" "$@"\n')
        program.chmod(0o755)
        trial = RecordedTrial(tool, template, scenarios.SCENARIOS[0], random, runs=Tool(program, tool.root))
        found = trial.lose_power(100)
    is_noticed = any(problem.endswith("what was acknowledged is not there") for problem in found)
    return [] if is_noticed else ["control: a tool that acknowledges before its commit is not noticed"]
