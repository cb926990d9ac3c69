"""The file is moved, replaced, truncated and put back, between commands and while one runs: nothing is lost by that."""

import json
import os
import re
import sqlite3
import subprocess
import time

import changes
import scenarios
from bounded import tried
from changes import INDEX, LOG
from tool import FILE, Folder, Outcome, Tool

# Between commands, and while one runs.
FULL_SECONDS = 40
READS = [("show", ["show", FILE, "--form", "trip"], []), ("check", ["check", FILE], [])]


def problems(tool, template, logged, random, is_full):
    """Does things to the file between commands and while one runs. Returns how many, and what is wrong."""
    commands = [*scenarios.SCENARIOS, *READS]
    idle = [(change, scenario, start)
            for change in changes.CHANGES for scenario in commands for start in [template, logged]]
    busy = [(change, is_put_back) for change in changes.CHANGES_IN_USE for is_put_back in [False, True]]
    if not is_full:
        idle, busy = random.sample(idle, 8), random.sample(busy, 5)

    def changed(case):
        change, scenario, start = case
        where = f"file {named(change)}, {scenario[0]}"
        return [f"{where}: {problem}" for problem in between(tool, start, scenario, change, random)]

    def changed_in_use(case):
        change, is_put_back = case
        where = f"file in use, {named(change)}{', put back at once' if is_put_back else ''}"
        return [f"{where}: {problem}" for problem in in_use(tool, template, change, is_put_back, random)]

    parts = [tried(random, idle, FULL_SECONDS, changed), tried(random, busy, FULL_SECONDS, changed_in_use)]
    return sum(count for count, _ in parts), [problem for _, found in parts for problem in found]


def named(change):
    return change.__name__.replace("_", " ")


def ended(outcome):
    """What is wrong with how a command ended."""
    if outcome.status == 124:
        return ["hangs"]
    if outcome.status not in (0, 1, 3, 4):
        return [f"ended with {outcome.status}: {' '.join(outcome.errors.split())[:100]}"]
    return [] if outcome.status == 0 or (outcome.errors + outcome.output).strip() else ["says nothing of its failure"]


def between(tool, start, scenario, change, random):
    """What is wrong after a change before a command, and after the file is put back."""
    with Folder(start) as folder:
        before = tool.contents(folder)
        if not (start / LOG).exists():
            # Reading made it.
            (folder / LOG).unlink(missing_ok=True)
        kept = changes.Kept(folder)
        change(folder, random)
        names = set(os.listdir(folder))
        outcome = tool.run(folder, *scenarios.arguments(scenario), limit=20)
        made = set(os.listdir(folder)) - names - {LOG, INDEX}
        if ended(outcome):
            return ended(outcome)
        if outcome.status == 1 and made:
            return [f"makes {', '.join(made)} although it fails: {outcome.last_error}"]
        # SQLite takes the log for that of another database at the name; without one, the log has to stay.
        if change in changes.WITHOUT_DATABASE and LOG in kept.bytes and log(folder) != kept.bytes[LOG]:
            return [f"destroys the log of the file that is gone, with status {outcome.status}: {outcome.last_error}"]
        kept.put_back({FILE, LOG})
        return differences(tool, folder, before)


def log(folder):
    return (folder / LOG).read_bytes() if (folder / LOG).exists() else None


def differences(tool, folder, before):
    """What is wrong with a file that is put back."""
    checked = tool.run(folder, "check", FILE)
    if checked.status != 0:
        return [f"is unsound when put back: {checked.output[:200]}{checked.last_error}"]
    return [] if tool.contents(folder) == before else ["differs when put back"]


def in_use(tool, template, change, is_put_back, random):
    """What is wrong with a long command that a change hits, and with the file afterwards."""
    with Folder(template) as folder:
        conversation = Conversation(tool, folder)
        conversation.say(2)
        if not conversation.waited_for(2):
            return conversation.killed("takes no actions")
        kept = changes.Kept(folder)
        rewritten = {FILE} if change in changes.IN_PLACE else set()
        change(folder, random)
        if is_put_back:
            kept.put_back(rewritten)
        stranger = kept.stranger()
        conversation.say(2)
        outcome = conversation.end()
        if ended(outcome):
            return ended(outcome)
        if kept.stranger() != stranger:
            return ["writes into the file that has the name now"]
        kept.put_back(rewritten)
        return after_use(tool, folder, outcome, conversation)


def after_use(tool, folder, outcome, conversation):
    """What is wrong with the file that was put back, by what the command said."""
    applied = conversation.applied(outcome)
    words = f"says {applied} actions with status {outcome.status}"
    checked = tool.run(folder, "check", FILE)
    if checked.status != 0:
        return [f"{words}, but is unsound when put back: {checked.output[:200]}{checked.last_error}"]
    there = count(folder) - conversation.first
    is_wrong = there < applied or outcome.status != 4 and there != applied
    return [f"{words}, but {there} are there"] if is_wrong else []


def count(folder):
    connection = sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True)
    try:
        return connection.execute("SELECT count(*) FROM formstate_entry").fetchone()[0]
    finally:
        connection.close()


class Conversation:
    """A long command that applies each action as it comes."""

    def __init__(self, tool, folder):
        self.folder, self.first, self.said = folder, count(folder), 0
        self.process = subprocess.Popen(
            [tool.path, "replay", FILE, "-", "--form", "trip"], cwd=folder, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def say(self, number):
        for _ in range(number):
            self.said += 1
            action = {"action": "set", "cell": "destination", "value": f"Place {self.said}"}
            try:
                self.process.stdin.write(json.dumps(action).encode() + b"\n")
                self.process.stdin.flush()
            except BrokenPipeError:
                return

    def waited_for(self, number):
        for _ in range(1000):
            if count(self.folder) >= self.first + number:
                return True
            time.sleep(0.02)
        return False

    def end(self):
        try:
            output, errors = self.process.communicate(timeout=20)
            status = self.process.returncode
        except subprocess.TimeoutExpired:
            self.process.kill()
            output, errors = self.process.communicate()
            status = 124
        return Outcome(subprocess.CompletedProcess([], status, output, errors))

    def killed(self, words):
        self.process.kill()
        self.process.wait()
        return [words]

    @staticmethod
    def applied(outcome):
        """How many actions the command says it applied."""
        words = outcome.output + outcome.errors
        match = re.search(r"Applied (\d+) action|The (\d+) actions before it|(The action before it)", words)
        if not match:
            return 0
        return int(match.group(1) or match.group(2) or 1)


def control(tool, template, random):
    """A tool that acknowledges what it did not write must be noticed."""
    script = 'test "$1" = replay || exec "$TOOL" "$@"; "$TOOL" "$@" >/dev/null 2>&1; echo "Applied 4 actions"'
    with Folder() as folder:
        program = folder / "control"
        program.write_text(f"#!/bin/sh\nTOOL={tool.path}\n{script}\n")
        program.chmod(0o755)
        found = in_use(Tool(program, tool.root), template, changes.moved, False, random)
    return [] if any("are there" in problem for problem in found) else [
        "control: a tool that acknowledges what it lost is not noticed"]
