"""One of many processes on a file: it notes what was acknowledged, and what a reader saw."""

import json

from collector import taken
from tool import FILE

# What a worker does, and how often.
KINDS = {
    "set": 6, "pair": 3, "own": 4, "add": 2, "remove": 1, "undo": 3, "redo": 2, "begin": 1, "copy": 1, "delete": 1,
    "dump": 1, "export": 1, "answers": 1, "backup": 1, "check": 1, "compact": 1, "outbox": 1, "send": 2,
}
SHARED = ["--form", "crowd", "--response", "default"]


def form(workers):
    """A form with a cell for each worker, a pair of cells that are always set together, and rows that are counted."""
    cells = [{"key": f"own-{number}", "kind": "integer"} for number in range(workers)]
    pair = [{"key": "left", "kind": "text"}, {"key": "right", "kind": "text"}]
    rows = [
        {"key": "mine", "kind": "integer"},
        {"key": "count", "kind": "integer", "readOnly": True, "calculate": "count(${row})"},
        {"key": "row", "kind": "repeat", "cells": [{"key": "item", "kind": "text"}]}]
    return {"formstate": 1, "key": "crowd", "sections": [{"key": "all", "cells": [*cells, *pair, *rows]}]}


class Worker:
    """A process after the other, in a folder that others use as well."""

    def __init__(self, tool, folder, number, plan, started):
        self.tool, self.folder, self.number, self.plan = tool, folder, number, plan
        # The counters that all workers have begun to set, and those that are acknowledged.
        self.started = started
        self.place = ["--form", "crowd", "--response", f"worker-{number}"]
        self.problems = []
        # The revisions of what was acknowledged, with the values in the shared response, and the kinds in its own.
        self.sets, self.pairs, self.own = [], [], []
        self.counter = self.steps = 0
        # The value and rows of its own response, and those before each step that can be undone or redone.
        self.state, self.undone, self.redone = (0, ()), [(None, ())], []
        self.responses = set()
        # The entries that a collector got, each as its response's stream and its revision.
        self.sent = set()

    def work(self):
        for kind in self.plan:
            self.steps += 1
            getattr(self, f"do_{kind}")()

    def run(self, *arguments, may_be_refused=False):
        """Runs a command, which does something, or says why not. Returns what it printed if it did."""
        outcome = self.tool.run(self.folder, *arguments, limit=120)
        if outcome.status == 0 or outcome.status == 3 and arguments[0] == "compact":
            return outcome.output or " "
        words = f"worker {self.number}: {' '.join(arguments)}"
        if outcome.status != 1 or not outcome.errors.startswith("Error: "):
            self.problems.append(f"{words} ended with {outcome.status}: {outcome.last_error}")
        elif not may_be_refused:
            self.problems.append(f"{words} is refused: {outcome.last_error}")
        return None

    # The shared response.

    def do_set(self):
        self.counter += 1
        self.started[self.number][0] = self.counter
        done = self.run("set", FILE, f"own-{self.number}={self.counter}", "--json", *SHARED)
        if done:
            self.sets.append((json.loads(done)["revision"], str(self.counter)))
            self.started[self.number][1] = self.counter

    def do_pair(self):
        value = f"{self.number}.{self.steps}"
        script = self.folder / f"pair-{self.number}.jsonl"
        script.write_text("".join(
            json.dumps({"action": "set", "cell": cell, "value": value}) + "\n" for cell in ("left", "right")))
        done = self.run("replay", FILE, script.name, "--atomic", "--json", *SHARED)
        if done:
            self.pairs.append((json.loads(done)["revision"], value))

    # Its own response.

    def changed(self, kind, state, *arguments):
        """A step of its own response, after which it has a state."""
        done = self.run(*arguments, "--json", *self.place)
        if done:
            self.own.append((json.loads(done)["revision"], kind))
            self.undone.append(self.state)
            self.state, self.redone = state(json.loads(done)), []

    def do_own(self):
        self.changed("set", lambda _: (self.steps, self.state[1]), "set", FILE, f"mine={self.steps}")

    def do_add(self):
        def added(report):
            (number,) = [change["instance"] for change in report["changes"] if change["field"] == "instance"]
            return self.state[0], (*self.state[1], number)
        self.changed("add", added, "add", FILE, "row")

    def do_remove(self):
        if self.state[1]:
            first, *others = self.state[1]
            self.changed("remove", lambda _: (self.state[0], tuple(others)), "remove", FILE, f"row:{first}")

    def do_undo(self):
        self.step_back("undo", self.undone, self.redone)

    def do_redo(self):
        self.step_back("redo", self.redone, self.undone)

    def step_back(self, kind, stack, other):
        # Compaction ends what can be undone.
        done = self.run(kind, FILE, "--json", *self.place, may_be_refused=True)
        if done and not stack:
            self.problems.append(f"worker {self.number}: {kind} does what was never done")
        elif done:
            self.own.append((json.loads(done)["revision"], kind))
            other.append(self.state)
            self.state = stack.pop()

    def do_compact(self):
        # The space is freed only when no reader is in the way.
        self.run("compact", FILE, "--keep", "8", "--drop-unsent", "--yes", *self.place, may_be_refused=True)

    # Further responses.

    def do_begin(self):
        key = f"new-{self.number}-{self.steps}"
        if self.run("response", "new", FILE, key, "--form", "crowd"):
            self.responses.add(key)

    def do_copy(self):
        key = f"copy-{self.number}-{self.steps}"
        if self.run("response", "copy", FILE, f"worker-{self.number}", key, "--form", "crowd"):
            self.responses.add(key)

    def do_delete(self):
        for key in sorted(self.responses)[:1]:
            if self.run("response", "delete", FILE, key, "--form", "crowd", "--yes", "--keep-space"):
                self.responses.remove(key)

    # Readers.

    def seen(self, values, since):
        """Notes what is wrong in a snapshot that was begun when some counters were acknowledged."""
        words = f"worker {self.number}: a reader sees"
        if values.get("left") != values.get("right"):
            self.problems.append(f"{words} half of an atomic group: {values.get('left')}, {values.get('right')}")
        for number, (begun, _) in enumerate(self.started):
            value = int(values.get(f"own-{number}") or 0)
            if not since[number] <= value <= begun:
                self.problems.append(f"{words} own-{number} at {value}, not from {since[number]} to {begun}")

    def acknowledged(self):
        return [counters[1] for counters in self.started]

    def do_dump(self):
        since = self.acknowledged()
        document = self.run("export", "dump", FILE)
        if document:
            self.seen(values_of(json.loads(document)["forms"][0]), since)

    def do_export(self):
        since = self.acknowledged()
        document = self.run("export", "json", FILE, "--form", "crowd")
        if document:
            self.seen(values_of(json.loads(document)), since)

    def do_answers(self):
        since = self.acknowledged()
        self.seen_in(FILE, since)

    def seen_in(self, name, since):
        document = self.run("answers", name, "--json", *SHARED)
        if document:
            answers = json.loads(document)["responses"][0]["answers"]
            self.seen({answer["cell"]: answer["value"] for answer in answers}, since)

    def do_backup(self):
        since, name = self.acknowledged(), f"backup-{self.number}-{self.steps}.sqlite"
        if self.run("backup", FILE, name):
            self.run("check", name)
            self.seen_in(name, since)
            (self.folder / name).unlink()

    def do_check(self):
        self.run("check", FILE)

    def do_outbox(self):
        self.run("outbox", "write", FILE, "--to", "hq", "--output", f"batches-{self.number}")

    def do_send(self):
        """Gives a collector what it lacks, and takes its answers, also to an older batch."""
        report = self.run("outbox", "write", FILE, "--to", "hq", "--output", f"batches-{self.number}", "--json")
        path = json.loads(report).get("file") if report else None
        if path:
            batch = (self.folder / path).read_text()
            answers = self.folder / f"answers-{self.number}.jsonl"
            answers.write_text("".join(json.dumps(answer) + "\n" for answer in taken(batch)))
            if self.run("outbox", "take", FILE, answers.name, "--to", "hq"):
                self.sent |= entries_of(batch)


def entries_of(batch):
    """The entries of a batch, each as its response's stream and its revision."""
    entries, stream = set(), ""
    for line in batch.splitlines():
        line = json.loads(line)
        stream = line.get("stream", stream)
        if "revision" in line:
            entries.add((stream, line["revision"]))
    return entries


def values_of(form):
    """The values of the shared response, which its journal leads to."""
    (response,) = [response for response in form["responses"] if response["key"] == "default"]
    return {
        change["cell"]: change.get("after") for entry in response["journal"] for change in entry["changes"]
        if change.get("field") == "value"}
