"""Many processes use one file: what each acknowledged is there, and each reader sees a state that was."""

import json
import pathlib

import collector
import contention
import scenarios
from bounded import Bound
from tool import FILE, Folder, Tool
from worker import KINDS, SHARED, Worker, form

WORKERS = 8
# A program that prints a collector's answers to a batch.
ANSWERING = """
import json, pathlib, sys
sys.path.append("{folder}")
import collector
for answer in collector.taken(pathlib.Path(sys.argv[1]).read_text()): print(json.dumps(answer))
"""
FULL_SECONDS = 250


def run(tool, random, is_full):
    """Lets processes work side by side. Returns the problems, and what was done."""
    actions, bound = (500, Bound(20, FULL_SECONDS)) if is_full else (12, Bound(1, 0))
    rounds = 0
    problems = Crowd(tool, plans(random, actions)).problems()
    with scenarios.template(tool) as template:
        while rounds == 0 or not bound.is_reached(rounds):
            rounds += 1
            problems += contention.first_opening(tool, WORKERS)
            problems += contention.stopped_holder(tool, template, random)
            problems += contention.long_reader(tool, template)
    problems += controls(tool)
    return problems, f"{WORKERS} processes with {actions} actions each, {rounds} times the rest, 3 controls"


def plans(random, count):
    """What each worker does."""
    return [random.choices(list(KINDS), list(KINDS.values()), k=count) for _ in range(WORKERS)]


class Crowd:
    """Workers in one folder, and what is there afterwards."""

    def __init__(self, tool, plans, honest=None):
        self.tool, self.plans = tool, plans
        # A control works with another program.
        self.honest = honest or tool

    def problems(self):
        with Folder() as folder:
            prepare(self.honest, folder, len(self.plans))
            started = [[0, 0] for _ in self.plans]
            workers = [Worker(self.tool, folder, number, plan, started) for number, plan in enumerate(self.plans)]
            contention.together([worker.work for worker in workers])
            problems = [problem for worker in workers for problem in worker.problems]
            return problems + self.lost(folder, workers)

    def lost(self, folder, workers):
        checked = self.honest.run(folder, "check", FILE)
        if checked.status != 0:
            return [f"check: {checked.output}{checked.errors}"]
        problems = []
        entries = log(self.honest, folder, "default")
        for worker in workers:
            cell = f"own-{worker.number}"
            problems += differing(f"what worker {worker.number} set", worker.sets, set_in(entries, cell))
            problems += self.lost_of_its_own(folder, worker)
        pairs = sorted(pair for worker in workers for pair in worker.pairs)
        problems += differing("the right of the pairs", pairs, set_in(entries, "right"))
        problems += differing(
            "the left of the pairs", [(revision - 1, value) for revision, value in pairs], set_in(entries, "left"))
        listed = json.loads(self.honest.must(folder, "list", FILE, "--json"))["forms"][0]["responses"]
        expected = {"default"}.union(*({f"worker-{worker.number}"} | worker.responses for worker in workers))
        problems += self.unsent(folder, workers)
        return problems + differing("responses", sorted(expected), sorted(entry["response"] for entry in listed))

    def unsent(self, folder, workers):
        """What a collector never got though everything it lacks was sent to it."""
        last = workers[0]
        last.tool = self.honest
        last.do_send()
        last.do_send()
        sent = set().union(*(worker.sent for worker in workers))
        missing = []
        for response in json.loads(self.honest.must(folder, "export", "dump", FILE))["forms"][0]["responses"]:
            entries = [entry for entry in response["journal"] if entry["action"]["action"] != "checkpoint"]
            missing += [
                (response["key"], entry["revision"]) for entry in entries
                if (response["stream"], entry["revision"]) not in sent]
        return [f"the collector never got {missing[:5]}"] if missing else []

    def lost_of_its_own(self, folder, worker):
        key = f"worker-{worker.number}"
        entries = log(self.honest, folder, key)
        kept = [(entry["revision"], entry["action"]) for entry in entries if entry["action"] != "checkpoint"]
        first = entries[0]["revision"]
        # The first entry is from before.
        acknowledged = [step for step in worker.own if step[0] > first]
        problems = differing(f"the steps of {key}", acknowledged, [step for step in kept if step[0] > first])
        answers = json.loads(self.honest.must(
            folder, "answers", FILE, "--json", "--form", "crowd", "--response", key))["responses"][0]["answers"]
        found = {answer["cell"]: answer["value"] for answer in answers}
        value, rows = worker.state
        state = [str(part) for part in (found.get("mine"), found.get("count"))]
        return problems + differing(f"the state of {key}", [str(value), str(len(rows))], state)


def prepare(tool, folder, count):
    (folder / "form.json").write_text(json.dumps(form(count)))
    tool.must(folder, "import", FILE, "form.json")
    tool.must(folder, "set", FILE, "own-0=0", *SHARED)
    for number in range(count):
        tool.must(folder, "response", "new", FILE, f"worker-{number}", "--form", "crowd")
        tool.must(folder, "set", FILE, "mine=0", "--form", "crowd", "--response", f"worker-{number}")


def log(tool, folder, key):
    lines = tool.must(folder, "log", FILE, "--ndjson", "--form", "crowd", "--response", key)
    return [json.loads(line) for line in lines.splitlines()]


def set_in(entries, cell):
    """The revisions that set a cell, with the values."""
    return [
        (entry["revision"], str(change["valueAfter"])) for entry in entries for change in entry["changes"]
        if change["field"] == "value" and change["cell"] == cell and change["valueAfter"] not in (0, "0")]


def differing(what, acknowledged, found):
    return [] if acknowledged == found else [f"{what}: acknowledged {acknowledged}, found {found}"]


def controls(tool):
    """Tools that lose, halve or do not send what they acknowledge: each must be noticed."""
    loses = 'case "$*" in *own-1=3*) echo "{\\"revision\\": 999}"; exit 0;; esac'
    halves = (
        'if [ "$1" = replay ]; then script=$3; for line in 1 2; do sed -n "${line}p" "$script" > "$script.part"; '
        'report=$("$TOOL" replay answers.sqlite "$script.part" --json --form crowd --response default) || exit 1; '
        'sleep 0.3; done; echo "$report"; exit 0; fi')
    # It takes answers to a later batch, which nobody gets.
    more = (
        'case "$*" in "outbox take"*) "$TOOL" set answers.sqlite mine=77 --form crowd --response worker-0 >/dev/null; '
        'rm -rf unseen; "$TOOL" outbox write answers.sqlite --to hq --output unseen >/dev/null; '
        'python3 "$(dirname "$0")/answer.py" unseen/*.jsonl > more.jsonl; '
        'exec "$TOOL" outbox take answers.sqlite more.jsonl --to hq;; esac')
    problems = []
    for name, script, plans_of, expected in [
        ("loses what it acknowledged", loses, [["set"] * 4] * 2, "what worker 1 set"),
        ("writes a group in two transactions", halves, [["pair"] * 3, ["dump"] * 8], "half of an atomic group"),
        ("acknowledges what was not sent", more, [["own", "send", "own", "own"]], "the collector never got"),
    ]:
        with Folder() as folder:
            program = folder / "control"
            program.write_text(f'#!/bin/sh\nTOOL={tool.path}\n{script}\nexec "$TOOL" "$@"\n')
            program.chmod(0o755)
            (folder / "answer.py").write_text(ANSWERING.format(folder=pathlib.Path(collector.__file__).parent))
            found = Crowd(Tool(program, tool.root), plans_of, honest=tool).problems()
            if not any(expected in problem for problem in found):
                problems.append(f"control: a tool that {name} is not noticed")
    return problems
